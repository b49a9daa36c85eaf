import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog, codesForName, replacementNote, legacyRules } from "#text";

test("every code is one of the catalog, and no id is a code", () => {
  for (const [name, codes] of legacyRules) {
    expect(Object.hasOwn(catalog, name)).toBe(false);
    for (const code of codes) expect(catalog).toHaveProperty([code]);
  }
});

test("a name stands for itself, for the codes in its place, or for nothing", () => {
  expect(codesForName("tag/duplicate")).toEqual(["tag/duplicate"]);
  expect(codesForName("asyncapi3-channel-parameters")).toEqual(["channel/parameter-undefined", "channel/parameter-unused"]);
  expect(codesForName("asyncapi-info-license")).toEqual([]);
  expect(codesForName("constructor")).toBeUndefined();
  expect(codesForName("asyncapi2-nothing")).toBeUndefined();
});

test("every id that there is has its row, and prefixes may be mixed up", () => {
  const count = (pattern: RegExp): number => [...legacyRules.keys()].filter((id) => pattern.test(id)).length;
  expect([/^asyncapi-3-/, /^asyncapi-(?!3-)/, /^asyncapi2-/, /^asyncapi3-/].map(count)).toEqual([17, 45, 22, 6]);
  expect(codesForName("asyncapi-3-tags-uniqueness")).toEqual(["tag/duplicate", "tag/duplicate-in-list"]);
  expect(codesForName("asyncapi3-tags-uniqueness")).toEqual(codesForName("asyncapi-tags-uniqueness"));
  expect(legacyRules.has("asyncapi3-tags-uniqueness")).toBe(false);
  expect(codesForName("asyncapi-toString")).toBeUndefined();
});

test("the note says what takes its place", () => {
  expect(replacementNote("asyncapi2-channel-parameters")).toBe(
    'its place is taken by "channel/parameter-undefined" and "channel/parameter-unused"',
  );
  expect(replacementNote("asyncapi2-channel-servers")).toBe('its place is taken by "channel/unknown-server"');
  expect(replacementNote("asyncapi-id")).toBe("the format does not ask for it");
});

test("the page lists every id with its codes", () => {
  const page = readFileSync(new URL("../../../docs/legacy-rule-ids.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, id = "", codes = ""]) => [
    id,
    [...codes.matchAll(/`([^`]+)`/g)].map(([, code]) => code),
  ]);
  expect(rows).toEqual([...legacyRules]);
});
