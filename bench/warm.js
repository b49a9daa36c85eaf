/**
 * What a cache folder saves: `npm run bench:warm [-- --sizes 100,1000 --runs N]`. CPU and wall seconds of a build without a cache, of one
 * that fills it, of one in which nothing has changed, and of one after a change of one line; beside them a check, which writes nothing,
 * and what the library `yaml` takes to parse the same text. Medians of runs in turns, each of which changes another line.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { goal } from "./goal.js";
import { cli, measure, median, mediansOf } from "./measure.js";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "4,100,1000" }, runs: { type: "string", default: "5" } } });
const runs = Number(values.runs);
const parser = fileURLToPath(new URL("parse.js", import.meta.url));

/** Seconds that a rebuild may take besides the parse. */
const BESIDES = 1;

const row = (cells) => console.log(`| ${cells.join(" | ")} |`);

/** A document, of which one more line changes with each call: what is said of a field of one of its messages. */
function changing(file, text) {
  const places = [...text.matchAll(/Said at step \d+\./g)].map(({ index }) => index);
  let changes = 0;
  writeFileSync(file, text);
  return () => {
    const now = readFileSync(file, "utf8");
    const place = places[Math.floor((places.length * (changes + 1)) / (runs + 2))];
    changes += 1;
    // As many letters, so that the other places stay.
    writeFileSync(file, now.slice(0, place) + "Told" + now.slice(place + 4));
  };
}

/** What everything takes in one run. */
function turn(folder, change) {
  const build = ["build", "api.yaml", "-o", "site"];
  const cached = [...build, "--cache", "kept"];
  const parse = JSON.parse(measure([parser, "api.yaml"], folder).said.trim().split("\n").at(-1) ?? "{}");
  const all = [
    ["check", measure([cli, "check", "api.yaml"], folder)],
    ["without a cache", measure([cli, ...build], folder)],
    ["the first with a cache", measure([cli, ...cached], folder)],
    ["nothing has changed", measure([cli, ...cached], folder)],
  ];
  change();
  all.push(["one line has changed", measure([cli, ...cached], folder)]);
  rmSync(join(folder, "kept"), { recursive: true });
  return { parse, all: new Map(all) };
}

row(["channels", "what", "CPU s", "wall s", "memory MB"]);
row(["---", "---", "---", "---", "---"]);
const goals = [];
for (const size of values.sizes.split(",").map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
  try {
    const change = changing(join(folder, "api.yaml"), generate(size));
    const turns = Array.from({ length: runs }, () => turn(folder, change));
    const of = (what) => mediansOf(turns.map(({ all }) => all.get(what)));
    const parse = { cpu: median(turns.map((each) => each.parse.parse)), wall: median(turns.map((each) => each.parse.wall)) };
    row([size, "`yaml` alone", parse.cpu.toFixed(2), parse.wall.toFixed(2), ""]);
    for (const what of turns[0]?.all.keys() ?? []) {
      const { cpu, wall, memory } = of(what);
      row([size, what, cpu.toFixed(2), wall.toFixed(2), memory.toFixed(0)]);
    }
    for (const field of ["wall", "cpu"]) {
      goals.push(
        goal(`${size} channels, one line changed, seconds of ${field}`, of("one line has changed")[field], {
          most: parse[field] + BESIDES,
        }),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`\n${goals.join("\n")}`);
