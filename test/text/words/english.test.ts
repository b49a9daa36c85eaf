import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalog, counted, englishWords, languageCodes, wordsOf } from "#text";

/** Every file of the source as text, by its path. */
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith("catalog.ts"))
  .map((path) => ({ path, text: readFileSync(join("src", path), "utf8") }));

/** The nouns that are counted anywhere. */
const nouns = new Set(
  sources.flatMap(({ text }) => [...text.matchAll(/\bcounted\([^"`]*"([a-z ]+)"\)/g)].flatMap(([, noun]) => noun ?? [])),
);
const plurals = [...nouns].map((noun) => counted(2, noun).slice(2)).join("|");

test("a number is said with its noun", () => {
  expect([counted(0, "file"), counted(1, "file"), counted(2, "file")]).toEqual(["0 files", "1 file", "2 files"]);
  expect([counted("1", "property"), counted("20000000000000000001", "property")]).toEqual([
    "1 property",
    "20000000000000000001 properties",
  ]);
});

test("no text of the source puts a number before a plural by itself", () => {
  expect(nouns).toContain("file");
  expect(nouns).toContain("example");
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`\\}(?: (?!of |for )[a-z]+)? (?:${plurals})\\b`, "g"))].map(([what]) => `${path}: ${what}`),
  );
  expect(found).toEqual([]);
});

test("only problems that are about several things by nature put a count before a plural", () => {
  const found = Object.entries(catalog).flatMap(([code, { message }]) =>
    /\{(?:count|limit|number|size)\} [a-z]+s\b/.test(message) ? [code] : [],
  );
  expect(found).toEqual(["operation/duplicate-id", "message/duplicate-id", "example/ambiguous"]);
});

test.each(languageCodes)("a phrase that counts reads well with one, in %s", (language) => {
  const words = wordsOf(language);
  for (const [key, phrase] of Object.entries(englishWords)) {
    if (!JSON.stringify(phrase).includes("{count}")) continue;
    const one = words(key as keyof typeof englishWords, { count: 1 });
    expect(one, key).not.toMatch(new RegExp(`\\b1 (?:${plurals}|operations|channels|problems|choices)\\b`));
    expect(one, key).not.toMatch(/\b(?:one|any) of 1\b|\b(?:eines|beliebige) von 1\b/);
  }
});
