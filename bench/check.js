/**
 * What checking a document costs, from process start to exit, beside what the library `yaml` takes to parse the same text:
 * `npm run bench:check -- [--runs N] [--faults N]`. Needs `npm run build` first. Use the ratios, not the seconds.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { faulty, kinds } from "./faulty.js";
import { generate } from "./generate.js";
import { cli, measure, median } from "./measure.js";

const { values } = parseArgs({ options: { runs: { type: "string", default: "3" }, faults: { type: "string", default: "10000" } } });
const runs = Number(values.runs);
const count = Number(values.faults);
const folder = mkdtempSync(join(tmpdir(), "msgdocs-check-"));
const parser = fileURLToPath(new URL("parse.js", import.meta.url));

const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
const header = (cells) => {
  row(cells);
  row(cells.map(() => "---"));
};

/** CPU seconds of parsing and of checking, in turns so that other work on the machine meets both alike; and the memory of the check. */
function turns(name) {
  const all = Array.from({ length: runs }, () => {
    const { parse } = JSON.parse(measure([parser, name], folder).said.trim().split("\n").at(-1) ?? "{}");
    const { cpu, memory } = measure([cli, "check", name, "--format", "json"], folder, [0, 1]);
    return { parse, cpu, memory };
  });
  const of = (field) => median(all.map((each) => each[field]));
  return { parse: of("parse"), cpu: of("cpu"), memory: of("memory") };
}

function write(name, text) {
  writeFileSync(join(folder, name), text);
  return Buffer.byteLength(text) / 1e6;
}

const documents = [
  ["2.x YAML, 4", "4.yaml", () => generate(4)],
  ["2.x YAML, 100", "100.yaml", () => generate(100)],
  ["2.x YAML, 1000", "1000.yaml", () => generate(1000)],
  ["3.x YAML, 1000", "v3.yaml", () => generate(1000, { version: 3 })],
  ["2.x JSON, 1000", "1000.json", () => generate(1000, { language: "json" })],
];

try {
  header(["document", "input MB", "parse CPU s", "check CPU s", "check to parse", "memory MB"]);
  for (const [label, name, make] of documents) {
    const size = write(name, make());
    const { parse, cpu, memory } = turns(name);
    row([label, size.toFixed(2), parse.toFixed(2), cpu.toFixed(2), (cpu / parse).toFixed(2), memory.toFixed(0)]);
  }
  console.log(`\n${count} channels with one fault each:\n`);
  header(["fault", "check CPU s", "to the clean document", "twice as many channels", "memory MB"]);
  let clean = 0;
  for (const kind of kinds) {
    write("faulty.json", faulty(count, kind));
    write("twice.json", faulty(2 * count, kind));
    const { cpu, memory } = turns("faulty.json");
    const twice = turns("twice.json");
    if (kind === "clean") clean = cpu;
    row([kind, cpu.toFixed(2), (cpu / clean).toFixed(2), (twice.cpu / cpu).toFixed(2), memory.toFixed(0)]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
