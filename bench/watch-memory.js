/**
 * Whether the preview's memory stays flat: `npm run bench:watch-memory [-- --rebuilds N --every N --rest SECONDS]`.
 * One process of the program rebuilds a small document again and again, every seventh time a broken one; pages and the search index
 * are asked for in between. Printed are the resident memory and the heap, each after a collection. After four minutes of work it
 * rests for so many seconds, for others on the machine.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { cli } from "./measure.js";

const { values } = parseArgs({
  options: {
    rebuilds: { type: "string", default: "10000" },
    every: { type: "string", default: "500" },
    rest: { type: "string", default: "0" },
  },
});

/** Said by the program itself when it is asked by a signal: bytes of the heap that are in use. */
const TELL = `process.on("SIGUSR2", () => { gc(); gc(); process.stderr.write("heap " + process.memoryUsage().heapUsed + "\\n"); });`;

const folder = mkdtempSync(join(tmpdir(), "msgdocs-memory-"));
const file = join(folder, "api.yaml");
const text = generate(4);
writeFileSync(file, text);
const flags = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(TELL)}`];
const child = spawn(process.execPath, [...flags, cli, "watch", file, "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });

/** The last line that the program said, and how many of its lines were of rebuilds. */
const said = { builds: 0, url: "", heap: 0, rest: "" };
child.stderr.setEncoding("utf8").on("data", (part) => {
  const lines = (said.rest + part).split("\n");
  said.rest = lines.pop();
  for (const line of lines) {
    if (/ \d+ ms, /.test(line)) said.builds += 1;
    said.url ||= /http:\S+/.exec(line)?.[0] ?? "";
    if (line.startsWith("heap ")) said.heap = Number(line.slice("heap ".length));
  }
});

async function until(isTrue) {
  while (!isTrue()) await sleep(4);
}

async function read(url) {
  const response = await new Promise((resolve, reject) => http.get(url, { agent: false }, resolve).on("error", reject));
  for await (const part of response) void part;
}

async function rebuild(number) {
  const before = said.builds;
  const edited = text.replace(/^( {2}title: ).*$/m, `$1Edit ${number}`);
  writeFileSync(file, number % 7 === 0 ? `${edited}\nbroken: [\n` : edited);
  await until(() => said.builds > before);
  if (number % 10 === 0) await read(said.url);
  if (number % 100 === 0) await read(`${said.url}manifest.json`);
}

async function measure(number) {
  said.heap = 0;
  child.kill("SIGUSR2");
  await until(() => said.heap > 0);
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
  console.log(`| ${number} | ${resident.toFixed(0)} | ${(said.heap / 1024 / 1024).toFixed(1)} |`);
}

const WORK = 240_000;
try {
  await until(() => said.builds > 0);
  console.log("| rebuilds | resident MB | heap MB |\n| --- | --- | --- |");
  let began = performance.now();
  for (let number = 1; number <= Number(values.rebuilds); number += 1) {
    await rebuild(number);
    if (number % Number(values.every) === 0 || number === 100) await measure(number);
    if (performance.now() - began > WORK) {
      await sleep(Number(values.rest) * 1000);
      began = performance.now();
    }
  }
} finally {
  child.kill("SIGINT");
  rmSync(folder, { recursive: true, force: true });
}
