import { parse } from "yaml";
import type { Files } from "./rule-page.ts";

/** The same files in JSON. Settings stay as they are. */
export function asJson(files: Files): Files {
  const renamed = Object.entries(files).map(([name, text]) => {
    if (name.startsWith("msgdocs.") || !name.endsWith(".yaml") || typeof text !== "string") return [name, text];
    const value = JSON.stringify(parse(text), undefined, 2);
    return [name.replace(".yaml", ".json"), value.replaceAll(/(\$ref": "[^"#]*)\.yaml/g, "$1.json")];
  });
  return Object.fromEntries(renamed) as Files;
}

/** Where a reference may stand in 2.x. */
const referable = [
  /^\/channels\/[^/]+\/(?:publish|subscribe)\/message(?=\/)/,
  /^\/channels\/[^/]+\/parameters\/[^/]+(?=\/)/,
  /^\/components\/(?:messages|schemas|securitySchemes|messageTraits|parameters)\/[^/]+(?=\/)/,
  /^\/servers\/[^/]+\/variables\/[^/]+(?=\/)/,
];

export interface Split {
  readonly files: Files;
  /** What of the pointer leads to the part that was moved to part.yaml. */
  readonly above: string;
}

/** The files with the part that a pointer leads into moved to a file of its own, where that can be. */
export function splitApart(files: Files, pointer: string): Split | undefined {
  const [above] = referable.map((pattern) => pattern.exec(pointer)?.[0]).filter((found) => found !== undefined);
  if (above === undefined) return undefined;
  const root = parse(String(files["msgapi.yaml"] ?? "")) as Record<string, unknown>;
  const tokens = above
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = tokens.pop() ?? "";
  const holder = tokens.reduce<Record<string, unknown>>((node, token) => node[token] as Record<string, unknown>, root);
  const part = JSON.stringify(holder[last], undefined, 2);
  // What refers to its own file, or is named by a key of it, is something else elsewhere.
  if (part.includes('"#/') || part.includes('"$ref"')) return undefined;
  holder[last] = { $ref: "part.yaml" };
  return { files: { ...files, "msgapi.yaml": JSON.stringify(root, undefined, 2), "part.yaml": part }, above };
}
