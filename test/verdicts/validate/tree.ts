import type { Entry, Node, TextFile } from "#text";
import { parseDocument, isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Document, Node as YamlNode, Pair } from "yaml";

/** YAML or JSON as a placed tree, for tests of rooms that take one. */
export function tree(text: string, name = "test.yaml"): Node {
  const file: TextFile = { id: name, name, text, language: name.endsWith(".json") ? "json" : "yaml" };
  const document = parseDocument(text, { keepSourceTokens: true, version: "1.2" });
  const known = new Map<YamlNode, Node>();
  return convert(document.contents, { file, document, known });
}

interface Making {
  readonly file: TextFile;
  readonly document: Document;
  readonly known: Map<YamlNode, Node>;
}

function convert(node: YamlNode | null, making: Making): Node {
  const [start, end] = node?.range ?? [0, 0];
  const place = { file: making.file, start, end };
  if (isAlias(node)) return convert(node.resolve(making.document) ?? null, making);
  if (!node) return { ...place, kind: "null" };
  const before = making.known.get(node);
  if (before) return before;
  const made = isScalar(node) ? scalar(node.value, { place, source: node.source }) : collection(node, place, making);
  making.known.set(node, made);
  return made;
}

type Range = Pick<Node, "file" | "start" | "end">;

function scalar(value: unknown, { place, source }: { place: Range; source: string | undefined }): Node {
  if (typeof value === "number") return { ...place, kind: "number", value, raw: source ?? String(value) };
  if (typeof value === "boolean") return { ...place, kind: "boolean", value };
  if (typeof value === "string") return { ...place, kind: "string", value };
  return { ...place, kind: "null" };
}

function collection(node: YamlNode, place: Range, making: Making): Node {
  if (isSeq(node)) return { ...place, kind: "list", items: node.items.map((item) => convert(item as YamlNode, making)) };
  if (!isMap(node)) return { ...place, kind: "null" };
  return { ...place, kind: "map", entries: node.items.map((pair) => entry(pair as Pair<YamlNode, YamlNode | null>, making)) };
}

function entry({ key, value }: Pair<YamlNode, YamlNode | null>, making: Making): Entry {
  const [start, end] = key.range ?? [0, 0];
  const text = isScalar(key) ? (typeof key.value === "string" ? key.value : (key.source ?? "")) : "";
  return { file: making.file, start, end, key: text, value: convert(value, making) };
}
