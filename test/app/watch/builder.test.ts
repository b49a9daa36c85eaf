import { writeFileSync, rmSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { examine, filesOf, makeSite, openTheme } from "../../../src/run/recipe/index.ts";
import { loadSettings } from "../../../src/config/index.ts";
import { settleDiagnostics } from "../../../src/report/problem.ts";
import { large } from "../cli/spawned.ts";
import { fine, withError } from "../cli/shell.ts";
import { folder } from "./folder.ts";
import { builderIn, get, previewed } from "./previewed.ts";

const SCRIPT = /<script src="\/__msgdocs\/watch\.js" data-version="[0-9a-f]{16}"><\/script>/;

/** What `build` makes of a folder's document, by path. */
async function cold(cwd: string): Promise<Map<string, string>> {
  const { settings } = loadSettings({}, cwd);
  const { theme } = await openTheme(settings!);
  const { subject, diagnostics } = await examine(join(cwd, "msgapi.yaml"), { settings: settings!, cwd });
  const files = new Map<string, string>();
  for (const { path, contents } of await filesOf(
    await makeSite(subject!, { settings: settings!, theme: theme!, problems: settleDiagnostics(diagnostics, {}) }),
  )) {
    files.set(path, Buffer.from(contents).toString("utf8"));
  }
  return files;
}

/** Every file of the site, as the preview serves it, is what `build` writes, pages with one script element more. */
async function expectSame(cwd: string, port: number): Promise<void> {
  const files = await cold(cwd);
  expect(files.size).toBeGreaterThan(10);
  for (const [path, contents] of files) {
    const { status, body } = await get(port, `/${path.split("/").map(encodeURIComponent).join("/")}`);
    const served = path.endsWith(".html") ? body.replace(SCRIPT, "") : body;
    expect([path, path === "404.html" ? 200 : status, served === contents]).toEqual([path, 200, true]);
    expect([path, SCRIPT.test(body)]).toEqual([path, path.endsWith(".html")]);
  }
}

const doc = (title: string, ref: string, text: string): string =>
  `${fine.replace("Lamps", title).replace("payload: { type: object, required: [lux], properties: { lux: { type: integer } } }", `payload: { $ref: "${ref}" }`)}        description: ${JSON.stringify(text)}\n`;

test("row 78: after any edits everything that is served equals a cold build", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const { port, build } = await previewed(cwd);
  await expectSame(cwd, port);
  mkdirSync(join(cwd, "parts"));
  writeFileSync(join(cwd, "parts/lux.yaml"), "type: object\nproperties: { lux: { type: integer, description: A **lot** } }\n");
  writeFileSync(join(cwd, "msgapi.yaml"), doc("With a part", "parts/lux.yaml", "See [x](#x)\n\n```yaml\na: 1\n```"));
  expect((await build()).message).toBe(undefined);
  await expectSame(cwd, port);
  writeFileSync(join(cwd, "parts/lux.yaml"), "type: object\nproperties: { lux: { type: integer }, more: { type: string } }\n");
  await build();
  await expectSame(cwd, port);
  writeFileSync(join(cwd, "msgapi.yaml"), "broken: [");
  await build();
  writeFileSync(join(cwd, "msgapi.yaml"), fine.replace("Lamps", "Mended"));
  await build();
  await expectSame(cwd, port);
});

test("row 78: the last good site stays while the document is broken, absent, or has errors, and while settings or a theme are wrong", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "look/assets/logo.svg": "<svg/>", "other/assets/Icon.svg": "<svg/>" });
  const { port, build } = await previewed(cwd);
  const title = async (): Promise<string | undefined> => /<title>(.*)<\/title>/.exec((await get(port, "/")).body)?.[1];
  const wrong: [string, string | undefined][] = [
    ["msgapi.yaml", "broken: ["],
    ["msgapi.yaml", withError],
    ["msgapi.yaml", ""],
    ["msgapi.yaml", undefined],
    ["msgdocs.yaml", "flavour: sour\n"],
    ["msgdocs.yaml", "templates: gone\n"],
    ["msgdocs.yaml", "baseline: gone.json\n"],
    // A file of the look stands where the logo goes.
    ["msgdocs.yaml", "templates: look\nlogo: look/assets/logo.svg\n"],
    // One differs by case from one of ours.
    ["msgdocs.yaml", "templates: other\n"],
  ];
  for (const [at, [name, text]] of wrong.entries()) {
    if (text === undefined) rmSync(join(cwd, name));
    else writeFileSync(join(cwd, name), text);
    expect([name, text, (await build()).site]).toEqual([name, text, undefined]);
    expect(await title()).toContain(at === 0 ? "Lamps" : `Mended ${at - 1}`);
    rmSync(join(cwd, "msgdocs.yaml"), { force: true });
    writeFileSync(join(cwd, "msgapi.yaml"), fine.replace("Lamps", `Mended ${at}`));
    expect((await build()).site).toBeDefined();
    expect(await title()).toContain(`Mended ${at}`);
  }
});

test("what a build depends on: its settings, references that lead nowhere too, linked files, the theme", async () => {
  const text = doc("Lamps", "gone/lux.yaml", "![A lamp](lamp.png)");
  const cwd = folder({
    "msgapi.yaml": text,
    "msgdocs.yaml": "allowErrors: true\ntemplates: own\nlogo: logo.svg\n",
    "own/css/x.css": "a{}",
    "logo.svg": "<svg/>",
  });
  const { dependencies } = await builderIn(cwd).build();
  for (const name of ["msgapi.yaml", "msgdocs.yaml", "gone/lux.yaml", "lamp.png", "logo.svg"])
    expect(dependencies.files).toContain(join(cwd, name));
  expect(dependencies.folders).toContain(join(cwd, "own"));
});

test("settings that name a logo and guides that are missing wait for both, and for nothing outside of the project", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "msgdocs.yaml": 'logo: logo.svg\nguides: ["guides/*.md", "../../**/*.md"]\n' });
  const { report, dependencies } = await builderIn(cwd).build();
  expect(report?.summary.errors).toBe(3);
  expect(dependencies.files).toContain(join(cwd, "logo.svg"));
  expect(dependencies.globs).toEqual([join(cwd, "guides/*.md")]);
});

test("row 78: memory is flat over 300 builds", { timeout: 300_000 }, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const cwd = folder({});
  writeFileSync(join(cwd, "msgapi.yaml"), large(4, "start"));
  const { port, build } = await previewed(cwd);
  const edit = async (number: number): Promise<void> => {
    const text = large(4, `edit ${number}`);
    writeFileSync(join(cwd, "msgapi.yaml"), number % 7 === 0 ? text.replace("channels:", "channels: [") : text);
    await build();
    if (number % 10 === 0) await get(port, "/index.html");
  };
  for (let number = 1; number <= 60; number += 1) await edit(number);
  const early = used();
  for (let number = 61; number <= 360; number += 1) await edit(number);
  const late = used();
  expect(late / early).toBeLessThan(1.1);
});

test("a look that is fine by itself is looked at again when a logo comes to stand in its way", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "msgdocs.yaml": "templates: look\n", "look/assets/logo.svg": "<svg/>" });
  const builder = builderIn(cwd);
  expect((await builder.build()).site).toBeDefined();
  writeFileSync(join(cwd, "msgdocs.yaml"), "templates: look\nlogo: look/assets/logo.svg\n");
  expect((await builder.build()).report?.problems).toMatchObject([{ code: "theme/not-found", message: /theme's file at .*logo.svg/ }]);
});
