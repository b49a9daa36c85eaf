import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { build, bundle, check, diff, merge, model, MsgdocsError, part } from "../../../src/app/index.ts";
import { contents, fine, folder, msgdocs, refused, withError, withWarning } from "../cli/shell.ts";

const asTexts = (files: ReadonlyMap<string, Uint8Array> | undefined): Record<string, string> =>
  Object.fromEntries([...(files ?? [])].map(([path, bytes]) => [path, Buffer.from(bytes).toString("latin1")]));

test("a site in memory, one in a folder and the command line's are the same bytes", async () => {
  const cwd = folder({ "msgapi.yaml": withWarning, "msgdocs.yaml": "guides: [guide.md]\n", "guide.md": "# Start\n\nText.\n" });
  const said = await msgdocs(cwd, ["build", "-o", "cli"]);
  expect(said.exit).toBe(0);
  const [inMemory, inFolder] = [await build({ cwd }), await build({ cwd, output: "api" })];
  expect(inFolder).toMatchObject({ ok: true, folder: join(cwd, "api") });
  const expected = contents(join(cwd, "cli"));
  expect(contents(join(cwd, "api"))).toEqual(expected);
  expect(Object.keys(expected).length).toBeGreaterThan(20);
  // The folder has a record of its own files besides.
  const site = Object.entries(expected).filter(([path]) => path !== ".msgdocs.json");
  expect(asTexts(inMemory.files)).toEqual(Object.fromEntries(site));
});

test("a program given as text builds a portal too", () => {
  // More parts than one process makes by itself.
  const parts = ["a", "b", "c", "d"].map((name) => [`${name}/msgapi.yaml`, fine] as const);
  const cwd = folder({ "msgdocs.yaml": 'documents: ["*/msgapi.yaml"]\n', ...Object.fromEntries(parts) });
  const api = new URL("../../../dist/index.js", import.meta.url).href;
  const program = `import { build } from ${JSON.stringify(api)}; console.log((await build()).files.has("apis/a/index.html"));`;
  expect(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd, encoding: "utf8" })).toBe("true\n");
});

test("a portal in memory, one in a folder and one merged of parts are the same bytes", async () => {
  const documents = ["halls", "rooms"].map((name) => `services/${name}/msgapi.yaml`);
  const settings = { title: "House", footer: "Ask *us*.", documents };
  const cwd = folder(Object.fromEntries(documents.map((path) => [path, fine])));
  const { ok, files } = await build({ cwd, settings });
  expect(ok).toBe(true);
  expect(await build({ cwd, settings, output: "whole" })).toMatchObject({ ok: true, folder: join(cwd, "whole") });
  const parts = documents.map((_, at) => `parts/${at}`);
  for (const [at, document] of documents.entries())
    expect(await part({ cwd, settings, document, output: parts[at] ?? "" })).toMatchObject({ ok: true, folder: join(cwd, `parts/${at}`) });
  const merged = await merge({ cwd, settings, parts, output: "merged" });
  expect(merged).toMatchObject({ ok: true, folder: join(cwd, "merged"), report: { summary: { documents: 2 } } });
  const expected = contents(join(cwd, "merged"));
  expect(contents(join(cwd, "whole"))).toEqual(expected);
  expect(asTexts(files)).toEqual(Object.fromEntries(Object.entries(expected).filter(([path]) => path !== ".msgdocs.json")));
  for (const page of ["index.html", "channels.html", "apis/halls/index.html"])
    expect(asTexts(files)[page]).toContain("<p>Ask <em>us</em>.</p></footer>");
  await expect(merge({ cwd, settings, parts: ["gone"], output: "merged" })).rejects.toMatchObject({ kind: "usage" });
  await expect(model({ cwd, settings })).rejects.toMatchObject({ kind: "usage" });
});

test.each([
  ["a fine document", fine],
  ["one with a warning", withWarning],
  ["one with an error", withError],
  ["one that cannot be read", refused],
])("the report of %s is the one that --format json prints", async (_, text) => {
  const cwd = folder({ "msgapi.yaml": text });
  for (const flags of [{}, { strict: true }]) {
    const said = await msgdocs(cwd, ["check", "--format", "json", ...(flags.strict ? ["--strict"] : [])]);
    const { ok, report } = await check({ cwd, ...flags });
    expect({ ok, report }).toEqual({ ok: said.exit === 0, report: JSON.parse(said.stdout) as unknown });
  }
});

test("a document with errors gives a report and no site, or with allowErrors a site; the earlier site stays", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  await build({ cwd, output: "site" });
  const before = contents(join(cwd, "site"));
  writeFileSync(join(cwd, "msgapi.yaml"), withError);
  const refusedBuild = await build({ cwd, output: "site" });
  expect(refusedBuild).toEqual({ ok: false, report: refusedBuild.report });
  expect(refusedBuild.report.diagnostics.map(({ code }) => code)).toEqual(["example/payload"]);
  expect(contents(join(cwd, "site"))).toEqual(before);
  expect(await build({ cwd })).not.toHaveProperty("files");
  const allowed = await build({ cwd, allowErrors: true });
  expect([allowed.ok, allowed.files?.has("index.html")]).toEqual([true, true]);
  expect(await build({ cwd, allowErrors: true, settings: { limits: { siteCharacters: 20_000 } } })).not.toHaveProperty("files");
});

test("a text needs no file, and settings of a program need none either", async () => {
  const cwd = folder({ "shared.yaml": "type: object\n" });
  const text = fine.replace(
    "payload: { type: object, required: [lux], properties: { lux: { type: integer } } }",
    "payload: { $ref: shared.yaml }",
  );
  const document = { text, path: "api.yaml" };
  const { ok, report } = await check({ cwd, documents: [document] });
  expect([ok, report.diagnostics]).toEqual([true, []]);
  const wrong = await check({
    cwd,
    documents: [{ text: withWarning, path: "api.yaml" }],
    settings: { rules: { "structure/unknown-field": "error" } },
  });
  expect(wrong.report.diagnostics).toMatchObject([{ file: "api.yaml", severity: "error" }]);
  const { files } = await build({ cwd, document, settings: { language: "de" } });
  expect(asTexts(files)["index.html"]).toContain('<html lang="de"');
  const bundled = await bundle({ cwd, document, format: "json" });
  expect(JSON.parse(bundled.text ?? "")).toHaveProperty("info.title", "Lamps");
  expect(bundled.report.summary.examples).toMatchObject({ checked: 1 });
  expect(readdirSync(cwd)).toEqual(["shared.yaml"]);
});

test("a comparison is that of the command line, and wrong options are errors", async () => {
  const api = (type: string): string =>
    `asyncapi: 2.6.0\ninfo: { title: Lamps, version: 1.0.0 }\nchannels: { lit: { subscribe: { message: { name: Lit, payload: { type: ${type} } } } } }\n`;
  const cwd = folder({ "old.yaml": api("integer"), "new.yaml": api("string"), "broken.yaml": "{" });
  const { ok, report } = await diff({ cwd, old: "old.yaml", new: "new.yaml" });
  const { stdout } = await msgdocs(cwd, ["diff", "old.yaml", "new.yaml", "--format", "json"]);
  expect([ok, report]).toEqual([false, JSON.parse(stdout)]);
  expect((await diff({ cwd, old: "old.yaml", new: "new.yaml", failOn: "none" })).ok).toBe(true);
  const said: string[] = [];
  const unread = await diff({ cwd, old: "old.yaml", new: "broken.yaml", log: (text) => said.push(text) });
  expect([unread.ok, unread.report.changes, said.join("")]).toEqual([false, [], expect.stringContaining("broken.yaml")]);
  const texts = await diff({ cwd, old: { text: api("integer") }, new: { text: api("string") } });
  expect(texts).toEqual({ ok, report });
  await expect(diff({ cwd, old: "old.yaml" })).rejects.toThrow(MsgdocsError);
});

test("bundles and models are those of the command line", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const { ok, text } = await bundle({ cwd });
  expect([ok, text]).toEqual([true, (await msgdocs(cwd, ["bundle"])).stdout]);
  await msgdocs(cwd, ["build", "-o", "site"]);
  const read = await model({ cwd });
  expect([read.ok, read.text]).toEqual([true, contents(join(cwd, "site"))["model.json"]]);
  expect(read.model?.channels?.map(({ id }) => id)).toEqual(["lamp/lit"]);
});

test("a model is made in spite of errors, and not of what cannot be read", async () => {
  const wrong = await model({ document: { text: withError } });
  expect([wrong.ok, wrong.model?.info.title, wrong.report.summary.errors]).toEqual([false, "Lamps", 1]);
  const unread = await model({ document: { text: refused } });
  expect([unread.ok, "model" in unread]).toEqual([false, false]);
});

test.each([
  ["a folder without a document", {}, "usage", /There is no document/],
  ["settings with an unknown key", { settings: { langage: "de" } }, "settings", /langage/],
  ["two kinds of settings", { config: "msgdocs.yaml", settings: {} }, "usage", /Either config or settings/],
  ["a theme that is not there", { document: { text: fine }, theme: "nowhere" }, "settings", /nowhere/],
  ["an output that is not ours", { document: { text: fine }, output: "taken" }, "usage", /taken/],
  ["a baseline that is not there", { document: { text: fine }, baseline: "none.json" }, "usage", /none\.json/],
])("%s rejects with an error that says what is wrong", async (_, options, kind, message) => {
  const cwd = folder({ "taken/mine.txt": "mine" });
  const error: unknown = await build({ cwd, ...options }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MsgdocsError);
  expect(error).toMatchObject({ name: "MsgdocsError", kind, message: expect.stringMatching(message) as string });
  expect((error as MsgdocsError).diagnostics.length > 0).toBe(kind === "settings");
  expect(contents(cwd)).toEqual({ "taken/mine.txt": "mine" });
});

test.each([
  [() => check({ config: false } as never), /"config" must be a string/],
  [() => check({ documents: 5 } as never), /"documents" must be a list/],
  [() => check({ documents: [{ path: "a.yaml" }] } as never), /"documents" must be a list/],
  [() => model({ document: {} } as never), /"document" must be a path, a URL or/],
  [() => build({ maxProblems: "3" } as never), /"maxProblems" must be a whole number/],
  [() => build({ strict: "no" } as never), /"strict" must be true or false/],
  [() => build({ settings: [] } as never), /"settings" must be an object/],
  [() => build({ signal: new AbortController() } as never), /"signal" must be an AbortSignal/],
  [() => build({ log: "loud" } as never), /"log" must be a function/],
  [() => bundle({ format: "xml" } as never), /"format" must be one of yaml, json/],
  [() => diff({ base: "main", failOn: "all" } as never), /"failOn" must be one of breaking, /],
  [() => part({ output: null } as never), /"output" must be a string/],
  [() => merge({ output: "portal" } as never), /nothing to merge/],
  [() => merge({ output: "portal", parts: ["part"], root: "." } as never), /merge has no option "root"/],
  [() => check({ output: "site" } as never), /check has no option "output"/],
  [() => part({ output: "part", cache: "cache" } as never), /part has no option "cache"/],
  [() => diff({ old: "a.yaml", new: "b.yaml", maxProblems: 3 } as never), /diff has no option "maxProblems"/],
  [() => merge({ parts: ["part"], output: "portal", date: "yesterday" }), /"date" must be a day/],
  [() => merge({ output: "portal", parts: "part" } as never), /"parts" must be a list of strings/],
  [() => build("asyncapi.yaml" as never), /must be an object/],
  [() => build(null as never), /must be an object/],
  [() => build({ allowErors: true } as never), /no option "allowErors"/],
])("what the types forbid is a usage error: %s", async (call, message) => {
  const error: unknown = await call().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MsgdocsError);
  expect(error).toMatchObject({ kind: "usage", message: expect.stringMatching(message) as string });
});

test("a build takes the day of a release, and the version to compare with", async () => {
  const cwd = folder({ "a.yaml": fine, "a-0.yaml": fine.replace("version: 1.0.0", "version: 0.9.0") });
  const settings = { siteUrl: "https://docs.example.com/", documents: [{ path: "a.yaml", versions: "a-0.yaml", name: "lamps" }] };
  const { files } = await build({ cwd, settings, date: "2026-03-01" });
  expect(asTexts(files)["apis/lamps/changes.xml"]).toContain("2026-03-01");
  await expect(build({ cwd, document: "a.yaml", base: "main" })).rejects.toMatchObject({ kind: "usage" });
});

test("an option that is not there is told with the nearest, and one that is undefined is left out", async () => {
  await expect(build({ allowErors: true } as never)).rejects.toMatchObject({ hint: 'Did you mean "allowErrors"?' });
  await expect(check({ parts: ["part"] } as never)).rejects.toMatchObject({ hint: "It is an option of merge." });
  await expect(check("asyncapi.yaml" as never)).rejects.toMatchObject({ hint: "Such as { documents: … }." });
  const nothing = { config: undefined, signal: undefined, log: undefined, root: undefined };
  expect(await check({ cwd: folder({ "msgapi.yaml": fine }), ...nothing })).toMatchObject({ ok: true });
});

test("a signal ends a call with its own reason, and leaves nothing behind", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  const early = AbortSignal.abort();
  for (const call of [check, build, bundle, model]) await expect(call({ cwd, signal: early })).rejects.toBe(early.reason);
  // Files are asked for one by one: the signal comes when the first page is on its way.
  for (const output of ["site", undefined]) {
    const controller = new AbortController();
    const reason = Object.assign(new Error("enough"), { code: "ENOUGH" });
    const call = build({ cwd, output, signal: controller.signal });
    setImmediate(() => setImmediate(() => controller.abort(reason)));
    await expect(call).rejects.toBe(reason);
  }
  expect(readdirSync(cwd)).toEqual(["msgapi.yaml"]);
});

test("calls at the same time do not see one another, and print nothing", async () => {
  const cwd = folder({ "a.yaml": fine, "b.yaml": withError });
  const spies = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write"), vi.spyOn(process, "exit")];
  const [a, b, again] = await Promise.all([
    build({ cwd, document: "a.yaml" }),
    build({ cwd, document: "b.yaml", allowErrors: true }),
    build({ cwd, document: "a.yaml" }),
  ]);
  const calls = spies.map((spy) => spy.mock.calls.length);
  for (const spy of spies) spy.mockRestore();
  expect(calls).toEqual([0, 0, 0]);
  expect(asTexts(again.files)).toEqual(asTexts(a.files));
  expect([a.report.summary.errors, b.report.summary.errors]).toEqual([0, 1]);
  expect(asTexts(b.files)).toEqual(asTexts((await build({ cwd, document: "b.yaml", allowErrors: true })).files));
  expect(existsSync(join(cwd, "site"))).toBe(false);
});

test("what the command line remarks on standard error is told to log", async () => {
  const cwd = folder({ "api/msgapi.yaml": fine.replace("type: integer", "$ref: ../lux.yaml"), "lux.yaml": "type: integer\n" });
  const told: string[] = [];
  const { ok } = await check({ cwd, documents: ["api/msgapi.yaml"], root: ".", log: (text) => told.push(text) });
  expect([ok, told]).toEqual([true, ["Read beyond the document's folder: 1 file in ."]]);
});
