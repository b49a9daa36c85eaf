import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** The bundle. `npm run build` makes it. */
export const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** The bundle in a process of its own. */
export function spawned(cwd: string, args: readonly string[]): ChildProcess {
  if (!existsSync(cli)) throw new Error("There is no bundle to test: npm run build");
  return spawn(process.execPath, [cli, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for the end of a process and everything that it says. */
export function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr })));
}

/** A fine document with so many channels, whose pages hold a word. */
export function large(channels: number, word: string): string {
  const each = Array.from(
    { length: channels },
    (_, at) =>
      `  c/${at}:\n    description: "${word} ${at}"\n    publish: { operationId: o${at}, message: { messageId: m${at}, payload: { type: object, properties: { a: { type: integer } } } } }\n`,
  );
  return `msgapi: 2.4.0\ninfo: { title: ${word}, version: 1.0.0 }\nchannels:\n${each.join("")}`;
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
