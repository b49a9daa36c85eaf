import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** Tells the parent at the end what the process took: seconds of processor, megabytes at most. */
const TELL = `data:text/javascript,${encodeURIComponent(
  'import{writeSync}from"node:fs";process.on("exit",()=>{const u=process.resourceUsage();writeSync(3,JSON.stringify({seconds:(u.userCPUTime+u.systemCPUTime)/1e6,megabytes:u.maxRSS/1024}))})',
)}`;

/** What a run took. */
export interface Measured {
  readonly code: number | null;
  readonly signal: string | null;
  /** Of processor time, of all threads. */
  readonly seconds: number;
  /** Of memory at its most. */
  readonly megabytes: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bundle in a process of its own, which is killed after so many milliseconds. */
export function measured(cwd: string, args: readonly string[], timeout = 60_000): Promise<Measured> {
  const child = spawn("sh", ["-c", `ulimit -t 16; exec "$@"`, "sh", process.execPath, "--import", TELL, cli, ...args], {
    cwd,
    timeout,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const said = ["", "", "", ""];
  for (const at of [1, 2, 3])
    child.stdio[at]?.on("data", (data: Buffer) => (said[at] = `${said[at] ?? ""}${String(data).slice(0, 10_000)}`));
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      const told = said[3] ? (JSON.parse(said[3]) as { seconds: number; megabytes: number }) : { seconds: Infinity, megabytes: Infinity };
      resolve({ code, signal, ...told, stdout: said[1] ?? "", stderr: said[2] ?? "" });
    });
  });
}
