import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { eject } from "../../../src/app/commands/eject.ts";
import { init } from "../../../src/app/commands/init.ts";
import { replaceFile } from "../../../src/run/command/one-file.ts";
import { quietIo } from "../../support/quiet-io.ts";

/** What happens right before a call of the file system whose path ends so. */
const before = vi.hoisted(() => ({ call: "", path: "", exchange: (): unknown => undefined }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  const hooked = (name: "openSync" | "mkdirSync" | "writeFileSync" | "chmodSync" | "renameSync"): unknown => [
    name,
    (...given: unknown[]) => {
      if (before.call === name && String(given[0]).endsWith(before.path)) {
        before.call = "";
        before.exchange();
      }
      return (real[name] as (...all: unknown[]) => unknown)(...given);
    },
  ];
  const names = ["openSync", "mkdirSync", "writeFileSync", "chmodSync", "renameSync"] as const;
  return { ...real, ...(Object.fromEntries(names.map(hooked) as [string, unknown][]) as object) };
});

const base = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-")));
const cwd = join(base, "repo");
afterAll(() => rmSync(base, { recursive: true }));
beforeEach(() => {
  Object.assign(before, { call: "", path: "" });
  rmSync(base, { recursive: true });
  mkdirSync(join(cwd, ".git"), { recursive: true });
  for (const [folder, text] of [
    ["repo/a", "old"],
    ["repo/a/sub", "old"],
    ["elsewhere", "theirs"],
    ["elsewhere/sub", "theirs"],
  ] as const) {
    mkdirSync(join(base, folder), { recursive: true });
    writeFileSync(join(base, folder, "out.html"), text);
  }
});

/** Every file below a folder with its text. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name !== "sub")
    .map((name) => `${name}: ${readFileSync(join(folder, name), "utf8")}`);

function exchangeParent(call: string, { path = "", parent = "a" } = {}): void {
  const exchange = (): void => {
    renameSync(join(cwd, parent), join(cwd, "b"));
    symlinkSync(join(base, "elsewhere"), join(cwd, parent));
  };
  Object.assign(before, { call, path, exchange });
}

test.each(["", "/sub"])("a folder that becomes a link before it is opened is not written into, nor one below it: a%s", (below) => {
  exchangeParent("openSync");
  expect(() => replaceFile(join(cwd, `a${below}/out.html`), "new", cwd)).toThrow(/cannot be opened|leads through a link/);
  expect([filesIn(join(base, `elsewhere${below}`)), filesIn(join(cwd, `b${below}`))]).toEqual([["out.html: theirs"], ["out.html: old"]]);
});

// Only Linux has a path to an open folder.
test.runIf(process.platform === "linux").each(["writeFileSync", "chmodSync", "renameSync"])(
  "nor where it leads once it is open: the file is in the folder that was opened (before %s)",
  (call) => {
    exchangeParent(call);
    replaceFile(join(cwd, "a/out.html"), "new", cwd);
    expect([filesIn(join(base, "elsewhere")), filesIn(join(cwd, "b"))]).toEqual([["out.html: theirs"], ["out.html: new"]]);
  },
);

const io = quietIo(cwd);

// Only Linux has a path to an open folder.
test.runIf(process.platform === "linux").each([
  ["theme eject", "a", "", () => eject({ file: "css/tokens.css", to: "a/new" }, io)],
  ["init", ".github", "workflows", () => init({ documents: ["a.yaml"], ci: "github", preCommit: false, docker: false }, io)],
] as const)("%s makes no folder where a link in the place of %s leads", async (_, parent, path, command) => {
  mkdirSync(join(cwd, parent), { recursive: true });
  const there = readdirSync(join(base, "elsewhere"));
  exchangeParent("mkdirSync", { path, parent });
  await expect((async () => command())()).rejects.toThrow(/cannot be opened|leads through a link/);
  expect([before.call, readdirSync(join(base, "elsewhere"))]).toEqual(["", there]);
});
