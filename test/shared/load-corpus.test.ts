import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { evaluatePointer, parsePointer, parseText, readLimits } from "#text";
import { loadDocuments } from "#documents";

const corpus = new URL("../../../shared/corpus/", import.meta.url);

function paths(list: string): string[] {
  const lines = readFileSync(new URL(list, corpus), "utf8").split("\n").slice(1);
  return lines.map((line) => line.split("\t")[0] ?? "").filter((path) => path !== "");
}

describe("real documents", () => {
  it.each(["index.tsv", "draft-3.0.tsv"])("of %s are all loaded, every problem inside of a text that was read", async (list) => {
    let loaded = 0;
    const cwd = realpathSync(fileURLToPath(corpus));
    for (const path of paths(list)) {
      const { documents, problems, files } = await loadDocuments(path, { cwd, limits: readLimits });
      if (documents) loaded += 1;
      for (const { place } of problems) {
        expect(place.start).toBeLessThanOrEqual(place.end);
        expect(place.end).toBeLessThanOrEqual(place.file.text.length);
        expect(files).toContain(place.file);
      }
      const unresolved = documents?.edges.filter(({ target }) => !target) ?? [];
      if (unresolved.length > 0) expect(problems.filter(({ code }) => code.startsWith("reference/"))).not.toEqual([]);
    }
    // The others are of version 1.x, or no YAML.
    expect(loaded).toBeGreaterThan(paths(list).length - 12);
  });
});

describe("RFC 6901 § 5", () => {
  const { document, string } = JSON.parse(readFileSync(new URL("suites/rfc6901-section5.json", corpus), "utf8")) as {
    document: unknown;
    string: Readonly<Record<string, unknown>>;
  };

  it.each(Object.keys(string).filter((pointer) => pointer !== ""))("finds %j", (pointer) => {
    const text = JSON.stringify(document);
    const root = parseText({ id: "/t", name: "t", text, language: "json" }, { limits: readLimits, report: () => undefined });
    const found = root && evaluatePointer(root, parsePointer(pointer) ?? []);
    expect(found && JSON.parse(text.slice(found.start, found.end))).toEqual(string[pointer]);
  });
});
