import { expect, test } from "vitest";
import { problem } from "#text";
import { placeOf, reportOf, yaml } from "./sample.ts";

const source = `# msgdocs-disable-next-line tag/duplicate, structure/unknown-field
first:
  inner: bad1
second: bad2
list:
  # msgdocs-disable-next-line tag/duplicate
  - bad3
  - bad4
text: |
  # msgdocs-disable-next-line tag/duplicate
  bad5
# msgdocs-disable-next-line tag/duplicate
unused: fine
`;

function codesAt(text: string, code: "tag/duplicate" | "document/tag" = "tag/duplicate") {
  const file = yaml(source);
  const place = placeOf(file, text);
  const diagnostic = code === "document/tag" ? problem(code, place, { tag: "x" }) : problem(code, place, { name: "x" });
  return reportOf([diagnostic]).problems.filter((each) => each.code !== "config/unused-disable");
}

test.each(["bad1", "bad3"])("%s is switched off by the comment before the node that holds it", (text) => {
  expect(codesAt(text)).toEqual([]);
});

test.each(["bad2", "bad4", "bad5"])("%s is not: the comment is before another node, or inside of a text", (text) => {
  expect(codesAt(text)).toHaveLength(1);
});

test("another code at the same place is not switched off", () => {
  expect(codesAt("bad1", "document/tag")).toHaveLength(1);
});

test("a comment that switches nothing off is reported once for each code", () => {
  const file = yaml(source);
  const report = reportOf([
    problem("tag/duplicate", placeOf(file, "bad1"), { name: "x" }),
    problem("tag/duplicate", placeOf(file, "bad3"), { name: "x" }),
  ]);
  expect(report.problems.map((each) => [each.code, each.start.line])).toEqual([
    ["config/unused-disable", 1],
    ["config/unused-disable", 12],
  ]);
});

test("what leaves nothing to document cannot be switched off", () => {
  const file = yaml("# msgdocs-disable-next-line document/too-deep\na: 1\n");
  const report = reportOf([problem("document/too-deep", placeOf(file, "a: 1"), { limit: 2 })]);
  expect(report.summary.errors).toBe(1);
});
