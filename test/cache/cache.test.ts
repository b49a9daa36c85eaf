import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cache, findSite, keepSite, openCache, sha256 } from "../../src/cache/index.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "msgdocs-cache-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function opened(folder = join(scratch, "cache")): Cache {
  const cache = openCache(folder);
  if (!(cache instanceof Cache)) throw new Error(cache.reason);
  return cache;
}

/** A site of some files on the disk, kept under a key. */
function kept(cache: Cache, key: string, files: Readonly<Record<string, string>>): void {
  const folder = mkdtempSync(join(scratch, "site-"));
  for (const [path, contents] of Object.entries(files)) writeFileSync(join(folder, path), contents);
  const all = Object.entries(files).map(([path, contents]) => ({ path, hash: sha256(contents) }));
  keepSite(cache, key, { files: all, at: (path) => join(folder, path) });
}

function found(cache: Cache, key: string): Record<string, string> | undefined {
  const files = findSite(cache, key);
  return files && Object.fromEntries(files.map(({ path, from }) => [path, readFileSync(from, "utf8")]));
}

function* below(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* below(path);
    else yield path;
  }
}

describe("what is kept", () => {
  test("is found again, by another run too", () => {
    kept(opened(), "one", { "a.html": "A", "b c.html": "B" });
    expect(found(opened(), "one")).toEqual({ "a.html": "A", "b c.html": "B" });
    expect(found(opened(), "two")).toBeUndefined();
  });

  test("may be compared ahead, in a thread: what is good is known, and what is not is as if it were absent", async () => {
    kept(opened(), "one", { "a.html": "A", "b.html": "B" });
    const objects = join(scratch, "cache", "objects");
    const place = (text: string): string => join(objects, sha256(text).slice(0, 2), sha256(text));
    rmSync(place("A"));
    writeFileSync(place("A"), "a");
    const cache = opened();
    cache.verifyAhead(1);
    await cache.settled();
    // Whoever was told of it does not look again.
    rmSync(place("B"));
    expect([cache.verified(sha256("B")), cache.verified(sha256("A"))]).toEqual([place("B"), undefined]);
    expect(readdirSync(join(objects, sha256("A").slice(0, 2)))).toEqual([]);
  });

  test("is compared when it is asked for where there is little of it, or nothing", async () => {
    const cache = opened();
    cache.verifyAhead(1);
    await cache.settled();
    kept(cache, "one", { "a.html": "A" });
    cache.verifyAhead();
    await cache.settled();
    expect(found(cache, "one")).toEqual({ "a.html": "A" });
  });

  test("stays what it was when the site is removed, and shares its room on the disk", () => {
    const cache = opened();
    kept(cache, "one", { "a.html": "A" });
    const [object] = findSite(cache, "one") ?? [];
    expect(statSync(object?.from ?? "").nlink).toBe(2);
    for (const each of readdirSync(scratch)) if (each.startsWith("site-")) rmSync(join(scratch, each), { recursive: true });
    expect(found(cache, "one")).toEqual({ "a.html": "A" });
  });

  test("can be read by nobody else", () => {
    kept(opened(), "one", { "a.html": "A" });
    expect(statSync(join(scratch, "cache")).mode & 0o077).toBe(0);
  });
});

describe("whatever happens to a file of the cache", () => {
  const damages: Readonly<Record<string, (path: string) => void>> = {
    "a byte more": (path) => writeFileSync(path, `${readFileSync(path, "utf8")}x`),
    "another byte": (path) => writeFileSync(path, readFileSync(path, "utf8").replace(/.$/s, "~")),
    emptied: (path) => writeFileSync(path, ""),
    removed: (path) => rmSync(path),
    "a folder instead": (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    "a link to a file with the same contents": (path) => {
      renameSync(path, `${path}.moved`);
      symlinkSync(`${path}.moved`, path);
    },
    "a link to itself": (path) => {
      rmSync(path);
      symlinkSync(path, path);
    },
  };

  test.each(Object.keys(damages))("%s: it is as if nothing were there, and is mended by the next run", (name) => {
    kept(opened(), "one", { "a.html": "A", "b.html": "B" });
    const paths = [...below(join(scratch, "cache"))].filter((path) => !path.endsWith("CACHEDIR.TAG"));
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      damages[name]?.(path);
      const cache = opened();
      expect([path, found(cache, "one")]).toEqual([path, undefined]);
      kept(cache, "one", { "a.html": "A", "b.html": "B" });
      expect([path, found(cache, "one")]).toEqual([path, { "a.html": "A", "b.html": "B" }]);
    }
  });

  test("an entry in the place of another is none", () => {
    const cache = opened();
    cache.write("faultless", "one", "x");
    cache.write("faultless", "two", "y");
    const [first = "", second = ""] = [...below(join(scratch, "cache", "faultless"))];
    rmSync(first);
    linkSync(second, first);
    expect([cache.read("faultless", "one"), cache.read("faultless", "two")].filter((each) => each !== undefined)).toHaveLength(1);
  });

  test("an entry that names no hash leads nowhere", () => {
    const cache = opened();
    cache.write("sites", "one", `../../../../../etc/passwd${"0".repeat(39)} a.html`);
    expect(findSite(cache, "one")).toBeUndefined();
  });

  test("a folder that was taken away costs nothing but time", () => {
    const cache = opened();
    rmSync(join(scratch, "cache"), { recursive: true });
    writeFileSync(join(scratch, "cache"), "A file in its place.");
    kept(cache, "one", { "a.html": "A" });
    expect(found(cache, "one")).toBeUndefined();
  });
});

describe("a folder is refused that", () => {
  const folder = (): string => join(scratch, "cache");
  const reasonOf = (path: string): string | undefined => {
    const cache = openCache(path);
    return "reason" in cache ? cache.reason : undefined;
  };

  test("is a symbolic link", () => {
    mkdirSync(join(scratch, "real"), { mode: 0o700 });
    symlinkSync(join(scratch, "real"), folder());
    expect(reasonOf(folder())).toBe("is a symbolic link");
    symlinkSync(join(scratch, "nowhere"), join(scratch, "dangling"));
    expect(reasonOf(join(scratch, "dangling"))).toBe("is a symbolic link");
  });

  test("others can write to", () => {
    opened();
    chmodSync(folder(), 0o770);
    expect(reasonOf(folder())).toBe("can be written to by other users");
  });

  test("belongs to another user", () => {
    opened();
    const { getuid } = process;
    process.getuid = () => 4_000_000;
    try {
      expect(reasonOf(folder())).toBe("belongs to another user");
    } finally {
      process.getuid = getuid!;
    }
  });

  test("holds something else, or is none", () => {
    mkdirSync(folder(), { mode: 0o700 });
    writeFileSync(join(folder(), "mine.txt"), "Mine.");
    expect(reasonOf(folder())).toBe("holds files that are not a cache");
    writeFileSync(join(scratch, "file"), "");
    expect(reasonOf(join(scratch, "file"))).toBe("is not a folder");
    expect(reasonOf(join(scratch, "file", "below"))).toMatch(/^cannot be used/);
  });
});

test("the last four sites that were used stay, and nothing that only others had", () => {
  const cache = opened();
  const contents = (index: number) => ({ "shared.html": "S", "own.html": `own ${index}` });
  for (let index = 0; index < 4; index += 1) {
    kept(cache, `site ${index}`, contents(index));
    // As if a minute lay between the runs.
    for (const path of below(join(scratch, "cache", "sites"))) {
      const time = statSync(path).mtimeMs / 1000 - 60;
      utimesSync(path, time, time);
    }
  }
  expect(found(cache, "site 0")).toEqual(contents(0));
  kept(cache, "site 4", contents(4));
  const left = [0, 1, 2, 3, 4].filter((index) => found(cache, `site ${index}`));
  // The first was asked for in between.
  expect(left).toEqual([0, 2, 3, 4]);
  const objects = [...below(join(scratch, "cache", "objects"))].map((path) => readFileSync(path, "utf8")).sort();
  expect(objects).toEqual(["S", "own 0", "own 2", "own 3", "own 4"]);
});
