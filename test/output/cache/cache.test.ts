import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hash, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CacheOptions } from "../../../src/output/cache/index.ts";
import { Cache, openCache } from "../../../src/output/cache/index.ts";

let scratch: string;
let warnings: string[];
beforeEach(() => {
  warnings = [];
  scratch = mkdtempSync(join(tmpdir(), "msgdocs-cache-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const folder = (): string => join(scratch, "cache");

function opened(options: Partial<CacheOptions> = {}): Cache {
  const cache = openCache(folder(), { warn: (message) => warnings.push(message), ...options });
  if (!(cache instanceof Cache)) throw new Error(cache.reason);
  return cache;
}

type Files = Readonly<Record<string, string>>;

async function* given(files: Files): AsyncGenerator<{ path: string; contents: string }> {
  for (const [path, contents] of Object.entries(files)) yield Promise.resolve({ path, contents });
}

async function keep(cache: Cache, key: string, files: Files): Promise<void> {
  const passed: string[] = [];
  for await (const { path } of cache.keep(key, given(files))) passed.push(path);
  expect(passed).toEqual(Object.keys(files));
}

function found(cache: Cache, key: string): Files | undefined {
  const files = cache.find(key)?.files();
  return files && Object.fromEntries([...files].map(({ path, contents }) => [path, Buffer.from(contents).toString()]));
}

/** What is found, or `undefined` where the entry turns out to be damaged while it is read. */
function foundWhole(cache: Cache, key: string): Files | undefined {
  try {
    return found(cache, key);
  } catch (error) {
    cache.refuse(error);
    return undefined;
  }
}

/** The paths of all entries. */
const entries = (): string[] => readdirSync(join(folder(), "entries")).map((name) => join(folder(), "entries", name));

describe("what is kept", () => {
  test("is found again, by another run too, and by its key only", async () => {
    await keep(opened(), "one", { "a.html": "A", "b c.html": "B", "empty.txt": "" });
    expect(found(opened(), "one")).toEqual({ "a.html": "A", "b c.html": "B", "empty.txt": "" });
    expect(found(opened(), "two")).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test("may be larger than what is written at once", async () => {
    const files = { "a.html": "a".repeat(700_000), "b.html": "é".repeat(700_000), "c.html": "c" };
    await keep(opened(), "one", files);
    expect(found(opened(), "one")).toEqual(files);
  });

  test("can be read by nobody else", async () => {
    await keep(opened(), "one", { "a.html": "A" });
    expect([folder(), ...entries()].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  });

  test("is not kept where not all of it was made", async () => {
    const cache = opened();
    async function* broken() {
      yield* given({ "a.html": "A" });
      throw new Error("The site has no end.");
    }
    await expect(async () => {
      for await (const file of cache.keep("one", broken())) expect(file.path).toBe("a.html");
    }).rejects.toThrow("no end");
    for await (const file of cache.keep("two", given({ "a.html": "A", "b.html": "B" }))) {
      expect(file.path).toBe("a.html");
      break;
    }
    expect(entries()).toEqual([]);
  });
});

describe("whatever happens to an entry", () => {
  const flip = (path: string, at: (size: number) => number): void => {
    const bytes = readFileSync(path);
    const index = at(bytes.length);
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const damages: Readonly<Record<string, (path: string) => void>> = {
    "a byte more": (path) => writeFileSync(path, `${readFileSync(path, "utf8")}x`),
    "another byte in the header": (path) => flip(path, () => 20),
    "another byte in the offset": (path) => flip(path, () => 93),
    "another byte in a file": (path) => flip(path, () => 97),
    "another byte in the index": (path) => flip(path, (size) => size - 10),
    "cut short": (path) => writeFileSync(path, readFileSync(path).subarray(0, 100)),
    emptied: (path) => writeFileSync(path, ""),
    "a folder instead": (path) => {
      rmSync(path);
      mkdirSync(join(path, "below"), { recursive: true });
    },
    "a link to a file with the same contents": (path) => {
      renameSync(path, `${path}.moved`);
      symlinkSync(`${path}.moved`, path);
    },
    "a link to a device without end": (path) => {
      rmSync(path);
      symlinkSync("/dev/zero", path);
    },
  };

  test.each(Object.keys(damages))("%s: it is a miss with a warning, and is mended by the next run", async (name) => {
    const files = { "a.html": "A", "b.html": "B" };
    await keep(opened(), "one", files);
    for (const path of entries()) damages[name]?.(path);
    const cache = opened();
    expect(foundWhole(cache, "one")).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining("An entry of the cache is not used: ")]);
    await keep(cache, "one", files);
    expect(found(cache, "one")).toEqual(files);
  });

  test("an entry in the place of another is none", async () => {
    await keep(opened(), "one", { "a.html": "A" });
    const [one = ""] = entries();
    await keep(opened(), "two", { "a.html": "B" });
    copyFileSync(entries().find((path) => path !== one) ?? "", one);
    expect([foundWhole(opened(), "one"), found(opened(), "two")]).toEqual([undefined, { "a.html": "B" }]);
  });

  test("a folder that was taken away costs nothing but time", async () => {
    const cache = opened();
    rmSync(folder(), { recursive: true });
    writeFileSync(folder(), "A file in its place.");
    await keep(cache, "one", { "a.html": "A" });
    expect(found(cache, "one")).toBeUndefined();
  });
});

/** Forges an entry as whoever can write to the folder can: with a digest, which needs no key, and a size that is right. */
function forge(key: string, index: unknown, bytes: number): void {
  const [path = ""] = entries();
  const text = JSON.stringify(index);
  const digest = hash("sha256", `msgdocs-cache-1\n${key.length}\n${key}\n${text}`);
  const header = `msgdocs-cache-1 ${digest} ${String(96 + bytes).padStart(14, "0")}\n`;
  writeFileSync(path, header);
  truncateSync(path, header.length + bytes);
  appendFileSync(path, text);
}

test("an entry that is forged without a secret holds no file that is larger than any of ours, or of no size", async () => {
  await keep(opened(), "one", { "a.html": "A" });
  const none = hash("sha256", "");
  forge("one", [["a.html", 0, none]], 0);
  expect(found(opened(), "one")).toEqual({ "a.html": "" });
  for (const size of [2 ** 28 + 1, 2 ** 53, -1, 0.5, "1", null]) {
    await keep(opened(), "one", { "a.html": "A" });
    forge("one", [["a.html", size, none]], size === 2 ** 28 + 1 ? size : 0);
    expect([size, foundWhole(opened(), "one"), warnings.splice(0)]).toEqual([
      size,
      undefined,
      [expect.stringContaining("it has no index")],
    ]);
  }
});

describe("with a secret", () => {
  test("only what was signed with it is used", async () => {
    const files = { "a.html": "A" };
    for (const planted of [undefined, "another secret"]) {
      await keep(opened({ secret: planted }), "one", { "a.html": "<script>planted</script>" });
      expect(foundWhole(opened({ secret: "the secret" }), "one")).toBeUndefined();
      expect(warnings.splice(0)).toEqual([expect.stringContaining("it was not made with the key of this run")]);
    }
    await keep(opened({ secret: "the secret" }), "one", files);
    expect(found(opened({ secret: "the secret" }), "one")).toEqual(files);
    expect(warnings).toEqual([]);
  });

  test("an entry of which a file was exchanged is not used, its hash in the index included", async () => {
    const secret = "the secret";
    await keep(opened({ secret }), "one", { "a.html": "<p>" });
    await keep(opened(), "other", { "a.html": "<i>" });
    const digest = (path: string): string => readFileSync(path, "latin1").slice(0, 81);
    const [first = "", second = ""] = entries();
    const [signed, planted] = readFileSync(first, "latin1").includes("<p>") ? [first, second] : [second, first];
    writeFileSync(signed, digest(signed) + readFileSync(planted, "latin1").slice(81), "latin1");
    expect(foundWhole(opened({ secret }), "one")).toBeUndefined();
  });
});

describe("a folder is refused that", () => {
  const reasonOf = (path: string): string | undefined => {
    const cache = openCache(path, { warn: () => undefined });
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

  test("holds entries behind a link, where others can write, or as a checkout makes them", () => {
    opened();
    const place = join(folder(), "entries");
    chmodSync(place, 0o755);
    expect(reasonOf(folder())).toBe('holds "entries", which others can read and msgdocs did not create; remove it');
    chmodSync(place, 0o777);
    expect(reasonOf(folder())).toBe('holds "entries", which can be written to by other users');
    rmSync(place, { recursive: true });
    mkdirSync(join(scratch, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(scratch, "elsewhere"), place);
    expect(reasonOf(folder())).toBe('holds "entries", which is a symbolic link');
    rmSync(place);
    writeFileSync(place, "");
    expect(reasonOf(folder())).toBe('holds "entries", which is not a folder');
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

describe("what there is no room for", () => {
  /** As if an hour lay between the runs. */
  const later = (): void => {
    for (const path of entries()) {
      const time = statSync(path).mtimeMs / 1000 - 3601;
      utimesSync(path, time, time);
    }
  };

  test("goes, what was not used for longest first; any number of sites stays where there is room", async () => {
    const cache = opened({ largest: 5000 });
    const keys = Array.from({ length: 12 }, (_, index) => `site ${index}`);
    const files = { "a.html": "x".repeat(300) };
    for (const key of keys) {
      if (key === "site 8") expect(found(cache, "site 0")).toEqual(files);
      await keep(cache, key, files);
      later();
    }
    const left = keys.filter((key) => found(cache, key));
    expect(left.length).toBeGreaterThan(7);
    expect(left).toEqual(["site 0", ...keys.slice(-(left.length - 1))]);
  });

  test("stays without a limit until it is asked to go, and what was used since a time stays then too", async () => {
    const unlimited = opened({ largest: Infinity });
    for (const key of ["one", "two", "three"]) await keep(unlimited, key, { "a.html": "x".repeat(6000) });
    expect(entries()).toHaveLength(3);
    const cache = opened({ largest: 5000 });
    later();
    expect(found(cache, "two")).toBeDefined();
    cache.prune(Date.now() - 1_800_000);
    expect(["one", "two", "three"].filter((key) => found(cache, key))).toEqual(["two"]);
  });

  test("is not kept, and what a killed run left is removed after an hour", async () => {
    const cache = opened({ largest: 5000 });
    await keep(cache, "one", { "a.html": "A" });
    await keep(cache, "large", { "a.html": "x".repeat(6000) });
    expect([found(cache, "one"), found(cache, "large")]).toEqual([{ "a.html": "A" }, undefined]);
    const left = `${entries()[0] ?? ""}.${randomUUID()}`;
    writeFileSync(left, "");
    await keep(cache, "two", { "a.html": "A" });
    expect(entries()).toContain(left);
    const others = ["notes.txt", "a.left", `${"a".repeat(63)}.txt`].map((name) => join(folder(), "entries", name));
    for (const path of others) writeFileSync(path, "");
    later();
    await keep(cache, "two", { "a.html": "A" });
    expect(entries()).not.toContain(left);
    // Only what the cache wrote is removed.
    expect(entries()).toEqual(expect.arrayContaining(others));
  });
});
