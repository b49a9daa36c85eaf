import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fine, folder } from "./shell.ts";
import { root } from "./spawned.ts";

const npm = (cwd: string, args: readonly string[]): string =>
  execFileSync("npm", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });

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
  const docs = new Set(packed?.files.flatMap(({ path }) => /^docs\/[^/]+/.exec(path) ?? []));
  expect([...docs].sort()).toEqual(["docs/model-json.md", "docs/model.schema.json", "docs/rules"]);
  npm(cwd, ["install", "--offline", "--no-audit", "--no-fund", join(cwd, packed?.filename ?? "")]);
  expect(readdirSync(join(cwd, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["msgdocs"]);
  npm(cwd, ["exec", "--offline", "--", "msgdocs", "build", "-o", "site"]);
  expect(existsSync(join(cwd, "site/channels/lamp-lit.html"))).toBe(true);
  const licences = readFileSync(join(cwd, "node_modules/msgdocs/dist/LICENSES.txt"), "utf8");
  for (const name of ["commander", "yaml", "handlebars", "unified"]) expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
});
