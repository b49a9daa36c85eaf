import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getFileInfo } from "prettier";
import { expect, test } from "vitest";
import { floors, parts } from "../floors.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
const architecture = read("ARCHITECTURE.md");

test("ARCHITECTURE.md shows the recipe as it is", () => {
  const [, shown = "none"] = /```ts\n([\s\S]*?)\n```/.exec(architecture) ?? [];
  expect(read("src/run/recipe/recipe.ts")).toContain(shown);
  expect(shown).toContain("export async function examine");
});

test("ARCHITECTURE.md has every room on its floor, with its parts in their order", () => {
  const rows = [...architecture.matchAll(/^\| +(\d+) +\| `(\w+)` +\| (.*?) \|/gm)].map(([, floor = "", room = "", named = ""]) => ({
    floor: Number(floor),
    room,
    parts: [...named.matchAll(/`(\w+)`/g)].map(([, part]) => part),
  }));
  const levels: Readonly<Record<string, readonly (readonly string[])[]>> = parts;
  expect(rows).toEqual(floors.flatMap((rooms, floor) => rooms.map((room) => ({ floor, room, parts: (levels[room] ?? []).flat() }))));
});

test("every part of floors.js is a folder, and every folder a part", () => {
  for (const [room, levels] of Object.entries(parts)) {
    const folders = readdirSync(`${root}src/${room}`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(levels.flat().sort());
  }
});

test.each(["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"])("%s names only files that are there", (paper) => {
  const named = [...read(paper).matchAll(/(?<![\w/.-])(?:src|test|docs|templates|themes|preview|bench)\/[\w./-]*\w\/?/g)].map(
    ([path]) => path,
  );
  expect(named.filter((path) => !existsSync(`${root}${path}`) && !path.endsWith("-") && !isStart(path))).toEqual([]);
});

test("CONTRIBUTING.md names only what the code has", () => {
  const folders = ["src", "test/support"];
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const words = new Set(files.filter((path) => path.endsWith(".ts")).flatMap((path) => read(path).match(/\w+/g) ?? []));
  const named = [...read("CONTRIBUTING.md").matchAll(/`([A-Za-z]\w+)(?:\([^`]*\))?`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !words.has(name))).toEqual([]);
});

test("prettier formats every source file: no line of .prettierignore hides one", async () => {
  const files = ["src", "preview", "bench", ".config"].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${root}${folder}/${name}`),
  );
  const code = files.filter((path) => /\.(?:ts|js|css|json)$/.test(path));
  expect(code.length).toBeGreaterThan(300);
  const ignored = await Promise.all(
    code.map(async (path) =>
      (await getFileInfo(path, { ignorePath: `${root}.prettierignore` })).ignored ? [path.slice(root.length)] : [],
    ),
  );
  expect(ignored.flat()).toEqual([]);
});

/** Whether a path is the beginning of names, as in `quick-*.ts` or `{a,b}.ts`. */
function isStart(path: string): boolean {
  const at = path.lastIndexOf("/");
  const folder = `${root}${path.slice(0, at)}`;
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(path.slice(at + 1)));
}

test("CHANGELOG.md has the form of Keep a Changelog, with a section for what each entry does", () => {
  const text = read("CHANGELOG.md");
  const kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
  const versions = text.split(/^## /m).slice(1);
  expect(versions[0]).toMatch(/^\[Unreleased\]\n/);
  for (const version of versions.slice(1)) expect(version).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d\n/);
  for (const version of versions) {
    const [head = "", ...sections] = version.split(/^### /m);
    const found = sections.map((section) => section.split("\n", 1)[0] ?? "");
    // Each kind once, in this order, and no entry before the first.
    expect(found).toEqual(kinds.filter((kind) => found.includes(kind)));
    expect(head).not.toMatch(/^- /m);
    expect(sections.filter((section) => !/^- /m.test(section))).toEqual([]);
    const [name = ""] = /^\[[^\]]+\]/.exec(version) ?? [];
    expect(text).toContain(`\n${name}: https://`);
  }
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(versions[1]).toMatch(`[${version}]`);
});

test("in the rooms that ARCHITECTURE.md names for it, each file begins with what it is for", () => {
  const [, named = ""] = /In these rooms and parts \(([^)]*)\)/.exec(architecture) ?? [];
  const rooms = [...named.matchAll(/`([\w/]+)`/g)].map(([, room = ""]) => room);
  const files = rooms.flatMap((room) =>
    readdirSync(`${root}src/${room}`).flatMap((name) => (name.endsWith(".ts") ? [`src/${room}/${name}`] : [])),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !read(file).startsWith("/**"))).toEqual([]);
});
