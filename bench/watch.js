/**
 * How long after a save the changed page is served: `npm run bench:watch [-- --edits N --sizes 4,10,100,1000 --services 60]`.
 * Each save changes a word of one message or of the title; measured are the wall time from the save to the last byte of the page's
 * new bytes, and the CPU time of the server meanwhile. Beside it stands what reading the file alone takes, in the same hour.
 * With `--services N,N` portals of so many documents are measured instead; `--folder DIR` is one of the documents that a folder holds
 * (`DIR/services/<name>/asyncapi.yaml`).
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { generate } from "./generate.js";
import { cli, median } from "./measure.js";

const { values } = parseArgs({
  options: {
    edits: { type: "string", default: "50" },
    sizes: { type: "string", default: "4,10,100,1000" },
    services: { type: "string" },
    folder: { type: "string" },
  },
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
  const child = spawn(process.execPath, [cli, "watch", ...(file === undefined ? [] : [file]), "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
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

/**
 * Saves again and again, each time as soon as the page of the save before has been served. `saveOf` says what is saved, and the page that
 * shows it.
 */
async function edit({ child, port }, edits, saveOf) {
  let wake;
  http.get({ port, host: "127.0.0.1", path: "/__msgdocs/events" }, (response) => response.on("data", () => wake?.()));
  await sleep(500);
  const costs = [];
  for (let index = 1; index <= edits; index += 1) {
    const word = `Edit${index}x`;
    const { file, text, page } = saveOf(index);
    const [cpu, began] = [cpuOf(child.pid), performance.now()];
    writeFileSync(file, text.replace(/^( +title: ).*$/m, `$1${word}`));
    do {
      await new Promise((resolve) => {
        wake = resolve;
        void sleep(10_000).then(resolve);
      });
    } while (!(await get(port, page)).includes(word));
    const wall = performance.now() - began;
    await sleep(80);
    costs.push({ wall, cpu: cpuOf(child.pid) - cpu });
  }
  return costs;
}

/** Every other save of a document moves all that follows. */
function savesOf(file, text) {
  const summaries = [...text.matchAll(/^( +description: )Names the thing/gm)];
  return (index) => {
    const at = summaries.length > 0 ? summaries[(index * 7) % summaries.length].index : 0;
    const moved = `${text.slice(0, at)}# A comment that moves all that follows.\n${text.slice(at)}`;
    return { file, text: index % 2 ? text : moved, page: "/index.html" };
  };
}

/** Saves of one document after the other. */
function savesOfPortal(folder) {
  const names = readdirSync(join(folder, "services")).filter((name) => existsSync(join(folder, "services", name, "asyncapi.yaml")));
  return (index) => {
    const name = names[(index * 7) % names.length];
    const file = join(folder, "services", name, "asyncapi.yaml");
    return { file, text: readFileSync(file, "utf8"), page: `/apis/${name}/index.html` };
  };
}

function writePortal(folder, count) {
  if (values.folder !== undefined) cpSync(values.folder, folder, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const place = join(folder, "services", `service-${index}`);
    mkdirSync(place, { recursive: true });
    const text = generate(4, { version: index % 2 ? 3 : 2, from: index * 3, title: `Service ${index}` });
    writeFileSync(join(place, "asyncapi.yaml"), text);
  }
  writeFileSync(
    join(folder, "msgdocs.yaml"),
    JSON.stringify({ title: "Everything that happens", documents: ["services/*/asyncapi.yaml"] }),
  );
}

const cell = (numbers) => `${median(numbers).toFixed(0)} / ${Math.max(...numbers).toFixed(0)}`;

async function tell(name, prepare) {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-bench-"));
  try {
    const { file, saveOf } = prepare(folder);
    const server = await started(file, folder);
    try {
      const costs = await edit(server, Number(values.edits), saveOf);
      const of = (what) => cell(costs.map((each) => each[what]));
      console.log(`| ${name} | ${costs.length} | ${of("wall")} | ${of("cpu")} | ${residentOf(server.child.pid).toFixed(0)} |`);
    } finally {
      server.child.kill("SIGINT");
      await new Promise((resolve) => server.child.once("exit", resolve));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { services = values.folder === undefined ? undefined : "0" } = values;
console.log(
  `| ${services === undefined ? "channels" : "documents"} | edits | saved to served, ms (median / worst) | CPU ms (median / worst) | memory MB |`,
);
console.log("| --- | --- | --- | --- | --- |");
if (services === undefined)
  for (const size of values.sizes.split(",").map(Number))
    await tell(size, (folder) => {
      const file = join(folder, "api.yaml");
      const text = generate(size);
      writeFileSync(file, text);
      return { file, saveOf: savesOf(file, text) };
    });
else
  for (const count of services.split(",").map(Number))
    await tell(count === 0 ? "the given" : count, (folder) => {
      writePortal(folder, count);
      return { saveOf: savesOfPortal(folder) };
    });
process.exit(0);
