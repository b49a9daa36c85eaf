import { expect, test, vi } from "vitest";
import { contents, fine, folder, msgdocs } from "../app/cli/shell.ts";

/** Row 79: systems list a folder each in an order of its own; the library sorts on this one, so that only a disk of another kind can tell. */
const disk = vi.hoisted(() => ({ isReversed: false, listings: 0 }));

function listed<T>(found: readonly T[]): readonly T[] {
  disk.listings += 1;
  return disk.isReversed ? found.toReversed() : found;
}

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  const readdirSync = (path: string, options?: { withFileTypes: true }) => listed(real.readdirSync(path, options as never));
  return { ...real, readdirSync };
});

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const readdir = async (path: string, options?: { withFileTypes: true }) => listed(await real.readdir(path, options as never));
  return { ...real, readdir };
});

const names = ["Z", "a", "b", "é", "sub/c", "sub/a"];
const beside = (extension: string, text: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [`${name}.${extension}`, text(name)]));
const within = (path: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${path}/${name}`, text]));

const project: Readonly<Record<string, string>> = {
  "msgapi.yaml": fine,
  "msgdocs.yaml": "document: msgapi.yaml\nguides: ['guides/**/*.md']\ntemplates: own\n",
  ...within(
    "guides",
    beside("md", (name) => `# Guide ${name}\n\nText.\n`),
  ),
  ...within(
    "own/css",
    beside("css", (name) => `.x { content: "${name}"; }\n`),
  ),
  ...within(
    "own/js",
    beside("js", (name) => `console.log("${name}");\n`),
  ),
  ...within(
    "own/assets",
    beside("svg", (name) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>\n`),
  ),
};

/** What one run says and writes on a disk that lists in one order or in the other. */
async function ran(args: readonly string[], { files, isReversed }: { files: Readonly<Record<string, string>>; isReversed: boolean }) {
  const cwd = folder(files);
  Object.assign(disk, { isReversed, listings: 0 });
  const said = await msgdocs(cwd, args);
  const { listings } = disk;
  disk.isReversed = false;
  return { exit: said.exit, said: JSON.parse(JSON.stringify(said).replaceAll(cwd, "")) as unknown, written: contents(cwd), listings };
}

const site = ["build", "--config", "msgdocs.yaml", "-o", "site"];
const misspelt = fine.replace(/payload: \{ type.*/, "payload: { $ref: 'part0.yaml' }");

const parts = { "msgapi.yaml": misspelt, "part1.yaml": "{}", "part2.yaml": "{}", "part3.yaml": "{}" };

const several = { "a/one.yaml": misspelt, "a/two.yaml": misspelt, "b/one.yaml": misspelt };

// Folders are listed so often at least, so that there was something to turn round.
test.each([
  ["a site with guides and a look of its own", { args: site, files: project, exit: 0, least: 5 }],
  ["what is guessed of a misspelt file", { args: ["check", "msgapi.yaml"], files: parts, exit: 1, least: 1 }],
  ["what is said of several documents", { args: ["check", "*/*.yaml"], files: several, exit: 1, least: 3 }],
  ["what can be ejected", { args: ["theme", "eject"], files: {}, exit: 0, least: 2 }],
])("row 79: %s is the same whatever the order that folders are listed in", async (_, { args, files, exit, least }) => {
  const usual = await ran(args, { files, isReversed: false });
  expect([usual.exit, usual.listings >= least]).toEqual([exit, true]);
  expect(await ran(args, { files, isReversed: true })).toEqual(usual);
});
