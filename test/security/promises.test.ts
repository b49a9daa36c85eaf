import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tests = readFileSync(`${root}/docs/evidence/security-tests.md`, "utf8");
const mutations = readFileSync(`${root}/docs/evidence/security-mutations.md`, "utf8");
const rows = (text: string): string[] => text.split("\n").filter((line) => /^\| \d/.test(line));
const PROMISES = Array.from({ length: 13 }, (_, at) => at + 1);

test("every promise names the tests that hold it, and they are there", () => {
  const held = rows(tests);
  expect(held.map((row) => Number(/\d+/.exec(row)?.[0]))).toEqual(PROMISES);
  for (const row of held) {
    const paths = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path);
    expect([row, paths.length > 0, paths.filter((path) => !existsSync(`${root}/${path}`))]).toEqual([row, true, []]);
  }
});

test("of every promise three guards were taken out, each of code that is there, each turning a test red that is there", () => {
  const tried = rows(mutations).map((row) => row.split("|").map((cell) => cell.trim()));
  for (const promise of PROMISES)
    expect([promise, tried.filter(([, , each]) => Number(each) === promise).length >= 3]).toEqual([promise, true]);
  for (const row of tried) {
    const paths = row.flatMap((cell) => [...cell.matchAll(/`((?:src|test)\/[^`]+\.ts)`/g)].map(([, path = ""]) => path));
    expect([row, paths.length, paths.filter((path) => !existsSync(`${root}/${path}`))]).toEqual([row, 2, []]);
  }
});
