import type { CorrelationId, Message, SchemaSource, TraitUse } from "#model";
import { anchorFor } from "#routes";
import { bindingViews } from "./bindings-view.ts";
import type { PageContext } from "./context.ts";
import { describedView, summaryOf, tagViews } from "./described-view.ts";
import { entityLink } from "./entity-link.ts";
import { examplePanelView } from "./example-panel-view.ts";
import { schemaTree } from "./schema-tree-view.ts";
import { visible } from "./visible.ts";

function correlationView(context: PageContext, correlation: CorrelationId, prefix: string) {
  return {
    name: visible(correlation.name ?? ""),
    location: visible(correlation.location?.value ?? ""),
    ...describedView(context, correlation, { prefix: `${prefix}-correlation`, level: 4 }),
  };
}

/** What each trait gave, by its name where it has one. */
export function traitViews(context: PageContext, traits: readonly TraitUse[]) {
  return traits.map(({ name, node, gave }) => ({
    name: visible(name ?? context.site.words("site.trait-in-place")),
    gave: gave.map(visible),
    source: { href: context.sourceHref(node), label: context.sourceLabel(node) },
  }));
}

/**
 * A message in full: headers, payload, examples, bindings. `prefix` begins the anchors of its parts, so that several messages can share a page;
 * it is made of the message's identity, so a neighbour never changes it.
 */
export function messageView(context: PageContext, message: Message, prefix: readonly string[]) {
  const anchor = anchorFor(...prefix);
  const part = (name: string) => anchorFor(...prefix, name);
  const tree = (source: SchemaSource, name: string) => schemaTree(context, context.site.schemas.of(source), { prefix: part(name) });
  const headers = message.headers && tree(message.headers, "headers");
  const payload = message.payload && tree(message.payload, "payload");
  const rows = { ...(headers ? { headers: headers.anchors } : {}), ...(payload ? { payload: payload.anchors } : {}) };
  const examples = examplePanelView(context, message, { prefix: part("examples"), rows });
  return {
    anchor,
    id: visible(message.id),
    link: entityLink(context, message),
    title: visible(message.title),
    name: visible(message.name?.value ?? ""),
    messageId: visible(message.messageId?.value ?? ""),
    summary: visible(message.summary?.value ?? ""),
    deprecated: message.deprecated,
    tags: tagViews(context, message.tags),
    contentType: visible(message.effectiveContentType),
    assumedContentType: !message.contentType,
    schemaFormat: visible(message.payload?.format?.value ?? ""),
    ...(message.correlationId ? { correlation: correlationView(context, message.correlationId, anchor) } : {}),
    headersAnchor: part("headers"),
    payloadAnchor: part("payload"),
    bindingsAnchor: part("bindings"),
    traitsAnchor: part("traits"),
    ...(headers ? { headers: headers.view } : {}),
    ...(payload ? { payload: payload.view } : {}),
    ...(examples ? { examples } : {}),
    bindings: bindingViews(context, message.bindings, `${anchor}.`),
    traits: traitViews(context, message.traits),
    ...describedView(context, message, { prefix: anchor, level: 4 }),
  };
}

/** A message in a table. */
export function messageRow(context: PageContext, message: Message) {
  return {
    ...entityLink(context, message),
    name: visible(message.name?.value ?? message.id),
    contentType: visible(message.effectiveContentType),
    summary: summaryOf(context, message),
  };
}
