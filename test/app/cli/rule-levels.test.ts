import { join } from "node:path";
import { expect, test } from "vitest";
import { examine } from "../../../src/run/recipe/index.ts";
import { loadSettings } from "../../../src/config/index.ts";
import { catalog } from "../../../src/text/diagnostics/index.ts";
import { processorSeconds } from "../../support/processor.ts";
import { fine, folder, msgdocs, report, withError } from "./shell.ts";

const noParameter = fine.replace("lamp/lit:", "lamp/{id}:");

test("an id of another tool is accepted in the settings, with a note of the new names; the code itself wins", async () => {
  const cwd = folder({
    "msgdocs.yaml": "rules: { channel/parameter-undefined: warning, asyncapi2-channel-parameters: off, asyncapi-id: info }\n",
    "msgapi.yaml": noParameter,
  });
  const said = await msgdocs(cwd, ["check", "-f", "json"]);
  expect([said.exit, said.stderr]).toEqual([0, ""]);
  expect(report(said).diagnostics).toMatchObject([
    { code: "channel/parameter-undefined", severity: "warning" },
    {
      code: "config/renamed-rule",
      severity: "info",
      file: "msgdocs.yaml",
      pointer: "/rules/asyncapi2-channel-parameters",
      message: expect.stringContaining('"channel/parameter-unused"') as string,
    },
    { code: "config/renamed-rule", pointer: "/rules/asyncapi-id", message: expect.stringContaining("does not ask for it") as string },
  ]);
});

test("links of the footer that lead nowhere are told with their place, whatever the command", async () => {
  const footer = "By the [team](javascript:alert(1)), [imprint](imprint.html), [us](https://example.com) ![logo](logo.svg)";
  const cwd = folder({ "msgdocs.yaml": `rules: { text/broken-link: error }\nfooter: "${footer}"\n`, "msgapi.yaml": fine });
  for (const command of [["check"], ["build", "--allow-errors", "-o", "out"]]) {
    const { diagnostics } = report(await msgdocs(cwd, [...command, "-f", "json"]));
    const of = (code: string, severity: string, link: string) => ({
      code,
      severity,
      file: "msgdocs.yaml",
      pointer: "/footer",
      start: { line: 2, column: 10 + footer.indexOf(link) },
      end: { line: 2, column: 10 + footer.indexOf(link) + link.length },
    });
    expect(diagnostics).toMatchObject([
      { ...of("text/unsafe-link", "warning", "[team](javascript:alert(1))"), hint: "Write an http, https or mailto address." },
      { ...of("text/broken-link", "error", "[imprint](imprint.html)"), hint: "Write an http, https or mailto address." },
      { ...of("text/broken-link", "error", "![logo](logo.svg)"), hint: "The setting logo names a picture of the site." },
    ]);
  }
});

test("a rule of another tool that is not here fails as an error, warns as a warning, and is noted else", async () => {
  for (const [level, exit, code, severity] of [
    ["error", 2, "config/missing-rule", "error"],
    ["warning", 0, "config/missing-rule", "warning"],
    ["warn", 0, "config/missing-rule", "warning"],
    ["info", 0, "config/renamed-rule", "info"],
    ["off", 0, "config/renamed-rule", "info"],
  ] as const) {
    const cwd = folder({ "msgdocs.yaml": `rules: { asyncapi-info-license: ${level} }\n`, "msgapi.yaml": fine });
    const said = await msgdocs(cwd, ["check", "-f", "json"]);
    expect([level, said.exit]).toEqual([level, exit]);
    const message = expect.stringContaining('"asyncapi-info-license"') as string;
    expect(report(said).diagnostics).toMatchObject([{ code, severity, file: "msgdocs.yaml", message }]);
  }
});

test("an id that no tool has is exit 2", async () => {
  const cwd = folder({ "msgdocs.yaml": "rules: { asyncapi2-nothing: off }\n", "msgapi.yaml": fine });
  expect((await msgdocs(cwd, ["check"])).exit).toBe(2);
});

test("a comment switches a rule off for the next node, by its code or an id of another tool", async () => {
  const at = "  lamp/{id}:";
  for (const [name, codes] of [
    ["channel/parameter-undefined", []],
    ["asyncapi2-channel-parameters", ["config/renamed-rule"]],
    ["channel/parameter-unused", ["config/unused-disable", "channel/parameter-undefined"]],
    ["channel/parameter-undefind", ["config/unused-disable", "channel/parameter-undefined"]],
  ] as const) {
    const text = noParameter.replace(at, `  # msgdocs-disable-next-line ${name}\n${at}`);
    const { diagnostics } = report(await msgdocs(folder({ "msgapi.yaml": text }), ["check", "-f", "json"]));
    expect([name, diagnostics.map(({ code }) => code)]).toEqual([name, codes]);
  }
});

test("a comment that names no code says which one it may mean", async () => {
  const text = withError.replace("channels:", "# msgdocs-disable-next-line example/paylod\nchannels:");
  const said = await msgdocs(folder({ "msgapi.yaml": text }), ["check"]);
  expect(said.stdout).toContain('There is no such code. Did you mean "example/payload"?');
});

test("many comments and many problems take time in proportion", async () => {
  const count = 4000;
  const channel = (index: number) => `  # msgdocs-disable-next-line channel/parameter-undefined\n  lamp/{p${index}}: {}\n`;
  const text = `msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\nchannels:\n${Array.from({ length: count }, (_, at) => channel(at)).join("")}`;
  const seconds = await processorSeconds(async () => {
    const said = await msgdocs(folder({ "msgapi.yaml": text }), ["check", "-f", "json"]);
    expect(report(said).diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  });
  expect(seconds).toBeLessThan(10);
});

/** Breaks every rule that is off unless it is asked for. */
const careless = `asyncapi: 2.6.0
id: https://example.com
info: { title: Lamps, version: 1.0.0 }
tags: [{ name: b }, { name: a }]
channels:
  lamp/lit: { publish: { operationId: on lit, message: { payload: { $ref: lit.json }, schemaFormat: application/schema } } }
components: { schemas: { Unused: {} } }
`;
const part = { "msgapi.yaml": careless, "lit.json": "{}" };
const strictCodes = Object.keys(catalog).filter((code) => catalog[code as keyof typeof catalog].level === "off");

test("the profile strict asks for all that is off else, as warnings; a level in rules wins", async () => {
  const found = async (settings: string) => {
    const { diagnostics } = report(await msgdocs(folder({ ...part, "msgdocs.yaml": settings }), ["check", "-f", "json"]));
    return [...new Set(diagnostics.flatMap(({ code, severity }) => (strictCodes.includes(code) ? [`${code} ${severity}`] : [])))].sort();
  };
  const warnings = strictCodes.map((code) => `${code} warning`).sort();
  expect(await found("extends: strict\n")).toEqual(warnings);
  const own = await found("extends: strict\nrules: { style/contact: off, style/description: error }\n");
  expect(own).toEqual(
    warnings.flatMap((each) => ({ "style/contact warning": [], "style/description warning": ["style/description error"] })[each] ?? each),
  );
  expect((await msgdocs(folder({ ...part, "msgdocs.yaml": "extends: recommended\n" }), ["check"])).exit).toBe(2);
});

test("rules that are off do not run", async () => {
  const cwd = folder(part);
  const { settings } = loadSettings({}, cwd);
  const { diagnostics } = settings ? await examine(join(cwd, "msgapi.yaml"), { settings, cwd }) : { diagnostics: undefined };
  expect(diagnostics?.filter(({ code }) => strictCodes.includes(code))).toEqual([]);
});

test("a comment about a rule that is off may stand: it is needed where the rule is on", async () => {
  const text = fine.replace("info:", "# msgdocs-disable-next-line style/contact\ninfo:");
  for (const settings of ["{}\n", "extends: strict\n"]) {
    const { diagnostics } = report(await msgdocs(folder({ "msgapi.yaml": text, "msgdocs.yaml": settings }), ["check", "-f", "json"]));
    expect(diagnostics.map(({ code }) => code)).not.toContain("config/unused-disable");
    expect(diagnostics.map(({ code }) => code)).not.toContain("style/contact");
  }
});
