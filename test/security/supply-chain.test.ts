import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(`${root}/${path}`, "utf8"));

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: true;
}

const own = read("package.json") as Package;
const { packages } = read("package-lock.json") as { packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(packages).filter(([path]) => path !== "");

test("versions are exact, and whoever installs msgdocs installs nothing else", () => {
  expect(own.dependencies).toBeUndefined();
  for (const [name, version] of Object.entries(own.devDependencies))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});

test("no script runs where msgdocs is installed", () => {
  expect(Object.keys(own.scripts).filter((name) => name.endsWith("install"))).toEqual([]);
});

test("no package of the lock file runs a script where it is installed: npm is told of those that have one", () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
  expect(scripted).toEqual(Object.keys(own.allowScripts).map((name) => `node_modules/${name}`));
  expect(Object.values(own.allowScripts).filter((isAllowed) => isAllowed)).toEqual([]);
});

test("what is installed can be told as a bill of materials", () => {
  const bill = join(mkdtempSync(join(tmpdir(), "msgdocs-sbom-")), "sbom.json");
  const made = spawnSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], { cwd: root, encoding: "utf8" });
  writeFileSync(bill, made.stdout);
  const { stdout, status } = spawnSync(process.execPath, [join(root, ".ci/sbom.js"), bill], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d{3} packages, licences: MIT \d+, [^\n]*\n$/) as string]);
  expect(stdout).not.toContain("unknown");
  rmSync(dirname(bill), { recursive: true });
});

test("every package of the lock file has a hash, and a licence that allows its use", () => {
  expect(installed.length).toBeGreaterThan(300);
  for (const [path, { integrity }] of installed) expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
  const licences = new Set(installed.map(([, { license }]) => license));
  const fine =
    /^\(?(?:MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Python-2\.0|MPL-2\.0|Unlicense|WTFPL|LGPL-3\.0-or-later|CC-BY-3\.0)(?: (?:OR|AND) [A-Z0-9.-]+\)?)*$/;
  expect([...licences].filter((each) => !fine.test(each ?? "none"))).toEqual([]);
});

test("the package holds what a site is made with, and nothing else", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const folders = new Set(
    packed?.files.map(({ path }) => path.replace(/^((?:dist\/chunks|dist|templates|themes|docs|preview))\/.*$/, "$1/")),
  );
  const expected =
    "CHANGELOG.md LICENSE README.md SECURITY.md dist/ dist/chunks/ docs/ package.json preview/ src/text/words/en.json templates/ themes/".split(
      " ",
    );
  expect([...folders].sort()).toEqual(expected);
});
