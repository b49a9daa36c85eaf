import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Diagnostic, Node } from "#text";
import { parseText, readLimits } from "#text";

interface Case {
  readonly id: string;
  readonly yaml: string;
  readonly json?: string;
  readonly fail?: boolean;
}

const suite = JSON.parse(readFileSync(new URL("../../../shared/corpus/suites/yaml-test-suite.json", import.meta.url), "utf8")) as Case[];

function read(text: string): { node: Node | undefined; problems: Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const node = parseText({ id: "/t", name: "t", text, language: "yaml" }, { limits: readLimits, report: (each) => problems.push(each) });
  return { node, problems };
}

function data(node: Node): unknown {
  if (node.kind === "map") return Object.fromEntries(node.entries.map(({ key, value }) => [key, data(value)]));
  if (node.kind === "list") return node.items.map(data);
  return node.kind === "null" ? null : node.value;
}

/** What one text with one value must be, and what is read otherwise on purpose. */
const ours: Readonly<Record<string, string>> = {
  UKK6: "the suite has several texts under this id",
  SM9W: "the suite has several texts under this id",
};

describe("the YAML test suite", () => {
  const bad = suite.filter(({ fail }) => fail);
  it(`refuses all ${bad.length} texts that are not YAML, with a place`, () => {
    const accepted = bad.filter(({ yaml }) => !read(yaml).problems.some(({ severity }) => severity === "error"));
    expect(accepted.map(({ id }) => id)).toEqual([]);
    expect(bad).toHaveLength(94);
  });

  it("reads every other text of one document as the suite does", () => {
    let equal = 0;
    const wrong: string[] = [];
    for (const { id, yaml, json, fail } of suite) {
      if (fail || json === undefined || id in ours) continue;
      const { node, problems } = read(yaml);
      const refused = problems.some(({ code }) => code === "document/multiple" || code === "document/empty");
      if (refused) continue;
      try {
        expect(node && data(node)).toEqual(JSON.parse(json));
        equal += 1;
      } catch {
        wrong.push(id);
      }
    }
    expect(wrong).toEqual([]);
    expect(equal).toBeGreaterThan(240);
  });
});
