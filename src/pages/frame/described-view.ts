import type { DescribedObject, Entity, ExternalDocs, NamedValue, TagUse } from "#model";
import type { Node, Words, Place } from "#text";
import { entriesOf, excerpt, MOST_ON_CARD, isUrl, MOST_LISTED, MOST_TOLD } from "#text";
import type { Block, CodeText, DocumentText, Item, Line, Told } from "../blocks/index.ts";
import {
  codes,
  documentText,
  fact,
  htmlOnly,
  joinLines,
  lineHtml,
  linksLine,
  listOf,
  proseOf as proseBlocks,
  said,
  section,
  sentence,
  tell,
} from "../blocks/index.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { nameOf, summaryAsName } from "./names.ts";
import type { FieldProblem } from "./problems-view.ts";
import { fieldProblems } from "./problems-view.ts";
import { safeUrl } from "./singletons.ts";
import { fileLabel, lineIndex } from "./sources.ts";
import { valueCode } from "./value-code.ts";

/** A URL of the document: a link if it is safe to follow, otherwise text. */
export interface UrlView {
  readonly text: string;
  readonly href?: string;
}

export interface NamedValueView {
  readonly key: string;
  /** The problems of this value. */
  readonly problems: readonly FieldProblem[];
  readonly value: ValueView;
}

/** Problems of plain fields by key, to show beside the facts made from these fields. */
export type FieldMarks = Readonly<Record<string, readonly FieldProblem[]>>;

/** What every described thing shows besides its own fields. */
export interface DescribedView {
  readonly description?: DocumentText;
  readonly externalDocs?: {
    readonly url?: UrlView;
    readonly description?: DocumentText;
    readonly fields: readonly NamedValueView[];
    readonly source: SourceView;
    readonly marks: FieldMarks;
  };
  readonly extensions: readonly NamedValueView[];
  readonly otherFields: readonly NamedValueView[];
  /** Fields of the format that the page does not show elsewhere. */
  readonly plainFields: readonly NamedValueView[];
  /** Fields of the format whose values could not be read. */
  readonly unreadFields: readonly NamedValueView[];
  readonly hasFields: boolean;
  readonly source: SourceView;
  readonly marks: FieldMarks;
}

export function urlView(url: string): UrlView {
  const href = safeUrl(url);
  return href === undefined ? { text: url } : { text: url, href };
}

export function namedValues(context: PageContext, values: readonly NamedValue[]): NamedValueView[] {
  return values.map(({ key, value }) => ({
    key,
    value: valueView(context, value),
    problems: fieldProblems(context, context.site.placed.within(value)),
  }));
}

/** The plain fields, extensions and unknown fields of a thing in one list. */
export function allFields({
  plainFields = [],
  extensions,
  otherFields,
}: Pick<DescribedObject, "plainFields" | "extensions" | "otherFields">): readonly NamedValue[] {
  return [...plainFields, ...extensions, ...otherFields];
}

/** Splits further fields into unknown ones and ones whose values could not be read. */
export function otherFieldsView(context: PageContext, fields: readonly NamedValue[]): Pick<DescribedView, "otherFields" | "unreadFields"> {
  return {
    otherFields: namedValues(
      context,
      fields.filter(({ unread }) => !unread),
    ),
    unreadFields: namedValues(
      context,
      fields.filter(({ unread }) => unread),
    ),
  };
}

/** How to print a description: its heading level and the prefix of its anchors. */
export interface DescriptionOptions {
  readonly prefix: string;
  readonly level?: number;
}

function proseOf(
  context: PageContext,
  described: Pick<DescribedObject, "description">,
  spot: DescriptionOptions,
): DocumentText | undefined {
  const { prefix, level = 3 } = spot;
  return documentText(context.site.prose, described.description, { from: context.path, prefix: `${prefix}-`, level });
}

function externalDocsView(context: PageContext, docs: ExternalDocs, spot: DescriptionOptions): DescribedView["externalDocs"] {
  const description = proseOf(context, docs, { ...spot, prefix: `${spot.prefix}-docs` });
  const fields = namedValues(context, allFields(docs));
  return {
    ...(docs.url ? { url: urlView(docs.url.value) } : {}),
    ...(description ? { description } : {}),
    fields,
    source: sourceView(context, docs.node),
    marks: marksOf(context, docs),
  };
}

/**
 * The problems of a thing's plain fields, by key.
 *
 * @param only the fields to look at; all plain ones by default
 */
export function marksOf(context: PageContext, { node, extensions, otherFields }: DescribedObject, only?: readonly string[]): FieldMarks {
  const shown = new Set([...extensions, ...otherFields].map(({ key }) => key));
  const isFact = (key: string): boolean => (only ? only.includes(key) : !shown.has(key));
  const plain = entriesOf(node).filter(({ key, value }) => value.kind !== "map" && value.kind !== "list" && isFact(key));
  const marks = plain.map(({ key, value }) => [key, fieldProblems(context, context.site.placed.within(value))] as const);
  return Object.fromEntries(marks.filter(([, problems]) => problems.length > 0));
}

/** A text without a full stop at its end. */
function bare(text: string): string {
  return text.trim().replace(/\.$/, "");
}

/** Whether a description says only what the summary above it says. One with links or emphasis says more. */
function repeatsSummary({ site }: PageContext, { summary, description }: Partial<Pick<Entity, "summary" | "description">>): boolean {
  const said = bare(summary?.value ?? "");
  return said !== "" && bare(description?.value ?? "") === said && bare(site.prose.plain(description)) === said;
}

/** The view of description, external documentation, extensions, unknown fields and source. */
export function describedView(
  context: PageContext,
  described: DescribedObject & Partial<Pick<Entity, "id" | "summary" | "externalDocs">> & { readonly name?: unknown },
  spot: DescriptionOptions,
): DescribedView {
  const description = repeatsSummary(context, described) ? undefined : proseOf(context, described, spot);
  const externalDocs = described.externalDocs && externalDocsView(context, described.externalDocs, spot);
  return {
    ...(description ? { description } : {}),
    ...(externalDocs ? { externalDocs } : {}),
    plainFields: namedValues(context, described.plainFields ?? []),
    extensions: namedValues(context, described.extensions),
    ...otherFieldsView(context, described.otherFields),
    hasFields: allFields(described).length > 0,
    marks: marksOf(context, described),
    source: sourceView(context, described.node, described.id ?? (typeof described.name === "string" ? described.name : "")),
  };
}

/** A URL as a piece of a line. */
export function urlLine(url: UrlView | undefined): Line {
  if (!url) return "";
  return url.href === undefined ? { code: url.text } : { text: url.text, href: url.href };
}

/** Fields with their values as items. */
export function fieldItems(fields: readonly NamedValueView[], words: Words): Item[] {
  return fields.map(({ key, value, ...rest }) => {
    htmlOnly(rest, { problems: "listed at the end of the page" });
    return { line: joinLines([key === "" ? { code: '""' } : said(key), valueLine(value)], ": "), below: valueBlocks(value, words) };
  });
}

/** The keys under which something is a component. */
export function sourceTold({ shared, ...rest }: SourceView, words: Words): Told {
  htmlOnly(rest, { href: "source pages have no Markdown", label: "as `href`", repository: "as `href`" });
  return { facts: fact(words("site.shared-as"), codes(shared)) };
}

function docsTold({ url, description, fields, source, ...rest }: NonNullable<DescribedView["externalDocs"]>, words: Words): Told {
  htmlOnly(rest, { marks: "listed at the end of the page" });
  const title = words("site.more-documentation");
  const shared = sourceTold(source, words);
  if (!description && fields.length === 0) return { facts: [...fact(title, urlLine(url)), ...(shared.facts ?? [])] };
  const own = { facts: fact(words("site.url"), urlLine(url)), lead: proseBlocks(description), parts: listOf(fieldItems(fields, words)) };
  return { parts: section(title, tell(own, shared)) };
}

/** Extensions, unknown fields and fields that could not be read. */
export function fieldsTold(
  view: Partial<Pick<DescribedView, "plainFields" | "extensions" | "otherFields" | "unreadFields">>,
  words: Words,
): Told {
  const { plainFields = [], extensions = [], otherFields = [], unreadFields = [] } = view;
  return {
    facts: fieldItems(plainFields, words),
    parts: [
      ...section(words("site.extensions"), listOf(fieldItems(extensions, words))),
      ...section(words("site.other-fields"), listOf(fieldItems(otherFields, words))),
      ...section(words("site.unread-fields"), listOf(fieldItems(unreadFields, words))),
    ],
  };
}

/** What {@link describedView} says. */
export function describedTold({ description, externalDocs, source, ...rest }: DescribedView, words: Words): Told {
  const { plainFields, extensions, otherFields, unreadFields, ...look } = rest;
  htmlOnly(look, { hasFields: "whether a box is shown", marks: "listed at the end of the page" });
  const docs = externalDocs ? docsTold(externalDocs, words) : {};
  const fields = fieldsTold({ plainFields, extensions, otherFields, unreadFields }, words);
  const { facts = [] } = sourceTold(source, words);
  return {
    facts: [...(docs.facts ?? []), ...(fields.facts ?? []), ...facts],
    lead: proseBlocks(description),
    parts: [...(docs.parts ?? []), ...(fields.parts ?? [])],
  };
}

/** A description in two parts: `intro` for the head of a page, `about` for the end. A short one is all intro. */
export function partedDescription(description: DocumentText | undefined): { readonly intro?: DocumentText; readonly about?: DocumentText } {
  if (!description) return {};
  const intro = { ...description, part: "intro" } as const;
  const about = { ...description, part: "about" } as const;
  return { ...(lineHtml(intro) === "" ? {} : { intro }), ...(lineHtml(about) === "" ? {} : { about }) };
}

/** The tags of something, each linked to its section. Beyond the limit, there is a link to the source. */
export function tagViews(context: PageContext, tags: readonly TagUse[]) {
  const shown = tags.slice(0, MOST_TOLD).map(({ tag }) => ({ name: tag.title, href: context.href(tag) }));
  const next = tags[MOST_TOLD];
  const more = context.site.words("site.more", { count: tags.length - MOST_TOLD });
  return next ? [...shown, { name: more, href: context.sourceHref(next.node) }] : shown;
}

/** The tags of something as a fact. */
export function tagsTold(tags: ReturnType<typeof tagViews>, words: Words): Told {
  return { facts: fact(words("site.tags"), linksLine(tags.map(({ name, href }) => ({ text: name, href })))) };
}

/** The most characters of a summary in lists and cards. The entity's own page shows it in full. */
const LONGEST_SUMMARY = 1_000;

/** The summary of an entity as plain text, or the beginning of its description; nothing if it is the name already. */
export function summaryOf(context: PageContext, entity: Entity): string {
  if (summaryAsName(entity) !== undefined) return "";
  const text = entity.summary?.value ?? context.site.prose.plain(entity.description);
  return bare(text).toLowerCase() === bare(nameOf(entity)).toLowerCase() ? "" : excerpt(text, LONGEST_SUMMARY);
}

/** The place where something is written: its line on the source pages, and in the repository if the settings give its URL. */
export interface SourceView {
  readonly href: string;
  readonly label: string;
  readonly repository: string;
  /** The keys under which it is a component, if they differ from its name on the page. */
  readonly shared: readonly string[];
}

/** The component keys of values. The key of an object of bindings also counts for each binding in it. */
function keysOf({ api, documents }: SiteContext): ReadonlyMap<Node, readonly string[]> {
  const keys = new Map<Node, string[]>();
  const add = (node: Node, key: string): void => {
    const before = keys.get(node);
    if (!before) keys.set(node, [key]);
    else if (before.length < MOST_ON_CARD) before.push(key);
  };
  for (const { group, key, node, used } of api.components) {
    if (!used) continue;
    add(node, key);
    if (group.endsWith("Bindings")) for (const { value } of entriesOf(node)) add(documents.follow(value) ?? value, key);
  }
  return keys;
}

function sharedKeys(site: SiteContext, node: Node, name: string): readonly string[] {
  const keys = site.memo.of(keysOf, site);
  return (keys.get(node) ?? []).filter((key) => key !== name);
}

/** The source of a value. `name` is what the page already calls it. */
export function sourceView(context: PageContext, node: Node, name = ""): SourceView {
  const place = context.site.sources.standing(node);
  const href = context.sourceHref(place);
  // Without a source page, readers are not told which component it is either.
  const shared = href === "" ? [] : sharedKeys(context.site, node, name);
  return { href, label: context.sourceLabel(place), repository: repositoryHref(context, place), shared };
}

/** A value of the document: short ones fit in a line, longer ones are blocks, and a cut one links to the source. */
export interface ValueView {
  readonly inline?: CodeText;
  readonly text?: string;
  readonly block?: CodeText;
  readonly cut?: boolean;
  /** The link to a value that was cut; empty if there is no source page. */
  readonly more?: string;
}

/** A string with more characters than this, or several lines, becomes a block. */
const LONG = 120;

/** The view of a value: strings as text, everything else as JSON. */
export function valueView(context: PageContext, node: Node): ValueView {
  if (node.kind === "string" && node.value !== "") {
    const text = node.value;
    return text.length > LONG || text.includes("\n") ? { block: valueCode(node).code } : { text };
  }
  const { code, cut } = valueCode(node);
  if (node.kind !== "map" && node.kind !== "list") return { inline: code };
  const empty = node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
  if (empty) return { inline: code };
  return { block: code, ...(cut ? { cut, more: context.sourceHref(node) } : {}) };
}

/** A value that fits in a line; `undefined` for a longer one. */
export function valueLine({ text, inline }: ValueView): Line | undefined {
  if (text !== undefined) return { code: text };
  return inline && { code: inline };
}

/** Values in a line, as far as they fit in one. */
export function valuesLine(values: readonly ValueView[]): Line {
  return joinLines(values.map(valueLine), ", ");
}

/** A longer value as code; nothing for one that fits in a line. */
export function valueBlocks({ block, cut }: ValueView, words: Words): readonly Block[] {
  if (!block) return [];
  return [{ code: { text: block, language: "json" } }, ...sentence(cut === true ? words("site.cut-short") : "")];
}

/** A URL pattern of the settings with `{path}` and `{line}` filled in. Filled-in text is not filled again. */
function filled(context: PageContext, pattern: string | undefined, place: Place): string {
  // A file from another host is not in the repository.
  if (pattern === undefined || isUrl(place.file.id) || isUrl(context.site.documents.main.id)) return "";
  const blanks: Readonly<Record<string, () => string>> = {
    path: () => fileLabel(context.site.documents.main, place.file).split("/").map(encodeURIComponent).join("/"),
    line: () => String(lineIndex(place.file).lineAt(place.start)),
  };
  const url = pattern.replace(/\{(path|line)\}/g, (_, name: string) => blanks[name]?.() ?? "");
  return safeUrl(url) ?? "";
}

/** The URL of a place in the repository; empty if the settings have no pattern. */
function repositoryHref(context: PageContext, place: Place): string {
  return filled(context, context.site.settings.sourceUrl, place);
}

/** The URL to say what one thinks of a page of a site or portal; empty if the settings have no pattern. */
export function feedbackHref(pattern: string | undefined, page: { readonly path: string; readonly title: string }): string {
  const url = pattern?.replace(/\{(path|title)\}/g, (_, name: "path" | "title") => encodeURIComponent(page[name]));
  return url === undefined ? "" : (safeUrl(url) ?? "");
}

/** The URLs to edit the other files in which things that live on a page are written. */
export function furtherEdits(context: PageContext, page: Node | undefined, things: readonly Entity[]) {
  const { documents, routes, sources, words } = context.site;
  const known = new Set(page ? [sources.standing(page).file] : []);
  return things.flatMap((thing) => {
    const { file } = sources.standing(thing.node);
    if (known.has(file) || known.size > MOST_LISTED || routes.pageOf(thing) !== context.path) return [];
    known.add(file);
    const href = editHref(context, thing.node);
    return href === "" ? [] : [{ href, text: words("site.edit-file", { file: fileLabel(documents.main, file) }) }];
  });
}

/** The URL to edit a page; empty if the settings have no pattern, or the page has no single source. */
export function editHref(context: PageContext, node: Node | undefined): string {
  return node ? filled(context, context.site.settings.editUrl, context.site.sources.standing(node)) : "";
}
