import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { builtFrom } from "../support/built.ts";
import { linkedFrom, refersTo, type Json, type Manifest } from "./references.ts";

const example = (path: string): string => fileURLToPath(new URL(`../../example-docs/${path}`, import.meta.url));

/** The bundled document that a site offers: the graph is found in it anew, by nothing of the product. */
function bundled(files: ReadonlyMap<string, string>): Json {
  const path = [...files.keys()].find((each) => /^downloads\/.*\.json$/.test(each)) ?? "";
  return JSON.parse(files.get(path) ?? "null") as Json;
}

describe("what refers to something is named where it is shown", () => {
  test.each([
    ["robots-3.0/msgapi.yaml", 10],
    ["chargers/asyncapi.yaml", 20],
  ])("%s", async (path, atLeast) => {
    const { files } = await builtFrom(example(path));
    const manifest = JSON.parse(files.get("manifest.json") ?? "") as Manifest;
    const uses = refersTo(bundled(files), manifest);
    expect(uses.length).toBeGreaterThanOrEqual(atLeast);
    const missing = uses.filter(({ target, by }) => {
      const linked = linkedFrom(files, target);
      return !by.some((page) => linked.has(page));
    });
    expect(missing.map(({ target, from, by }) => `${target} does not name ${by.join(" or ")} (${from})`)).toEqual([]);
  });
});
