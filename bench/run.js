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
import { goal } from "./goal.js";
import { cli, measure, median, mediansOf } from "./measure.js";
import { plot } from "./plot.js";

const { values } = parseArgs({ options: { large: { type: "boolean" }, runs: { type: "string", default: "5" }, plot: { type: "string" } } });
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
  const once = () => {
    rmSync(site, { recursive: true, force: true });
    return measure([cli, "build", name, "-o", site, "--profile"], folder);
  };
  const cost = mediansOf(Array.from({ length: runs }, once));
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

  const floors = Array.from({ length: runs }, () =>
    JSON.parse(measure([floorProgram, "1000.yaml"], folder).said.trim().split("\n").at(-1) ?? "{}"),
  );
  const [yaml, remark, shiki] = ["yaml", "remark", "shiki"].map((part) => median(floors.map((each) => each[part])));
  const [{ texts, fences } = {}] = floors;
  console.log(
    `\nMedians of ${runs} runs. Floor of 1,000: yaml ${number(yaml)} s, remark ${number(remark)} s (${texts} texts), shiki ${number(shiki)} s (${fences} fences).\n`,
  );
  const [four, thousand, large] = [4, 1000, 5000].map((size) => measured.get(size));
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
        sizes.map((size) => [size, measured.get(size).cpu]),
      ),
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
