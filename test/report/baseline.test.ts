import { expect, test } from "vitest";
import { problem } from "#text";
import { parseBaseline, printBaseline } from "#report";
import { placeOf, reportOf, yaml } from "./sample.ts";

const tag = (text: string, name = "x") => {
  const file = yaml(text);
  return problem("tag/duplicate", placeOf(file, "bad"), { name });
};

test("known problems stay known when the text around them moves, and new ones are reported", () => {
  const text = printBaseline(reportOf([tag("a: bad\n")]), "/project/config");
  const baseline = parseBaseline(text, "/project/config");
  expect(baseline?.problems).toMatchObject([{ code: "tag/duplicate", file: "../api.yaml", pointer: "/a", count: 1 }]);
  const moved = reportOf([tag("# a comment\n\na:   bad\n")], baseline ? { baseline } : {});
  expect(moved).toMatchObject({ known: 1, problems: [], summary: { errors: 0 } });
  const other = reportOf([tag("b: bad\n")], baseline ? { baseline } : {});
  expect(other).toMatchObject({ known: 0, summary: { errors: 1 } });
});

test("as many problems are known as were written down, and no more", () => {
  const twice = yaml("a: [bad, bad]\n");
  const all = [1, 2].map((nth) => problem("tag/duplicate", { ...placeOf(twice, "bad", nth), end: 99 }, { name: "x" }));
  const baseline = parseBaseline(printBaseline(reportOf(all.slice(0, 1)), "/project"), "/project");
  expect(reportOf(all, baseline ? { baseline } : {})).toMatchObject({ known: 1, summary: { errors: 1 } });
});

test("an item that is put before others makes none of their problems a new one", () => {
  const nth = (text: string, at: number) => problem("tag/duplicate", { ...placeOf(yaml(text), "bad", at) }, { name: "x" });
  const baseline = parseBaseline(printBaseline(reportOf([nth("a: [good, bad]\n", 1)]), "/project"), "/project");
  const moved = reportOf([nth("a: [new, good, bad]\n", 1)], baseline ? { baseline } : {});
  expect(moved).toMatchObject({ known: 1, gone: 0, summary: { errors: 0 } });
  const more = reportOf([nth("a: [bad, good, bad]\n", 1), nth("a: [bad, good, bad]\n", 2)], baseline ? { baseline } : {});
  expect(more).toMatchObject({ known: 1, gone: 0, summary: { errors: 1 } });
});

test("what was mended is counted as gone, unless its file was not read", () => {
  const baseline = parseBaseline(printBaseline(reportOf([tag("a: bad\n")]), "/project"), "/project");
  expect(reportOf([tag("b: bad\n")], baseline ? { baseline } : {})).toMatchObject({ known: 0, gone: 1 });
  const elsewhere = baseline && { ...baseline, problems: baseline.problems.map((each) => ({ ...each, file: "other.yaml" })) };
  expect(reportOf([tag("b: bad\n")], elsewhere ? { baseline: elsewhere } : {})).toMatchObject({ known: 0, gone: 0 });
});

test("what leaves nothing to document is never known", () => {
  const empty = problem("document/empty", placeOf(yaml("a: 1"), "a"), {});
  expect(parseBaseline(printBaseline(reportOf([empty]), "/"), "/")?.problems).toEqual([]);
});

test.each(["", "{}", "[]", '{"problems":[{}]}', '{"problems":[{"code":"a","file":"b","pointer":"","message":"m","count":-1}]}'])(
  "%s is no baseline",
  (text) => expect(parseBaseline(text, "/")).toBeUndefined(),
);
