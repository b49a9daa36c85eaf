import { spawn, spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, withError } from "../app/cli/shell.ts";
import { cli, ended, large, spawned } from "../app/cli/spawned.ts";

/** Rows of the threat model that concern a disk that is full or read-only, and a process that may open no more files. */

/** Loaded before msgdocs: where a path with this word is opened or written, every descriptor that the process may have is taken. */
const hog = (word: string): string => `
const fs = require("node:fs");
const { openSync } = fs;
const take = () => { for (;;) try { openSync("/dev/null") } catch { return } };
for (const name of ["openSync", "writeFileSync"]) {
  const own = fs[name];
  fs[name] = (path, ...rest) => (String(path).includes(${JSON.stringify(word)}) && take(), own(path, ...rest));
}
require("node:module").syncBuiltinESMExports();
`;

test.each(["msgdocs-lock", "operations/", "manifest.json"])(
  "row 62: no descriptor is left when %s is written: exit 3, the site as it was, and the next build is the new one",
  async (word) => {
    const cwd = folder({ "msgapi.yaml": large(3, "old"), "hog.cjs": hog(word) });
    await ended(spawned(cwd, ["build", "-o", "site"]));
    const before = contents(join(cwd, "site"));
    writeFileSync(join(cwd, "msgapi.yaml"), large(3, "new"));
    const command = [process.execPath, "--require", "./hog.cjs", cli, "build", "-o", "site", "--format", "json"];
    const said = await ended(spawn("sh", ["-c", 'ulimit -n 64 && exec "$@"', "sh", ...command], { cwd }));
    expect([said.code, said.stderr]).toEqual([
      3,
      expect.stringMatching(/^error: Cannot [^\n]*too many files open \(EMFILE\)\. Raise its limit \(ulimit -n\)\.\n$/) as string,
    ]);
    // A failure after the report was printed is told on the standard error alone.
    const { diagnostics } = JSON.parse(said.stdout) as { diagnostics: { code: string }[] };
    expect(diagnostics.filter(({ code }) => code !== "run/failed")).toEqual([]);
    expect(contents(join(cwd, "site"))).toEqual(before);
    expect((await ended(spawned(cwd, ["build", "-o", "site"]))).code).toBe(0);
    expect(contents(join(cwd, "site"))["index.html"]).toContain("new");
    expect(readdirSync(cwd).sort()).toEqual(["hog.cjs", "msgapi.yaml", "site"]);
  },
);

/** A shell that is root of a world of its own may mount a disk there, which no one else sees: many systems let anyone be that. */
const mayMount = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs none /mnt"]).status === 0;

const commands = {
  build: "build msgapi.yaml -o disk/site",
  "build elsewhere": "build msgapi.yaml -o disk/new",
  "single file": "build msgapi.yaml --single-file disk/one.html",
  bundle: "bundle msgapi.yaml -o disk/bundle.yaml",
  fix: "check disk/slip.yaml --fix",
  baseline: "check wrong.yaml --write-baseline --baseline disk/known.json",
  eject: "theme eject layout.hbs --to disk",
} as const;

/** What commands say, one after the other, once a disk of four megabytes with something of each on it was `made` such that it takes no more, and what they change on it. */
async function onDisk(cwd: string, made: string, names: readonly (keyof typeof commands)[]): Promise<string[]> {
  const script = `
node=$0 cli=$1
sums() { (cd disk && find . -type f | sort | xargs sha256sum && find . | sort); }
try() { name=$1; shift; code=0; "$node" "$cli" "$@" >said 2>&1 || code=$?; sums >after; diff before after || true; echo "$name $code $(grep ^error: said)"; }
mkdir disk; mount -t tmpfs -o size=4m none disk
"$node" "$cli" build msgapi.yaml -o disk/site -q
cp slip.yaml disk; for each in one.html bundle.yaml known.json; do echo old >disk/$each; done
dd if=/dev/zero of=disk/fill bs=1k 2>said || true; ${made}
sums >before
export XDG_CACHE_HOME=$PWD/disk/cache
${names.map((name) => `try "${name}" ${commands[name]}`).join("\n")}`;
  const { code, stdout, stderr } = await ended(spawn("unshare", ["-rm", "sh", "-euc", script, process.execPath, cli], { cwd }));
  expect([code, stderr]).toEqual([0, ""]);
  return stdout.trimEnd().split("\n");
}

const all = Object.keys(commands) as (keyof typeof commands)[];

test.runIf(mayMount).each([
  { how: "full", made: "true", names: all, path: ".", meaning: "no space is left on the disk (ENOSPC)" },
  {
    how: "full when the first pages are written",
    made: "truncate -s -48k disk/fill",
    names: ["build", "build elsewhere", "single file"],
    path: "msgdocs-new-[0-9a-f]+/assets/|one.html",
    meaning: "no space is left on the disk (ENOSPC)",
  },
  { how: "read-only", made: "mount -o remount,ro disk", names: all, path: ".", meaning: "the file system is read-only (EROFS)" },
] as const)("row 62: of a disk that really is $how every command says so, and every file on it is as it was", async ({ names, ...way }) => {
  const cwd = folder({ "msgapi.yaml": large(30, "word"), "wrong.yaml": withError, "slip.yaml": fine.replace("message:", "mesage:") });
  const lines = await onDisk(cwd, way.made, names);
  expect(lines.map((line) => line.replace(/ Cannot \D+ "[^"]*\/disk(?:\/[^"]*)?": /, " "))).toEqual(
    names.map(
      (name) => expect.stringMatching(new RegExp(`^${name} 3 error: ${way.meaning.replace(/[()]/g, "\\$&")}\\. [A-Z].*\\.$`)) as string,
    ),
  );
  for (const line of lines) expect(line).toMatch(new RegExp(`"[^"]*/disk(?:/[^"]*(?:${way.path})|")`));
});

test.runIf(mayMount)("row 62: where what is remembered for the next run finds no space, nothing is said: the site is made", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const script = `mkdir disk; mount -t tmpfs -o size=8k none disk; export XDG_CACHE_HOME=$PWD/disk; "$0" "$@"; find disk -type f -size 0`;
  const { code, stdout, stderr } = await ended(
    spawn("unshare", ["-rm", "sh", "-euc", script, process.execPath, cli, "build", "-o", "site"], { cwd }),
  );
  expect([code, stdout, stderr]).toEqual([0, "", expect.stringMatching(/^Wrote \d+ files to site\n$/) as string]);
});
