import { expect, test } from "vitest";
import type { Settings } from "../../../src/config/index.ts";
import { defaultLimits } from "../../../src/config/index.ts";
import type { Subject } from "../../../src/run/recipe/index.ts";
import { siteCharacters, tooLargeSite } from "../../../src/run/recipe/build-site.ts";

/** As much of a subject, and of settings, as is asked for the size of a site. */
const ofLength = (length: number): Subject => ({ documents: { files: [{ text: "a".repeat(length) }] } }) as never;
const settings: Settings = { limits: { ...defaultLimits, siteCharacters: 7 } } as never;

test("a site has its characters for each megabyte that is begun, and a megabyte is 1,048,576: whatever is called 1 MB has one share", () => {
  const shares = [0, 1_000_001, 2 ** 20, 2 ** 20 + 1].map((length) => siteCharacters(ofLength(length), settings) / 7);
  expect(shares).toEqual([1, 1, 1, 2]);
});

test("the message says what there is too much of: characters, or what is gone through for them", () => {
  const subject: Subject = { documents: { main: { id: "a", name: "a", text: "", language: "json" } } } as never;
  const said = (unit: string): string | undefined =>
    tooLargeSite(subject, Object.assign(new Error(), { name: "SiteTooLargeError", most: 20, unit }))?.message;
  expect(said("character")).toMatch(/^The number of characters of the site .*20/);
  expect(said("look")).toMatch(/^The number of names, branches and rows .*20/);
  expect(tooLargeSite(subject, new Error())).toBeUndefined();
});
