import type { DescribedObject, Entity, ExternalDocs, NamedValue, TagUse } from "#model";
import { entriesOf } from "#text";
import type { PageContext, SafeHtml } from "./context.ts";
import { proseView } from "./context.ts";
import { fieldProblems, type FieldProblem } from "./problems-view.ts";
import { safeUrl } from "./singletons.ts";
import { sourceView, type SourceView } from "./source-view.ts";
import { valueView, type ValueView } from "./value-view.ts";
import { visible } from "./visible.ts";

/** A URL of the document: a link where it is safe to follow, else text. */
export interface UrlView {
  readonly text: string;
  readonly href?: string;
}

export interface NamedValueView {
  readonly key: string;
  /** What is wrong with it. */
  readonly problems: readonly FieldProblem[];
  readonly value: ValueView;
}

/** Problems of plain fields by their keys, for the facts that these become. Other fields are shown with theirs. */
export type FieldMarks = Readonly<Record<string, readonly FieldProblem[]>>;

/** What every described thing shows besides what is its own. */
export interface DescribedView {
  readonly description?: SafeHtml;
  readonly externalDocs?: { readonly url?: UrlView; readonly description?: SafeHtml; readonly fields: readonly NamedValueView[]; readonly source: SourceView; readonly marks: FieldMarks };
  readonly extensions: readonly NamedValueView[];
  readonly otherFields: readonly NamedValueView[];
  /** Fields of the format that pages have no place of their own for. */
  readonly plainFields: readonly NamedValueView[];
  /** Fields of the format whose values could not be read. */
  readonly unreadFields: readonly NamedValueView[];
  readonly hasFields: boolean;
  readonly source: SourceView;
  readonly marks: FieldMarks;
}

export function urlView(url: string): UrlView {
  const href = safeUrl(url);
  return href === undefined ? { text: visible(url) } : { text: visible(url), href };
}

export function namedValues(context: PageContext, values: readonly NamedValue[]): NamedValueView[] {
  return values.map(({ key, value }) => ({
    key: visible(key),
    value: valueView(context, value),
    problems: fieldProblems(context, context.site.placed.within(value)),
  }));
}

/** What a thing says besides what has a place of its own. */
export function allFields({ plainFields = [], extensions, otherFields }: Pick<DescribedObject, "plainFields" | "extensions" | "otherFields">): readonly NamedValue[] {
  return [...plainFields, ...extensions, ...otherFields];
}

/** Fields that the format does not know apart from those whose values could not be read. */
export function otherFieldsView(context: PageContext, fields: readonly NamedValue[]): Pick<DescribedView, "otherFields" | "unreadFields"> {
  return {
    otherFields: namedValues(context, fields.filter(({ unread }) => !unread)),
    unreadFields: namedValues(context, fields.filter(({ unread }) => unread)),
  };
}

/** Where the text of a description goes: under which heading level, and with which prefix for its own anchors. */
export interface DescriptionOptions {
  readonly prefix: string;
  readonly level?: number;
}

export function proseOf(context: PageContext, described: Pick<DescribedObject, "description">, spot: DescriptionOptions): SafeHtml | undefined {
  const { prefix, level = 3 } = spot;
  return proseView(context.site.prose, described.description, { from: context.path, prefix: `${prefix}-`, level });
}

function externalDocsView(context: PageContext, docs: ExternalDocs, spot: DescriptionOptions): DescribedView["externalDocs"] {
  const description = proseOf(context, docs, { ...spot, prefix: `${spot.prefix}-docs` });
  const fields = namedValues(context, allFields(docs));
  return { ...(docs.url ? { url: urlView(docs.url.value) } : {}), ...(description ? { description } : {}), fields, source: sourceView(context, docs.node), marks: marksOf(context, docs) };
}

/** @param only the fields to look at; by default all plain ones */
export function marksOf(context: PageContext, { node, extensions, otherFields }: DescribedObject, only?: readonly string[]): FieldMarks {
  const shown = new Set([...extensions, ...otherFields].map(({ key }) => key));
  const isFact = (key: string): boolean => (only ? only.includes(key) : !shown.has(key));
  const plain = entriesOf(node).filter(({ key, value }) => value.kind !== "map" && value.kind !== "list" && isFact(key));
  const marks = plain.map(({ key, value }) => [key, fieldProblems(context, context.site.placed.within(value))] as const);
  return Object.fromEntries(marks.filter(([, problems]) => problems.length > 0));
}

/** Description, external documentation, extensions, unknown fields and where it is written. */
export function describedView(
  context: PageContext,
  described: DescribedObject & { readonly externalDocs?: ExternalDocs | undefined; readonly id?: string; readonly name?: unknown },
  spot: DescriptionOptions,
): DescribedView {
  const description = proseOf(context, described, spot);
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

/** Up to so many characters of HTML a description stands before what it describes. */
const SHORT = 500;

/**
 * A description in two parts: what stands at the head of a page, and the rest below what a reader comes for. A short one is whole
 * at the head, of a longer one its first paragraph.
 */
export function partedDescription(description: SafeHtml | undefined): { readonly intro?: SafeHtml; readonly about?: SafeHtml } {
  if (!description) return {};
  const { html } = description;
  const end = html.startsWith("<p>") ? html.indexOf("</p>") + 4 : 0;
  if (html.length <= SHORT || end === html.trimEnd().length) return { intro: { html } };
  return { ...(end > 3 ? { intro: { html: html.slice(0, end) } } : {}), about: { html: html.slice(end) } };
}

export interface TagView {
  readonly name: string;
  readonly href: string;
}

/** Tags that are shown beside one thing; all of them have their places among the tags. */
const MOST_TAGS = 500;

/** The tags of something, each a link to its section; where there are too many, the rest is linked where it is written. */
export function tagViews(context: PageContext, tags: readonly TagUse[]): TagView[] {
  const shown = tags.slice(0, MOST_TAGS).map(({ tag }) => ({ name: visible(tag.title), href: context.href(tag) }));
  const next = tags[MOST_TAGS];
  const more = context.site.words("site.more", { count: tags.length - MOST_TAGS });
  return next ? [...shown, { name: more, href: context.sourceHref(next.node) }] : shown;
}

/** A summary in lists and cards is whole up to so many characters: a short text, by the format. The entity's own page shows all of it. */
const LONGEST_SUMMARY = 1_000;

/** The plain summary of an entity, or the beginning of its description. */
export function summaryOf(context: PageContext, entity: Entity): string {
  const text = entity.summary?.value ?? context.site.prose.plain(entity.description);
  return visible(text.length > LONGEST_SUMMARY ? `${text.slice(0, LONGEST_SUMMARY).replace(/[\uD800-\uDBFF]$/, "")}…` : text);
}
