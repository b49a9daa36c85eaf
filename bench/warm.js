/**
 * What a cache folder saves: `npm run bench:warm [-- --sizes 100,1000 --runs N]`. CPU and wall seconds of a build without a cache, of one
 * that fills it, of one in which nothing has changed, and of one after a change of one line; beside them a check, which writes nothing,
 * and what the library `yaml` takes to parse the same text. Only what nothing has changed in comes from the cache. Medians of runs in turns, each of which changes another line, in folders of its own,
 * which are removed at the end: a file system may take five times as long to make files for some minutes after many were removed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

const row = (cells) => console.log(`| ${cells.join(" | ")} |`);

/** A document, of which another line is changed in each turn: what is said of a field of one of its messages. */
function changed(text, count) {
  const places = [...text.matchAll(/Said at step \d+\./g)].map(({ index }) => index);
  const place = places[Math.floor((places.length * (count + 1)) / (runs + 2))];
  // As many letters, so that the other places stay.
  return text.slice(0, place) + "Told" + text.slice(place + 4);
}

/** What everything takes in one run, in a folder that is there for it. */
function turn(folder, text, count) {
  const document = join(folder, "api.yaml");
  mkdirSync(folder);
  writeFileSync(document, text);
  const build = [cli, "build", "api.yaml", "-o"];
  const cached = [...build, "site", "--cache", "kept"];
  const parse = JSON.parse(measure([parser, "api.yaml"], folder).said.trim().split("\n").at(-1) ?? "{}");
  const all = [
    ["check", measure([cli, "check", "api.yaml"], folder)],
    ["without a cache", measure([...build, "plain"], folder)],
    ["the first with a cache", measure(cached, folder)],
    ["nothing has changed", measure(cached, folder)],
  ];
  writeFileSync(document, changed(text, count));
  all.push(["one line has changed", measure(cached, folder)]);
  return { parse, all: new Map(all) };
}

/** Seconds of the clock that a site from the cache may take besides a check. */
const BESIDES = 1;

/** Rows of the table, and what is wanted of them. */
function tell(size, turns) {
  const of = (what) => mediansOf(turns.map(({ all }) => all.get(what)));
  const parse = { cpu: median(turns.map((each) => each.parse.parse)), wall: median(turns.map((each) => each.parse.wall)) };
  row([size, "`yaml` alone", parse.cpu.toFixed(2), parse.wall.toFixed(2), ""]);
  for (const what of turns[0]?.all.keys() ?? []) {
    const { cpu, wall, memory } = of(what);
    row([size, what, cpu.toFixed(2), wall.toFixed(2), memory.toFixed(0)]);
  }
  const most = of("check").wall + BESIDES;
  return goal(`${size} channels, nothing changed, seconds by the clock`, of("nothing has changed").wall, { most });
}

const home = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
try {
  row(["channels", "what", "CPU s", "wall s", "memory MB"]);
  row(["---", "---", "---", "---", "---"]);
  const goals = values.sizes.split(",").map((size) => {
    const text = generate(Number(size));
    const turns = Array.from({ length: runs }, (_, count) => turn(join(home, `${size}-${count}`), text, count));
    return tell(size, turns);
  });
  console.log(`\n${goals.join("\n")}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
