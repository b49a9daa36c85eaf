import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { parse } from "parse5";
import type { Diagnostic } from "../../src/text/diagnostics/index.ts";
import { tablesOf } from "../../src/format/index.ts";
import type { Node, Place } from "../../src/text/json/index.ts";
import { entriesOf } from "../../src/text/json/index.ts";
import type { Built } from "./built.ts";

/** Letters and digits: what stays of a text however it is marked up, broken into lines or put between punctuation. */
const letters = (text: string): string => text.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "");

/** Attributes that a reader gets to: where a link leads, what is said on pointing. */
const TOLD = new Set(["href", "title", "aria-label", "content", "placeholder", "data-language"]);

function unescaped(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

function told({ name, value }: { name: string; value: string }): string[] {
  if (!TOLD.has(name)) return [];
  return [letters(name === "href" ? unescaped(value) : value)];
}

/** All that a page lets a reader see. */
function seenOn(html: string): string {
  const parts: string[] = [];
  const behind: string[] = [];
  const open: Tree.Node[] = [parse(html)];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === "#text") parts.push((node as Tree.TextNode).value);
    if ("attrs" in node) behind.push(...node.attrs.flatMap(told));
    if ("childNodes" in node) open.push(...node.childNodes.toReversed());
  }
  return `${letters(parts.join(""))}\n${behind.join("\n")}`;
}

/** What is printed of one description. */
export const printings = ["pages", "markdown", "model"] as const;
type Printed = (typeof printings)[number];

/** Every text, key and number of a JSON text; digits as written, which a parser would make doubles of. */
function textsOf(json: string): string[] {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? [];
  return tokens.map((token) => (token.startsWith('"') ? (JSON.parse(token) as string) : token));
}

/** Everything that the site tells, but for its copy of the source, in which nothing could be missing. */
function seen({ files }: Built, printed: Printed): string {
  if (printed === "model")
    return textsOf(files.get("model.json") ?? "")
      .map(letters)
      .join("\n");
  if (printed === "markdown") {
    const texts = [...files].filter(([path]) => path.endsWith(".md"));
    return texts.map(([, text]) => `${letters(text)}\n${letters(unescaped(text))}`).join("\n");
  }
  const pages = [...files].filter(([path]) => path.endsWith(".html") && !path.startsWith("source/"));
  return pages.map(([, html]) => seenOn(html)).join("\n");
}

/** Values that choose among things which the format names, and are shown in words; and references, which are followed. */
const CHOOSING = new Set(["$ref", "type", "in", "action", "msgapi", "asyncapi", "$schema"]);

interface Scalar {
  readonly place: Place;
  readonly pointer: string;
  readonly text: string;
}

/** Keys that the format has names for; every other key is an author's. */
function ownKeys(documents: NonNullable<Built["documents"]>): ReadonlySet<string> {
  const tables = tablesOf(documents.dialect);
  const names = [
    "Root",
    "Info",
    "Contact",
    "License",
    "Server",
    "ServerVariable",
    "Channel",
    "Operation",
    "Message",
    "Parameter",
    "Components",
  ] as const;
  const more = [
    "CorrelationId",
    "Tag",
    "ExternalDocs",
    "Schema",
    "OpenapiSchema",
    "LaterSchema",
    "SecurityScheme",
    "OAuthFlows",
    "OAuthFlow",
    "MessageExample",
    "MultiFormatSchema",
  ] as const;
  // The descriptions of the values of an enum stand beside the values.
  return new Set([
    "$ref",
    "bindingVersion",
    "x-enumDescriptions",
    ...[...names, ...more].flatMap((name) => Object.keys(tables.object(name).fields)),
  ]);
}

function textOf(node: Node): string {
  if (node.kind === "string") return node.value;
  return node.kind === "number" ? node.raw : "";
}

/** Where the document begins: its root, and what references lead to in other files, of which it is no more than that. */
function starts(documents: NonNullable<Built["documents"]>): Open[] {
  const targets = documents.edges.flatMap(({ target }) => target ?? []).filter(({ file }) => file !== documents.main);
  const elsewhere = targets.map((node) => ({ node, pointer: `${node.file.name}@${node.start}`, key: "" }));
  return [{ node: documents.root, pointer: "#", key: "" }, ...elsewhere];
}

interface Open {
  readonly node: Node;
  readonly pointer: string;
  readonly key: string;
}

/** Fields beside a `$ref` that a warning names: with the field, all that is in it is named. */
function ignored({ diagnostics }: Built): ReadonlySet<Place> {
  const told = diagnostics.filter(({ code }) => code === "reference/siblings-ignored");
  return new Set(told.flatMap(({ place, related }) => [place, ...related.map((each) => each.place)]));
}

/** What is inside of a value. */
function below({ node, pointer, key }: Open, skipped: ReadonlySet<Place>): Open[] {
  if (node.kind === "list") return node.items.map((item, at) => ({ node: item, pointer: `${pointer}/${at}`, key }));
  const entries = entriesOf(node).filter((entry) => !skipped.has(entry));
  return entries.map((entry) => ({ node: entry.value, pointer: `${pointer}/${entry.key}`, key: entry.key }));
}

/** Every scalar and every author's key of a document, each node once. A key that a reference names is known by what it leads to, a component's is shown. */
function* scalars(built: Built): Generator<Scalar> {
  const { documents } = built;
  if (!documents) return;
  const format = ownKeys(documents);
  const referred = new Set(documents.edges.flatMap(({ from, target }) => [from, ...(target ? [target] : [])] as Node[]));
  const met = new Set<Node>();
  const skipped = ignored(built);
  const open = starts(documents);
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, pointer, key } = next;
    if (met.has(node)) continue;
    met.add(node);
    open.push(...below(next, skipped));
    for (const entry of entriesOf(node)) {
      const isComponent = /^#\/components\/\w+$/.test(pointer);
      if (format.has(entry.key) || (referred.has(entry.value) && !isComponent)) continue;
      yield { place: entry, pointer: `${pointer}/${entry.key} (key)`, text: entry.key };
    }
    if (!CHOOSING.has(key)) yield { place: node, pointer, text: textOf(node) };
  }
}

function isNamed({ place: { file, start, end }, text }: Scalar, diagnostics: readonly Diagnostic[]): boolean {
  const wanted = letters(text);
  return diagnostics.some(({ place, message, hint }) => {
    const inside = place.file.id === file.id && start <= place.start && place.end <= end && place.start < place.end;
    if (inside) return true;
    return letters(message + (hint ?? "")).includes(wanted);
  });
}

/** Pieces of a text between characters that are shown by their number, for being invisible. */
const pieces = (text: string): string[] => text.split(/(?:[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164]|\u034f|[\ufe00-\ufe0f])+/u);

function isShown({ text, pointer }: Scalar, all: string): boolean {
  // A protocol has the name that readers know, which may differ by case.
  if (pointer.endsWith("/protocol") && all.toLowerCase().includes(letters(text).toLowerCase())) return true;
  if (pieces(text).every((piece) => all.includes(letters(piece)))) return true;
  if (!/[\n[\]<>*_`&\\|#()]/.test(text)) return false;
  // Markdown may set link targets apart from their labels, and reads character references: then each word is looked for.
  const words = text.replace(/&#?\w+;/g, " ").split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => all.includes(letters(word)));
}

/**
 * What is neither printed nor named by a problem: every string, number and key of every file of the document.
 * Empty where nothing is lost.
 */
export function lostIn(built: Built, printed: Printed = "pages"): string[] {
  const all = seen(built, printed);
  const lost: string[] = [];
  for (const scalar of scalars(built)) {
    if (letters(scalar.text) === "" || isShown(scalar, all) || isNamed(scalar, built.diagnostics)) continue;
    lost.push(`${scalar.pointer}: ${scalar.text.slice(0, 80)}`);
  }
  return lost;
}
