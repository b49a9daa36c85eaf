import { expect, test } from "vitest";
import type { ChangeReport } from "../../../src/changes/report/change-report.ts";
import { printChangeMarkdown } from "../../../src/changes/report/print-change-markdown.ts";

test("a new API says whom it meets, and at most 20 of them", () => {
  const meets = Array.from({ length: 23 }, (_, at) => ({ api: `api${at}`, verdict: "fits" }));
  const sides = { old: { version: "" }, new: { version: "1" } };
  const told = { breaking: 0, unknown: 0 };
  const report = { api: "new", presence: "added", ...sides, told, changes: [], remarks: [], meets } as unknown as ChangeReport;
  expect([...printChangeMarkdown([report])].join("")).toMatch(/\nMeets: api0 \(fits\), .*, api19 \(fits\) and 3 more\.\n/);
});
