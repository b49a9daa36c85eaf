import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { examine } from "../../src/run/recipe/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import type { Code } from "../../src/text/diagnostics/index.ts";
import type { Node } from "../../src/text/json/index.ts";
import { entriesOf, evaluatePointer, itemsOf, parsePointer } from "../../src/text/json/index.ts";
import { folder } from "../app/cli/shell.ts";
import { parseText, readLimits } from "../../src/text/source/index.ts";
import { marked, markedWith, yamlFile } from "./marked.ts";

/** A document of each line of the format. Bodies are YAML in flow style, so that any part of them is a file of its own. */
export const v2 = (body: string): string => `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\n${body}\n`;
export const v20 = (body: string): string => `asyncapi: 2.0.0\ninfo: { title: T, version: "1" }\n${body}\n`;
export const v3 = (body: string): string => `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n${body}\n`;
export const draft = (body: string): string => `msgapi: 3.0.0\ninfo: { title: T, version: "1" }\n${body}\n`;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Files by name with the ranges at which problems are expected. */
type Files = Readonly<Record<string, { readonly text: string; readonly ranges: readonly Range[] }>>;

/** What is found of a code, as texts with the places marked; files without any are left out. */
async function found(code: Code, files: Files, main: string): Promise<Readonly<Record<string, string>>> {
  const cwd = folder(Object.fromEntries(Object.entries(files).map(([name, { text }]) => [name, text])));
  const { settings } = loadSettings({}, cwd);
  if (!settings) throw new Error("There are no settings.");
  const { diagnostics } = await examine(join(cwd, main), { settings: { ...settings, rules: { [code]: "warning" } }, cwd });
  const places = diagnostics.filter((each) => each.code === code).map(({ place }) => place);
  const names = [...new Set(places.map(({ file }) => file.name))];
  return Object.fromEntries(
    names.map((name) => [
      name,
      markedWith(
        files[name]?.text ?? "",
        places.filter(({ file }) => file.name === name),
      ),
    ]),
  );
}

function expected(files: Files): Readonly<Record<string, string>> {
  const marks = Object.entries(files).filter(([, { ranges }]) => ranges.length > 0);
  return Object.fromEntries(marks.map(([name, { text, ranges }]) => [name, markedWith(text, ranges)]));
}

function parse(text: string): Node {
  const node = parseText(yamlFile(text), { limits: readLimits, report: () => undefined });
  if (!node) throw new Error("The text of the test is no YAML.");
  return node;
}

/** A tree as JSON text; `places` gets where each key and value came to stand, by where it stood. */
function printJson(node: Node, before: string, places: Map<string, Range>): string {
  const at = ({ start, end }: Range, from: number, text: string): void => {
    places.set(`${start} ${end}`, { start: from, end: from + text.length });
  };
  let text = before;
  if (node.kind === "map") {
    text += "{";
    for (const [index, entry] of entriesOf(node).entries()) {
      const key = JSON.stringify(entry.key);
      text += index === 0 ? "\n" : ",\n";
      at(entry, text.length, key);
      text = printJson(entry.value, `${text}${key}: `, places);
    }
    text += "}";
  } else if (node.kind === "list") {
    text += "[";
    for (const [index, item] of itemsOf(node).entries()) text = printJson(item, index === 0 ? text : `${text}, `, places);
    text += "]";
  } else {
    text += node.kind === "number" ? node.raw : JSON.stringify(node.kind === "null" ? null : node.value);
  }
  at(node, before.length, text.slice(before.length));
  return text;
}

function inJson(files: Files): Files {
  const converted = Object.entries(files).map(([name, { text, ranges }]) => {
    const places = new Map<string, Range>();
    const json = printJson(parse(text), "", places).replaceAll("part.yaml", "part.json");
    const moved = ranges.map(({ start, end }) => places.get(`${start} ${end}`) ?? { start: -1, end: -1 });
    return [name.replace(".yaml", ".json"), { text: json, ranges: moved }];
  });
  return Object.fromEntries(converted) as Files;
}

/** The files with what a pointer names moved to a file of its own, behind a reference. */
function apart({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }, pointer: string): Files {
  const part = evaluatePointer(parse(text), parsePointer(pointer) ?? []);
  if (!part) throw new Error(`There is nothing at ${pointer}.`);
  const reference = "{ $ref: part.yaml }";
  const shift = reference.length - (part.end - part.start);
  const inside = ranges.filter(({ start, end }) => start >= part.start && end <= part.end);
  const outside = ranges.filter((range) => !inside.includes(range));
  const moved = (by: number, { start, end }: Range): Range => ({ start: start + by, end: end + by });
  return {
    "main.yaml": {
      text: text.slice(0, part.start) + reference + text.slice(part.end),
      ranges: outside.map((range) => (range.start >= part.end ? moved(shift, range) : range)),
    },
    "part.yaml": { text: text.slice(part.start, part.end), ranges: inside.map((range) => moved(-part.start, range)) },
  };
}

export interface RuleCase {
  readonly document: string;
  /** A pointer. */
  readonly part?: string;
  /** For what only YAML has: texts of several lines, and places inside of them. */
  readonly only?: "YAML";
}

/**
 * A document that breaks a rule exactly where it is marked (`⟦…⟧`), or, without a mark, one that only looks as if: in YAML and in
 * JSON, in one file and, where `part` names what can be a reference, with that in a file of its own. Each is a test.
 */
export function ruleCase(code: Code, title: string, { document, part, only }: RuleCase): void {
  const whole = marked(document);
  const inline: Files = { "main.yaml": whole };
  if (only && part !== undefined) throw new Error("Nothing is split that is only YAML.");
  const variants: readonly (readonly [string, Files, string])[] = [
    ["YAML", inline, "main.yaml"],
    ...(only ? [] : ([["JSON", inJson(inline), "main.json"]] as const)),
    ...(part === undefined
      ? []
      : ([
          ["YAML in two files", apart(whole, part), "main.yaml"],
          ["JSON in two files", inJson(apart(whole, part)), "main.json"],
        ] as const)),
  ];
  describe(`${code}: ${title}`, () => {
    test.each(variants)("%s", async (_, files, main) => {
      expect(await found(code, files, main)).toEqual(expected(files));
    });
  });
}
