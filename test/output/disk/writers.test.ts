import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SiteFiles } from "../../../src/output/disk/open-output.ts";
import type { FileCopy } from "#output";
import { openOutput } from "#output";
import { put, scratch, tree } from "./scratch.ts";

const site = (cwd: string): string => join(cwd, "site");

async function build(cwd: string, files: SiteFiles, thread: boolean): Promise<void> {
  const output = openOutput({ output: "site", cwd, inputs: [], thread });
  try {
    await output.write(files);
  } finally {
    output.close();
  }
}

/** Files of all kinds: empty, of characters outside ASCII and halves of such, bytes, larger than what is handed over at once. */
function* various(): Generator<{ path: string; contents: string | Uint8Array }> {
  for (let at = 0; at < 300; at += 1) yield { path: `pages/${at % 7}/${at}.html`, contents: `<p>${at}—é😀`.repeat(at * 2) };
  yield { path: "empty.html", contents: "" };
  yield { path: "half.html", contents: "a\ud800b\udc00" };
  yield { path: "image.png", contents: new Uint8Array([0, 255, 137, 10]) };
  yield { path: "large.js", contents: "—".repeat(400_000) };
  yield { path: "larger.json", contents: "x".repeat(1_100_000) };
  yield { path: "bytes.bin", contents: new Uint8Array(1_100_000).fill(7) };
}

test("files are the same bytes whether a thread writes them or not", async () => {
  const written = await Promise.all(
    [false, true].map(async (thread) => {
      const cwd = scratch();
      await build(cwd, various(), thread);
      expect(readdirSync(cwd)).toEqual(["site"]);
      const names = readdirSync(site(cwd), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
      return paths.map((path) => `${path.slice(cwd.length)} ${hash("sha256", readFileSync(path))}`);
    }),
  );
  expect(written[0]).toHaveLength(307);
  expect(written[1]).toEqual(written[0]);
});

test.each([false, true])(
  "copies are read where they are written, with texts put in; what is not expected is refused (in a thread: %s)",
  async (thread) => {
    const cwd = scratch();
    put(cwd, { "part/a.html": "<b>é</b>" });
    const copy = (sha256: string): FileCopy => ({
      source: { path: realpathSync(join(cwd, "part")), refusal: "The part is damaged: {file}." },
      path: "a.html",
      sha256,
      inserts: [
        [3, "ü"],
        [9, "!"],
      ],
    });
    const expected = hash("sha256", "<b>é</b>");
    const files = Array.from({ length: 250 }, (_, at) => ({ path: `${at}.html`, copy: copy(expected) }));
    await build(cwd, files, thread);
    expect(new Set(files.map(({ path }) => readFileSync(join(site(cwd), path), "utf8")))).toEqual(new Set(["<b>üé</b>!"]));
    const range = [3, 2] as const;
    const source = { path: join(realpathSync(cwd), "part/a.html"), refusal: "" };
    const piece = { ...copy(hash("sha256", "é")), source, range, inserts: [] };
    await build(cwd, [{ path: "piece.html", copy: piece }], thread);
    expect(tree(site(cwd))).toMatchObject({ "piece.html": "é" });
    const wrong = [{ path: "b.html", copy: copy(hash("sha256", "other")) }];
    await expect(build(cwd, wrong, thread)).rejects.toMatchObject({ kind: "refused", message: 'The part is damaged: "a.html".' });
    expect(tree(site(cwd))).toMatchObject({ "piece.html": "é" });
  },
);

test("what a thread fails at is told with its place, and the earlier site stands", async () => {
  const cwd = scratch();
  await build(cwd, [{ path: "index.html", contents: "old" }], false);
  const long = "n".repeat(300);
  const files = function* () {
    for (const file of various()) {
      yield file;
      if (file.path.endsWith("/40.html")) yield { path: `pages/${long}.html`, contents: "x" };
    }
  };
  await expect(build(cwd, files(), true)).rejects.toMatchObject({
    kind: "environment",
    message: expect.stringMatching(/^Cannot write the site ".*\/pages\/n{300}\.html": the name is too long/) as string,
  });
  expect(tree(site(cwd))).toEqual({ "index.html": "old" });
  expect(readdirSync(cwd)).toEqual(["site"]);
});

test.each(["waits for it", "does not wait"])(
  "the earlier site is removed by a thread, and nothing of others; who closes %s",
  async (how) => {
    const cwd = scratch();
    await build(cwd, various(), true);
    put(cwd, { "site/pages/3/theirs.txt": "", "site/mine/own.txt": "" });
    const output = openOutput({ output: "site", cwd, inputs: [], thread: true });
    await output.write([{ path: "index.html", contents: "new" }]);
    if (how === "waits for it") {
      await output.waitForCleanup();
      expect(readdirSync(cwd).sort()).toEqual([".site.msgdocs-journal", ".site.msgdocs-lock", "site"]);
    }
    output.close();
    expect(readdirSync(cwd)).toEqual(["site"]);
    expect(tree(site(cwd))).toEqual({ "index.html": "new", "mine/own.txt": "", "pages/3/theirs.txt": "" });
  },
);

test("a failure in making files leaves the earlier site, whatever threads are at", async () => {
  const cwd = scratch();
  mkdirSync(site(cwd));
  const failing = function* () {
    yield* various();
    throw new RangeError("a bug");
  };
  await expect(build(cwd, failing(), true)).rejects.toThrow(RangeError);
  expect(readdirSync(cwd)).toEqual(["site"]);
  expect(tree(site(cwd))).toEqual({});
});

test("after closing in the middle nothing more is written, and nothing is left", async () => {
  const cwd = scratch();
  put(cwd, { "theirs.txt": "" });
  const output = openOutput({ output: "site", cwd, inputs: [], thread: true });
  const endless = function* () {
    for (let at = 0; at < 1e6; at += 1) yield { path: `p${at}.html`, contents: "x".repeat(20_000) };
  };
  const writing = output.write(endless()).catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 150));
  output.close();
  expect(readdirSync(cwd)).toEqual(["theirs.txt"]);
  expect(await writing).toMatchObject({ kind: "environment" });
  expect(readdirSync(cwd)).toEqual(["theirs.txt"]);
});
