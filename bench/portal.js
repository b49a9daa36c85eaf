/**
 * What a portal of many documents takes: `npm run bench:portal [-- --sizes 20,400 --sample N]`, or with `--folder DIR` one of the
 * documents that a folder holds (`DIR/services/<name>/asyncapi.yaml` or `.json`). CPU of parts beside that of sites of the same
 * documents, each in a process of its own; then CPU, wall seconds and peak memory of a merge of all parts, of a build in which nothing
 * has changed, and of one in which one document has. Without a folder each document has four channels, one or two of which its
 * neighbours have too. Everything is written into a temporary folder, which is removed at the end.
 */
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { goal } from "./goal.js";
import { cli, measure } from "./measure.js";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "20,400" }, sample: { type: "string", default: "10" }, folder: { type: "string" } },
});

/** A portal may have errors: documents that do not understand each other are none of the bench's concern. */
const EXITS = [0, 1];
const MOST = { ratio: 1.2, seconds: 20, megabytes: 600 };

const FILES = ["asyncapi.yaml", "asyncapi.json"];

const row = (cells) => console.log(`| ${cells.join(" | ")} |`);

function writeOrganisation(folder, count) {
  for (let index = 0; index < count; index += 1) {
    const place = join(folder, "services", `service-${index}`);
    mkdirSync(place, { recursive: true });
    const text = generate(4, { version: index % 2 ? 3 : 2, from: index * 3, title: `Service ${index}` });
    writeFileSync(join(place, "asyncapi.yaml"), text);
  }
}

/** CPU of single sites and of parts of some documents, as a sum each. */
function compareParts(folder, documents) {
  const step = Math.max(1, Math.floor(documents.length / Number(values.sample)));
  const some = documents.filter((_, at) => at % step === 0).slice(0, Number(values.sample));
  const sum = (command) =>
    some.reduce(
      (all, document, at) => all + measure([cli, command, document, "-o", join("out", `${command}-${at}`)], folder, EXITS).cpu,
      0,
    );
  return { builds: sum("build"), parts: sum("part"), count: some.length };
}

function tell(name, folder) {
  const places = readdirSync(join(folder, "services")).flatMap((each) => FILES.map((file) => `services/${each}/${file}`));
  const documents = places.filter((place) => existsSync(join(folder, place))).sort();
  // A pattern that nothing matches is an error.
  const patterns = FILES.filter((file) => documents.some((each) => each.endsWith(file))).map((file) => `services/*/${file}`);
  writeFileSync(join(folder, "msgdocs.yaml"), JSON.stringify({ title: "Everything that happens", documents: patterns }));
  const { builds, parts, count } = compareParts(folder, documents);
  row([name, `${count} sites, a process each`, builds.toFixed(2), "", ""]);
  row([name, `${count} parts, a process each`, parts.toFixed(2), "", ""]);
  const build = (output) => measure([cli, "build", "--cache", "cache", "-o", output], folder, EXITS);
  build("first");
  // Each writes into a new folder: removing the files of an earlier site is no part of a merge.
  const merge = build("merged");
  const [changed = ""] = documents;
  appendFileSync(join(folder, changed), "\n");
  const one = build("changed");
  for (const [what, taken] of [
    ["merge of all parts", merge],
    ["one document has changed", one],
  ])
    row([name, what, taken.cpu.toFixed(2), taken.wall.toFixed(2), taken.memory.toFixed(0)]);
  return [
    goal(`${name} documents, CPU of parts beside that of sites`, parts / builds, { most: MOST.ratio }),
    goal(`${name} documents, merge, seconds by the clock`, merge.wall, { most: MOST.seconds }),
    goal(`${name} documents, merge, MB`, merge.memory, { most: MOST.megabytes }),
  ];
}

const home = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
try {
  row(["documents", "what", "CPU s", "wall s", "memory MB"]);
  row(["---", "---", "---", "---", "---"]);
  const goals = [];
  if (values.folder === undefined)
    for (const size of values.sizes.split(",")) {
      const folder = join(home, size);
      writeOrganisation(folder, Number(size));
      goals.push(...tell(size, folder));
    }
  else {
    const folder = join(home, "given");
    cpSync(values.folder, folder, { recursive: true });
    goals.push(...tell("the given", folder));
  }
  console.log(`\n${goals.join("\n")}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
