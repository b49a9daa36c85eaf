/** Characters that readers cannot see, spelled out. */
import type { Diagnostic, DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Node, Place, TextFile } from "../json/index.ts";

/** The name of a code point as the Unicode Standard writes it: `U+202E`. */
export function codePointName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The end of the text before a joiner: a pictograph, or a letter of a script that needs joiners. */
const BEFORE_JOINER =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{M}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}]$/u;

/** Whether a character is a joiner that the text before it needs. */
function isJoining(character: string, at: number, text: string): boolean {
  const joiner = character === "\u200C" || character === "\u200D";
  return joiner && BEFORE_JOINER.test(text.slice(Math.max(0, at - 2), at));
}

/** Controls and format characters (general categories Cc, Cf), but not the visible Arabic number signs. */
const INVISIBLE = /\p{Cc}|(?![\u0600-\u0605\u06DD\u070F\u08E2])\p{Cf}/gu;
/** A lone surrogate is not a character; it is written as U+FFFD. */
const SURROGATE = /\p{Cs}/gu;
/** Most names and texts are printable ASCII. */
const PRINTABLE = /^[\x20-\x7E]*$/;

/** A quick test on the text of a file: without such a character, or an escape for one, no value can have one. */
const RAW = /[\x7F-\x9F]|\p{Cf}/u;
const ESCAPED = /\\[uUxbfrtn0aevN_LP\t]/;

/** How many characters of a long text are shown on each side of the reported one. */
const AROUND = 40;

const codePoint = (character: string): string => codePointName(character.codePointAt(0) ?? 0);

/** A text for a message: hidden characters are spelled out, and a long text is cut. */
function spellOut(text: string, at: number): string {
  const from = Math.max(0, at - AROUND);
  const part = text.slice(from, at + AROUND);
  // Cutting must not leave half of a surrogate pair.
  const whole = part.replace(from > 0 ? /^[\uDC00-\uDFFF]/ : "", "").replace(text.length > at + AROUND ? /[\uD800-\uDBFF]$/ : "", "");
  const spelled = whole.replace(INVISIBLE, (each) => `⟨${codePoint(each)}⟩`).replace(SURROGATE, (each) => `⟨${codePoint(each)}⟩`);
  return JSON.stringify(`${from > 0 ? "…" : ""}${spelled}${text.length > at + AROUND ? "…" : ""}`);
}

function characterProblem(
  text: string,
  { 0: character, index }: RegExpExecArray,
  { place, hint }: { place: Place; hint?: string },
): Diagnostic {
  return problem("name/invisible-character", place, { name: spellOut(text, index), character: codePoint(character), hint });
}

/** What readers cannot see of a text: controls except tab and line breaks, and format characters (Unicode TR 36, TR 9). */
const UNSEEN = /[^\P{Cc}\t\n\r]|(?![\u0600-\u0605\u06DD\u070F\u08E2])\p{Cf}/gu;

/**
 * A text with every invisible character spelled out (`⟨U+202E⟩`) and lone surrogates replaced, so that nothing hides in it and nothing
 * reorders it. The printers call this where a text leaves for a page, a picture, Markdown or the search.
 */
export function spellHidden(text: string): string {
  if (PRINTABLE.test(text)) return text;
  return text
    .toWellFormed()
    .replace(UNSEEN, (each, at: number, whole: string) => (isJoining(each, at, whole) ? each : `⟨${codePoint(each)}⟩`));
}

/** Characters as the escapes of JSON, one for each UTF-16 unit. */
export function unicodeEscapes(characters: string): string {
  return Array.from({ length: characters.length }, (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}

/** The problem of a name with an invisible character. */
export function invisibleProblem(name: string, place: Place): Diagnostic | undefined {
  if (PRINTABLE.test(name)) return undefined;
  const match = [...name.matchAll(INVISIBLE)].find(({ 0: character, index }) => !isJoining(character, index, name));
  return match && characterProblem(name, match, { place });
}

/** The problem of a text with a lone surrogate. */
function surrogateProblem(text: string, place: Place): Diagnostic | undefined {
  if (text.isWellFormed()) return undefined;
  const [match] = text.matchAll(SURROGATE);
  return match && characterProblem(text, match, { place, hint: "Half of a surrogate pair is no character: it is shown as U+FFFD." });
}

type ReportFound = (found: Diagnostic | undefined) => void;

/** Checks the keys of a map and queues the values that need a check. */
function checkMap({ entries }: Extract<Node, { kind: "map" }>, open: Node[], tell: ReportFound): void {
  for (const entry of entries) {
    if (!PRINTABLE.test(entry.key)) tell(surrogateProblem(entry.key, entry) ?? invisibleProblem(entry.key, entry));
    const { value } = entry;
    if (value.kind === "map" || value.kind === "list" || (value.kind === "string" && !value.value.isWellFormed())) open.push(value);
  }
}

function checkNode(node: Node, open: Node[], tell: ReportFound): void {
  if (node.kind === "string") tell(surrogateProblem(node.value, node));
  else if (node.kind === "list") for (const item of node.items) open.push(item);
  else if (node.kind === "map") checkMap(node, open, tell);
}

/**
 * Reports keys with invisible characters, and keys and texts with lone surrogates. An aliased value is checked once.
 */
export function reportHidden({ text, language }: TextFile, root: Node, report: DiagnosticReporter): void {
  if (!ESCAPED.test(text) && !RAW.test(text)) return;
  // Without an alias no value is repeated.
  const repeats = language === "yaml" && text.includes("&");
  const visited = new Set<Node>();
  const tell: ReportFound = (found) => {
    if (found) report(found);
  };
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (repeats && visited.has(node)) continue;
    if (repeats) visited.add(node);
    checkNode(node, open, tell);
  }
}
