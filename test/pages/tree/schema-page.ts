import { readFileSync, readdirSync } from "node:fs";
import Handlebars from "handlebars";
import { defaultLimits } from "../../../src/config/index.ts";
import type { StringNode } from "../../../src/text/json/index.ts";
import { Memo } from "../../../src/text/json/index.ts";
import { createRoutes } from "../../../src/model/routes/index.ts";
import type { Schema } from "../../../src/schema/index.ts";
import type { PageContext } from "../../../src/pages/frame/index.ts";
import { schemaTree } from "../../../src/pages/tree/schema-tree-view.ts";
import { PlacedProblems } from "../../../src/pages/frame/placed-problems.ts";
import { SiteBudget } from "../../../src/pages/frame/context.ts";
import { escapeHtml, lineHtml } from "../../../src/pages/blocks/index.ts";
import { wordsOf } from "../../../src/text/words/index.ts";
import type { LoadedSchemas } from "../../schema/load.ts";

/** A page to put trees on: descriptions as plain paragraphs, source links by offset. */
export function pageFor({ api, documents, schemas }: LoadedSchemas, path = "messages/m.html"): PageContext {
  const routes = createRoutes(api, (named) => schemas.homeOf(named));
  const html = (node: StringNode) => `<p>${escapeHtml(node.value)}</p>`;
  const placed = new PlacedProblems([], { api, documents });
  const site = {
    problems: [],
    placed,
    api,
    documents,
    schemas,
    routes,
    words: wordsOf("en"),
    prose: { html },
    settings: { limits: defaultLimits },
    room: new SiteBudget(),
    memo: new Memo(),
  };
  return {
    site,
    path,
    href: (entity: Parameters<PageContext["href"]>[0]) => routes.href(path, entity),
    sourceHref: (place: { start: number }) => `../source/main.html#at${place.start}`,
    sourceLabel: (place: { start: number }) => `main at ${place.start}`,
    budget: { rows: defaultLimits.schemaRows, repeated: defaultLimits.repeatedRows, copied: defaultLimits.repeatedRows },
  } as unknown as PageContext;
}

const partials = new URL("../../../templates/partials/", import.meta.url);
const handlebars = Handlebars.create();
for (const name of readdirSync(partials).filter((each) => each.startsWith("schema-") || each.startsWith("field-problems"))) {
  handlebars.registerPartial(name.replace(".hbs", ""), readFileSync(new URL(name, partials), "utf8"));
}
handlebars.registerHelper("html", (value: unknown) => new Handlebars.SafeString(lineHtml(value)));
const render = handlebars.compile<object>("{{> schema-tree}}", {
  strict: true,
  preventIndent: true,
  knownHelpersOnly: true,
  knownHelpers: { html: true },
});

/** A tree and its HTML. */
export function treePage(
  loaded: LoadedSchemas,
  schema: Schema,
  context = pageFor(loaded),
): ReturnType<typeof schemaTree> & { readonly html: string } {
  const tree = schemaTree(context, schema, { prefix: "payload" });
  return { ...tree, html: render({ ...tree.view, t: { "schema-details": "" } }) };
}

/** The text that a reader sees, tags removed, entities resolved, spaces as one. */
export function textOf(html: string): string {
  const text = html.replace(/<[^>]*>/g, " ");
  const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&#x3D;": "=", "&amp;": "&" };
  return text.replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity).replace(/\s+/g, " ");
}
