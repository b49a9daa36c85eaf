import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { fine, folder } from "./shell.ts";
import { root } from "./spawned.ts";

const npm = (cwd: string, args: readonly string[]): string =>
  execFileSync("npm", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });

/** What a paper links to beside addresses, without anchors, relative to the package. Code holds no links. */
function linkedFrom(paper: string): readonly string[] {
  const text = readFileSync(join(root, paper), "utf8").replaceAll(/^```[^]*?^```$|`[^`\n]*`/gm, "");
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, path = ""]) => posix.join(posix.dirname(paper), path));
}

test("the manifest runs nothing when the package is installed, and says where the project is", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
  const atInstall = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  expect(Object.keys(manifest.scripts as object).filter((name) => atInstall.includes(name))).toEqual([]);
  expect(manifest).toMatchObject({
    keywords: expect.arrayContaining(["asyncapi", "msgapi", "documentation"]) as string[],
    homepage: expect.stringMatching(/^https:/) as string,
    bugs: { url: expect.stringMatching(/^https:/) as string },
    repository: { type: "git", url: expect.stringMatching(/^git\+https:/) as string },
    sideEffects: false,
    engines: { node: ">=20.19" },
  });
});

test("the package, installed into an empty folder, brings all that a site needs and nothing that it does not", () => {
  const cwd = folder({ "msgapi.yaml": fine, "package.json": '{"private":true}' });
  const [packed] = JSON.parse(npm(root, ["pack", "--ignore-scripts", "--json", "--pack-destination", cwd])) as {
    filename: string;
    files: { path: string }[];
  }[];
  const tops = new Set(packed?.files.map(({ path }) => path.split("/")[0]));
  expect([...tops].sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist",
    "docs",
    "package.json",
    "preview",
    "src",
    "templates",
    "themes",
  ]);
  npm(cwd, ["install", "--offline", "--no-audit", "--no-fund", join(cwd, packed?.filename ?? "")]);
  const papers = packed?.files.flatMap(({ path }) => (/^(?:[A-Z]+|docs\/(?!rules\/).*)\.md$/.test(path) ? [path] : [])) ?? [];
  const linked = papers.flatMap(linkedFrom);
  expect([papers.length > 20, linked.length > 40]).toEqual([true, true]);
  expect(linked.filter((path) => !existsSync(join(cwd, "node_modules/msgdocs", path)))).toEqual([]);
  expect(readdirSync(join(cwd, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["msgdocs"]);
  npm(cwd, ["exec", "--offline", "--", "msgdocs", "build", "-o", "site"]);
  expect(existsSync(join(cwd, "site/operations/onlit.html"))).toBe(true);
  const program = `import { build, check, MsgdocsError, type BuildResult } from "msgdocs";
import schema from "msgdocs/settings.schema.json" with { type: "json" };
const { ok, report, files }: BuildResult = await build();
const late: unknown = await check({ documents: ["none/*.yaml"] }).catch((error: unknown) => error instanceof MsgdocsError && error.kind);
console.log(JSON.stringify([ok, report.diagnostics, files?.has("index.html"), late, "document" in schema.properties]));
`;
  writeFileSync(join(cwd, "program.mts"), program);
  const options = ["--module", "nodenext", "--target", "es2023", "--strict", "--resolveJsonModule", "--types", "node"];
  const typeRoots = ["--typeRoots", join(root, "node_modules/@types")];
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options, ...typeRoots, "program.mts"], { cwd });
  expect(JSON.parse(execFileSync(process.execPath, ["program.mjs"], { cwd, encoding: "utf8" }))).toEqual([true, [], true, "usage", true]);
  const licences = readFileSync(join(cwd, "node_modules/msgdocs/dist/LICENSES.txt"), "utf8");
  for (const name of ["commander", "yaml", "handlebars", "unified"]) expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
  const bill = JSON.parse(readFileSync(join(cwd, "node_modules/msgdocs/dist/sbom.cdx.json"), "utf8")) as {
    components: { name: string; version: string; licenses: { expression: string }[] }[];
  };
  const named = bill.components.map(({ name, version, licenses }) => `${name} ${version} (${licenses[0]?.expression ?? ""})`);
  expect(named).toEqual([...licences.matchAll(/^-{80}\n\n(.*)$/gm)].map(([, line]) => line));
  expect(named.length).toBeGreaterThan(40);
});
