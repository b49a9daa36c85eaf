import type { CorrelationId, Message, SchemaSource, TraitUse } from "#model";
import { anchorFor, unreadPayload } from "#model";
import type { Words } from "#text";
import type { Block, Item, Line, Told } from "../blocks/index.ts";
import { codes, fact, htmlOnly, joinLines, listOf, named, onlyFields, said, section, sentence, tell } from "../blocks/index.ts";
import { contentTypeOf, exampleAnchors, examplePanelView, panelBlocks } from "../examples/index.ts";
import type { DescribedView, DescriptionOptions, EntityLink, FieldMarks, PageContext } from "../frame/index.ts";
import {
  changedView,
  describedTold,
  describedView,
  entityLink,
  fieldItems,
  fieldProblems,
  namedValues,
  noteMarksOf,
  problemItems,
  schemasAt,
  sourceTold,
  sourceView,
  summaryAsName,
  summaryOf,
  tagsTold,
  tagViews,
  valueBlocks,
  valueLine,
  valueView,
} from "../frame/index.ts";
import type { Row } from "../tree/index.ts";
import { messageFileLinks, messageTrees, treeBlocks, variantsView, withoutExamples } from "../tree/index.ts";
import { bindingBlocks, bindingViews } from "./bindings-view.ts";

function correlationView(context: PageContext, correlation: CorrelationId, spot: DescriptionOptions) {
  return {
    name: correlation.name ?? "",
    location: correlation.location?.value ?? "",
    ...describedView(context, correlation, { ...spot, prefix: `${spot.prefix}-correlation` }),
  };
}

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

/** The keys of the schemas that live at a message on this page, unless the trees show them. */
function schemaKeys({ site, path }: PageContext, message: Message) {
  if (site.routes.pageOf(message) !== path) return [];
  const unseen = schemasAt(site, message).filter(({ named }) => named.title !== named.id);
  return unseen.map(({ part, named }) => ({ part: site.words(`site.${part}`), key: named.id }));
}

/** The content type, and a note on where it comes from if the message does not state it. */
function contentTypeView({ site }: PageContext, message: Message) {
  const { api, words } = site;
  const isStated = Boolean(message.contentType?.value.trim());
  const isDefault = Boolean(api.defaultContentType?.value.trim());
  const contentType = contentTypeOf(site, message);
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

function factsOf(context: PageContext, message: Message, isBelow: boolean) {
  const link = entityLink(context, message);
  const called = summaryAsName(message);
  // Below its operation it is called by nothing else.
  const title = isBelow ? called : undefined;
  return {
    link: title === undefined ? link : { ...link, text: title, label: { name: title } },
    title: title ?? message.title,
    name: message.name?.value ?? "",
    nameless: !message.isNamed,
    keys: keysOf(message),
    messageId: message.messageId?.value ?? "",
    summary: called === undefined ? (message.summary?.value ?? "") : "",
    deprecated: message.deprecated,
    tags: tagViews(context, message.tags),
    ...contentTypeView(context, message),
    schemaFormat: formatOf(message.payload),
    headersFormat: formatOf(message.headers),
    schemas: schemaKeys(context, message),
    files: messageFileLinks(context, message),
  };
}

/** The examples of the schemas that stand beside their trees, because the message has none of its own. Of headers it is one. */
function sampledValues({ site }: PageContext, { examples, payload, headers }: Message): ReadonlySet<unknown> {
  if (examples.length > 0) return new Set();
  const own = payload ? site.samples.of(payload).examples : [];
  const beside = headers ? site.samples.of(headers) : { samples: [], examples: [] };
  return new Set([...own, ...beside.examples.filter(({ value }) => value === beside.samples[0]?.value)].map(({ value }) => value));
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
  const deep = several || prefix[0] === "reply";
  const spot = { prefix: anchor, level: prefix.length === 0 ? 2 : deep ? 4 : 3 };
  const described = describedView(context, message, spot);
  const trees = messageTrees(context, message, prefix);
  const told = sampledValues(context, message);
  const variants = variantsView(context, message);
  const rows = { headers: trees.headers?.anchors, payload: trees.payload?.anchors };
  const examples = examplePanelView(context, message, { prefix: anchorFor(...prefix, "examples"), rows });
  const anchors = exampleAnchors(message.examples, examples?.anchor ?? "");
  for (const tab of examples?.tabs ?? []) {
    const example = message.examples[anchors.indexOf(tab.anchor)];
    const problems = example ? context.site.placed.within(example.node) : [];
    if (problems.length > 0) noteMarksOf(context, problems, { anchor: tab.anchor, text: tab.name, owner: message.title });
  }
  const isHome = context.site.routes.pageOf(message) === context.path;
  return {
    anchor,
    isHome,
    ...(prefix.length > 0 && isHome ? changedView(context, message) : {}),
    ...factsOf(context, message, prefix.length > 0),
    ...(message.correlationId ? { correlation: correlationView(context, message.correlationId, spot) } : {}),
    headings: headingsOf(context, prefix, deep),
    ...(trees.headers && {
      headers: withoutExamples(trees.headers.view, told),
      headersHint: headersHint(context, trees.headers.view.rows),
    }),
    ...(trees.payload && { payload: withoutExamples(trees.payload.view, told) }),
    ...(variants ? { variants } : {}),
    unreadPayload: fieldProblems(
      context,
      unreadPayload(message).flatMap((value) => context.site.placed.within(value)),
    ),
    ...(examples ? { examples } : {}),
    bindings: bindingViews(context, message.bindings, prefix.map((step) => `${step}.`).join("")),
    traits: isHome ? wholeTraitViews(context, message.traits) : traitViews(context, message.traits),
    ...described,
    marks: { ...described.marks, ...formatMarks(context, message) },
  };
}

function correlationTold({ name, location, ...rest }: ReturnType<typeof correlationView>, words: Words): Told {
  onlyFields<keyof DescribedView>()(rest);
  const title = words("site.correlation");
  const from: Line = location === "" ? "" : [`${words("site.read-from")} `, { code: location }];
  const own = joinLines([name, from], " — ");
  const { facts = [], lead = [], parts = [] } = describedTold(rest, words);
  if (facts.length + lead.length + parts.length === 0) return { facts: fact(title, own) };
  return { parts: section(title, tell({ lead: sentence(own) }, { facts, lead, parts })) };
}

/** A message in full. Its title stands above, or is that of the page. */
export function messageTold(view: ReturnType<typeof messageView>, words: Words): Told[] {
  const { changed, name, nameless, keys, messageId, summary, deprecated, tags, contentType, contentTypeNote, ...more } = view;
  const { schemaFormat, headersFormat, schemas, files, correlation, headers, payload, unreadPayload, examples, bindings, traits, ...rest } =
    more;
  htmlOnly<Omit<typeof rest, keyof DescribedView>>(rest, {
    anchor: "the anchor",
    isHome: "whether the page has all of it",
    link: "the title above",
    title: "the title above",
    contentTypeAssumed: "the note says it",
    headings: "the titles of the sections",
    headersHint: "the tree says it",
    variants: "the tree says them; the page lets readers choose",
  });
  const facts = [
    ...(changed ? [{ line: changed }] : []),
    ...(deprecated ? [{ line: words("site.deprecated") }] : []),
    ...fact(words("site.message-name"), nameless ? words("site.no-message-name") : said(name)),
    ...fact(words("site.key"), codes(keys)),
    ...fact(words("site.message-id"), said(messageId)),
    ...fact(words("site.content-type"), joinLines([said(contentType), contentTypeNote], " ")),
    ...fact(words("site.schema-format"), said(schemaFormat)),
    ...fact(`${words("site.headers")}: ${words("site.schema-format")}`, said(headersFormat)),
    ...fact(words("site.schemas"), joinLines(schemas.map(({ part, key }) => [`${part}: `, { code: key }]), ", ")), // prettier-ignore
    ...fact(words("site.schema-files"), joinLines(files.map(({ part, text, href }) => [`${part}: `, { text, href }]), ", ")), // prettier-ignore
  ];
  const noPayload = words(unreadPayload.length > 0 ? "site.unread-payload" : "site.no-payload");
  const parts = [
    ...(payload
      ? section(words("site.payload"), treeBlocks(payload, words))
      : [{ line: noPayload }, ...listOf(problemItems(unreadPayload))]),
    ...(headers ? section(words("site.headers"), treeBlocks(headers, words)) : []),
    ...(examples ? section(words("example.title"), panelBlocks(examples, words)) : []),
    ...section(words("site.bindings"), bindingBlocks(bindings, words)),
    ...section(words("site.traits"), traitBlocks(traits, words)),
  ];
  const correlated = correlation ? correlationTold(correlation, words) : {};
  return [{ facts, lead: sentence(summary) }, correlated, tagsTold(tags, words), { parts }, describedTold(rest, words)];
}

/** A message in a list. */
export function messageItem({ name, same, nameLabel, contentType, summary, ...link }: ReturnType<typeof messageRow>): Item {
  htmlOnly({ nameLabel }, { nameLabel: "the name, with places where it may break" });
  onlyFields<keyof EntityLink>()(link);
  const more = joinLines([same ? "" : said(name), said(contentType), summary], " — ");
  return { line: joinLines([link, more], ": ") };
}

/** A message in a table. */
export function messageRow(context: PageContext, message: Message) {
  const name = message.name?.value ?? (message.isNamed ? message.id : "");
  const link = entityLink(context, message);
  return {
    ...link,
    name,
    same: name === message.title,
    nameLabel: { name },
    contentType: contentTypeOf(context.site, message),
    summary: summaryOf(context, message),
  };
}

/** Each trait by its name, if it has one, and the fields that came from it. */
export function traitViews(context: PageContext, traits: readonly TraitUse[]) {
  return traits.map(({ name, node, gave }) => ({
    name: name ?? context.site.words("site.trait-in-place"),
    gave,
    source: sourceView(context, node, name),
  }));
}

/** The same with each trait as written, and the values that it replaced or removed, so that nothing is lost. */
export function wholeTraitViews(context: PageContext, traits: readonly TraitUse[]) {
  return traitViews(context, traits).map((view, at) => {
    const { node, replaced = [] } = traits[at] ?? {};
    return { ...view, ...(node && { whole: { value: valueView(context, node), replaced: namedValues(context, replaced) } }) };
  });
}

/** Traits, each as a section. */
export function traitBlocks(traits: ReturnType<typeof wholeTraitViews>, words: Words): Block[] {
  return traits.map(({ name, gave, source, whole }) => {
    const facts = fact(words("site.trait-gave"), gave.length === 0 ? words("site.trait-nothing") : codes(gave));
    const { value, replaced = [] } = whole ?? {};
    const line = value && valueLine(value);
    const written = [...(line === undefined ? [] : [{ line }]), ...(value ? valueBlocks(value, words) : [])];
    const before = section(words("site.trait-replaced"), listOf(fieldItems(replaced, words)));
    return named(name, tell({ facts, parts: section(words("site.as-written"), [...written, ...before]) }, sourceTold(source, words)));
  });
}
