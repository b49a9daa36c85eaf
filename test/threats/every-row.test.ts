import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ROWS = 80;

/** Titles name their rows: `row 7: …`, `rows 1 to 4: …`, `rows 30 and 31: …`; in a table of cases also as its first word. */
const TITLE = /["`]rows? (\d+)(?: (to|and) (\d+))?: /g;
const CASE = /\[\s*"(\d+) [^"]*",/g;

function rowsOf(text: string): Set<number> {
  const found = new Set<number>();
  for (const [, first, word, last] of text.matchAll(TITLE)) {
    const [from, to] = [Number(first), Number(last ?? first)];
    if (word === "to") for (let row = from; row <= to; row += 1) found.add(row);
    else found.add(from).add(to);
  }
  if (/["`]row %s/.test(text)) for (const [, row] of text.matchAll(CASE)) found.add(Number(row));
  return found;
}

/** Row → the files whose tests name it, sorted. */
function holders(): Map<number, string[]> {
  const byRow = new Map<number, string[]>(Array.from({ length: ROWS }, (_, at) => [at + 1, []]));
  const paths = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  for (const path of paths.filter((each) => each.endsWith(".test.ts") && !each.endsWith("every-row.test.ts")).sort()) {
    for (const row of rowsOf(readFileSync(join(root, "test", path), "utf8"))) byRow.get(row)?.push(`test/${path}`);
  }
  return byRow;
}

const table = (): string =>
  [...holders()].map(([row, files]) => `| ${row} | ${files.map((file) => `\`${file}\``).join(", ")} |`).join("\n");

test("every row of the threat model has a test that names it", () => {
  expect([...holders()].filter(([, files]) => files.length === 0).map(([row]) => row)).toEqual([]);
});

test("the table of docs/evidence/threats.md is that of the tests; it is printed where it is not", () => {
  const written = readFileSync(join(root, "docs/evidence/threats.md"), "utf8")
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line));
  expect(written.map((line) => line.replace(/ +/g, " ")).join("\n")).toBe(table());
});

test("titles are read as they are written", () => {
  const each = ['test("row 7: x"', 'test("rows 1 to 3: y"', "test(`rows 30 and 32: z`", '["34 a", 1]\ntest.each(x)("row %s"'];
  expect([...rowsOf(each.join("\n"))].sort((a, b) => a - b)).toEqual([1, 2, 3, 7, 30, 32, 34]);
});
