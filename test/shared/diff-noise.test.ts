import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readVersion } from "../../src/run/recipe/index.ts";
import type { ReadVersion } from "../../src/run/recipe/index.ts";
import { compareApis } from "../../src/changes/compare/index.ts";
import type { Settings } from "../../src/config/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import { bundle } from "../../src/documents/index.ts";
import type { Change } from "../../src/changes/report/index.ts";
import { drafts, rows } from "./corpus-index.ts";

const corpus = `${realpathSync(fileURLToPath(new URL("../../../shared/corpus/", import.meta.url)))}/`;
const { settings } = loadSettings({ config: undefined }, "/");
if (!settings) throw new Error("There are no default settings.");
const defaults: Settings = settings;

/** The root is the repository's, so that as many references resolve as can. */
async function read(path: string, text?: string): Promise<ReadVersion["version"]> {
  const root = path.startsWith("real/") ? `${corpus}${path.split("/").slice(0, 3).join("/")}` : dirname(`${corpus}${path}`);
  const overlay = text === undefined ? undefined : new Map([[`${corpus}${path}`, new TextEncoder().encode(text)]]);
  const { version } = await readVersion(path, { settings: { ...defaults, root }, cwd: corpus, overlay });
  return version;
}

/** What is said of two versions, a line a change. */
function said(old: ReadVersion["version"], now: ReadVersion["version"], only: (change: Change) => boolean = () => true): readonly string[] {
  if (!old || !now) throw new Error("A version cannot be read.");
  return compareApis(old, now, { reading: "documented", limits: { validationMs: 5_000, patternMs: 1_000 } })
    .changes // What a lost reference stands for is said to be not compared.
    .filter((change) => change.code !== "change/reference" && only(change))
    .map(({ verdict, code, message }) => `${verdict} ${code}: ${message}`);
}

const files = [...rows.map(({ file }) => file), ...drafts.map(({ file }) => file)];

/** The text of a document in the other spelling of the format; of line 2, since `msgapi: 3.0.0` is the draft. */
function respelled(text: string): string {
  return text.replace(/^(\s*["']?)asyncapi(["']?\s*:\s*["']?2)/m, "$1msgapi$2");
}

const UNORDERED = ["required", "enum", "tags", "anyOf", "oneOf", "allOf"];
/** Values of the author, which are not schemas. */
const FREE = ["examples", "example", "default", "const", "enum"];

/** Keys and lists whose order means nothing, turned around. */
function reordered(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    const items = FREE.includes(key) ? value : value.map((each) => reordered(each));
    return UNORDERED.includes(key) ? items.reverse() : items;
  }
  if (typeof value !== "object" || value === null || FREE.includes(key) || key.startsWith("x-")) return value;
  const areNames = key === "properties" || key === "patternProperties";
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, each]) => [name, reordered(each, areNames ? "" : name)]));
}

/** A document with every component under another key. */
function renamed(text: string): string {
  const root = JSON.parse(text) as { components?: Record<string, Record<string, unknown>> };
  const groups = ["schemas", "parameters", "messageTraits", "operationTraits", "correlationIds", "serverBindings", "channelBindings"];
  for (const group of groups) {
    const own = root.components?.[group];
    if (!own || !root.components) continue;
    root.components[group] = Object.fromEntries(Object.entries(own).map(([key, value]) => [`Renamed${key}`, value]));
  }
  const pattern = new RegExp(`("\\$ref": ?"#/components/(?:${groups.join("|")})/)`, "g");
  return JSON.stringify(root, undefined, 1).replace(pattern, "$1Renamed");
}

describe("what only looks like a change is none", () => {
  let rewritten = 0;

  it.each(files)("%s", async (path) => {
    const version = await read(path);
    if (!version) return;
    const { documents } = version;
    expect(said(version, await read(path))).toEqual([]);
    const text = bundle(documents).text ?? "";
    expect(said(version, await read(path, text)), "bundled").toEqual([]);
    expect(said(version, await read(path, respelled(text))), "respelled").toEqual([]);
    const json = bundle(documents, { format: "json" }).text ?? "";
    const printed = await read(path, json);
    expect(said(version, printed), "printed as JSON").toEqual([]);
    // What a lost reference means is not known; names count for a discriminator, and `$id` for what refers by it.
    if (documents.edges.some(({ target }) => !target) || /"(?:\$id|discriminator)":/.test(json)) return;
    expect(said(printed, await read(path, JSON.stringify(reordered(JSON.parse(json))))), "reordered").toEqual([]);
    // A property named `$ref` is data, whatever its text looks like.
    if (!/"properties":\s*\{\s*"\$ref":\s*"/.test(json)) expect(said(printed, await read(path, renamed(json))), "renamed").toEqual([]);
    rewritten += 1;
  });

  it("was shown with documents that were reordered and renamed", () => {
    expect(rewritten).toBeGreaterThan(200);
  });
});

/** Documents of 2.6 that their authors, or the public converter, rewrote as 3.0. */
const rewrites = [
  ...["gitter-streaming", "rpc-client", "rpc-server", "slack-rtm", "streetlights-kafka", "streetlights-mqtt", "websocket-gemini"].map(
    (name) => [`real/asyncapi+spec/v2.6.0/examples/${name}.yml`, `real/asyncapi+spec/v3.0.0/examples/${name}-asyncapi.yml`] as const,
  ),
  [
    "real/asyncapi+converter-js/b89736cd/test/input/2.6.0/for-3.0.0-with-custom-schema-format.yml",
    "real/asyncapi+converter-js/b89736cd/test/output/3.0.0/from-2.6.0-with-custom-schema-format.yml",
  ] as const,
];

it.each(rewrites)("%s rewritten as %s breaks nobody", async (old, now) => {
  const changes = said(await read(old), await read(now), ({ verdict }) => verdict === "breaking" || verdict === "unknown");
  expect(changes).toEqual([]);
});
