import type { Message, SchemaSource } from "#model";
import { anchorFor } from "#model";
import type { PageContext } from "../frame/index.ts";
import type { SchemaTree } from "./schema-tree-view.ts";
import { schemaTree } from "./schema-tree-view.ts";

/** The trees of a message on a page. Examples link to their rows. */
export interface MessageTrees {
  readonly headers?: SchemaTree | undefined;
  readonly payload?: SchemaTree | undefined;
}

/** The steps that begin the anchors of a message on the page of an operation. They are those of its home if it lives there. */
export function messageSteps({ id }: Message, section: "messages" | "reply" = "messages"): readonly string[] {
  return [section, id];
}

/** The trees of headers and payload; `prefix` begins their anchors. */
export function messageTrees(context: PageContext, message: Message, prefix: readonly string[]): MessageTrees {
  const { headers, payload } = message;
  const { routes, schemas, words } = context.site;
  // Rows that do not fit on another page are at the message's home.
  const more = routes.pageOf(message) === context.path ? undefined : context.href(message);
  const tree = (source: SchemaSource | undefined, name: "headers" | "payload") =>
    source &&
    schemaTree(context, schemas.of(source), {
      prefix: anchorFor(...prefix, name),
      more,
      part: words(`site.${name}`),
      owner: message.title,
    });
  return { headers: tree(headers, "headers"), payload: tree(payload, "payload") };
}
