import { expect, test } from "vitest";
import type { ChangeReport } from "../../../src/changes/report/change-report.ts";
import { partiesText, printChangeMarkdown } from "../../../src/changes/report/print-change-markdown.ts";
import { MOST_IN_SENTENCE } from "../../../src/text/index.ts";

test("a new API says whom it meets, and at most 20 of them", () => {
  const meets = Array.from({ length: 23 }, (_, at) => ({ api: `api${at}`, verdict: "fits" }));
  const sides = { old: { version: "" }, new: { version: "1" } };
  const told = { breaking: 0, unknown: 0 };
  const report = { api: "new", presence: "added", ...sides, told, changes: [], remarks: [], meets } as unknown as ChangeReport;
  expect([...printChangeMarkdown([report])].join("")).toMatch(/\nMeets: api0 \(fits\), .*, api19 \(fits\) and 3 more\.\n/);
});

test("a line of the terminal names at most five known APIs, what a change breaks first", () => {
  const fine = Array.from({ length: 7 }, (_, at) => ({ api: `api${at}`, verdict: "fits" as const }));
  const said = partiesText([...fine, { api: "stock", verdict: "clash" }], (text) => text, { most: MOST_IN_SENTENCE });
  expect(said).toBe("stock (no longer fits), api0 (still fits), api1 (still fits), api2 (still fits), api3 (still fits) and 3 more");
});
