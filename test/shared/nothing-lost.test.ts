import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { builtFrom } from "../support/built.ts";
import { lostIn, printings } from "../support/nothing-lost.ts";

const corpus = fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));
const LARGEST = 40_000;

/** One in so many documents; MSGDOCS_LONG=1 takes all of them. */
const step = process.env.MSGDOCS_LONG === undefined ? 6 : 1;

test("nothing of real documents is lost", { timeout: 1_200_000 }, async () => {
  const [, ...rows] = readFileSync(`${corpus}index.tsv`, "utf8").trim().split("\n");
  const paths = rows.map((row) => row.split("\t")).flatMap(([path = "", ...cells]) => (Number(cells[8]) < LARGEST ? [path] : []));
  const looked = paths.filter((_, at) => at % step === 0);
  expect(looked.length).toBeGreaterThan(40);
  const lost: string[] = [];
  for (const path of looked) {
    const site = await builtFrom(corpus + path);
    for (const printed of printings) lost.push(...lostIn(site, printed).map((each) => `${path} ${printed} ${each}`));
  }
  expect(lost).toEqual([]);
});
