/**
 * How long after a save the changed page is served: `npm run bench:watch [-- --edits N --sizes 4,10,100,1000]`.
 * Each save changes a word of one message or of the title; measured are the wall time from the save to the last byte of the page's
 * new bytes, and the CPU time of the server meanwhile. Beside it stands what reading the file alone takes, in the same hour.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { cli, median } from "./measure.js";

const { values } = parseArgs({
  options: { edits: { type: "string", default: "50" }, sizes: { type: "string", default: "4,10,100,1000" } },
});
const sleep = (ms) => wait(ms);

/** Milliseconds of CPU that a process has used; 10 ms are one tick of the kernel's clock. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

async function started(file, folder) {
  const child = spawn(process.execPath, [cli, "watch", file, "--port", "0"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const state = { child, said: "", port: 0 };
  child.stderr.on("data", (data) => (state.said += data));
  while (!/\d ms,/.test(state.said)) await sleep(50);
  state.port = Number(/:(\d+)\//.exec(state.said)[1]);
  return state;
}

function get(port, path) {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: "127.0.0.1", path, agent: false }, (response) => {
        let body = "";
        response
          .setEncoding("utf8")
          .on("data", (data) => (body += data))
          .on("end", () => resolve(body));
      })
      .on("error", reject);
  });
}

/** Saves again and again, each time as soon as the page of the save before has been served. */
async function edit({ child, port }, { file, text, edits }) {
  let wake;
  http.get({ port, host: "127.0.0.1", path: "/__msgdocs/events" }, (response) => response.on("data", () => wake?.()));
  await sleep(500);
  const costs = [];
  const summaries = [...text.matchAll(/^( +description: )Names the thing/gm)];
  for (let index = 1; index <= edits; index += 1) {
    const word = `Edit${index}x`;
    const at = summaries.length > 0 ? summaries[(index * 7) % summaries.length].index : 0;
    const body = index % 2 ? text : `${text.slice(0, at)}# A comment that moves all that follows.\n${text.slice(at)}`;
    const [cpu, began] = [cpuOf(child.pid), performance.now()];
    writeFileSync(file, body.replace(/^( {2}title: ).*$/m, `$1${word}`));
    do {
      await new Promise((resolve) => {
        wake = resolve;
        void sleep(10_000).then(resolve);
      });
    } while (!(await get(port, "/index.html")).includes(word));
    const wall = performance.now() - began;
    await sleep(80);
    costs.push({ wall, cpu: cpuOf(child.pid) - cpu });
  }
  return costs;
}

const cell = (numbers) => `${median(numbers).toFixed(0)} / ${Math.max(...numbers).toFixed(0)}`;

console.log("| channels | edits | saved to served, ms (median / worst) | CPU ms (median / worst) | memory MB |");
console.log("| --- | --- | --- | --- | --- |");
for (const size of values.sizes.split(",").map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
  const file = join(folder, "api.yaml");
  const text = generate(size);
  writeFileSync(file, text);
  const server = await started(file, folder);
  try {
    const costs = await edit(server, { file, text, edits: Number(values.edits) });
    const of = (what) => cell(costs.map((each) => each[what]));
    console.log(`| ${size} | ${costs.length} | ${of("wall")} | ${of("cpu")} | ${residentOf(server.child.pid).toFixed(0)} |`);
  } finally {
    server.child.kill("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(0);
