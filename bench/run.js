/**
 * What building a site costs, from process start to exit: `npm run bench -- [--large] [--runs N] [--plot FILE]`.
 * `--large` adds 5,000 channels. Needs `npm run build` first. All figures of one run are of one machine and one hour: use the ratios.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sizeOf } from "./folder-size.js";
import { generate } from "./generate.js";
import { cli, measure, medians } from "./measure.js";
import { plot } from "./plot.js";

const { values } = parseArgs({ options: { large: { type: "boolean" }, runs: { type: "string", default: "3" }, plot: { type: "string" } } });
const runs = Number(values.runs);
const sizes = [4, 100, 1000, ...(values.large ? [5000] : [])];
const folder = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
const floorProgram = fileURLToPath(new URL("floor.js", import.meta.url));

function write(name, text) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return Buffer.byteLength(text);
}

/** Seconds and MB of a build into an empty folder, and what was written. */
function build(name) {
  const site = join(folder, "site");
  const cost = medians(runs, () => {
    rmSync(site, { recursive: true, force: true });
    return measure([cli, "build", name, "-o", site, "--profile"], folder);
  });
  return { ...cost, ...sizeOf(site) };
}

const number = (value, digits = 2) => value.toFixed(digits);
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);

function report(label, input, result) {
  const { cpu, wall, memory, pages, bytes } = result;
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
  row(["document", "input MB", "CPU s", "wall s", "memory MB", "pages", "output MB", "CPU ms a page"]);
  row(Array.from({ length: 8 }, () => "---"));
  const measured = new Map();
  for (const size of sizes) {
    const input = write(`${size}.yaml`, generate(size));
    measured.set(size, build(`${size}.yaml`));
    report(`2.x YAML, ${size}`, input, measured.get(size));
  }
  const json = write("1000.json", generate(1000, { language: "json" }));
  const ofJson = build("1000.json");
  report("2.x JSON, 1000", json, ofJson);
  const third = write("v3.yaml", generate(1000, { version: 3 }));
  report("3.x YAML, 1000", third, build("v3.yaml"));

  const floor = JSON.parse(measure([floorProgram, "1000.yaml"], folder).said.trim().split("\n").at(-1) ?? "{}");
  const least = floor.yaml + floor.remark + floor.shiki;
  const thousand = measured.get(1000);
  console.log(
    `\nFloor of 1,000: yaml ${number(floor.yaml)} s, remark ${number(floor.remark)} s (${floor.texts} texts), shiki ${number(floor.shiki)} s (${floor.fences} fences).`,
  );
  console.log(
    `1,000 to its floor: ${number(thousand.cpu / least)} (goal at most 2.0). JSON is ${number(thousand.cpu / ofJson.cpu)} times as fast as YAML (goal 1.2).`,
  );
  const large = measured.get(5000);
  if (large)
    console.log(
      `5,000 to 1,000: CPU ${number(large.cpu / thousand.cpu)} (goal at most 5.5), output ${number(large.bytes / thousand.bytes)} (goal at most 5.3).`,
    );
  console.log(`\n${stages((large ?? thousand).said)}`);
  if (values.plot)
    writeFileSync(
      values.plot,
      plot(
        "CPU seconds of a build, process start to exit",
        sizes.map((size) => [size, measured.get(size).cpu]),
      ),
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
