import { expect, test } from "vitest";
import { problem } from "#text";
import type { ProblemReport } from "#report";
import { exitCode, makeReport } from "#report";
import { processorSeconds } from "../support/processor.ts";
import { findings, placeOf, reportOf, yaml } from "./sample.ts";

const file = yaml("a: 1\nb:\n  c: two\n  d/e: [x, y]\n");
const unknown = (text: string) => problem("structure/unknown-field", placeOf(file, text), { object: "It", field: text });
const tag = (text: string) => problem("tag/duplicate", placeOf(file, text), { name: text });

test("problems are sorted by file, line, column and code, and each is located", () => {
  const other = yaml("x: 1\n", "Z.yaml");
  const last = problem("tag/duplicate", placeOf(file, "a"), { name: "a" });
  const report = reportOf([unknown("y"), tag("two"), unknown("two"), last, problem("tag/duplicate", placeOf(other, "x"), { name: "x" })]);
  expect(report.problems.map((each) => [each.file, each.start.line, each.start.column, each.code, each.pointer])).toEqual([
    ["Z.yaml", 1, 1, "tag/duplicate", "/x"],
    ["api.yaml", 1, 1, "tag/duplicate", "/a"],
    ["api.yaml", 3, 6, "structure/unknown-field", "/b/c"],
    ["api.yaml", 3, 6, "tag/duplicate", "/b/c"],
    ["api.yaml", 4, 12, "structure/unknown-field", "/b/d~1e/1"],
  ]);
  expect(report.problems[0]?.end).toEqual({ line: 1, column: 2 });
});

test("a problem that two documents share is reported and counted once", () => {
  const again = { ...tag("two"), place: { ...placeOf(file, "two"), file: { ...file } } };
  const report = makeReport([findings([tag("two")]), findings([again])], { rules: {}, documents: ["a", "b"] });
  expect(report.problems).toHaveLength(1);
  expect(report.summary).toMatchObject({ errors: 1, documents: 2 });
});

test("settings change levels, but not of codes without which there is nothing to document", () => {
  const empty = problem("document/empty", placeOf(file, "a"), {});
  const report = reportOf([tag("two"), unknown("y"), empty], {
    rules: { "tag/duplicate": "warning", "structure/unknown-field": "off", "document/empty": "off" },
  });
  expect(report.problems.map((each) => [each.code, each.severity])).toEqual([
    ["document/empty", "error"],
    ["tag/duplicate", "warning"],
  ]);
});

test("a code that is off unless asked for can be asked for", () => {
  const off = problem("component/unused", placeOf(file, "a"), { name: "a" });
  expect(reportOf([off]).problems).toEqual([]);
  expect(reportOf([off], { rules: { "component/unused": "info" } }).summary.infos).toBe(1);
});

test("a limit shortens the list, not the counts", () => {
  const report = reportOf([tag("two"), tag("x"), unknown("y")], { maxProblems: 1 });
  expect(report).toMatchObject({ unlisted: 2, summary: { errors: 2, warnings: 1 } });
  expect(report.problems).toHaveLength(1);
});

test("examples are added up over documents, those of a shared message once", () => {
  const one = {
    ...findings([]),
    examples: new Map([
      ["a 0", "passed"],
      ["a 1", "failed"],
    ] as const),
  };
  const other = {
    ...findings([]),
    examples: new Map([
      ["a 1", "failed"],
      ["b 0", "notChecked"],
      ["b 1", "passed"],
    ] as const),
  };
  const report = makeReport([one, other], { rules: {}, documents: ["a", "b"] });
  expect(report.summary.examples).toEqual({ checked: 3, passed: 2, failed: 1, notChecked: 1 });
});

const counts = { documents: 1, examples: { checked: 0, passed: 0, failed: 0, notChecked: 0 } };
const verdicts = [
  { errors: 0, warnings: 0, infos: 0, flags: "", code: 0 },
  { errors: 0, warnings: 0, infos: 3, flags: "strict", code: 0 },
  { errors: 1, warnings: 0, infos: 0, flags: "", code: 1 },
  { errors: 0, warnings: 1, infos: 0, flags: "", code: 0 },
  { errors: 0, warnings: 1, infos: 0, flags: "strict", code: 1 },
  { errors: 1, warnings: 0, infos: 0, flags: "allow", code: 0 },
  { errors: 1, warnings: 0, infos: 0, flags: "strict allow", code: 1 },
  { errors: 0, warnings: 1, infos: 0, flags: "strict allow", code: 1 },
];

test.each(verdicts)("$errors errors, $warnings warnings, $infos notes $flags: exit $code", ({ errors, warnings, infos, flags, code }) => {
  const verdict = { strict: flags.includes("strict"), allowErrors: flags.includes("allow") };
  expect(exitCode({ errors, warnings, infos, ...counts }, verdict)).toBe(code);
});

test("ten thousand problems in one map are located in well under a second", async () => {
  const big = yaml(Array.from({ length: 10_000 }, (_, at) => `key${at}: {a: 1, b: [1, 2]}\n`).join(""), "big.yaml");
  const many = Array.from({ length: 10_000 }, (_, at) => big.text.indexOf(`key${at}:`)).map((start) =>
    problem("tag/duplicate", { file: big, start, end: start + 4 }, { name: "x" }),
  );
  const given = findings(many);
  let report: ProblemReport | undefined;
  expect(await processorSeconds(() => (report = makeReport([given], { rules: {}, documents: ["big.yaml"] })))).toBeLessThan(1.5);
  expect(report?.problems.at(-1)?.pointer).toBe("/key9999");
});

test("what stands before a value, such as a tag, is located as fast, and in what is around it", async () => {
  const big = yaml(`list:\n${"- !tag 1\n".repeat(20_000)}`, "big.yaml");
  const many = [...big.text.matchAll(/!tag/g)].map(({ index }) =>
    problem("document/tag", { file: big, start: index, end: index + 4 }, { tag: "!tag" }),
  );
  const given = findings(many);
  const made = makeReport([given], { rules: {}, documents: ["big.yaml"] });
  let pointers: string[] = [];
  expect(await processorSeconds(() => (pointers = made.problems.map(({ pointer }) => pointer)))).toBeLessThan(1);
  expect(new Set(pointers)).toEqual(new Set(["/list"]));
});

test("a place in what an alias names is found by the first that stands for it", () => {
  const aliases = yaml("a: &x { b: 1 }\nc: *x\nlist: [*x, { d: 2 }]\n");
  const at = (text: string, nth = 1) =>
    reportOf([problem("tag/duplicate", placeOf(aliases, text, nth), { name: "x" })]).problems[0]?.pointer;
  expect([at("1"), at("2"), at("c"), at("list")]).toEqual(["/a/b", "/list/1/d", "/c", "/list"]);
});
