import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The bundle. `npm run build` makes it. */
export const cli = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));

/** The bundle in a process of its own, with flags for Node itself. */
export function spawned(cwd: string, args: readonly string[], node: readonly string[] = []): ChildProcess {
  if (!existsSync(cli)) throw new Error("There is no bundle to test: npm run build");
  return spawn(process.execPath, [...node, cli, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
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

/** Saves a file as many editors do: who looks at it finds the old text or the new one, and nothing in between. */
export function save(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds; fails after so long that only what never comes to be does. */
export async function until(met: () => boolean): Promise<void> {
  const end = performance.now() + 50_000;
  while (!met() && performance.now() < end) await sleep(5);
  expect(met()).toBe(true);
}
