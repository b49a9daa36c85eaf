/**
 * What comparing 1,000 channels with themselves costs, ten of them changed, beside a check of the same document: `npm run bench:diff -- [--runs N]`.
 * Needs `npm run build` first. The goal is twice the processor time of a check, and half as much memory again.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { cli, measure, mediansOf } from "./measure.js";

const { values } = parseArgs({ options: { runs: { type: "string", default: "3" } } });
const folder = mkdtempSync(join(tmpdir(), "msgdocs-diff-"));

/** The document with a narrower type in each hundredth of the places that have one. */
function changed(text) {
  const places = [...text.matchAll(/type: string$/gm)].map(({ index }) => index);
  const step = Math.floor(places.length / 10);
  let result = text;
  for (let at = 9; at >= 0; at -= 1) {
    const place = places[at * step] ?? 0;
    result = `${result.slice(0, place)}type: integer${result.slice(place + "type: string".length)}`;
  }
  return result;
}

try {
  const old = generate(1000);
  writeFileSync(join(folder, "old.yaml"), old);
  writeFileSync(join(folder, "new.yaml"), changed(old));
  const turns = Array.from({ length: Number(values.runs) }, () => ({
    check: measure([cli, "check", "new.yaml", "--format", "json"], folder, [0, 1]),
    diff: measure([cli, "diff", "old.yaml", "new.yaml", "--format", "json"], folder, [0, 1]),
  }));
  const [check, diff] = [mediansOf(turns.map((turn) => turn.check)), mediansOf(turns.map((turn) => turn.diff))];
  const said = (one, other, unit) => `${one.toFixed(2)} ${unit}, of a check ${other.toFixed(2)} ${unit}: ${(one / other).toFixed(2)} times`;
  console.log(`processor: ${said(diff.cpu, check.cpu, "s")}\nmemory: ${said(diff.memory, check.memory, "MB")}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
