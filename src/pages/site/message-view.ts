import type { CorrelationId, Message, SchemaSource } from "#model";
import { anchorFor, unreadPayload } from "#model";
import { bindingViews } from "./bindings-view.ts";
import { contentTypeOf } from "./content-type.ts";
import type { PageContext } from "./context.ts";
import { describedView, summaryOf, tagViews, type FieldMarks, type DescriptionOptions } from "./described-view.ts";
import { entityLink } from "./entity-link.ts";
import { messageTrees } from "./message-trees.ts";
import { fieldProblems, noteMarksOf } from "./problems-view.ts";
import { messageFileLinks } from "./schema-file-links.ts";
import { messagePanel } from "./shared-panel.ts";
import type { Row } from "./schema-tree-parts.ts";
import { traitViews, wholeTraitViews } from "./trait-views.ts";
import { breakableHtml } from "./value-html.ts";
import { variantsView } from "./variants.ts";

function correlationView(context: PageContext, correlation: CorrelationId, spot: DescriptionOptions) {
  return {
    name: correlation.name ?? "",
    location: correlation.location?.value ?? "",
    ...describedView(context, correlation, { ...spot, prefix: `${spot.prefix}-correlation` }),
  };
}

/** The prefix of the anchors of a reply's messages. */
export const REPLY = "reply";

/** The headings of a message's parts: first-level on its own page, deeper elsewhere. */
function headingsOf(context: PageContext, prefix: readonly string[], deep: boolean) {
  const heading = (name: "headers" | "payload" | "bindings" | "traits") => {
    return { anchor: anchorFor(...prefix, name), text: context.site.words(`site.${name}`), top: prefix.length === 0, deep };
  };
  return { headers: heading("headers"), payload: heading("payload"), bindings: heading("bindings"), traits: heading("traits") };
}

/** The media type of a schema's language, if the document names it. */
function formatOf(source: SchemaSource | undefined): string {
  return source?.format?.value ?? "";
}

/** Problems of the schemas' media types, which may be written beside the schema. */
function formatMarks(context: PageContext, { payload, headers }: Message): FieldMarks {
  const formats = [["schemaFormat", payload?.format], ["headersFormat", headers?.format]] as const; // prettier-ignore
  const marks = formats.map(
    ([field, format]) => [field, fieldProblems(context, format ? context.site.placed.within(format) : [])] as const,
  );
  return Object.fromEntries(marks.filter(([, problems]) => problems.length > 0));
}

/** The content type, and a note on where it comes from if the message does not state it. */
function contentTypeView({ site }: PageContext, message: Message) {
  const { api, words } = site;
  const isStated = Boolean(message.contentType?.value.trim());
  const isDefault = Boolean(api.defaultContentType?.value.trim());
  const contentType = contentTypeOf(api, message);
  const isAssumed = !isStated && !isDefault && contentType !== "";
  const note = contentType === "" ? "site.no-content-type" : isDefault ? "site.content-type-default" : "site.content-type-assumed";
  return { contentType, contentTypeAssumed: isAssumed, contentTypeNote: isStated ? "" : words(note) };
}

/** The keys of a message in the document, unless its title, name or id already shows the only one. */
function keysOf({ id, isNamed, title, name, messageId, keys }: Message): readonly string[] {
  const shown = [title, name?.value, messageId?.value];
  const own = isNamed && ![...shown, ...keys].includes(id) ? [...keys, id] : keys;
  return own.length > 1 || !own.every((key) => shown.includes(key)) ? own : [];
}

function factsOf(context: PageContext, message: Message) {
  return {
    link: entityLink(context, message),
    title: message.title,
    name: message.name?.value ?? "",
    nameless: !message.isNamed,
    keys: keysOf(message),
    messageId: message.messageId?.value ?? "",
    summary: message.summary?.value ?? "",
    deprecated: message.deprecated,
    tags: tagViews(context, message.tags),
    ...contentTypeView(context, message),
    schemaFormat: formatOf(message.payload),
    headersFormat: formatOf(message.headers),
    files: messageFileLinks(context, message),
  };
}

/** How many headers there are, and how many of them are required. */
function headersHint({ site: { words } }: PageContext, rows: readonly Row[]): string {
  const fields = rows.filter(({ kind }) => kind === "property");
  if (fields.length === 0) return "";
  const required = fields.filter((row) => row.required !== "").length;
  const count = words("schema.show.properties", { count: fields.length });
  return required === 0 ? count : `${count}, ${words("site.number-required", { count: required })}`;
}

/**
 * The full view of a message: headers, payload, examples, bindings. `prefix` begins its anchors, so that several messages can share a
 * page. It is made of the message's id, so other messages never change it. With `several`, headings are one level deeper.
 */
export function messageView(context: PageContext, message: Message, prefix: readonly string[], several = false) {
  const anchor = anchorFor(...prefix);
  // On its own page the message has first-level headings, on another page second-level ones.
  const deep = several || prefix[0] === REPLY;
  const spot = { prefix: anchor, level: prefix.length === 0 ? 2 : deep ? 4 : 3 };
  const described = describedView(context, message, spot);
  const trees = messageTrees(context, message, prefix);
  const variants = variantsView(context, message);
  const examples = messagePanel(context, message, { prefix, trees });
  // Examples of the message come before generated ones.
  for (const [at, { node }] of message.examples.entries()) {
    const problems = context.site.placed.within(node);
    // Reading the tabs copies a shared panel.
    const tab = problems.length === 0 ? undefined : examples?.tabs[at];
    if (tab) noteMarksOf(context, problems, { anchor: tab.anchor, text: tab.name, owner: message.title });
  }
  return {
    anchor,
    ...factsOf(context, message),
    ...(message.correlationId ? { correlation: correlationView(context, message.correlationId, spot) } : {}),
    headings: headingsOf(context, prefix, deep),
    ...(trees.headers && { headers: trees.headers.view, headersHint: headersHint(context, trees.headers.view.rows) }),
    ...(trees.payload && { payload: trees.payload.view }),
    ...(variants ? { variants } : {}),
    unreadPayload: fieldProblems(
      context,
      unreadPayload(message).flatMap((value) => context.site.placed.within(value)),
    ),
    ...(examples ? { examples } : {}),
    bindings: bindingViews(context, message.bindings, prefix.map((step) => `${step}.`).join("")),
    traits: prefix.length === 0 ? wholeTraitViews(context, message.traits) : traitViews(context, message.traits),
    ...described,
    marks: { ...described.marks, ...formatMarks(context, message) },
  };
}

/** A message in a table. */
export function messageRow(context: PageContext, message: Message) {
  const name = message.name?.value ?? (message.isNamed ? message.id : "");
  const link = entityLink(context, message);
  return {
    ...link,
    name,
    same: name === message.title,
    nameLabel: { html: breakableHtml(name) },
    contentType: contentTypeOf(context.site.api, message),
    summary: summaryOf(context, message),
  };
}
