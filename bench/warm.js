/**
 * What a cache folder saves: `npm run bench:warm [-- --sizes 100,1000]`. CPU and wall seconds of a build without a cache, of one that
 * fills it, of one in which nothing has changed, and of one after a change of one line; beside them a check, which writes nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { cli, measure } from "./measure.js";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "4,100,1000" } } });

function row(cells) {
  console.log(`| ${cells.join(" | ")} |`);
}

row(["channels", "what", "CPU s", "wall s", "memory MB"]);
row(["---", "---", "---", "---", "---"]);
for (const size of values.sizes.split(",").map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
  const file = join(folder, "api.yaml");
  writeFileSync(file, generate(size));
  const say = (what, args) => {
    const { cpu, wall, memory } = measure([cli, ...args], folder);
    row([size, what, cpu.toFixed(2), wall.toFixed(2), memory.toFixed(0)]);
  };
  const build = ["build", "api.yaml", "-o", "site"];
  const cached = [...build, "--cache", "kept"];
  try {
    say("check", ["check", "api.yaml"]);
    say("without a cache", build);
    say("the first with a cache", cached);
    say("nothing has changed", cached);
    writeFileSync(file, readFileSync(file, "utf8").replace("Said at step 3.", "Said at the third step."));
    say("one line has changed", cached);
    say("nothing has changed since", cached);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
