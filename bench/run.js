/**
 * What building a site costs, from process start to exit: `npm run bench -- [--large] [--runs N] [--plot FILE]`.
 * `--large` adds 5,000 channels. Needs `npm run build` first. All figures of one run are of one machine and one hour: use the ratios.
 *
 * Every document is built once a turn, so that a machine that is slower for some minutes is so to all of them, and each time into a folder
 * of its own, none of which is removed before the end: a file system may take five times as long to make files for some minutes after
 * many were removed. 1 GB of the temporary folder a turn, 2 GB with `--large`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sizeOf } from "./folder-size.js";
import { generate } from "./generate.js";
import { goal } from "./goal.js";
import { cli, measure, median, mediansOf } from "./measure.js";
import { plot } from "./plot.js";

const { values } = parseArgs({ options: { large: { type: "boolean" }, runs: { type: "string", default: "5" }, plot: { type: "string" } } });
const runs = Number(values.runs);
const sizes = [4, 100, 1000, ...(values.large ? [5000] : [])];
const folder = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
const floorProgram = fileURLToPath(new URL("floor.js", import.meta.url));

/** A document in the folder, of which all that is measured will be kept. */
function written([name, label, text]) {
  writeFileSync(join(folder, name), text);
  return { name, label, input: Buffer.byteLength(text), costs: [], size: undefined };
}

function documents() {
  const yaml = sizes.map((size) => [`${size}.yaml`, `2.x YAML, ${size}`, generate(size)]);
  const json = ["1000.json", "2.x JSON, 1000", generate(1000, { language: "json" })];
  const third = ["v3.yaml", "3.x YAML, 1000", generate(1000, { version: 3 })];
  return [...yaml, json, third].map(written);
}

/** Builds each document once, and pays the floor of the one of 1,000 channels. */
function turn(all, count) {
  for (const document of all) {
    const site = join(folder, `site-${count}-${document.name}`);
    document.costs.push(measure([cli, "build", document.name, "-o", site, "--profile"], folder));
    document.size ??= sizeOf(site);
  }
  return JSON.parse(measure([floorProgram, "1000.yaml"], folder).said.trim().split("\n").at(-1) ?? "{}");
}

const number = (value, digits = 2) => value.toFixed(digits);
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);

function report({ label, input, cpu, wall, memory, pages, bytes }) {
  row([
    label,
    number(input / 1e6),
    number(cpu),
    number(wall),
    number(memory, 0),
    pages,
    number(bytes / 1e6, 1),
    number((1000 * cpu) / pages, 1),
  ]);
}

/** The lines of `--profile` as the builds said them, for the largest document. */
function stages(said) {
  const [, table = ""] = /(?:^|\n)(Milliseconds a stage[\s\S]*)$/.exec(said) ?? [];
  return table.trimEnd();
}

try {
  const all = documents();
  const floors = Array.from({ length: runs }, (_, count) => turn(all, count));
  row(["document", "input MB", "CPU s", "wall s", "memory MB", "pages", "output MB", "CPU ms a page"]);
  row(Array.from({ length: 8 }, () => "---"));
  const measured = new Map(all.map(({ costs, size, ...document }) => [document.name, { ...document, ...mediansOf(costs), ...size }]));
  for (const each of measured.values()) report(each);

  const [yaml, remark, shiki] = ["yaml", "remark", "shiki"].map((part) => median(floors.map((each) => each[part])));
  const [{ texts, fences } = {}] = floors;
  console.log(
    `\nMedians of ${runs} runs. Floor of 1,000: yaml ${number(yaml)} s, remark ${number(remark)} s (${texts} texts), shiki ${number(shiki)} s (${fences} fences).\n`,
  );
  const [four, thousand, large, ofJson] = ["4.yaml", "1000.yaml", "5000.yaml", "1000.json"].map((name) => measured.get(name));
  const goals = [
    ["4 channels, MB", four.memory, { most: 160 }],
    ["1,000 channels, CPU to the floor", thousand.cpu / (yaml + remark + shiki), { most: 2 }],
    ["1,000 channels, MB", thousand.memory, { most: 600 }],
    ["1,000 channels, CPU ms a page", (1000 * thousand.cpu) / thousand.pages, { most: 3 }],
    ["1,000 channels, CPU of YAML to JSON", thousand.cpu / ofJson.cpu, { least: 1.2 }],
  ];
  if (large) {
    goals.push(["5,000 channels, CPU to 1,000", large.cpu / thousand.cpu, { most: 5.5 }]);
    goals.push(["5,000 channels, MB", large.memory, { most: 3000 }]);
    goals.push(["5,000 channels, output to 1,000", large.bytes / thousand.bytes, { most: 5.3 }]);
  }
  for (const each of goals) console.log(`- ${goal(...each)}`);
  console.log(`\n${stages((large ?? thousand).said)}`);
  if (values.plot)
    writeFileSync(
      values.plot,
      plot(
        "CPU seconds of a build, process start to exit",
        sizes.map((size) => [size, measured.get(`${size}.yaml`).cpu]),
      ),
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
