import type { Diagnostic } from "../../src/text/diagnostics/index.ts";
import { readDialect, SchemaResources } from "../../src/format/index.ts";
import type { MapNode, Node } from "../../src/text/json/index.ts";
import { evaluatePointer, parsePointer, stringOf } from "../../src/text/json/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import { parseText, readLimits } from "../../src/text/source/index.ts";
import { yamlFile } from "./marked.ts";

/** The value of a YAML text that must be an object; one that starts with a brace is read as JSON, which is faster. */
export function parseMap(text: string, name?: string): MapNode {
  const file = yamlFile(text, name);
  const node = parseText(text.startsWith("{") ? { ...file, language: "json" } : file, { limits: readLimits, report: () => undefined });
  if (node?.kind !== "map") throw new Error("The text of the test is no object.");
  return node;
}

/**
 * Documents of texts in memory, the first one the main one: references by file name and pointer are followed, and nothing is
 * said of those that lead nowhere.
 */
export function documentsOf(text: string, others: Readonly<Record<string, string>> = {}): Documents {
  const root = parseMap(text);
  const problems: Diagnostic[] = [];
  const dialect = readDialect(root, (problem) => problems.push(problem));
  if (!dialect) throw new Error(problems.map(({ message }) => message).join(" "));
  const roots = new Map<string, MapNode>([["main.yaml", root]]);
  for (const [name, other] of Object.entries(others)) roots.set(name, parseMap(other, name));
  const follow = (node: Node): Node | undefined => {
    let at: Node | undefined = node;
    const seen = new Set<Node>();
    for (let ref = stringOf(at, "$ref"); at && ref !== undefined; ref = stringOf(at, "$ref")) {
      if (seen.has(at)) return undefined;
      seen.add(at);
      const [file = "", pointer = ""] = ref.split("#");
      const target: MapNode | undefined = roots.get(file === "" ? at.file.name : file);
      at = target && evaluatePointer(target, parsePointer(pointer) ?? []);
    }
    return at;
  };
  const files = [...roots.values()].map(({ file }) => file);
  return {
    main: root.file,
    root,
    dialect,
    files,
    edges: [],
    follow,
    resources: new SchemaResources(),
    rootOf: (file) => roots.get(file.name),
  };
}
