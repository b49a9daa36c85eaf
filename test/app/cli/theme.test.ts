import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, msgdocs } from "./shell.ts";

const API = "asyncapi: 2.6.0\ninfo: {title: A, version: '1'}\nchannels: {}\n";

test("eject lists what can be copied", async () => {
  const { exit, stdout } = await msgdocs(folder(), ["theme", "eject"]);
  expect(exit).toBe(0);
  for (const file of ["layout.hbs", "partials/sidebar.hbs", "css/tokens.css"]) expect(stdout.split("\n")).toContain(file);
});

test("eject copies a template with its version; changed, it counts, and outdated it is told", async () => {
  const cwd = folder({ "asyncapi.yaml": API });
  const said = await msgdocs(cwd, ["theme", "eject", "pages/not-found.hbs", "--to", "look"]);
  expect([said.exit, said.stderr]).toEqual([0, ""]);
  const copy = join(cwd, "look", "pages", "not-found.hbs");
  const text = readFileSync(copy, "utf8");
  expect(text).toMatch(/^\{\{!-- overrides [0-9a-f]{8} --\}\}\n/);

  writeFileSync(copy, text.replace("{{/layout}}", "<p>Mine</p>\n{{/layout}}"));
  const built = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"]);
  expect([built.exit, built.stderr]).toEqual([0, expect.not.stringContaining("theme/stale-override")]);
  expect(readFileSync(join(cwd, "site", "404.html"), "utf8")).toContain("<p>Mine</p>");

  writeFileSync(copy, text.replace(/overrides [0-9a-f]{8}/, "overrides 00000000"));
  const stale = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"]);
  expect(stale.stderr).toContain("theme/stale-override");
});

test("eject overwrites nothing, and reads nothing but the look", async () => {
  const cwd = folder({ "templates/layout.hbs": "mine" });
  expect((await msgdocs(cwd, ["theme", "eject", "layout.hbs"])).exit).toBe(2);
  expect(readFileSync(join(cwd, "templates", "layout.hbs"), "utf8")).toBe("mine");
  for (const file of ["../package.json", "/etc/passwd", "partials/sidbar.hbs"]) {
    const said = await msgdocs(cwd, ["theme", "eject", file]);
    expect([said.exit, said.stdout]).toEqual([2, ""]);
  }
  expect((await msgdocs(cwd, ["theme", "eject", "partials/sidbar.hbs"])).stderr).toContain('Did you mean "partials/sidebar.hbs"?');
});

test.each([
  ["Icon.svg", "", '"assets/icon.svg" is the same file on many systems'],
  ["logo.svg", "logo: brand.svg\n", "that is where the logo of the settings is"],
])("a look whose assets/%s another file is in the way of is exit 2, with its place and what to do", async (name, settings, reason) => {
  const file = `look/assets/${name}`;
  const cwd = folder({ "asyncapi.yaml": API, "msgdocs.yaml": `${settings}output: site\n`, "brand.svg": "<svg/>", [file]: "<svg/>" });
  const said = await msgdocs(cwd, ["build", "--templates", "look"]);
  expect([said.exit, existsSync(join(cwd, "site"))]).toEqual([2, false]);
  expect(said.stderr).toMatch(/There is no place in the site for the theme's file at .*\. theme\/not-found\n/);
  expect(said.stderr).toContain(`${file}:1:1\n    hint: Rename it: ${reason}.`);
});

test("a look with a file that is too large is exit 2, with its place", async () => {
  const cwd = folder({ "asyncapi.yaml": API, "look/assets/x.png": "" });
  truncateSync(join(cwd, "look/assets/x.png"), 64 * 1024 * 1024 + 1);
  const said = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"]);
  expect([said.exit, existsSync(join(cwd, "site"))]).toEqual([2, false]);
  expect(said.stderr).toMatch(/There is no theme file of at most 64 MB at .*look\/assets\/x\.png\. theme\/not-found\n/);
  truncateSync(join(cwd, "look/assets/x.png"), 64 * 1024 * 1024);
  expect((await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"])).exit).toBe(0);
});
