import type { StringNode, TextFile } from "#text";
import { parseText, readLimits, stringOf } from "#text";

/** A text without what only says what it is about. */
export interface SplitGuide {
  /** The front matter's title. */
  readonly title?: string;
  readonly heading?: StringNode;
  readonly body: StringNode;
}

/** YAML between two lines `---` at the very beginning, as site generators have it. */
const FRONT_MATTER = /^\u{feff}?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/mu;
/** CommonMark 0.31 § 4.2: an ATX heading as the first thing of a text. */
const ATX = /^(?:[ \t]*\r?\n)* {0,3}#{1,6}[ \t]+([^\r\n]*?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/;
/** § 4.3: a setext heading of one line. */
const SETEXT = /^(?:[ \t]*\r?\n)* {0,3}(?![#>*+=`~-]|\d+[.)])([^\s][^\r\n]*?)[ \t]*\r?\n {0,3}(?:=+|-{2,})[ \t]*(?:\r?\n|$)/;

function nodeOf(file: TextFile, start: number, end: number): StringNode {
  return { kind: "string", file, start, end, value: file.text.slice(start, end) };
}

function titleIn(matter: string, file: TextFile): string | undefined {
  const root = parseText({ ...file, text: matter, language: "yaml" }, { limits: readLimits, report: () => undefined });
  const title = stringOf(root, "title")?.trim();
  return title === "" ? undefined : title;
}

/** What stands before the text proper: how long it is, and the title in it. */
function frontMatter(file: TextFile): { readonly length: number; readonly title?: string } {
  const matter = FRONT_MATTER.exec(file.text);
  if (matter?.index !== 0) return { length: 0 };
  const title = titleIn(matter[1] ?? "", file);
  return { length: matter[0].length, ...(title === undefined ? {} : { title }) };
}

/** Cuts the front matter and the leading heading off a guide's text. A heading that says something else than the title stays. */
export function splitGuide(file: TextFile): SplitGuide {
  const { text } = file;
  const { length: from, ...titled } = frontMatter(file);
  const rest = text.slice(from);
  const found = ATX.exec(rest) ?? SETEXT.exec(rest);
  const words = found?.[1]?.trim() ?? "";
  const isTitle = words !== "" && (titled.title ?? words) === words;
  if (!found || !isTitle) return { ...titled, body: nodeOf(file, from, text.length) };
  const start = from + found[0].indexOf(words);
  return { ...titled, heading: nodeOf(file, start, start + words.length), body: nodeOf(file, from + found[0].length, text.length) };
}
