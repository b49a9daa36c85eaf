import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exits } from "../../../src/run/command/index.ts";
import { run } from "../../../src/app/cli/run.ts";
import { fine, folder, msgdocs, withError } from "./shell.ts";

/** What a terminal obeys, hides or reorders, what a CI takes for a command, and what would forge a line of ours. */
const HOSTILE = "x\u001b[31m\u009b2J\u0007\u202e\u200b\u2028\r\nFORGED\n::error::FORGED\n##vso[task.setvariable variable=a]FORGED";
/** The same for what is part of a file's name. */
const NAME = HOSTILE.replaceAll("/", "");
const QUOTED = JSON.stringify(HOSTILE);

function expectInert(said: string, what: string): void {
  expect([what, /[^\n\P{C}]|[\p{Zl}\p{Zp}]/u.exec(said)?.[0]]).toEqual([what, undefined]);
  expect([what, /^.*##(?:vso)?\[.*$/m.exec(said)?.[0]]).toEqual([what, undefined]);
  expect([what, /^\s*(?:FORGED|::error::FORGED).*$/m.exec(said)?.[0]]).toEqual([what, undefined]);
}

const formats = ["pretty", "json", "github", "sarif", "junit", "codeclimate"];

const settings = [
  `${QUOTED}: 1\n`,
  `document: ${QUOTED}\n`,
  `theme: ${QUOTED}\n`,
  `templates: ${QUOTED}\n`,
  `baseline: ${QUOTED}\n`,
  `cache: ${QUOTED}\n`,
  `root: ${QUOTED}\n`,
  `output: ${QUOTED}\n`,
  `words: ${QUOTED}\n`,
  `logo: ${QUOTED}\n`,
  `favicon: ${QUOTED}\n`,
  `language: ${QUOTED}\n`,
  `siteUrl: ${QUOTED}\n`,
  `sourceUrl: ${QUOTED}\n`,
  `editor: ${QUOTED}\n`,
  `guides: [${QUOTED}]\n`,
  `reader: ${QUOTED}\n`,
  `rules: { ${QUOTED}: error }\n`,
  `rules: { example/payload: ${QUOTED} }\n`,
  `redirects: { ${QUOTED}: ${QUOTED} }\n`,
  `csp: { ${QUOTED}: [${QUOTED}] }\n`,
  `links: [{ text: ${QUOTED}, url: ${QUOTED} }]\n`,
  `remote: { allow: [${QUOTED}] }\n`,
  `remote: { headerEnv: { "https://example.com": ${QUOTED} } }\n`,
  `limits: { ${QUOTED}: 1 }\n`,
  `? [${QUOTED}]\n: 1\n`,
  `a: ${HOSTILE}\n`,
];

test.each(settings)("settings cannot command, colour or forge what is printed: %j", async (text) => {
  const cwd = folder({ "msgdocs.yaml": text, "msgapi.yaml": fine });
  for (const format of formats) {
    const said = await msgdocs(cwd, ["build", "-f", format, ...(text.startsWith("output") ? [] : ["-o", "site"])]);
    expectInert(said.stdout + said.stderr, format);
  }
});

test("nor can documents, whatever the format of the report", async () => {
  const text = withError.replace("title: Lamps", `title: ${QUOTED}, ${QUOTED}: 1`).replace("lamp/lit:", `${QUOTED}:`);
  for (const document of [text, `${text}\n${HOSTILE}`, text.replace("message:", `$ref: ${QUOTED}\n      message:`)]) {
    const cwd = folder({ "msgapi.yaml": document });
    for (const format of formats) {
      const said = await msgdocs(cwd, ["check", "-f", format]);
      expectInert(said.stdout + said.stderr, format);
    }
  }
});

test("nor can names of files and folders", async () => {
  const cwd = folder({
    [`${NAME}.yaml`]: withError,
    [`${NAME}dir/msgapi.yaml`]: fine,
    [`${NAME}dir/asyncapi.yaml`]: fine,
    "fine.yaml": fine,
  });
  for (const args of [
    ["check", `${NAME}.yaml`],
    ["check", `${NAME}.yaml`, "--fix"],
    ["check", `${NAME}.yaml`, "--write-baseline", "--baseline", `${NAME}.json`],
    ["check", "fine.yaml", "--baseline", "fine.yaml"],
    ["check", "fine.yaml", "--baseline", `${NAME}.yaml`],
    ["build", `${NAME}.yaml`, "-o", "site"],
    ["build", `${NAME}dir`, "-o", "site"],
    ["build", "fine.yaml", "-o", NAME],
    ["build", "fine.yaml", "-o", NAME, "--cache", `${NAME}cache`, "--profile"],
    ["build", "fine.yaml", "-o", `${NAME}dir`],
    ["build", "fine.yaml", "--single-file", `${NAME}.html`],
    ["build", "fine.yaml", "--single-file", `${NAME}/none.html`],
    ["build", "fine.yaml", "-o", "site", "--templates", `${NAME}dir`],
    ["bundle", `${NAME}.yaml`, "-o", `${NAME}bundled.yaml`],
    ["theme", "eject", "layout.hbs", "--to", `${NAME}look`],
    ["theme", "eject", NAME],
  ]) {
    const said = await msgdocs(cwd, args);
    expectInert(said.stdout + said.stderr, args.join(" "));
  }
});

test("nor can flags and arguments", async () => {
  const cwd = folder({ "msgapi.yaml": fine });
  for (const args of [
    [HOSTILE],
    [`--${HOSTILE}`],
    ["check", HOSTILE],
    ["check", `https://${HOSTILE}`],
    ["check", `*${HOSTILE}`],
    ["check", "-f", HOSTILE],
    ["check", "--max-problems", HOSTILE],
    ["check", "-c", HOSTILE],
    ["check", "--allow-remote", HOSTILE],
    ["check", "--remote-header-env", HOSTILE],
    ["check", "-", "--stdin-filename", HOSTILE],
    ["build", "-o", "site", "--language", HOSTILE],
    ["build", "-o", "site", "--theme", HOSTILE],
    ["watch", "--editor", HOSTILE],
    ["watch", "--host", HOSTILE],
    ["watch", "--port", HOSTILE],
    ["explain", HOSTILE],
  ]) {
    const said = await msgdocs(cwd, args, "[");
    expect([args, said.exit]).not.toEqual([args, exits.bug]);
    expectInert(said.stdout + said.stderr, args.join(" "));
  }
});

test("nor can baselines and locks that lie there", async () => {
  const problem = { code: HOSTILE, file: HOSTILE, pointer: HOSTILE, message: HOSTILE, count: 3 };
  const cwd = folder({
    "msgapi.yaml": withError,
    "known.json": JSON.stringify({ version: 1, problems: [problem] }),
    ".site.msgdocs-lock": HOSTILE,
  });
  for (const format of formats) {
    const said = await msgdocs(cwd, ["check", "--baseline", "known.json", "-f", format]);
    expectInert(said.stdout + said.stderr, format);
  }
  const built = await msgdocs(cwd, ["build", "-o", "site", "--allow-errors"]);
  expectInert(built.stdout + built.stderr, "lock");
});

test("nor can templates and words", async () => {
  const cwd = folder({ "msgapi.yaml": fine, "words.yaml": `${QUOTED}: ${QUOTED}\n`, "msgdocs.yaml": "words: words.yaml\n" });
  const worded = await msgdocs(cwd, ["build", "-o", "site"]);
  expectInert(worded.stdout + worded.stderr, "words");
  mkdirSync(join(cwd, "look/pages"), { recursive: true });
  for (const template of [`{{> [${NAME}]}}`, `{{${HOSTILE}}}`, `{{[${NAME}]}}`, `<a href={{title}}>${HOSTILE}`, `{{#if a}}${HOSTILE}`]) {
    writeFileSync(join(cwd, "look/pages/channel.hbs"), template);
    writeFileSync(join(cwd, "msgdocs.yaml"), "");
    const said = await msgdocs(cwd, ["build", "-o", "site", "--templates", "look"]);
    expectInert(said.stdout + said.stderr, template);
  }
});

test("nor can what the system or a bug of ours says, nor what is said of the work", async () => {
  const said: string[] = [];
  const say = (text: string | Iterable<string>): void => void said.push(typeof text === "string" ? text : [...text].join(""));
  const io = {
    cwd: folder({ [`${NAME}.yaml`]: fine }),
    version: "0.0.0",
    stdout: say,
    stderr: say,
    stdin: () => Promise.reject(Object.assign(new Error(HOSTILE), said.length > 0 ? { code: "EIO" } : {})),
    colour: { stdout: false, stderr: false },
    progress: (what: string | undefined) => void said.push(what ?? ""),
    onInterrupt: () => () => undefined,
  };
  expect(await run(["check", "-"], io)).toBe(exits.bug);
  expect(await run(["check", "-"], io)).toBe(exits.environment);
  expect(await run(["build", `${NAME}.yaml`, "-o", NAME], io)).toBe(exits.fine);
  said.forEach((each) => expectInert(each, "said"));
});
