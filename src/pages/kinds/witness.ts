import type { Node, Words } from "#text";
import { evaluatePointer, parsePointer, parseText, readLimits } from "#text";
import { escapeHtml } from "../frame/index.ts";

/** The most characters of a message on a page. */
const MOST = 20_000;

const span = (name: string, text: string): string => `<span class="${name}">${escapeHtml(text)}</span>`;

/** What is marked in a message: a value that is refused, or an object that lacks a property. */
interface Mark {
  readonly at: Node | undefined;
  /** The missing property, as a text. */
  readonly missing: string | undefined;
}

function print(node: Node, indent: string, mark: Mark): string {
  if (node.kind === "string") return span("s", JSON.stringify(node.value));
  if (node.kind === "number") return span("n", node.raw);
  if (node.kind !== "map" && node.kind !== "list") return span("w", node.kind === "null" ? "null" : String(node.value));
  const inner = `${indent}  `;
  const members = node.kind === "map" ? node.entries : node.items.map((value) => ({ key: undefined, value }));
  const lines = members.map(({ key, value }) => {
    const text = (key === undefined ? "" : `${span("k", JSON.stringify(key))}: `) + print(value, inner, mark);
    return value === mark.at && mark.missing === undefined ? `<mark>${text}</mark>` : text;
  });
  if (node === mark.at && mark.missing !== undefined) lines.push(`<span class="missing">${escapeHtml(mark.missing)}</span>`);
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  return lines.length === 0 ? open + close : `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
}

/** A value that is refused, as JSON. */
interface Witness {
  readonly witness?: string | undefined;
  /** Where it is refused: a JSON Pointer (RFC 6901). */
  readonly at?: string | undefined;
  /** The property that it lacks there. */
  readonly missing?: string | undefined;
}

/** Reads a witness; `undefined` where there is none, or it is too long. */
function readWitness({ witness }: Witness): Node | undefined {
  if (witness === undefined || witness.length > MOST) return undefined;
  const file = { id: "", name: "", text: witness, language: "json" as const };
  return parseText(file, { limits: readLimits, report: () => undefined });
}

/** The longest value that is told in a sentence, in characters. */
const LONGEST_TOLD = 60;

/** The refused part of a witness as JSON, to be told in a sentence; `undefined` if it is a list or an object, or too long. */
export function refusedValue({ witness, at = "" }: Witness): string | undefined {
  const root = readWitness({ witness });
  const value = root && evaluatePointer(root, parsePointer(at) ?? []);
  if (!value || value.kind === "map" || value.kind === "list") return undefined;
  const text = value.kind === "number" ? value.raw : JSON.stringify(value.kind === "null" ? null : value.value);
  return text.length > LONGEST_TOLD ? undefined : text;
}

/** A value that is refused, as JSON with the refused part marked; `undefined` where there is none, or it is too long. */
export function witnessHtml(
  { witness, at = "", missing }: Witness,
  words: Words,
): { readonly html: string; readonly text: string } | undefined {
  const root = readWitness({ witness });
  if (witness === undefined || !root) return undefined;
  const marked = evaluatePointer(root, parsePointer(at) ?? []);
  const said = missing === undefined ? undefined : words("portal.missing", { name: JSON.stringify(missing) });
  const html = print(root, "", { at: marked, missing: said });
  return { html: marked === root && missing === undefined ? `<mark>${html}</mark>` : html, text: witness };
}
