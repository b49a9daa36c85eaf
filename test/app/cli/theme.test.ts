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

const owned = `asyncapi: 2.6.0
info: { title: Shop, version: "1", description: All orders., x-domain: sales }
servers: { main: { url: mqtt://h, protocol: mqtt, tags: [{ name: prod }] } }
channels:
  orders:
    x-team: { name: Blue, members: [12345678901234567890, true, null] }
    publish: { operationId: onOrder, message: { name: order, payload: { type: object } } }
components: { schemas: { Id: { type: string } } }
`;

/** A template that shows a value of any kind with all that it holds. */
const dump = `{{#> layout}}
{{#each api}}<p>api.{{@key}}</p>{{/each}}
{{#each api.servers}}{{#each this}}<p>server.{{@key}}</p>{{/each}}{{/each}}
{{#each api.channels}}{{#each this}}<p>channel.{{@key}}</p>{{/each}}
<p>{{name}} is of {{extensions.x-team.name}}:{{#each extensions.x-team.members}} {{this}}{{/each}}</p>
{{#each messages}}<a href="{{href}}">{{name}}</a>{{/each}}{{/each}}
{{#each api.operations}}{{#each this}}<p>operation.{{@key}}</p>{{/each}}{{/each}}
{{#each api.messages}}{{#each this}}<p>message.{{@key}}</p>{{/each}}{{/each}}
{{#each api.schemas}}{{#each this}}<p>schema.{{@key}}</p>{{/each}}{{/each}}
{{#each api.tags}}{{#each this}}<p>tag.{{@key}}</p>{{/each}}{{/each}}
{{/layout}}`;

test("a guide with a template is a page of one's own kind, given the API by the names that the guide tells", async () => {
  const settings = "guides: [docs/*.md]\ntemplates: brand\nsiteUrl: https://d.example.com/\n";
  const files = { "asyncapi.yaml": owned, "docs/owners.md": "---\ntemplate: owners\n---\n# Owners\n\nAsk the team.\n" };
  const cwd = folder({ ...files, "brand/guides/owners.hbs": dump, "msgdocs.yaml": settings });
  const said = await msgdocs(cwd, ["build", "-o", "site"]);
  expect([said.exit, said.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const read = (path: string): string => readFileSync(join(cwd, "site", path), "utf8");
  const page = read("guides/owners.html");
  expect(page).toContain(
    '<p>orders is of Blue: 12345678901234567890 true </p>\n<a href="../operations/onorder.html#messages.order">order</a>',
  );
  for (const path of ["index.html", "sitemap.xml", "manifest.json"]) expect(read(path)).toContain("guides/owners.html");
  expect(read("print.html")).toContain('id="page.guides.owners"');
  // The table of the guide says which values there are.
  const guide = readFileSync(new URL("../../../docs/guide/own-pages.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)].map(([, what = "", holds = ""]) => ({
    what: /(\w+)(?:`| of a list)?$/.exec(what)?.[1],
    names: [...holds.replaceAll(/\(.*?\)/g, "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  }));
  const told = (what: string): readonly string[] => rows.find((row) => row.what === what)?.names ?? [];
  for (const what of ["api", "server", "channel", "operation", "message", "schema", "tag"]) {
    const given = [...page.matchAll(new RegExp(`<p>${what}\\.(\\w+)</p>`, "g"))].map(([, name]) => name);
    expect([...new Set(given)].sort()).toEqual([...(what === "api" ? [] : told("item")), ...told(what)].sort());
  }
});

test("a guide that names no template of the look is exit 2, with its place and the nearest; a template may run nothing", async () => {
  const files = {
    "asyncapi.yaml": owned.replace("{ name: Blue", "{ name: 'java\tscript:alert(1)'"),
    "msgdocs.yaml": "guides: [docs/*.md]\ntemplates: brand\n",
  };
  const cwd = folder({
    ...files,
    "docs/a.md": "---\ntitle: A\ntemplate: ownrs\n---\n",
    "brand/guides/owners.hbs": "{{#> layout}}{{/layout}}",
  });
  const lost = await msgdocs(cwd, ["build", "-o", "site"]);
  expect([lost.exit, existsSync(join(cwd, "site"))]).toEqual([2, false]);
  expect(lost.stderr).toMatch(/There is no template at guides\/ownrs\.hbs\. theme\/not-found\n {4}at docs\/a\.md:3:11\n/);
  expect(lost.stderr).toContain('hint: Did you mean "owners"?');
  const link = '{{#> layout}}{{#each api.channels}}<a href="{{extensions.x-team.name}}">x</a>{{/each}}{{/layout}}';
  writeFileSync(join(cwd, "docs/a.md"), "---\ntemplate: owners\n---\n");
  writeFileSync(join(cwd, "brand/guides/owners.hbs"), link);
  const runs = await msgdocs(cwd, ["build", "-o", "site"]);
  expect([runs.exit, existsSync(join(cwd, "site"))]).toEqual([2, false]);
  expect(runs.stderr).toContain("(a link that runs a script)");
});

test("partials that were copied when lines were HTML print what ours do", async () => {
  const copied = Object.entries({ "nav-channels": "short", "schema-type": "type" }).map(([name, line]) => {
    const ours = readFileSync(new URL(`../../../templates/partials/${name}.hbs`, import.meta.url), "utf8");
    expect(ours).toContain(`{{#if ${line}}}`);
    return [`brand/partials/${name}.hbs`, ours.replace(`{{#if ${line}}}`, `{{#if ${line}.html}}`)] as const;
  });
  const both = owned.replace("    publish:", "    subscribe: { message: { payload: { type: string } } }\n    publish:");
  const cwd = folder({ "asyncapi.yaml": both, ...Object.fromEntries<string>(copied) });
  const pages: string[] = [];
  for (const look of [[], ["--templates", "brand"]]) {
    expect((await msgdocs(cwd, ["build", "-o", "site", ...look])).exit).toBe(0);
    pages.push(readFileSync(join(cwd, "site/operations/onorder.html"), "utf8"));
  }
  expect(pages[1]).toBe(pages[0]);
});

test("a value of the document that looks like HTML made by msgdocs is not printed as HTML", async () => {
  const cwd = folder({
    "asyncapi.yaml": owned.replace("x-team: { name: Blue,", 'x-team: { html: "<script>1</script>", name: { html: <img> }, of: <b>,'),
    "msgdocs.yaml": "guides: [docs/*.md]\ntemplates: brand\n",
    "docs/a.md": "---\ntemplate: owners\n---\n",
    "brand/guides/owners.hbs":
      "{{#> layout}}{{#each api.channels}}{{#with extensions.x-team}}({{html this}}{{html name}}{{html of}}){{/with}}{{/each}}{{/layout}}",
  });
  expect((await msgdocs(cwd, ["build", "-o", "site"])).exit).toBe(0);
  expect(readFileSync(join(cwd, "site/guides/a.html"), "utf8")).toContain("(&lt;b&gt;)");
});
