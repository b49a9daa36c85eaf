import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, msgdocs } from "./shell.ts";

const files = {
  "msgapi.yaml": fine.replace("info: {", "info: { description: Two *words*.,"),
  "msgdocs.yaml": "templates: brand\nguides: [docs/*.md]\n",
  "docs/start.md": "---\ntitle: Start\norder: 1\n---\n# Start\n\nText.\n",
  "brand/css/tokens.css": ":root {\n  --accent: red;\n}\n",
};

test("a checkout with the line ends of Windows gives no other problems and the same pages", async () => {
  const plain = folder(files);
  await msgdocs(plain, ["theme", "eject", "partials/crumbs.hbs", "--to", "brand"]);
  const ejected = { ...files, "brand/partials/crumbs.hbs": readFileSync(join(plain, "brand/partials/crumbs.hbs"), "utf8") };
  const windows = folder(Object.fromEntries(Object.entries(ejected).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")])));
  const sites = [];
  for (const cwd of [plain, windows]) {
    const said = await msgdocs(cwd, ["build", "-o", "site", "--strict", "--format", "json"]);
    expect([said.exit, JSON.parse(said.stdout)]).toMatchObject([0, { diagnostics: [] }]);
    const pages = Object.entries(contents(join(cwd, "site"))).filter(([path]) =>
      /^(?:channels|operations|messages|guides)\/.*\.html$/.test(path),
    );
    sites.push(Object.fromEntries(pages.map(([path, html]) => [path, html.replaceAll("\r", "").replaceAll(/-[0-9a-f]{8}\.css/g, ".css")])));
  }
  expect(Object.keys(sites[0] ?? {}).length).toBeGreaterThan(1);
  expect(sites[1]).toEqual(sites[0]);
});

test("fonts of a theme are let in by the policy of every page, and nothing is where there are none", async () => {
  const cwd = folder({
    "msgapi.yaml": fine,
    "brand/assets/mine.woff2": "wOF2",
    "brand/css/fonts.css": '@font-face { font-family: Mine; src: url("mine.woff2"); }\n',
  });
  await msgdocs(cwd, ["build", "-o", "plain"]);
  await msgdocs(cwd, ["build", "-o", "site", "--templates", "brand"]);
  const policy = (path: string): string =>
    contents(join(cwd, path))["index.html"]?.match(/http-equiv="Content-Security-Policy" content="([^"]*)/)?.[1] ?? "";
  expect(policy("plain")).not.toContain("font-src");
  expect(policy("site")).toMatch(/; font-src &#x27;self&#x27;$/);
  expect(contents(join(cwd, "site"))._headers).toContain("font-src 'self'");
});
