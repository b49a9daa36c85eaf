import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { fine, folder } from "./shell.ts";
import type { Ended } from "./spawned.ts";
import { ended, save, spawned, until } from "./spawned.ts";

const open: ChildProcess[] = [];
afterEach(() => open.splice(0).forEach((child) => child.kill("SIGKILL")));

interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<Ended>;
  /** Waits until so many builds have been told of; all that was said. */
  readonly told: (builds: number) => Promise<string>;
}

function watching(cwd: string, args: readonly string[]): Running {
  const child = spawned(cwd, args);
  open.push(child);
  const end = ended(child);
  let said = "";
  child.stderr?.on("data", (text: string) => (said += text));
  const told = async (builds: number): Promise<string> => {
    const told = (): number => [...said.matchAll(/: \d+ ms, /g)].length;
    await until(() => told() >= builds);
    expect(told()).toBe(builds);
    return said;
  };
  return { child, end, told };
}

test("in a pipe: plain lines, the next free port where one is taken, and a missing document is waited for", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const cwd = folder({});
  const { child, end, told } = watching(cwd, ["dev", "msgapi.yaml", "--port", String(port)]);
  expect(await told(1)).toMatch(
    new RegExp(
      `^Port ${port} is taken; \\d+ is the next free one\\.\nPreview at http://127\\.0\\.0\\.1:\\d+/\n[^]*; nothing to show yet\n$`,
    ),
  );
  save(join(cwd, "msgapi.yaml"), fine);
  expect(await told(2)).toMatch(/\nmsgapi\.yaml: \d+ ms, no problems\n$/);
  save(join(cwd, "msgapi.yaml"), "broken: [");
  expect(await told(3)).toMatch(/\nmsgapi\.yaml: \d+ ms, 1 error; the last good site stays\n$/);
  child.kill("SIGINT");
  const { code, stdout, stderr } = await end;
  expect([code, stdout]).toEqual([130, ""]);
  // No colours, no keys.
  expect([stderr.includes("\u001b"), stderr.includes("quit")]).toEqual([false, false]);
  other.close();
});

test.each(["SIGTERM", "SIGHUP"] as const)("%s ends it while it builds", async (signal) => {
  const cwd = folder({ "msgapi.yaml": fine });
  const { child, end, told } = watching(cwd, ["watch", "--port", "0"]);
  await told(1);
  save(join(cwd, "msgapi.yaml"), fine.replace("Lamps", "Lights"));
  child.kill(signal);
  const { code, signal: by } = await end;
  expect([code, by]).toEqual(signal === "SIGTERM" ? [143, null] : [null, "SIGHUP"]);
});

test.each([
  [["-"], /^error: Standard input does not change, and cannot be watched\.\nName a file\.\n$/],
  [["--editor", "javascript:alert(1)//{path}"], /^error: --editor must be vscode, .*and is "javascript:alert\(1\)/],
  // An address for examples (RFC 5737), and so none of this machine's.
  [["--host", "203.0.113.9"], /^error: There is nowhere to serve at: .*\nName an address of this machine with --host\./],
] as const)("%j is refused, with what to do", async (args, words) => {
  const { code, stderr } = await watching(folder({ "msgapi.yaml": fine }), ["watch", "--port", "0", ...args]).end;
  expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
});

test("a document on the network is not watched, which is said", async () => {
  const { told } = watching(folder(), ["watch", "--port", "0", "https://schemas.invalid/api.yaml"]);
  expect(await told(1)).toMatch(
    /\nThe document is on the network and is not watched: start watch again to read it anew\.\n[^]*--allow-remote https:\/\/schemas\.invalid\/ /,
  );
});

test("what is reached beyond the document's folder is said", async () => {
  const cwd = folder({
    "apis/api.yaml": fine.replace("messageId: lit\n", "messageId: lit\n        headers: { $ref: ../a.yaml }\n"),
    "a.yaml": "type: object\n",
  });
  const { told } = watching(cwd, ["watch", "apis/api.yaml", "--root", ".", "--port", "0"]);
  expect(await told(1)).toContain("\nRead beyond the document's folder: 1 file in .\n");
});

test("a setting that opens nothing is warned of, and the site is shown", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "msgdocs.yaml": "editor: emacs\n" });
  const { told } = watching(cwd, ["watch", "--port", "0"]);
  expect(await told(1)).toMatch(/\nWarning: the setting editor must be vscode, .* and is "emacs"\.\neverything: \d+ ms, no problems\n$/);
});
