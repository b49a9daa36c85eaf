import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import fc from "../../support/fast-check.ts";
import { contents, fine, folder, msgdocs, withError, withWarning } from "./shell.ts";

const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const start = {
  "msgapi.yaml": fine.replace(
    "payload: { type: object",
    'payload: { $ref: "parts/lamp.yaml" }\n        traits: []\n        x-old: { type: object',
  ),
  "parts/lamp.yaml": "type: object\nrequired: [lux]\nproperties: { lux: { type: integer, description: Brightness. } }\n",
  "guide.md": "# Guide\n\n![A pixel](pixel.png), and [the message](msgapi.yaml).\n",
  "pixel.png": PIXEL,
  "msgdocs.yaml": "guides: [guide.md]\nallowErrors: true\nlinks: [{ text: Home, url: https://example.com }]\n",
};

/** Builds with the cache and without, and holds what is written and said against each other. What the cache said it did. */
async function sameAsCold(cwd: string): Promise<string> {
  const warm = await msgdocs(cwd, ["build", "-o", "warm", "--cache", "kept"]);
  const cold = await msgdocs(cwd, ["build", "-o", "cold"]);
  const without = (text: string): string => text.replace(/^(?:Wrote |Warning: An entry of the cache ).*$/gm, "").trim();
  expect([warm.exit, without(warm.stderr), warm.stdout]).toEqual([cold.exit, without(cold.stderr), cold.stdout]);
  const [first, second] = [contents(join(cwd, "warm")), contents(join(cwd, "cold"))];
  expect(Object.keys(first).length).toBeGreaterThan(10);
  expect(Object.keys(first).filter((path) => first[path] !== second[path])).toEqual([]);
  expect(Object.keys(first)).toEqual(Object.keys(second));
  return /from the cache$/m.exec(warm.stderr)?.[0] ?? "made";
}

test("a site that was built before is put in place; whatever of it changes, it is made again", async () => {
  const cwd = folder(start);
  const change = (name: string, contents: string | Uint8Array) => writeFileSync(join(cwd, name), contents);
  const states: string[] = [];
  const next = async () => states.push(await sameAsCold(cwd));
  await next();
  await next();
  const changes: readonly (() => void)[] = [
    () => change("msgapi.yaml", start["msgapi.yaml"].replace("Lamps", "Lights")),
    () => change("parts/lamp.yaml", `# Moved.\n${start["parts/lamp.yaml"]}`),
    () => change("guide.md", start["guide.md"].replace("Guide", "Manual")),
    () => change("pixel.png", Buffer.concat([PIXEL, Buffer.from("x")])),
    () => rmSync(join(cwd, "pixel.png")),
    () => change("msgdocs.yaml", start["msgdocs.yaml"].replace("Home", "Away")),
    () => change("msgapi.yaml", withError),
    () => change("msgapi.yaml", withWarning),
    () => {
      mkdirSync(join(cwd, "own/css"), { recursive: true });
      change("own/css/style.css", ".own { color: red }");
      change("msgdocs.yaml", `${start["msgdocs.yaml"]}templates: own\n`);
    },
    () => appendFileSync(join(cwd, "own/css/style.css"), ".more { color: blue }"),
  ];
  for (const each of changes) {
    each();
    await next();
    await next();
  }
  expect(states).toEqual(Array.from({ length: 2 * (changes.length + 1) }, (_, index) => (index % 2 ? "from the cache" : "made")));
});

test("a cache that was restored in another place has the site", async () => {
  const redirects = "redirects: { old.html: index.html }\n";
  const here = folder({ ...start, "msgdocs.yaml": `${start["msgdocs.yaml"]}logo: pixel.png\n${redirects}` });
  expect(await sameAsCold(here)).toBe("made");
  const elsewhere = join(folder({}), "elsewhere");
  cpSync(here, elsewhere, { recursive: true });
  expect(await sameAsCold(elsewhere)).toBe("from the cache");
});

test("after any damage to the cache and any edits the site is what it is without a cache", async () => {
  const cwd = folder(start);
  await sameAsCold(cwd);
  const damage = fc.record({ file: fc.nat(), how: fc.constantFrom("cut", "flip", "remove", "append", "swap"), lux: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      for (const { file, how, lux } of damages) {
        const all = readdirSync(join(cwd, "kept"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
        const paths = all
          .map((entry) => join(entry.parentPath, entry.name))
          .filter((path) => !path.endsWith("CACHEDIR.TAG"))
          .sort();
        const path = paths[file % paths.length];
        if (path === undefined) continue;
        const bytes = readFileSync(path);
        rmSync(path);
        if (how === "cut") writeFileSync(path, bytes.subarray(0, bytes.length >> 1));
        if (how === "append") writeFileSync(path, Buffer.concat([bytes, Buffer.from("!")]));
        if (how === "flip")
          writeFileSync(
            path,
            bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte)),
          );
        if (how === "swap") writeFileSync(path, readFileSync(paths[(file + 1) % paths.length] ?? path));
        writeFileSync(join(cwd, "msgapi.yaml"), start["msgapi.yaml"].replace("lux: 3", `lux: ${["3", "x", "4", "3.5"][lux]}`));
      }
      await sameAsCold(cwd);
    }),
    { numRuns: 15 },
  );
});

test("files of a site are its own: what is changed in place is neither in the cache nor in another site", async () => {
  const cwd = folder(start);
  await sameAsCold(cwd);
  const page = join(cwd, "warm", "index.html");
  expect(statSync(page).nlink).toBe(1);
  const built = readFileSync(page, "utf8");
  appendFileSync(page, "<p>Added by hand.");
  expect(await sameAsCold(cwd)).toBe("from the cache");
  expect([readFileSync(page, "utf8"), statSync(page).nlink]).toEqual([built, 1]);
});

test("a cache below a link that leads out of the repository is a warning, and nothing is written there", async () => {
  const base = folder(Object.fromEntries(Object.entries(start).map(([name, text]) => [`repo/${name}`, text])));
  const cwd = join(base, "repo");
  mkdirSync(join(base, "home"));
  symlinkSync("../home", join(cwd, "linked"));
  const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "site", "--cache", "linked/cache"]);
  expect([exit, stderr]).toEqual([0, expect.stringMatching(/^Warning: The cache folder ".*linked.cache" leads through a link to /m)]);
  expect(readdirSync(join(base, "home"))).toEqual([]);
});

test("a folder that cannot be trusted or used is a warning, and the site is built without a cache", async () => {
  const cwd = folder(start);
  mkdirSync(join(cwd, "real"), { mode: 0o700 });
  symlinkSync("real", join(cwd, "kept"));
  mkdirSync(join(cwd, "shared"));
  chmodSync(join(cwd, "shared"), 0o777);
  writeFileSync(join(cwd, "file"), "");
  const reasons = { kept: "is a symbolic link", shared: "can be written to by other users", file: "is not a folder" };
  for (const [cache, reason] of Object.entries(reasons)) {
    const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "site", "--cache", cache]);
    expect([exit, stderr]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Warning: The cache folder ".*${cache}" ${reason}\\. The site is built without a cache\\.$`, "m")),
    ]);
    expect(readdirSync(join(cwd, "site"))).toContain("index.html");
    rmSync(join(cwd, "site"), { recursive: true });
  }
  expect(readdirSync(join(cwd, "real"))).toEqual([]);
});

test("with MSGDOCS_CACHE_KEY an entry that was made without it is a miss with a warning", async () => {
  const cwd = folder(start);
  await sameAsCold(cwd);
  vi.stubEnv("MSGDOCS_CACHE_KEY", "only this pipeline knows it");
  try {
    const { stderr } = await msgdocs(cwd, ["build", "-o", "warm", "--cache", "kept"]);
    expect(stderr).toMatch(/^Warning: An entry of the cache is not used: it was not made with the key of this run\./m);
    expect(await sameAsCold(cwd)).toBe("from the cache");
  } finally {
    vi.unstubAllEnvs();
  }
});

test("entries behind a link are a warning, and no file there is removed", async () => {
  const base = folder(Object.fromEntries(Object.entries(start).map(([name, text]) => [`repo/${name}`, text])));
  const cwd = join(base, "repo");
  mkdirSync(join(base, "home/letters"), { recursive: true });
  mkdirSync(join(cwd, "kept"), { mode: 0o755 });
  writeFileSync(join(cwd, "kept/CACHEDIR.TAG"), "Signature: 8a477f597d28d172789f06886806bc55\n");
  symlinkSync("../../home", join(cwd, "kept/entries"));
  for (const name of ["letters/one.txt", "notes.txt"]) writeFileSync(join(base, "home", name), "Mine.");
  for (const name of ["letters", "notes.txt"]) utimesSync(join(base, "home", name), 1, 1);
  const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "site", "--cache", "kept"]);
  expect([exit, stderr]).toEqual([
    0,
    expect.stringMatching(/^Warning: The cache folder ".*kept" holds "entries", which is a symbolic link\./m),
  ]);
  expect(Object.keys(contents(join(base, "home")))).toEqual(["letters/one.txt", "notes.txt"]);
});

test("an empty MSGDOCS_CACHE_KEY, which a CI sets for a secret that it holds back, is a warning, and a portal is built", async () => {
  const cwd = folder({ ...start, "msgdocs.yaml": 'documents: ["?.yaml"]\n' });
  for (const name of "abcd") writeFileSync(join(cwd, `${name}.yaml`), fine.replace("Lamps", `Lamps ${name}`));
  vi.stubEnv("MSGDOCS_CACHE_KEY", "");
  try {
    const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "site", "--cache", "kept"]);
    expect([exit, stderr]).toEqual([
      0,
      expect.stringMatching(/^Warning: The cache folder ".*kept" is not used, because MSGDOCS_CACHE_KEY is empty/m),
    ]);
    expect(readdirSync(cwd)).not.toContain("kept");
  } finally {
    vi.unstubAllEnvs();
  }
});

test("a folder that only the settings name is used where whoever runs the build trusts it, or where entries are signed", async () => {
  const cwd = folder({ ...start, "msgdocs.yaml": `${start["msgdocs.yaml"]}cache: kept\n` });
  await msgdocs(cwd, ["build", "-o", "planted", "--cache", "kept"]);
  const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "site"]);
  const warning = `Warning: The cache folder ${JSON.stringify(join(cwd, "kept"))} is named only by the settings; name it with --cache, set MSGDOCS_CACHE_KEY, or run with --trust-settings. The site is built without a cache.\n`;
  expect([exit, stderr.includes(warning), stderr.includes("from the cache")]).toEqual([0, true, false]);
  for (const more of [["--cache", "kept"], ["--trust-settings"]]) {
    const trusted = await msgdocs(cwd, ["build", "-o", "site", ...more]);
    expect([trusted.stderr.includes("Warning"), trusted.stderr.includes("from the cache")]).toEqual([false, true]);
  }
  vi.stubEnv("MSGDOCS_CACHE_KEY", "only this pipeline knows it");
  try {
    expect((await msgdocs(cwd, ["build", "-o", "site"])).stderr).toMatch(
      /^Warning: An entry of the cache is not used: it was not made with/m,
    );
    expect((await msgdocs(cwd, ["build", "-o", "site"])).stderr).toContain("from the cache");
  } finally {
    vi.unstubAllEnvs();
  }
});
