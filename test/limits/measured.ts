import { spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** Tells the parent at the end what the process took: seconds of processor, megabytes at most. */
const TELL = `data:text/javascript,${encodeURIComponent(
  'import{writeSync}from"node:fs";process.on("exit",()=>{const u=process.resourceUsage();writeSync(3,JSON.stringify({seconds:(u.userCPUTime+u.systemCPUTime)/1e6,megabytes:u.maxRSS/1024}))})',
)}`;

/** A computation that has nothing to do with us: sorting, maps, JSON and text. */
const YARDSTICK = `
  const words = Array.from({ length: 120_000 }, (_, at) => "word " + ((at * 7919) % 100_003) + ": " + at).sort();
  const counted = new Map(words.map((word) => [word.slice(0, 9), word.length]));
  JSON.parse(JSON.stringify([...counted, ...words.map((word) => ({ word, parts: word.split(" ") }))]));
  words.join("\\n").replace(/[aeiou]\\d/g, "-");
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  console.log((userCPUTime + systemCPUTime) / 1e6);
`;

/** The seconds that the yardstick may take before a machine counts as slow. */
const QUICK = 0.6;

/** How much longer than on a quick machine a computation takes here and now; at least 1. A slow or busy one needs more processor time for the same. */
export function slowness(): number {
  const { stdout } = spawnSync(process.execPath, ["-e", YARDSTICK], { encoding: "utf8" });
  return Math.max(1, Number(stdout) / QUICK);
}

/** What a run took. */
export interface Measured {
  readonly code: number | null;
  readonly signal: string | null;
  /** Of processor time, of all threads. */
  readonly seconds: number;
  /** Of memory at its most. */
  readonly megabytes: number;
  /** Its first part, and how long all of it is. */
  readonly stdout: string;
  readonly printed: number;
  readonly stderr: string;
}

/** Lets a reader rest after each part that it takes. */
function rest(stream: Readable): void {
  stream.on("data", () => {
    stream.pause();
    setTimeout(() => stream.resume(), 2);
  });
}

export interface Running {
  /** After so many milliseconds the process is killed. */
  readonly timeout?: number;
  /** Whether what is printed is read slowly. */
  readonly slow?: boolean;
}

/** Runs the bundle in a process of its own. */
export function measured(cwd: string, args: readonly string[], { timeout = 60_000, slow = false }: Running = {}): Promise<Measured> {
  const child = spawn("sh", ["-c", `ulimit -t 40; exec "$@"`, "sh", process.execPath, "--import", TELL, cli, ...args], {
    cwd,
    timeout,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const said = ["", "", "", ""];
  let printed = 0;
  const [, stdout] = child.stdio;
  stdout?.on("data", (data: Buffer) => (printed += data.length));
  if (slow && stdout) rest(stdout);
  for (const at of [1, 2, 3])
    child.stdio[at]?.on("data", (data: Buffer) => (said[at] = `${said[at] ?? ""}${String(data).slice(0, 10_000)}`));
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      const told = said[3] ? (JSON.parse(said[3]) as { seconds: number; megabytes: number }) : { seconds: Infinity, megabytes: Infinity };
      resolve({ code, signal, ...told, stdout: said[1] ?? "", printed, stderr: said[2] ?? "" });
    });
  });
}
