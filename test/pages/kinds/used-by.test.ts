import { readFileSync } from "node:fs";
import { relative, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { LineCounter, isMap, isNode, isScalar, parseDocument } from "yaml";
import { builtFrom } from "../../support/built.ts";
import { Site } from "./reading-site.ts";
import { walkReferences, type Part } from "../tree/reference-walk.ts";

const root = new URL("../../../", import.meta.url);

/** Documents, each with how many uses and parts it must have at least: a walk that finds nothing misses nothing. */
const documents = [
  ["example-docs/robots/msgapi.yaml", 65, 13],
  ["example-docs/robots-3.0/msgapi.yaml", 15, 5],
  ["example-docs/chargers/asyncapi.yaml", 25, 9],
  ["example-docs/doorbell/asyncapi.yaml", 2, 0],
  ["test/fixtures/references/two.yaml", 45, 9],
  ["test/fixtures/references/three.yaml", 29, 11],
] as const;

/** The line of a part's key, or on which it begins where it has none. */
function lineOf({ file, at }: Part): number {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, "utf8"), { lineCounter: lines });
  const parent = at.length > 0 ? document.getIn(at.slice(0, -1), true) : undefined;
  const key = isMap(parent) ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === at.at(-1))?.key : undefined;
  const node = key ?? document.getIn(at, true);
  return isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1;
}

describe.each(documents)("%s", (path, leastUses, leastParts) => {
  const main = fileURLToPath(new URL(path, root));
  const { uses, parts } = walkReferences(main);
  let site: Site;
  beforeAll(async () => {
    site = new Site((await builtFrom(main)).files);
  });

  test("has as much to walk as it was written for", () => {
    expect(uses.length).toBeGreaterThanOrEqual(leastUses);
    expect(parts.length).toBeGreaterThanOrEqual(leastParts);
    const unknown = uses.flatMap(({ by, target }) => [by, target]).filter((thing) => site.find(thing) === undefined);
    expect(unknown).toEqual([]);
  });

  test("what is used names what uses it", () => {
    const silent = uses.filter(({ by, target }) => !site.usedBy(target).has(site.find(by)?.address ?? ""));
    expect(silent.map(({ by, target, from }) => `${target.kind} ${target.ids[0]} does not name ${by.kind} ${by.ids[0]} (${from})`)).toEqual(
      [],
    );
  });

  test("what uses something leads to it", () => {
    const silent = uses.filter(({ by, target }) => !site.linksOf(by).has(site.find(target)?.address ?? ""));
    expect(
      silent.map(({ by, target, from }) => `${by.kind} ${by.ids[0]} does not lead to ${target.kind} ${target.ids[0]} (${from})`),
    ).toEqual([]);
  });

  test("what is shown where it is used says where it is written", () => {
    const silent = parts.filter((part) => !site.textOf(part.by).includes(`${relative(dirname(main), part.file)}:${lineOf(part)}<`));
    expect(silent.map(({ by, at, from }) => `${by.kind} ${by.ids[0]} does not say where ${at.join("/")} is written (${from})`)).toEqual([]);
  });
});
