import { expect, test } from "vitest";
import { problem } from "#text";
import { formats, printReport } from "#report";
import { placeOf, reportOf, yaml } from "./sample.ts";

const file = yaml(Array.from({ length: 100 }, (_, at) => `key${at}: 1\n`).join(""));
const at = (nth: number) => placeOf(file, `key${nth}`);
const duplicate = (nth: number) => problem("tag/duplicate", at(nth), { name: "x" });
const all = Array.from({ length: 100 }, (_, nth) => duplicate(nth));

test("a report that would be too long lists what comes first, states what it leaves out and counts everything", () => {
  const { problems, unlisted, summary } = reportOf(all, { maxCharacters: 10_000 });
  expect(summary).toMatchObject({ errors: 100, warnings: 0 });
  expect(unlisted).toBeGreaterThan(10);
  const listed = 100 - unlisted;
  expect(listed).toBeGreaterThan(10);
  expect(problems.slice(0, -1).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(
    Array.from({ length: listed }, (_, nth) => `tag/duplicate /key${nth}`),
  );
  expect(problems.at(-1)).toMatchObject({
    code: "report/limit",
    severity: "warning",
    message: `The report is over its limit: ${unlisted} of 100 problems are not listed.`,
    pointer: `/key${listed}`,
  });
});

test.each(formats)("%s states what a report leaves out", (format) => {
  const text = printReport(reportOf(all, { maxCharacters: 10_000 }), { format, colour: false, version: "1.2.3" });
  expect(text).toContain("report/limit");
  expect(text).toMatch(/The report is over its limit: \d+ of 100 problems are not listed\./);
});

test("a report that fits states nothing", () => {
  expect(reportOf(all, { maxCharacters: 100_000 }).problems.map(({ code }) => code)).not.toContain("report/limit");
});

test("related places count, and those of one problem that are too many are left out", () => {
  const related = Array.from({ length: 90 }, (_, nth) => ({ message: "here too", place: at(nth) }));
  const { problems, unlisted } = reportOf([problem("tag/duplicate", at(95), { name: "x", related })], { maxCharacters: 10_000 });
  expect(unlisted).toBe(0);
  const [first, last] = problems;
  const shown = first?.related.length ?? 0;
  expect(shown).toBeGreaterThan(10);
  expect(last?.message).toBe(`The report is over its limit: ${90 - shown} related places of the problem before are not listed.`);
});

test("a long key counts with each problem below it", () => {
  const long = yaml(`${"k".repeat(5_000)}:\n${Array.from({ length: 20 }, (_, nth) => `  key${nth}: 1\n`).join("")}`);
  const below = Array.from({ length: 20 }, (_, nth) => problem("tag/duplicate", placeOf(long, `key${nth}`), { name: "x" }));
  expect(reportOf(below, { maxCharacters: 20_000 })).toMatchObject({ unlisted: 17, summary: { errors: 20 } });
});

test("settings give the statement its level, as any code", () => {
  const last = (level: "off" | "info") => reportOf(all, { maxCharacters: 10_000, rules: { "report/limit": level } }).problems.at(-1);
  expect(last("info")).toMatchObject({ code: "report/limit", severity: "info" });
  expect(last("off")?.code).toBe("tag/duplicate");
});
