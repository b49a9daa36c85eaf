import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import fc from "../../support/fast-check.ts";
import type { Examined, WatchMemo } from "../../../src/app/build/index.ts";
import { createMemo, examine } from "../../../src/app/build/index.ts";
import type { Settings } from "../../../src/config/index.ts";
import { loadSettings } from "../../../src/config/index.ts";
import type { Place } from "../../../src/text/json/index.ts";
import { hard, SLIPS } from "./hard-document.ts";
import type { Edit } from "./slips.ts";
import { slip } from "./slips.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const path = "/nowhere/msgapi.yaml";

let settings: Settings;
beforeAll(() => {
  const loaded = loadSettings({}, root);
  settings = { ...loaded.settings!, root: "/nowhere", guides: [] };
});

/** A document as it is saved in an editor. */
async function read(text: string, memo?: WatchMemo): Promise<Examined> {
  return examine(path, { settings, cwd: "/nowhere", memo, overlay: new Map([[path, Buffer.from(text)]]) });
}

const spot = ({ file, start, end }: Place): string => `${file.name} ${start} ${end}`;

/** All that a check says, with the verdicts that pages show and the references in their order; the rest in none, since the report sorts. */
function said({ diagnostics, subject }: Examined): string[] {
  const problems = diagnostics.map(({ place, related, ...rest }) =>
    JSON.stringify([rest, spot(place), related.map((each) => [each.message, spot(each.place)])]),
  );
  const examples = (subject?.api.messages ?? []).flatMap(({ examples: all }) => all);
  const verdicts = examples.map((example) => {
    const { state, reason, problems: wrong = [], alsoMatches = [] } = subject?.verdicts.of(example) ?? {};
    return JSON.stringify([
      spot(example.node),
      state,
      reason,
      wrong.map(({ message, place }) => [message, spot(place)]),
      alsoMatches.map(({ id }) => id),
    ]);
  });
  const edges = (subject?.documents.edges ?? []).map(
    ({ from, ref, target, expects }, index) => `${index} ${ref} ${spot(from)} to ${target ? spot(target) : "nowhere"} as ${expects}`,
  );
  return [...problems, ...verdicts, ...edges].sort();
}

async function sameAfter(start: string, edits: readonly Edit[]): Promise<void> {
  const memo = createMemo();
  let text = start;
  expect(said(await read(text, memo))).toEqual(said(await read(text)));
  for (const each of edits) {
    const next = each(text);
    memo.turn();
    const warm = await read(next, memo);
    expect(said(warm), next).toEqual(said(await read(next)));
    // An editor's undo: a document that cannot be read at all is gone on from where it was fine.
    if (warm.subject) text = next;
  }
}

test.each(Object.keys(hard))("%s: what is said after any edits is what a check from the start says", async (name) => {
  const document = hard[name] ?? "";
  await fc.assert(
    fc.asyncProperty(fc.array(slip, { minLength: 4, maxLength: 10 }), (edits) => sameAfter(document, edits)),
    { numRuns: 25 },
  );
});

test("words that make no difference and words that look like them: each slip by itself", async () => {
  const document = hard["words and remarks"] ?? "";
  for (const [from, to] of SLIPS) {
    for (const { index, 0: old } of document.matchAll(new RegExp(from, "g"))) {
      await sameAfter(document, [(text) => text.slice(0, index) + to + text.slice(index + old.length)]);
    }
  }
});

test.each(["2 yaml", "3 yaml", "2 json"])("a generated document, %s: the same", async (kind) => {
  const document = execFileSync(process.execPath, ["bench/generate.js", "4", ...kind.split(" ")], { cwd: root, encoding: "utf8" });
  await fc.assert(
    fc.asyncProperty(fc.array(slip, { minLength: 3, maxLength: 6 }), (edits) => sameAfter(document, edits)),
    { numRuns: 6 },
  );
});
