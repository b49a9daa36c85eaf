#!/usr/bin/env node
import type { Stats } from "node:fs";
import { fstatSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { buffer } from "node:stream/consumers";
import manifest from "../../../package.json" with { type: "json" };
import type { Io } from "#run";
import type { Outlet } from "./outlet.ts";
import { fileStream, outlet, progressLine, takesColour } from "./outlet.ts";
import { run } from "./run.ts";
import { tuneEngine } from "./tune-engine.ts";

/** Exit codes after a signal: 128 plus its number, as POSIX shells report it. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Runs clean-up functions when the process is interrupted, and then ends it. */
function interruptions(): Io["onInterrupt"] {
  const cleanings = new Set<() => void>();
  for (const [signal, exit] of Object.entries(signals)) {
    process.once(signal, () => {
      for (const clean of cleanings) clean();
      // On exit, Node resets the terminal and crashes if the terminal was closed. The signal itself, which is no longer handled, ends
      // the process without that, and shells report the same number.
      if (signal === "SIGHUP") process.kill(process.pid, signal);
      else process.exit(exit);
    });
  }
  return (clean) => {
    cleanings.add(clean);
    return () => void cleanings.delete(clean);
  };
}

/** Reports every key as it is pressed, including Ctrl C, which is then no signal. */
function keysOf(keyboard: typeof process.stdin): NonNullable<Io["keys"]> {
  return (listener) => {
    const tell = (data: Buffer): void => listener(data.toString("utf8"));
    keyboard.setRawMode(true);
    keyboard.on("data", tell).resume();
    return () => {
      keyboard.off("data", tell).pause();
      keyboard.setRawMode(false);
    };
  };
}

/** Asks for a line. Ctrl C ends the process, as it does everywhere else. */
async function askOnTerminal(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const end = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  try {
    return await Promise.race([lines.question(question), end]);
  } finally {
    lines.close();
  }
}

/** The process as the `Io` of commands. */
function processIo({ stdout, stderr }: { stdout: Outlet; stderr: Outlet }): Io {
  return {
    cwd: process.cwd(),
    version: manifest.version,
    stdout: stdout.say,
    stderr: stderr.say,
    stdin: () => buffer(process.stdin),
    colour: { stdout: takesColour(process.stdout, process.env), stderr: takesColour(process.stderr, process.env) },
    // It is undefined without a terminal, and changes with the size of the window.
    columns: (stream) => process[stream].columns || undefined,
    progress: progressLine(process.stderr, () => performance.now()),
    ...(process.stdin.isTTY && process.stderr.isTTY ? { keys: keysOf(process.stdin), ask: askOnTerminal } : {}),
    onInterrupt: interruptions(),
  };
}

tuneEngine();

/** The outlet for a stream of the process. */
function outletOf(stream: typeof process.stdout | typeof process.stderr): Outlet {
  return outlet(statsOfOpen(stream.fd)?.isFile() === true ? fileStream(stream.fd, stream) : stream);
}

/** What the system says of an open file; `undefined` if it says nothing, as of some consoles. */
function statsOfOpen(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

const streams = { stdout: outletOf(process.stdout), stderr: outletOf(process.stderr) };
const flushed = () => Promise.all([streams.stdout.flushed(), streams.stderr.flushed()]);
const exit = await run(process.argv.slice(2), processIo(streams), flushed);
// What the system did not take was told, as far as that is possible.
await flushed().catch(() => undefined);
// Everything was printed. Open handles, such as a worker or timer, must not keep the process alive.
process.exit(exit);
