import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { examine, filesOf, makeSite, openTheme } from "../../src/run/recipe/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import type { CodeTemplates } from "../../src/render/theme/index.ts";
import { samplesFor } from "../../src/samples/index.ts";

const folder = mkdtempSync(join(tmpdir(), "msgdocs-code-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The templates that the guide shows, by path. */
const shown = [...readFileSync("docs/guide/code.md", "utf8").matchAll(/^```handlebars (\S+)\n([^]*?)^```/gm)];
const ofGuide = Object.fromEntries(shown.map(([, path = "", text = ""]) => [path, text]));

const HOSTILE = "a\"b$c${d}#{e}\\u{22}'`\\";

function settingsWith(templates: Readonly<Record<string, string>>, code?: readonly string[]) {
  const at = mkdtempSync(join(folder, "t-"));
  for (const [path, text] of Object.entries(templates)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  const { settings } = loadSettings({ config: undefined }, folder);
  if (!settings) throw new Error("There are no default settings.");
  return { ...settings, templates: at, ...(code ? { code } : {}) };
}

/** The page and the Markdown of an operation that receives a text over MQTT. */
async function pagesWith(
  templates: Readonly<Record<string, string>>,
  payload = "on",
  verb = "publish",
  {
    bindings = {},
    url = "lamp.example",
    protocol = "mqtt",
    code,
  }: { bindings?: object; url?: string; protocol?: string; code?: readonly string[] } = {},
) {
  const settings = settingsWith(templates, code);
  const file = join(folder, "lamp.json");
  const message = { payload: { type: "string" }, contentType: "text/plain", examples: [{ payload }] };
  const servers = { main: { url, protocol } };
  const channels = { lamps: { [verb]: { operationId: "talk", message, bindings } } };
  writeFileSync(file, JSON.stringify({ asyncapi: "2.6.0", info: { title: "Lamp", version: "1" }, servers, channels }));
  const { theme, problems } = await openTheme(settings);
  expect(problems).toEqual([]);
  const { subject } = await examine(file, { cwd: folder, settings });
  if (!subject || !theme) throw new Error("The document or the theme does not load.");
  const files = new Map<string, string>();
  for (const { path, contents } of await filesOf(await makeSite(subject, { settings, theme, problems: [] })))
    if (typeof contents === "string") files.set(path, contents);
  const html = files.get("operations/talk.html") ?? "";
  const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  const tabs = [...html.matchAll(/value="(\w+)" data-keep="code"[^>]*>([^<]*)</g)].map(([, value, name]) => `${value ?? ""} ${name ?? ""}`);
  const codeOf = (language: string): string =>
    (new RegExp(`data-sample="${language}">[^]*?<pre[^>]*>([^]*?)</pre>`).exec(html)?.[1] ?? "")
      .replace(/<[^>]*>/g, "")
      .replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
  return { tabs, codeOf, markdown: files.get("operations/talk.md") ?? "" };
}

test("the templates of the guide are a tab of their own, and replace the code of ours", async () => {
  const { tabs, codeOf } = await pagesWith(ofGuide);
  expect(tabs).toEqual(["cli Command line", "javascript JavaScript", "python Python", "java Java", "go Go", "kotlin Kotlin"]);
  expect(codeOf("kotlin")).toContain('serverHost("lamp.example")');
  expect(codeOf("kotlin")).toContain('val payload = "on".toByteArray()\n  client.publishWith().topic("lamps").payload(payload).send()');
  expect(codeOf("python")).toBe('# pip install ourkit\nimport ourkit\n\nourkit.send("mqtt://lamp.example", "lamps", "on")');
  expect((await pagesWith(ofGuide, "on", "subscribe")).codeOf("kotlin")).toContain('topicFilter("lamps")');
});

test("a block may name its items", async () => {
  const { problems } = await openTheme(settingsWith({ "code/mqtt.kotlin.hbs": "{{#each headers as |h|}}{{h.name}}{{@index}}{{/each}}" }));
  expect(problems).toEqual([]);
});

test("the settings order languages of templates, too, and those that they do not name come last", async () => {
  const templates = { ...ofGuide, "code/mqtt.rust.hbs": "{{address}}" };
  expect((await pagesWith(templates, "on", "publish", { code: ["kotlin", "cli"] })).tabs).toEqual([
    "kotlin Kotlin",
    "cli Command line",
    "rust Rust",
  ]);
});

test("what the document says stays in its literal in every language", async () => {
  const languages = [
    "cli",
    "javascript",
    "typescript",
    "python",
    "java",
    "go",
    "kotlin",
    "scala",
    "csharp",
    "rust",
    "swift",
    "ruby",
    "php",
  ];
  const { codeOf } = await pagesWith(
    Object.fromEntries(languages.map((language) => [`code/mqtt.${language}.hbs`, "say({{payload}})"])),
    HOSTILE,
  );
  const said = (language: string): string => /^say\(([^]*)\)$/.exec(codeOf(language))?.[1] ?? "";
  expect(JSON.parse(said("csharp"))).toBe(HOSTILE);
  expect(said("kotlin")).toBe(String.raw`"a\"b\$c\${d}#{e}\\u{22}'` + "`" + String.raw`\\"`);
  expect(said("ruby")).toContain(String.raw`\#{e}`);
  expect(said("php")).toContain(String.raw`\$c\${d}`);
  expect(said("swift")).toContain(String.raw`\\u{22}`);
  const run = (command: string, args: readonly string[]): string => execFileSync(command, args, { encoding: "utf8" });
  expect(run(process.execPath, ["-e", `process.stdout.write(${said("javascript")})`])).toBe(HOSTILE);
  expect(run("sh", ["-c", `printf %s ${said("cli")}`])).toBe(HOSTILE);
});

test("numbers are numbers, truths are truths, and conditions ask questions", async () => {
  const asked = `{{server.port}}, {{#if bindings.operation.retain}}kept{{else}}gone{{/if}}, {{#if (and (eq bindings.operation.qos 1) (not payload))}}no{{else if (or receives (eq protocol "mqtt"))}}yes{{/if}}`;
  const bindings = { mqtt: { qos: 1, retain: false } };
  const { codeOf } = await pagesWith(
    { "code/mqtt.kotlin.hbs": asked, "code/mqtt.csharp.hbs": "{{bindings.operation.qos}}" },
    "on",
    "publish",
    { bindings, url: "lamp.example:{port}" },
  );
  expect(codeOf("kotlin")).toBe('"{port}".toInt(), gone, yes');
  expect(codeOf("csharp")).toBe("1");
});

test("MQTT 5 is written like MQTT, unless it has a file of its own, and what prints nothing has no tab", async () => {
  const templates = {
    "code/mqtt.kotlin.hbs": "three()",
    "code/mqtt.rust.hbs": "three()",
    "code/mqtt5.rust.hbs": "five()",
    "code/mqtt5.swift.hbs": "{{#if receives}}five(){{/if}}",
  };
  const { tabs, codeOf } = await pagesWith(templates, "on", "publish", { protocol: "mqtt5" });
  expect([codeOf("kotlin"), codeOf("rust")]).toEqual(["three()", "five()"]);
  expect(tabs.filter((tab) => tab.startsWith("swift"))).toEqual([]);
});

test("our templates keep the rules that a user's do, and print the same as theirs", async () => {
  const ours = readdirSync("templates/code");
  const copies = Object.fromEntries(
    ours.map((name) => [`code/${name}`, `{{!-- a copy --}}\n${readFileSync(`templates/code/${name}`, "utf8")}`]),
  );
  const [{ theme }, copied] = [await openTheme(settingsWith({})), await openTheme(settingsWith(copies))];
  expect(copied.problems).toEqual([]);
  for (const name of ours) {
    const [protocol = "", language = ""] = name.split(".");
    for (const way of ["send", "receive"] as const) {
      for (const credentials of [[], [{ type: "http", scheme: "basic" }], [{ type: "X509" }]]) {
        const call = {
          protocol,
          written: protocol,
          server: "h.example:1",
          address: "a",
          way,
          payload: HOSTILE,
          body: `${HOSTILE}\nx`,
          contentType: "text/plain",
          headers: [["x-a", HOSTILE]] as const,
          credentials,
          binding: () => undefined,
          required: () => [],
        };
        const textsOf = (templates: CodeTemplates | undefined) => samplesFor(call, [language], "client", templates ?? new Map());
        const [text] = textsOf(theme?.code);
        if (text) expect(textsOf(copied.theme?.code)).toEqual([text]);
      }
    }
  }
});

test.each([
  ["a raw hole", "code/mqtt.kotlin.hbs", "{{{payload}}}", "theme/unescaped"],
  ["a raw hole of another spelling", "code/mqtt.kotlin.hbs", "{{#if payload}}{{&payload}}{{/if}}", "theme/unescaped"],
  ["a partial", "code/mqtt.kotlin.hbs", "{{> layout}}", "theme/unknown-partial"],
  ["a helper", "code/mqtt.kotlin.hbs", "{{lookup server 'url'}}", "theme/unknown-helper"],
  ["a helper within", "code/mqtt.kotlin.hbs", "{{#if (lookup server 'url')}}x{{/if}}", "theme/unknown-helper"],
  ["what does not compile", "code/mqtt.kotlin.hbs", "{{#if payload}}", "theme/syntax"],
  ["a field that there is not", "code/mqtt.kotlin.hbs", "{{payloads}}", "theme/syntax"],
  ["such a field where no page looks", "code/mqtt.kotlin.hbs", "{{#if server.secure}}{{bindings.message.kee}}{{/if}}", "theme/syntax"],
  ["such a field of the root", "code/mqtt.kotlin.hbs", "{{#each headers}}{{@root.nothing}}{{/each}}", "theme/syntax"],
  ["a field by a literal", "code/mqtt.kotlin.hbs", '{{"payload"}}', "theme/unknown-helper"],
  ["a language that nobody can quote for", "code/mqtt.kotlyn.hbs", "{{payload}}", "theme/unknown-template"],
  ["no protocol", "code/kotlin.hbs", "{{payload}}", "theme/unknown-template"],
])("%s is refused", async (_, path, text, code) => {
  const { theme, problems } = await openTheme(settingsWith({ [path]: text }));
  expect(theme).toBeUndefined();
  expect(problems.map((each) => each.code)).toEqual([code]);
});
