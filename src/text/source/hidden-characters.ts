import type { Diagnostic, Report } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Node, Place, TextFile } from "../json/index.ts";
import { codePointName, isJoining } from "../json/index.ts";

/** Bidirectional and C0/C1 controls, zero-width and other format characters (general categories Cc, Cf); Arabic number signs are seen. */
const UNSEEN = /\p{Cc}|(?![\u0600-\u0605\u06DD\u070F\u08E2])\p{Cf}/gu;
/** Half of a surrogate pair is no character at all, wherever it stands: what is written of it is U+FFFD. */
const HALF = /\p{Cs}/gu;
/** Most names and texts: nothing but what a typewriter has. */
const PRINTABLE = /^[\x20-\x7E]*$/;

/** What a text must hold for a key or value of it to hold such a character: the character, or an escape that may stand for one. */
const RAW = /[\x7F-\x9F]|\p{Cf}/u;
const ESCAPED = /\\[uUxbfrtn0aevN_LP\t]/;

/** Characters of a long text that are shown around the one that is meant. */
const AROUND = 40;

const codePoint = (character: string): string => codePointName(character.codePointAt(0) ?? 0);

/** A text as a message shows it: with its hidden characters said in words, and not all of a long one. */
function visible(text: string, at: number): string {
  const from = Math.max(0, at - AROUND);
  const part = text.slice(from, at + AROUND);
  // A cut between the halves of a pair makes none that was there.
  const whole = part.replace(from > 0 ? /^[\uDC00-\uDFFF]/ : "", "").replace(text.length > at + AROUND ? /[\uD800-\uDBFF]$/ : "", "");
  const spelled = whole.replace(UNSEEN, (each) => `⟨${codePoint(each)}⟩`).replace(HALF, (each) => `⟨${codePoint(each)}⟩`);
  return JSON.stringify(`${from > 0 ? "…" : ""}${spelled}${text.length > at + AROUND ? "…" : ""}`);
}

function said(text: string, { 0: character, index }: RegExpExecArray, { place, hint }: { place: Place; hint?: string }): Diagnostic {
  return problem("name/invisible-character", place, { name: visible(text, index), character: codePoint(character), hint });
}

/** What is wrong with a name that a reader cannot see whole. */
export function unseenIn(name: string, place: Place): Diagnostic | undefined {
  if (PRINTABLE.test(name)) return undefined;
  const match = [...name.matchAll(UNSEEN)].find(({ 0: character, index }) => !isJoining(character, index, name));
  return match && said(name, match, { place });
}

/** What is wrong with a text that half of a surrogate pair stands in. */
function halfIn(text: string, place: Place): Diagnostic | undefined {
  if (text.isWellFormed()) return undefined;
  const [match] = text.matchAll(HALF);
  return match && said(text, match, { place, hint: "Half of a surrogate pair is no character: it is shown as U+FFFD." });
}

type Tell = (found: Diagnostic | undefined) => void;

/** Of what a map holds, that which may have something wrong in it. */
function within({ entries }: Extract<Node, { kind: "map" }>, open: Node[], tell: Tell): void {
  for (const entry of entries) {
    if (!PRINTABLE.test(entry.key)) tell(halfIn(entry.key, entry) ?? unseenIn(entry.key, entry));
    const { value } = entry;
    if (value.kind === "map" || value.kind === "list" || (value.kind === "string" && !value.value.isWellFormed())) open.push(value);
  }
}

function lookAt(node: Node, open: Node[], tell: Tell): void {
  if (node.kind === "string") tell(halfIn(node.value, node));
  else if (node.kind === "list") for (const item of node.items) open.push(item);
  else if (node.kind === "map") within(node, open, tell);
}

/**
 * Reports keys that hold what nobody sees, and keys and texts that hold what is no character. A value that aliases repeat is gone through once.
 */
export function reportHidden({ text, language }: TextFile, root: Node, report: Report): void {
  if (!ESCAPED.test(text) && !RAW.test(text)) return;
  // Without an alias every value stands once.
  const repeats = language === "yaml" && text.includes("&");
  const met = new Set<Node>();
  const tell: Tell = (found) => {
    if (found) report(found);
  };
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (repeats && met.has(node)) continue;
    if (repeats) met.add(node);
    lookAt(node, open, tell);
  }
}
