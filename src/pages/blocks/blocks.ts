/**
 * What a page says, as blocks of values, which `MarkdownPrinter` prints. They hold no HTML and no Markdown. A page's view has what its
 * template shows, where `{{html x}}` prints lines; beside the view stands the function that makes blocks of it.
 */
import type { CodeToken, Prose, ProseSite } from "#prose";
import type { StringNode } from "#text";

/**
 * A line, of pieces one after the other: a text of the document or of the interface, a name or value as written, a link. In a text, what
 * its author put between two backticks is code. A slot is filled when parts of a portal are merged.
 */
export type Line =
  string | CodePiece | { readonly slot: string } | NamePiece | LinkPiece | LookPiece | MarkPiece | FoldPiece | readonly Line[];

/** A text of the document, which has its place, on a page. */
export interface DocumentText {
  readonly written: StringNode;
  /** The texts of the document, which render it. */
  readonly prose: Pick<Prose, "html" | "markdown">;
  readonly site: ProseSite;
  /** Its beginning in the head of a page, or what is left for below; the whole text without. */
  readonly part?: "intro" | "about";
}

/** A text as a page shows it; `undefined` without one. */
export function documentText(
  prose: DocumentText["prose"],
  written: StringNode | undefined,
  site: DocumentText["site"],
): DocumentText | undefined {
  return written && written.value.trim() !== "" ? { written, prose, site } : undefined;
}

/** A picture: what it shows, and what draws it. */
export interface Figure<Picture = never> {
  readonly shows: Picture;
  readonly draw: (shows: Picture) => { readonly svg: string };
}

/** A picture for wide columns and for narrow ones. */
export function twoFigures<Picture>(shows: Picture, draw: Figure<Picture>["draw"], drawNarrow: Figure<Picture>["draw"]) {
  return { wide: { shows, draw }, narrow: { shows, draw: drawNarrow } };
}

/** How a part of code looks, and whether it is marked, or the anchor of its mark. */
interface CodeLook {
  readonly type?: CodeToken["type"] | "w" | "missing";
  readonly mark?: string | true | undefined;
}

/** A text that is shown as code: its parts one after the other. */
export interface CodeText extends CodeLook {
  readonly parts: readonly CodePart[];
  /** What readers hear of the box that folds it. */
  readonly fold?: string;
}

/** A part of code: text as it is or with a look, parts that belong together, or a missing name, which is shown and not part of the text. */
export type CodePart =
  string | (CodeLook & { readonly text: string; readonly href?: string | undefined }) | CodeText | { readonly missing: string };

/** Code as it is, without looks. */
export function codeText({ parts }: CodeText): string {
  let text = "";
  for (const part of parts) text += typeof part === "string" ? part : "parts" in part ? codeText(part) : "text" in part ? part.text : "";
  return text;
}

/** A name or value as written. */
interface CodePiece {
  readonly code: string | CodeText;
  /** Whether a long one may break as a name does. */
  readonly breaks?: boolean;
}

/** How a line looks on a page. `aside` is about how a schema is written, and shown among its details; `origin` is small, too. */
export type Look = "strong" | "hint" | "small" | "aside" | "origin" | "format" | "added" | "removed";

interface LookPiece {
  readonly look: Look;
  readonly line: Line;
}

/** A remark behind a name: that the field is new or was changed. */
interface MarkPiece {
  readonly mark: string;
  readonly isBreaking?: boolean | undefined;
}

/** A line with further ones, which a page folds. */
interface FoldPiece {
  readonly fold: Line;
  readonly items: readonly Line[];
  readonly open: boolean;
}

/** A name as text. Pages may break a long one. */
export interface NamePiece {
  readonly name: string;
  /** What stands before it: more of a longer name, which may end with a separator, or an ellipsis for what is left out of it. */
  readonly after?: "name" | "separator" | "ellipsis";
  /** Where it may break: between its words, unless it is a path, which breaks after a slash. */
  readonly isPath?: boolean;
}

/** A link to a page, a section, or elsewhere; only its text if `href` is empty. The views of links are such pieces, also those with a name. */
interface LinkPiece {
  readonly text: string;
  readonly href: string;
  /** Whether its text does not break as names do. */
  readonly isWhole?: boolean;
}

/** An item of a list. */
export interface Item {
  /** What the line is about. */
  readonly label?: string | undefined;
  readonly line: Line;
  /** Texts of the document. Those of one line end the line, the others stand below it. */
  readonly prose?: readonly DocumentText[] | undefined;
  /** What takes lines of its own. */
  readonly below?: readonly Block[] | undefined;
  readonly items?: readonly ListItem[] | undefined;
}

/** An item, or items of the list one level deeper. */
export type ListItem = Item | { readonly deeper: readonly ListItem[] };

/** The kinds of blocks, each with what it holds. A kind that a printer lacks does not compile. */
export interface Blocks {
  readonly line: Line;
  readonly list: readonly ListItem[];
  /** A text of the document, below our headings of a level. */
  readonly prose: DocumentText;
  readonly section: { readonly title: Line; readonly body: readonly Block[] };
  /** A section of items that nothing above has said in the same words. */
  readonly further: { readonly title: Line; readonly items: readonly Item[] };
  readonly code: { readonly text: string | CodeText; readonly language: string };
  readonly table: { readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] };
  /** The place of what is filled in when parts of a portal are merged. */
  readonly slot: string;
}

/** A block: an object with one field, whose name is its kind. */
export type Block = { [Kind in keyof Blocks]: Readonly<Record<Kind, Blocks[Kind]>> }[keyof Blocks];

/** What is said of a thing: facts, then sentences, then parts, then problems. */
export interface Told {
  readonly facts?: readonly Item[] | undefined;
  readonly lead?: readonly Block[] | undefined;
  readonly parts?: readonly Block[] | undefined;
  readonly problems?: readonly Block[] | undefined;
}

/** Joins what several parts of a view say of one thing. */
function together(...told: readonly Told[]): Required<Told> {
  return {
    facts: told.flatMap(({ facts = [] }) => facts),
    lead: told.flatMap(({ lead = [] }) => lead),
    parts: told.flatMap(({ parts = [] }) => parts),
    problems: told.flatMap(({ problems = [] }) => problems),
  };
}

/** What is said of a thing, as blocks in order. */
export function tell(...told: readonly Told[]): Block[] {
  const { facts, lead, parts, problems } = together(...told);
  return [...(facts.length > 0 ? [{ list: facts }] : []), ...lead, ...parts, ...problems];
}

/** Whether a line says nothing. */
export function isSilent(line: Line | undefined): boolean {
  if (line === undefined) return true;
  if (typeof line === "string") return line === "";
  return Array.isArray(line) && (line as readonly Line[]).every(isSilent);
}

/** Lines with a text between them, without those that say nothing. */
export function joinLines(lines: readonly (Line | undefined)[], between: Line): Line {
  return lines.filter((line): line is Line => !isSilent(line)).flatMap((line, at) => (at === 0 ? [line] : [between, line]));
}

/** A fact with its label, as a list of one; none if it says nothing. */
export function fact(label: string, line: Line | undefined): readonly Item[] {
  return line === undefined || isSilent(line) ? [] : [{ label, line }];
}

/** A line as a list of one block; none if it says nothing. */
export function sentence(line: Line | undefined): readonly Block[] {
  return line === undefined || isSilent(line) ? [] : [{ line }];
}

/** A section as a list of one block; none without a body. */
export function section(title: Line, body: readonly Block[]): readonly Block[] {
  return body.length === 0 ? [] : [{ section: { title, body } }];
}

/** The section of one of several things, which is there even if nothing more is said of it. */
export function named(title: Line, body: readonly Block[]): Block {
  return { section: { title, body } };
}

/** A text of the document as a list of one block. */
export function proseOf(prose: DocumentText | undefined): readonly Block[] {
  return prose ? [{ prose }] : [];
}

/** A list as a list of one block; none without items. */
export function listOf(items: readonly ListItem[]): readonly Block[] {
  return items.length === 0 ? [] : [{ list: items }];
}

/** A text within a line: as written if it is one word, such as a name, an address or a media type. */
export function said(text: string): Line {
  return /^\S+$/.test(text) ? { code: text } : text;
}

/** Links with commas, and a link to the others if there are more. */
export function linksLine(links: readonly LinkPiece[], more?: LinkPiece): Line {
  const line = joinLines(links, ", ");
  return more && more.text !== "" ? joinLines([line, more], " … ") : line;
}

/** Two backticks with text between them. More of them in a row are left as they are: titles and summaries are not Markdown. */
const CODE_IN_TEXT = /(?<!`)`([^`\n]+)`(?!`)/;

/** The parts of a title or summary: at odd places the code in it. */
export function partsOfText(text: string): readonly string[] {
  return text.split(CODE_IN_TEXT);
}

/** A title or summary where no code can be shown. */
export function withoutMarkup(text: string): string {
  return partsOfText(text).join("");
}

/** Names as written, with commas. */
export function codes(names: readonly string[]): Line {
  return joinLines(
    names.map((code) => ({ code })),
    ", ",
  );
}

/**
 * Names the fields of a view that are in its HTML only, each with the reason. The compiler refuses a field without a reason, and a reason
 * without a field. The view is what is left after the other fields were taken: `const { title, ...rest } = view; htmlOnly(rest, { … })`.
 */
export const htmlOnly: <View extends object>(view: View, reasons: Readonly<Record<keyof View, string>>) => void = () => undefined;

/** Refuses a view that has more than the known fields, where Markdown leaves out none of its own: `onlyFields<keyof FrameView>()(frame)`. */
export const onlyFields =
  <Known extends PropertyKey>(): (<View extends object>(view: View & Readonly<Record<Exclude<keyof View, Known>, never>>) => void) =>
  () =>
    undefined;
