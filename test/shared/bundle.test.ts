import { readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bundle } from "../../src/documents/bundle/index.ts";
import { linkModel } from "../../src/model/api/index.ts";
import { normalize } from "../../src/model/normalize/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import { loadDocuments, rewriteReference } from "../../src/documents/references/index.ts";
import { readLimits } from "../../src/text/source/index.ts";
import { differenceOf } from "../support/same-api.ts";

const corpus = `${realpathSync(fileURLToPath(new URL("../../../shared/corpus/", import.meta.url)))}/`;

function paths(list: string): readonly string[] {
  const lines = readFileSync(`${corpus}${list}`, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => line.split("\t")[0] ?? "");
}

/** The root is the repository's, so that as many references resolve as can. */
async function load(path: string, text?: string): Promise<Documents | undefined> {
  const root = `${corpus}${path.split("/").slice(0, 3).join("/")}`;
  const overlay = text === undefined ? undefined : new Map([[`${corpus}${path}`, new TextEncoder().encode(text)]]);
  const { documents } = await loadDocuments(path, {
    cwd: corpus,
    root: path.startsWith("real/") ? root : dirname(`${corpus}${path}`),
    limits: readLimits,
    overlay,
  });
  return documents;
}

function link(documents: Documents): Parameters<typeof differenceOf>[0] {
  const description = normalize(documents, () => undefined);
  return { api: linkModel(description, documents), documents };
}

/** What is looked for in vain, as the main document names it. */
const lost = ({ edges, main }: Documents): readonly string[] =>
  edges.flatMap(({ ref, target, from }) => (target ? [] : [rewriteReference(main, ref, from.file)]));

/** References that lead to other files. */
const elsewhere = ({ edges, main }: Documents): readonly string[] =>
  edges.flatMap(({ ref, target }) => (target && target.file.id !== main.id ? [ref] : []));

async function expectInOtherLanguage(path: string, documents: Documents): Promise<void> {
  const format = documents.main.language === "json" ? "yaml" : "json";
  const text = bundle(documents, { format }).text ?? "";
  if (format === "json") JSON.parse(text);
  // JSON is YAML too: the file keeps its name here.
  const again = format === "json" ? await load(path, text) : undefined;
  if (again) expect(differenceOf(link(documents), link(again))).toBeUndefined();
}

/** The lines of a document but for those that a reference or its value stands on. */
const lines = (text: string): readonly string[] => text.split("\n").filter((line) => !/\$ref|^ *["'.]/.test(line));

describe("a bundled document is the same API in one file", () => {
  let many = 0;

  it.each([...paths("index.tsv"), ...paths("draft-3.0.tsv")])("%s", async (path) => {
    const documents = await load(path);
    if (!documents) return;
    const text = bundle(documents).text ?? "";
    const again = await load(path, text);
    if (!again) throw new Error("The bundled document cannot be read.");
    expect(elsewhere(again)).toEqual([]);
    expect(new Set(lost(again))).toEqual(new Set(lost(documents)));
    expect(differenceOf(link(documents), link(again))).toBeUndefined();
    expect(bundle(again).text).toBe(text);
    expect(bundle(documents).text).toBe(text);
    if (elsewhere(documents).length > 0) many += 1;
    // What does not refer to anything stays, comments and layout included.
    const kept = new Set(lines(text));
    expect(lines(documents.main.text).filter((line) => !kept.has(line))).toEqual([]);
    await expectInOtherLanguage(path, documents);
  });

  it("was shown with documents of several files", () => {
    expect(many).toBeGreaterThan(20);
  });
});
