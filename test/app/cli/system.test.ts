import { spawn } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, withError } from "./shell.ts";
import { cli, ended, large, spawned } from "./spawned.ts";

/** The bundle under limits of the shell, such as `-f 8`: no file of more than eight blocks may be written. */
const limited = (cwd: string, limit: string, args: readonly string[]) =>
  ended(spawn("sh", ["-c", `ulimit ${limit} && exec "$0" "$@"`, process.execPath, cli, ...args], { cwd }));

/** Loaded before msgdocs: a file function that the system has nothing left for, where the path holds a word; the first calls may work. */
const failing = (name: string, code: string, word: string, working = 0): string => `
const fs = require("node:fs");
let left = ${working};
for (const owner of [fs, fs.promises]) {
  const own = owner[${JSON.stringify(name)}];
  if (own) owner[${JSON.stringify(name)}] = (path, ...rest) => {
    if (!String(path).includes(${JSON.stringify(word)}) || left-- > 0) return own.call(owner, path, ...rest);
    throw Object.assign(new Error(${JSON.stringify(`${code}: no more, ${name}`)}), { code: ${JSON.stringify(code)}, path });
  };
}
require("node:module").syncBuiltinESMExports();
`;

const faulty = (cwd: string, args: readonly string[]) =>
  ended(spawn(process.execPath, ["--require", "./fault.cjs", cli, ...args], { cwd }));

test("row 62: a file that may not be written is exit 3 with its path and why; the earlier site stands, and nothing is left beside it", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  await ended(spawned(cwd, ["build", "-o", "site"]));
  const before = contents(join(cwd, "site"));
  writeFileSync(join(cwd, "msgapi.yaml"), large(40, "new"));
  const { code, stderr } = await limited(cwd, "-f 8", ["build", "-o", "site"]);
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/^error: Cannot write the site ".*\.site\.msgdocs-new-[0-9a-f]{16}\/.*": .*EFBIG/) as string,
  ]);
  const { stdout } = await limited(cwd, "-f 8", ["build", "-o", "site", "-f", "json"]);
  const { diagnostics, summary } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[]; summary: object };
  expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([expect.stringMatching(/^run\/failed Cannot write .*EFBIG/)]);
  expect(summary).toMatchObject({ errors: 1, documents: 1 });
  expect(contents(join(cwd, "site"))).toEqual(before);
  expect(readdirSync(cwd).sort()).toEqual(["msgapi.yaml", "site"]);
});

test("row 62: a disk that is full in the middle of --fix leaves the document as it was, and a fixed one keeps its permissions", async () => {
  const text = fine.replace("payload: { lux: 3 }", "payload: { lux: 3 }\n          - payload: { lux: 4 }").replace("message:", "mesage:");
  const cwd = folder({ "msgapi.yaml": `${text}# ${"x".repeat(20_000)}\n` });
  const path = join(cwd, "msgapi.yaml");
  chmodSync(path, 0o640);
  const before = readFileSync(path, "utf8");
  expect((await limited(cwd, "-f 8", ["check", "--fix"])).code).toBe(3);
  expect([readFileSync(path, "utf8"), readdirSync(cwd)]).toEqual([before, ["msgapi.yaml"]]);
  expect((await ended(spawned(cwd, ["check", "--fix"]))).stdout).not.toContain("mesage");
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([before.replace("mesage", "message"), 0o640]);
});

const part = fine.replace("payload: { type: object", "headers: { $ref: part.yaml }\n        payload: { type: object");

test.each([
  { name: "openSync", code: "EMFILE", word: "part.yaml" },
  { name: "openSync", code: "EIO", word: "msgapi.yaml" },
  // Settings are checked with the logo, and its size is looked up.
  { name: "openSync", code: "EACCES", word: "logo.svg", working: 2 },
  { name: "openSync", code: "ENFILE", word: "themes" },
])(
  "row 62: $code of $name is the system's fault, never the document's: exit 3, a report, no stack",
  async ({ name, code, word, working }) => {
    const files = { "msgapi.yaml": part, "part.yaml": "type: object", "logo.svg": "<svg/>", "msgdocs.yaml": "logo: logo.svg\n" };
    const cwd = folder({ ...files, "fault.cjs": failing(name, code, word, working) });
    const said = await faulty(cwd, ["build", "-o", "site", "--format", "json"]);
    expect([said.code, said.stderr]).toEqual([3, expect.stringContaining(code) as string]);
    expect(said.stderr).not.toMatch(/bug of msgdocs|^ {4}at /m);
    expect(readdirSync(cwd)).not.toContain("site");
  },
);

test("where the disk refuses a file of a report, the printed one is given all the same", async () => {
  const cwd = folder({ "msgapi.yaml": withError, "fault.cjs": failing("writeFileSync", "ENOSPC", "report.sarif") });
  const args = ["--format", "json", "--report", "sarif=report.sarif"];
  for (const command of [["check"], ["build", "-o", "site", "--allow-errors"]]) {
    const { code, stdout, stderr } = await faulty(cwd, [...command, ...args]);
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { diagnostics: [{ code: "example/payload" }] }]);
    expect(stderr).toMatch(/Cannot write the file ".*report\.sarif": no space is left on the disk/);
    if (command[0] === "build") expect(stderr).toMatch(/^Wrote \d+ files to site\n/);
  }
});

test("row 8: a file that may not be read is told at the reference to it, with what the system said", async () => {
  const cwd = folder({ "msgapi.yaml": part, "part.yaml": "type: object", "fault.cjs": failing("openSync", "EACCES", "part.yaml") });
  const said = await faulty(cwd, ["check"]);
  expect(said.code).toBe(1);
  expect(said.stdout).toMatch(/EACCES|permission/i);
  expect(said.stdout).toMatch(/reference\/not-found[^]*msgapi\.yaml:\d+/);
});

test("row 62: a file of the site that is gone when the one file is made is no bug of ours", async () => {
  const files = { "msgapi.yaml": fine, "logo.svg": "<svg/>", "msgdocs.yaml": "logo: logo.svg\n" };
  const cwd = folder({ ...files, "fault.cjs": failing("openSync", "ENOENT", "logo.svg", 2) });
  const { code, stderr } = await faulty(cwd, ["build", "--single-file", "one.html"]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/Cannot read what the site is made from ".*logo\.svg"/) as string]);
});

test("a picture that becomes a link to outside after it was judged is not copied", async () => {
  // Settings are checked with the logo, its size is looked up, and then it is exchanged.
  const exchange = `
const fs = require("node:fs");
const own = fs.openSync;
let opened = 0;
fs.openSync = (path, ...rest) => {
  const file = own(path, ...rest);
  if (String(path).includes("logo.svg") && ++opened === 2) {
    fs.unlinkSync(path);
    fs.symlinkSync("../secret.txt", path);
  }
  return file;
};
require("node:module").syncBuiltinESMExports();
`;
  const base = folder({ "secret.txt": "canary", "a/msgapi.yaml": fine, "a/logo.svg": "<svg/>", "a/msgdocs.yaml": "logo: logo.svg\n" });
  const cwd = join(base, "a");
  writeFileSync(join(cwd, "fault.cjs"), exchange);
  const { code, stderr } = await faulty(cwd, ["build", "-o", "site"]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("leads outside") as string]);
  expect(readdirSync(cwd)).not.toContain("site");
});

test("a port that is taken is the system's fault: exit 3", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const cwd = folder({
    "msgapi.yaml": fine,
    "fault.cjs":
      "require('node:net').Server.prototype.listen = function () { process.nextTick(() => this.emit('error', Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' }))); return this; };",
  });
  const { code, stderr } = await faulty(cwd, ["watch", "--port", String(port)]);
  server.close();
  expect([code, stderr]).toEqual([3, expect.stringContaining("EADDRINUSE") as string]);
});

test("row 77: the preview listens at this machine alone, unless another address is asked for", async () => {
  const tell =
    "require('node:net').Server.prototype.listen = function (port, address) { require('node:fs').writeSync(2, `LISTENS ${address}\\n`); process.exit(0); };";
  const cwd = folder({ "msgapi.yaml": fine, "fault.cjs": tell });
  expect((await faulty(cwd, ["watch"])).stderr).toContain("LISTENS 127.0.0.1\n");
  expect((await faulty(cwd, ["watch", "--host", "192.0.2.1"])).stderr).toContain("LISTENS 192.0.2.1\n");
});
