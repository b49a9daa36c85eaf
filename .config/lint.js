/** All checks of the code, two at a time: what each says comes whole, and one that fails fails all. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

// The longest first.
const waiting = ["code", "types", "unused", "package", "walls", "format"];

function run(name) {
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "-s", `lint:${name}`], { shell: process.platform === "win32" });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
    child.on("error", (error) => (said += error.message));
    child.on("close", (code) => {
      process.stdout.write(`lint:${name} ${code === 0 ? "passed" : "failed"}\n${said}`);
      resolve(code === 0);
    });
  });
}

async function runWaiting() {
  const passed = [];
  for (let name = waiting.shift(); name; name = waiting.shift()) passed.push(await run(name));
  return passed;
}

const lanes = await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runWaiting));
process.exitCode = lanes.flat().every(Boolean) ? 0 : 1;
