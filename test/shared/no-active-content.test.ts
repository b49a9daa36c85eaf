import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { outsideOfSite } from "../security/closed-site.ts";
import { hostileLeaves } from "../security/hostile-leaves.ts";
import { built } from "../support/built.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import { printPlain } from "../support/plain.ts";

const suite = new URL("../../../shared/corpus/suites/xss-payloads.json", import.meta.url);
const payloads = (JSON.parse(readFileSync(suite, "utf8")) as { payload: string }[]).map(({ payload }) => payload);

/** Each field meets every `step`th text; MSGDOCS_LONG=1 lets it meet all of them. */
const step = process.env.MSGDOCS_LONG === undefined ? 56 : 1;

test.each(dialects)("the payloads stay text in every field of line $line", { timeout: 1_200_000 }, async (dialect) => {
  expect(payloads).toHaveLength(223);
  for (let first = 0; first < payloads.length; first += step) {
    const { files } = await built({ "api.json": printPlain(formatDocument(dialect, hostileLeaves(payloads, first))) });
    expect(files.size).toBeGreaterThan(25);
    expect(outsideOfSite(files)).toEqual([]);
  }
});
