/**
 * What reading a changed file alone takes inside of a preview: our own reader over one text again and again in one process, two
 * versions kept as a preview keeps them, with the flags that it runs with. Prints the medians of the later half: milliseconds by the
 * clock, and of CPU in all threads.
 *
 *   node bench/own-parse.js document.yaml
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { median } from "./measure.js";

const ROUNDS = 40;
const folder = mkdtempSync(join(tmpdir(), "msgdocs-parse-"));

async function own(room) {
  const bundle = await rolldown({ cwd: fileURLToPath(new URL("..", import.meta.url)), input: `src/${room}`, platform: "node" });
  const file = join(folder, room.replaceAll("/", "-").replace(".ts", ".mjs"));
  await bundle.write({ file, format: "esm", codeSplitting: false });
  return import(pathToFileURL(file).href);
}

try {
  const [{ tuneEngine, giveRoom }, { decodeText, parseText }] = [await own("cli/tune-engine.ts"), await own("source/index.ts")];
  tuneEngine();
  const bytes = readFileSync(process.argv[2] ?? "");
  const report = ({ message }) => {
    throw new Error(message);
  };
  const kept = [];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const file = decodeText({ id: "/a.yaml", name: "a.yaml", language: "yaml" }, bytes, report);
    kept[round % 2] = parseText(file, { limits: { depth: 200 }, report });
    const { user, system } = process.cpuUsage(cpu);
    rounds.push({ wall: performance.now() - began, cpu: (user + system) / 1000 });
    giveRoom();
  }
  const later = rounds.slice(ROUNDS / 2);
  console.log(JSON.stringify({ wall: median(later.map(({ wall }) => wall)), cpu: median(later.map((each) => each.cpu)) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
