import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Schema } from "../../src/schema/index.ts";
import { schemasBelow } from "../../src/schema/index.ts";
import { loadFile } from "../schema/load.ts";
import { pageFor, treePage } from "../pages/tree/schema-page.ts";

const corpus = `${realpathSync(fileURLToPath(new URL("../../../shared/corpus/", import.meta.url)))}/`;

function documentsOf(index: string): string[] {
  const [, ...lines] = readFileSync(`${corpus}${index}`, "utf8").trim().split("\n");
  return lines.map((line) => line.split("\t")[0] ?? "");
}

/** Schemas reached from some, each once. */
function reached(roots: readonly Schema[]): Set<Schema> {
  const seen = new Set<Schema>();
  const pending = [...roots];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    pending.push(...schemasBelow(next));
  }
  return seen;
}

const found = { trees: 0, schemas: 0, largest: 0 };

async function look(path: string): Promise<void> {
  const loaded = await loadFile(corpus + path);
  if (!loaded) return;
  const { api, schemas } = loaded;
  const sources = [
    ...api.messages.flatMap((message) => [message.payload, message.headers]),
    ...api.channels.flatMap((channel) => channel.parameters.map((parameter) => parameter.schema)),
    ...api.schemas.map((named) => named.source),
  ].filter((source) => source !== undefined);
  const roots = sources.map((source) => schemas.of(source));
  found.schemas += reached(roots).size;
  for (const root of roots) {
    const { html } = treePage(loaded, root, pageFor(loaded));
    found.largest = Math.max(found.largest, html.length);
    found.trees += 1;
    const targets = [...html.matchAll(/href="#([^"]*)"/g)].map((match) => match[1] ?? "");
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? "");
    const known = new Set(ids);
    expect(known.size, `${path}: ids are unique`).toBe(ids.length);
    expect(targets.filter((target) => !known.has(target)), `${path}: links within a tree`).toEqual([]); // prettier-ignore
  }
  for (const named of api.schemas) schemas.usedBy(named);
}

test.each(["index.tsv", "draft-3.0.tsv"])(
  "every schema of %s gives a tree",
  async (index) => {
    for (const path of documentsOf(index)) await look(path);
    expect(found.largest).toBeLessThan(330_000);
    expect(found.trees).toBeGreaterThan(1000);
    expect(found.schemas).toBeGreaterThan(found.trees);
  },
  300_000,
);
