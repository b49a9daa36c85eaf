import { dirname } from "node:path";
import { expect, test } from "vitest";
import { defaultLimits } from "#config";
import { loadDocuments } from "#documents";
import type { Message } from "#model";
import { createRoutes, linkModel, normalize } from "#model";
import { createSchemaFiles, createSchemaHomes } from "#pages";
import { createSchemas, isJsonSchema } from "#schema";
import type { Node } from "#text";
import { parseJson, printTokens, readLimits } from "#text";
import { createJudge, createSampler, judgeExamples, judgePayload } from "#verdicts";
import type { PageJudge } from "../../src/verdicts/validate/in-page.ts";
import { createPageJudge } from "../../src/verdicts/validate/in-page.ts";
import { corpus, drafts, rows } from "./corpus-index.ts";

/** A message that the page judges, both judges of it, and values to begin with. */
interface Judged {
  readonly name: string;
  readonly page: PageJudge;
  readonly ours: (value: Node) => string;
  readonly texts: readonly string[];
}

const printed = (node: Node): string =>
  printTokens(node)
    .map(({ text }) => text)
    .join("");
const read = (text: string): Node | undefined => parseJson({ id: "x.json", name: "x.json", language: "json", text }, 200, () => undefined);

const isJson = ({ effectiveContentType }: Message): boolean => /^[^;]*[/+]json\b/i.test(effectiveContentType);

async function judgedIn(file: string): Promise<Judged[]> {
  const { documents } = await loadDocuments(corpus + file, { cwd: dirname(corpus + file), limits: readLimits });
  if (!documents || documents.files.some(({ text }) => /\$(?:dynamic|recursive)Ref/.test(text))) return [];
  const api = linkModel(
    normalize(documents, () => undefined),
    documents,
  );
  const schemas = createSchemas(api, documents);
  const parts = { api, documents, schemas };
  const { refused } = await judgeExamples(parts);
  if (refused.length > 0) return [];
  const schemaFiles = createSchemaFiles({ ...parts, routes: createRoutes(api, createSchemaHomes(schemas, defaultLimits)) });
  const files = new Map([...schemaFiles.files()].map(({ path, contents }) => [path, contents]));
  const judge = createJudge({ ...parts, limits: { steps: 50_000_000, validationMs: 600_000 } });
  const sampler = createSampler(parts);
  return api.messages.flatMap((message): Judged[] => {
    const { payload, title } = message;
    const path = schemaFiles.pathOf({ message, part: "payload" });
    const contents = path === undefined ? undefined : files.get(path);
    if (!payload || contents === undefined || !isJsonSchema(schemas.languageOf(payload)) || !isJson(message)) return [];
    const samples = sampler.of(payload).samples.map(({ value }) => value);
    const given = message.examples.flatMap((example) => example.payload ?? []);
    const texts = [...new Set([...given, ...samples].map(printed))].slice(0, 6);
    return [
      { name: `${file}: ${title}`, page: createPageJudge(contents), ours: (value) => judgePayload(value, message, judge).state, texts },
    ];
  });
}

interface PlainObject {
  [key: string]: Plain;
}
type Plain = null | boolean | number | string | Plain[] | PlainObject;

/** A number from 0 up, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Spot {
  readonly holder: Plain[] | PlainObject;
  readonly key: string;
}

/** Every place of a value below its root. */
function spotsIn(value: Plain): Spot[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ holder: value, key }, ...spotsIn(inner)]);
}

const valueAt = ({ holder, key }: Spot): Plain => (holder as PlainObject)[key] ?? null;
const put = ({ holder, key }: Spot, value: Plain): void => {
  (holder as PlainObject)[key] = value;
};

const OTHERS: readonly Plain[] = [null, true, 0, -1, 1.5, "", "text", [], {}, [1, 1], { toString: 1 }, 9_007_199_254_740_992];
const TEXTS = ["", "x", "x".repeat(300), "2026-02-30", "2026-01-31T25:00:00Z", "a@b", "ünï", "😀", "constructor", "127.0.0.1", "1.10"];
const KEYS = ["extra", "constructor", "__proto_", "x-y", "", "0"];

/** The kinds of mutants: each changes a value at one place, or says that it has none. */
const kinds: Readonly<Record<string, (spot: Spot, draw: (below: number) => number) => boolean>> = {
  "a member or item less"(spot) {
    if (Array.isArray(spot.holder)) spot.holder.splice(Number(spot.key), 1);
    else Reflect.deleteProperty(spot.holder, spot.key);
    return true;
  },
  "a member more"(spot, draw) {
    if (Array.isArray(spot.holder)) return false;
    spot.holder[KEYS[draw(KEYS.length)] ?? ""] = OTHERS[draw(OTHERS.length)] ?? null;
    return true;
  },
  "another type"(spot, draw) {
    put(spot, OTHERS[draw(OTHERS.length)] ?? null);
    return true;
  },
  "another number"(spot, draw) {
    const value = valueAt(spot);
    if (typeof value !== "number") return false;
    put(spot, [value + 1, value - 1, -value, value * 1e6, value / 3, value + 0.1, 0][draw(7)] ?? 0);
    return true;
  },
  "another text"(spot, draw) {
    const value = valueAt(spot);
    if (typeof value !== "string") return false;
    put(spot, [...TEXTS, value.toUpperCase(), value.slice(1), `${value}${value}`][draw(TEXTS.length + 3)] ?? "");
    return true;
  },
  "an item twice"(spot) {
    if (!Array.isArray(spot.holder)) return false;
    spot.holder.push(structuredClone(valueAt(spot)));
    return true;
  },
};

const EACH = 1_000;

test(
  "the page judges as check does, or says that it does not: all examples of the corpus, and 1,000 mutants of each kind",
  { timeout: 900_000 },
  async () => {
    const judged: Judged[] = [];
    for (const { file } of [...rows, ...drafts]) judged.push(...(await judgedIn(file)));
    const differences: string[] = [];
    const counts: Record<string, Record<string, number>> = {};
    const compare = (kind: string, { name, page, ours }: Judged, text: string): void => {
      const value = read(text);
      if (!value) throw new Error(`${name} has no JSON: ${text}`);
      const [here, there] = [page(text), ours(value)];
      const of = (counts[kind] ??= {});
      of[here.state] = (of[here.state] ?? 0) + 1;
      if (here.state !== there && here.state !== "not-checked") {
        differences.push(`${here.state}/${there} ${name} ${kind}: ${text.slice(0, 200)} ${here.problems[0]?.message ?? ""}`);
      }
    };
    for (const each of judged) for (const text of each.texts) compare("as written", each, text);
    const mutable = judged.filter(({ texts }) => texts.some((text) => spotsIn(JSON.parse(text) as Plain).length > 0));
    for (const [nth, [kind, change]] of Object.entries(kinds).entries()) {
      const draw = numbers(nth + 1);
      for (let made = 0, tries = 0; made < EACH && tries < 100 * EACH; tries += 1) {
        const each = mutable[draw(mutable.length)];
        const text = each?.texts[draw(each.texts.length)];
        if (!each || text === undefined) continue;
        const value = JSON.parse(text) as Plain;
        const spots = spotsIn(value);
        const spot = spots[draw(spots.length)];
        if (!spot || !change(spot, draw)) continue;
        compare(kind, each, JSON.stringify(value));
        made += 1;
      }
    }
    expect(differences).toEqual([]);
    for (const kind of Object.keys(kinds)) {
      const { passed = 0, failed = 0, "not-checked": open = 0 } = counts[kind] ?? {};
      expect([kind, passed + failed + open]).toEqual([kind, EACH]);
      // What is not checked is the exception, and both other verdicts occur.
      expect([kind, open < EACH / 10, passed > 0, failed > 0]).toEqual([kind, true, true, true]);
    }
    expect(counts["as written"]).toMatchInlineSnapshot(`
      {
        "failed": 48,
        "not-checked": 58,
        "passed": 1922,
      }
    `);
  },
);
