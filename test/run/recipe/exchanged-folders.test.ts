import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Settings } from "../../../src/config/index.ts";
import { loadSettings, themeFiles } from "../../../src/config/index.ts";
import { readGuides } from "../../../src/prose/index.ts";
import { expandPaths, repositoryOf } from "../../../src/text/index.ts";
import { openTheme } from "../../../src/run/recipe/index.ts";
import { readAsset } from "../../../src/run/recipe/build-site.ts";
import { fileFinder } from "../../../src/run/recipe/make-prose.ts";
import { loadDocuments } from "../../../src/documents/index.ts";

/** A folder of a repository that becomes a link to one outside after the settings were judged. */

let base: string;
let cwd: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-exchanged-")));
  cwd = join(base, "repo");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  for (const [top, who] of [
    ["repo", "inside"],
    ["elsewhere", "outside"],
  ] as const) {
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(base, top, path)), { recursive: true });
      writeFileSync(join(base, top, path), text);
    };
    put("sub/guides/a.md", `# ${who}\n`);
    put("sub/look/css/style.css", `.${who} {}\n`);
    put("sub/api.yaml", `asyncapi: 3.0.0\ninfo: { title: ${who}, version: "1" }\n`);
    put("sub/a.png", "\x89PNG");
    put("sub/msgdocs.yaml", "theme: look\ntemplates: look\nguides: [guides/*.md]\n");
  }
  writeFileSync(join(base, "elsewhere/sub/guides/secret.md"), "# secret\n");
  writeFileSync(join(base, "elsewhere/sub/look/css/secret.css"), ".secret {}\n");
});
afterEach(() => rmSync(base, { recursive: true }));

function exchange(path: string): void {
  renameSync(join(cwd, path), join(cwd, `${path}.before`));
  symlinkSync(join(base, "elsewhere", path), join(cwd, path));
}

function loaded(flags: Parameters<typeof loadSettings>[0], folder = cwd): Settings {
  const { settings, problems } = loadSettings(flags, folder);
  if (!settings) throw new Error(problems.map(({ message }) => message).join("\n"));
  return settings;
}

const ways: Readonly<Record<string, () => Settings>> = {
  "settings of the folder": () => loaded({}, join(cwd, "sub")),
  "settings that a flag names": () => loaded({ config: "sub/msgdocs.yaml" }),
  flags: () => ({ ...loaded({ theme: "sub/look", templates: "sub/look" }), guides: [join(cwd, "sub/guides/*.md")] }),
};

test.each(Object.keys(ways).flatMap((way) => ["sub", "sub/look", "sub/guides"].map((path) => [way, path] as const)))(
  "%s: of %s nothing outside is read, and no name there is said",
  async (way, path) => {
    const settings = ways[way]?.();
    if (!settings) throw new Error("There is no such way.");
    exchange(path);
    const { theme, problems } = await openTheme(settings);
    const guides = await readGuides({ patterns: settings.guides, folder: join(cwd, "sub"), cwd, output: undefined });
    const said = JSON.stringify([theme?.assets.style, problems.map(({ message }) => message), guides.problems, guides.guides]);
    expect(said).not.toMatch(/outside|secret/);
    expect(guides.guides.length).toBe(path === "sub/look" ? 1 : 0);
    expect(theme === undefined).toBe(path !== "sub/guides");
  },
);

test("the root of a run, a document that settings name, and the files of a text stay where they were judged", async () => {
  const root = join(cwd, "sub");
  const { root: flagged } = loaded({ root: "sub" });
  exchange("sub");
  expect(flagged).toBe(root);
  const find = fileFinder(root, () => undefined);
  expect(find({ id: join(root, "api.yaml"), name: "api.yaml", text: "", language: "yaml" }, "a.png")).toBeUndefined();
  const { limits } = loaded({});
  for (const options of [{}, { root }, { named: true }]) {
    const { documents, problems } = await loadDocuments("sub/api.yaml", { cwd, limits, ...options });
    expect([documents, problems.map(({ code }) => code)]).toEqual([undefined, ["document/not-found"]]);
  }
  expect(expandPaths(join(root, "guides/*.md"), "", root).paths).toEqual([]);
  expect(() => themeFiles(join(root, "look"))).toThrow("it is a link that leads outside");
  expect(repositoryOf(root)).toBe(cwd);
});

test.each([true, false])(
  "a document in a folder that is a link to another one of the repository is read (.git: %s)",
  async (isRepository) => {
    if (!isRepository) rmSync(join(cwd, ".git"), { recursive: true });
    symlinkSync(join(cwd, "sub"), join(cwd, "linked"));
    const { limits } = loaded({});
    const { documents, problems } = await loadDocuments("linked/api.yaml", { cwd, limits });
    expect([documents?.main.name, problems]).toEqual(["sub/api.yaml", []]);
  },
);

test("a document named in a folder that is a link out of the working folder is read where it lies", async () => {
  symlinkSync(join(base, "elsewhere"), join(base, "linked"));
  const { limits } = loaded({});
  const { documents } = await loadDocuments("../linked/sub/api.yaml", { cwd, limits });
  expect(documents?.main.id).toBe(join(base, "elsewhere/sub/api.yaml"));
});

test("a picture that was judged is not copied once another file, or a link to one, has its place", () => {
  const source = join(cwd, "sub/a.png");
  const picture = "\x89PNG\r\n";
  writeFileSync(source, picture, "latin1");
  writeFileSync(join(cwd, "sub/keys"), "-----BEGIN PRIVATE KEY-----\n");
  const read = (): string => Buffer.from(readAsset({ source, path: "assets/a.png" }).contents).toString("latin1");
  expect(read()).toBe(picture);
  renameSync(join(cwd, "sub/keys"), source);
  expect(read).toThrow(/it is another file by now/);
  rmSync(source);
  writeFileSync(join(base, "elsewhere/sub/b.png"), picture, "latin1");
  symlinkSync(join(base, "elsewhere/sub/b.png"), source);
  expect(read).toThrow(/leads outside/);
});
