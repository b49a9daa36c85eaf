import type { SpawnOptions } from "node:child_process";
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contents, folder } from "../app/cli/shell.ts";
import { cli, ended, large } from "../app/cli/spawned.ts";

/** Rows of the threat model that concern where, by whom and with how much msgdocs is run. */

const examples = fileURLToPath(new URL("../../example-docs/", import.meta.url));

/** The largest example, with guides, parts in other files and settings, somewhere. */
function project(below = "project"): string {
  const cwd = join(folder({}), below);
  cpSync(examples, cwd, { recursive: true });
  return cwd;
}

interface Way {
  readonly options?: SpawnOptions;
  readonly node?: readonly string[];
  readonly args?: readonly string[];
  /** A shell's words to put before the command. */
  readonly before?: string;
}

const config = ["build", "--config", "msgdocs.yaml", "-o", "site"];

async function build(cwd: string, { options = {}, node = [], args = config, before }: Way = {}) {
  const command = [process.execPath, ...node, cli, ...args];
  const words = before === undefined ? command : ["sh", "-c", `${before} exec "$0" "$@"`, ...command];
  const [name = "", ...rest] = words;
  return ended(spawn(name, rest, { cwd, stdio: ["ignore", "pipe", "pipe"], ...options }));
}

let expected: Record<string, string> | undefined;

/** The site as it is made in the usual way. */
async function usual(): Promise<Record<string, string>> {
  if (expected) return expected;
  const cwd = project();
  expect((await build(cwd)).code).toBe(0);
  expected = contents(join(cwd, "site"));
  expect(Object.keys(expected).length).toBeGreaterThan(50);
  return expected;
}

const env = (more: NodeJS.ProcessEnv): Way => ({ options: { env: { ...process.env, ...more } } });

const ways: readonly (Way & { readonly how: string; readonly below?: string })[] = [
  {
    how: "in another folder, deep and with odd letters, in Turkish, in another time zone, with one thread",
    below: "a b/é #%{}/日本",
    ...env({ LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr", TZ: "Pacific/Kiritimati", UV_THREADPOOL_SIZE: "1" }),
  },
  {
    how: "in German, in a time zone that is none, with many threads, in colour and in CI",
    ...env({
      LANG: "de_DE.UTF-8",
      LC_ALL: "de_DE.UTF-8",
      TZ: "Nowhere/Nothing",
      UV_THREADPOOL_SIZE: "16",
      FORCE_COLOR: "3",
      CI: "true",
      GITHUB_ACTIONS: "true",
    }),
  },
  { how: "without a language", ...env({ LANG: "C", LC_ALL: "C" }) },
  { how: "without workers, with --disable-proto=throw", ...env({ MSGDOCS_WORKERS: "0" }), node: ["--disable-proto=throw"] },
  { how: "with one worker, on one processor", ...env({ MSGDOCS_WORKERS: "1" }), before: "taskset -p -c 0 $$ >/dev/null &&" },
  { how: "with a number of workers, with --disable-proto=delete", ...env({ MSGDOCS_WORKERS: "8" }), node: ["--disable-proto=delete"] },
  { how: "with a frozen world", node: ["--frozen-intrinsics"] },
  { how: "without a just-in-time compiler", node: ["--no-opt"] },
  { how: "without HOME or any other variable", options: { env: {} } },
  { how: "with a HOME that is not there", ...env({ HOME: "/nowhere/at/all", XDG_CONFIG_HOME: "/nowhere", XDG_CACHE_HOME: "/nowhere" }) },
];

test.each(ways)("row 79: the same bytes $how", async ({ below, ...way }) => {
  const cwd = project(below);
  const { code, stderr } = await build(cwd, way);
  expect([code, stderr]).toEqual([0, expect.stringContaining("Wrote") as string]);
  expect(contents(join(cwd, "site"))).toEqual(await usual());
});

test("row 79: the same bytes from another working folder", async () => {
  const cwd = project();
  const out = join(cwd, "../elsewhere");
  mkdirSync(join(cwd, "../other"));
  const { code } = await build(join(cwd, "../other"), { args: ["build", "--config", join(cwd, "msgdocs.yaml"), "-o", out] });
  expect(code).toBe(0);
  const [here, there] = [await usual(), contents(out)];
  // What names files for a reader of messages is relative to where the command is run.
  expect(Object.keys(there)).toEqual(Object.keys(here));
  expect(Object.keys(here).filter((path) => here[path] !== there[path])).toEqual([]);
});

test("row 79: the bytes do not depend on the umask, and permissions follow it", async () => {
  for (const [mask, file, directory] of [
    ["077", 0o600, 0o700],
    ["002", 0o664, 0o775],
  ] as const) {
    const cwd = project();
    expect((await build(cwd, { before: `umask ${mask};` })).code).toBe(0);
    const site = join(cwd, "site");
    expect(contents(site)).toEqual(await usual());
    const modes = [join(site, "index.html"), join(site, "assets")].map((path) => statSync(path).mode & 0o777);
    expect([mask, ...modes]).toEqual([mask, file, directory]);
  }
});

test("row 80: a HOME and a project that nobody may write are no hindrance", async () => {
  const cwd = project();
  const home = join(folder({ "home/.keep": "" }), "home");
  chmodSync(home, 0o555);
  const out = join(cwd, "../out/site");
  mkdirSync(join(cwd, "../out"), { mode: 0o777 });
  const before = readdirSync(cwd, { recursive: true });
  const { code } = await build(cwd, { ...env({ HOME: home }), args: ["build", "--config", "msgdocs.yaml", "-o", out] });
  expect([code, readdirSync(home), readdirSync(cwd, { recursive: true })]).toEqual([0, [".keep"], before]);
});

test.runIf(process.getuid?.() === 0)("row 80: another user, who owns nothing and has no name, gets the same bytes", async () => {
  const cwd = project();
  const base = join(cwd, "..");
  for (const path of [base, cwd]) chmodSync(path, 0o777);
  const { code, stderr } = await build(cwd, { options: { uid: 65_534, gid: 65_534, env: { PATH: process.env.PATH } } });
  expect([code, stderr]).toEqual([0, expect.stringContaining("Wrote") as string]);
  expect(contents(join(cwd, "site"))).toEqual(await usual());
});

const small = ["--max-old-space-size=256"];

test("row 80: a document of 1 MB is built in 256 MB of heap", { timeout: 180_000 }, async () => {
  const cwd = folder({ "msgapi.yaml": large(1500, "word ".repeat(110).trim()) });
  expect(statSync(join(cwd, "msgapi.yaml")).size).toBeGreaterThan(900_000);
  const { code, stderr } = await build(cwd, { node: small, args: ["build", "-o", "site", "-q"] });
  expect([code, stderr]).toEqual([0, ""]);
});

test("row 80: what does not fit is refused with the estimate before it is read, and the earlier site stands", async () => {
  const cwd = folder({ "msgapi.yaml": large(2, "word") });
  await build(cwd, { args: ["build", "-o", "site"] });
  const before = contents(join(cwd, "site"));
  const huge = folder({ "msgapi.yaml": `${large(2, "word")}# ${"x".repeat(12 * 1024 * 1024)}\n` });
  const { code, stdout } = await build(huge, { node: small, args: ["build", "-o", join(cwd, "site"), "--format", "json"] });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  expect([code, diagnostics]).toMatchObject([
    1,
    [
      {
        code: "document/too-large",
        message: expect.stringMatching(/^The memory needed to read msgapi\.yaml is over the limit: 420\.1 MB, at most \d+ MB\.$/) as string,
      },
    ],
  ]);
  expect(contents(join(cwd, "site"))).toEqual(before);
});

test("row 65: closed streams and no terminal make no difference to the site or to the exit code", async () => {
  for (const stdio of [
    ["ignore", "ignore", "pipe"],
    ["ignore", "pipe", "ignore"],
  ] as const) {
    const cwd = project();
    expect((await build(cwd, { options: { stdio: [...stdio] } })).code).toBe(0);
    expect(contents(join(cwd, "site"))).toEqual(await usual());
  }
  const cwd = project();
  const closed = await build(cwd, { options: { stdio: "ignore" }, before: "exec 1>&- 2>&-;" });
  expect([closed.code, readFileSync(join(cwd, "site/index.html"), "latin1")]).toEqual([0, (await usual())["index.html"]]);
});
