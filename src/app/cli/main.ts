#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { buffer } from "node:stream/consumers";
import manifest from "../../../package.json" with { type: "json" };
import type { Io } from "../commands/index.ts";
import type { Outlet } from "./outlet.ts";
import { outlet } from "./outlet.ts";
import { run } from "./run.ts";
import { progressLine, takesColour } from "./terminal.ts";
import { tuneEngine } from "./tune-engine.ts";

/** POSIX: a process that a signal ends reports 128 and the signal's number. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Runs what must be cleaned up when the process is interrupted, and then ends it. */
function interruptions(): Io["onInterrupt"] {
  const cleanings = new Set<() => void>();
  for (const [signal, exit] of Object.entries(signals)) {
    process.once(signal, () => {
      for (const clean of cleanings) clean();
      // Node resets the terminal on its way out, and crashes where that has been closed; the signal itself, no longer handled, ends
      // the process without it, and a shell reports the same number.
      if (signal === "SIGHUP") process.kill(process.pid, signal);
      else process.exit(exit);
    });
  }
  return (clean) => {
    cleanings.add(clean);
    return () => void cleanings.delete(clean);
  };
}

/** Every key as it is pressed, Ctrl C too, which is no signal then. */
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

/** The process as commands see it. */
function processIo({ stdout, stderr }: { stdout: Outlet; stderr: Outlet }): Io {
  return {
    cwd: process.cwd(),
    version: manifest.version,
    stdout: stdout.say,
    stderr: stderr.say,
    stdin: () => buffer(process.stdin),
    colour: { stdout: takesColour(process.stdout, process.env), stderr: takesColour(process.stderr, process.env) },
    // Not set where there is no terminal, and anew when its window changes.
    columns: (stream) => process[stream].columns || undefined,
    progress: progressLine(process.stderr, () => performance.now()),
    ...(process.stdin.isTTY && process.stderr.isTTY ? { keys: keysOf(process.stdin), ask: askOnTerminal } : {}),
    onInterrupt: interruptions(),
  };
}

tuneEngine();

const streams = { stdout: outlet(process.stdout), stderr: outlet(process.stderr) };
const flushed = () => Promise.all([streams.stdout.flushed(), streams.stderr.flushed()]);
const exit = await run(process.argv.slice(2), processIo(streams), flushed);
await flushed();
// Everything has been said; what may still be open (a worker, a timer) must not hold the process.
process.exit(exit);
