import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseUriTemplate } from "../../src/format/index.ts";
import { evaluatePointer, mergePatch, parsePointer, printJson } from "../../src/text/json/index.ts";
import type { TemplateValue } from "../support/expand-uri-template.ts";
import { expandUriTemplate } from "../support/expand-uri-template.ts";
import { nodeOf } from "../support/nodes.ts";

const suite = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../shared/corpus/suites/${name}`, import.meta.url), "utf8"));

interface Group {
  variables: Record<string, unknown>;
  testcases: [string, string | string[] | false][];
}

/** Values as the suite writes them: numbers count as their text, null as no value. */
function values(variables: Record<string, unknown>): Map<string, TemplateValue> {
  const defined = Object.entries(variables).filter(([, value]) => value !== null);
  return new Map(defined.map(([name, value]) => [name, typeof value === "object" ? (value as TemplateValue) : String(value as number)]));
}

describe.each(["spec-examples", "spec-examples-by-section", "extended-tests"])("RFC 6570 %s", (file) => {
  const groups = suite(`uritemplate-test/${file}.json`) as Record<string, Group>;
  const cases = Object.entries(groups).flatMap(([name, group]) =>
    group.testcases.map(([template, expected]) => ({ name, template, expected, group })),
  );
  it.each(cases)("$name $template", ({ template, expected, group }) => {
    const parsed = parseUriTemplate(template);
    expect(parsed.errors).toEqual([]);
    expect([expected].flat()).toContain(expandUriTemplate(parsed, values(group.variables)));
  });
});

describe("RFC 6570 negative tests", () => {
  const groups = suite("uritemplate-test/negative-tests.json") as Record<string, Group>;
  const cases = Object.values(groups).flatMap((group) => group.testcases.map(([template]) => template));
  // These two break a rule that only values can show: a prefix of a list or a map. As texts they are templates.
  const byValue = new Set(["{keys:1}", "{+keys:1}"]);
  it.each(cases.filter((template) => !byValue.has(template)))("%s is refused", (template) => {
    expect(parseUriTemplate(template).errors).not.toEqual([]);
  });
});

describe("RFC 6901 § 5", () => {
  const { document, string } = suite("rfc6901-section5.json") as { document: unknown; string: Record<string, unknown> };
  it.each(Object.entries(string))("%j", (pointer, expected) => {
    const found = pointer === "" ? nodeOf(document) : evaluatePointer(nodeOf(document), parsePointer(pointer) ?? ["no pointer"]);
    expect(found && JSON.parse(printJson(found))).toEqual(expected === "WHOLE" ? document : expected);
  });
});

describe("RFC 7396 appendix A", () => {
  const cases = suite("rfc7396-appendix-a.json") as { original: unknown; patch: unknown; result: unknown }[];
  it.each(cases)("$original + $patch", ({ original, patch, result }) => {
    expect(JSON.parse(printJson(mergePatch(nodeOf(original), nodeOf(patch))))).toEqual(result);
  });
});
