import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { loadSettings, settingSections } from "#config";
import { settingsKey } from "#run";

const made: string[] = [];
afterEach(() => made.splice(0).forEach((path) => rmSync(path, { recursive: true })));

/** Two folders beside each other, each with files and a folder that settings may name. */
function folders(): { readonly project: string; readonly other: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-paths-")));
  made.push(root);
  const [project, other] = [join(root, "project"), join(root, "other")];
  for (const folder of [project, other]) {
    mkdirSync(join(folder, "named"), { recursive: true });
    writeFileSync(join(folder, "named.yaml"), "site.channels: Topics\n");
    writeFileSync(join(folder, "named.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
  }
  return { project, other };
}

const keys = Object.values(settingSections).flatMap((rows) => Object.keys(rows).filter((key) => rows[key]?.is === "path"));

/** What exists and is named by a setting. */
function named(key: string): string {
  if (key === "words") return "named.yaml";
  return ["root", "output", "cache", "templates"].includes(key) ? "named" : "named.svg";
}

test.each(keys)("a settings file names nothing outside of the project as %s, unless it is trusted", (key) => {
  const { project } = folders();
  writeFileSync(join(project, "msgdocs.yaml"), `${key}: ../other/${named(key)}\n`);
  expect(loadSettings({}, project).problems.map(({ code }) => code)).toEqual([
    expect.stringMatching(/^config\/(?:not-trusted|wrong-type)$/),
  ]);
  expect(loadSettings({ trustSettings: true }, project).problems).toEqual([]);
});

test.each(keys)("the key of what is made is the same wherever the project lies, whatever is named as %s", (key) => {
  const texts = [folders(), folders()].map(({ project }) => {
    writeFileSync(join(project, "msgdocs.yaml"), `${key}: ${named(key)}\n`);
    const { settings } = loadSettings({}, project);
    return settings && JSON.stringify(settingsKey(settings, project));
  });
  expect(texts[0]).toBeDefined();
  expect(texts[0]).toBe(texts[1]);
});
