import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openNetwork } from "../../../src/documents/network/index.ts";
import { folder, got, granted, local, serve } from "./server.ts";

const nothing = { allow: [], credentials: {}, folder: "/nowhere", offline: false, updateLock: false, env: {} };

test("there is none unless something is allowed", () => {
  expect(openNetwork(nothing)).toBeUndefined();
});

test.each([
  [{ allow: ["schemas"] }, "is not a URL"],
  [{ allow: ["ftp://x.test/"] }, "is not an https URL"],
  [{ allow: ["http://x.test/"] }, "is not an https URL"],
  [{ allow: ["https://me:secret@x.test/"] }, "holds a password"],
  [{ allow: ["https://x.test/?a"] }, "has a query or a fragment"],
  [{ credentials: { "https://x.test": "TOKEN" } }, "Nothing of https://x.test may be read"],
  [{ allow: ["https://x.test/"], credentials: { "https://x.test": "TOKEN" } }, 'variable "TOKEN" is empty'],
  [{ allow: ["https://x.test/"], credentials: { "https://x.test": "TOKEN" }, env: { TOKEN: "a\r\nb: c" } }, "holds no header value"],
  [{ allow: ["https://x.test/"], credentials: { "https://x.test/a": "TOKEN" } }, "belong to a whole origin"],
])("%j is refused: %s", (wish, reason) => {
  expect(openNetwork({ ...nothing, ...wish })).toEqual({ reason: expect.stringContaining(reason) as string });
});

test("credentials go to their own origin and to no other", async () => {
  const first = await serve((_, response) => response.end("a"));
  const second = await serve((_, response) => response.end("b"));
  const [one, two] = [first, second].map(({ port }) => `http://x.test:${port}`) as [string, string];
  const network = granted([`${one}/`, `${two}/`], { credentials: { [one]: "TOKEN" }, env: { TOKEN: "Bearer secret", OTHER: "never" } });
  expect([await got(network, `${one}/`), await got(network, `${two}/`)]).toEqual(["a", "b"]);
  expect([first, second].map(({ asked }) => asked[0]?.headers.authorization)).toEqual(["Bearer secret", undefined]);
  expect(JSON.stringify([first, second].map(({ asked }) => asked[0]?.headers))).not.toContain("never");
});

describe("the lock file", () => {
  test("holds hashes, and the next run needs no network", async () => {
    const { port, asked } = await serve((_, response) => response.end("title: a\n"));
    const url = `http://x.test:${port}/a.yaml`;
    const at = folder();
    const online = granted([`http://x.test:${port}/`], { folder: at });
    expect(await got(online, url)).toBe("title: a\n");
    online.record();
    expect(JSON.parse(readFileSync(join(at, "msgdocs.lock"), "utf8"))).toEqual({
      version: 1,
      files: { [url]: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string, bytes: 9, language: "yaml", from: url } },
    });
    const offline = granted([], { folder: at, offline: true });
    expect(await got(offline, url)).toBe("title: a\n");
    expect(await got(offline, `${url}x`)).toContain("the run is offline, and it is not in the lock file");
    expect(asked).toHaveLength(1);
  });

  test("finds what has changed, here and there, and is changed only when asked to", async () => {
    let text = "a";
    const { port } = await serve((_, response) => response.end(text));
    const url = `http://x.test:${port}/`;
    const at = folder();
    const once = async (updateLock: boolean): Promise<string> => {
      const network = granted([url], { folder: at, updateLock });
      const result = await got(network, url);
      network.record();
      return result;
    };
    await once(false);
    const before = readFileSync(join(at, "msgdocs.lock"), "utf8");
    text = "b";
    expect(await once(false)).toBe("reference/lock-mismatch: its hash is another");
    expect(readFileSync(join(at, "msgdocs.lock"), "utf8")).toBe(before);
    expect(await once(true)).toBe("b");
    expect(await once(false)).toBe("b");
    const kept = readdirSync(join(at, "msgdocs.remote"));
    for (const name of kept) writeFileSync(join(at, "msgdocs.remote", name), "c");
    expect(await got(granted([], { folder: at, offline: true }), url)).toContain("reference/lock-mismatch");
    expect(await once(false)).toBe("b");
    expect(await got(granted([], { folder: at, offline: true }), url)).toBe("b");
  });

  test("has the limits of the network: what it keeps may come from anybody", async () => {
    const { port } = await serve((_, response) => response.end("a: 3456789"));
    const url = `http://x.test:${port}/`;
    const at = folder();
    const online = granted([url], { folder: at });
    for (const name of ["a", "b"]) await got(online, url + name);
    online.record();
    const offline = async (limits: { bytes?: number; files?: number }): Promise<string[]> => {
      const network = granted([], { folder: at, offline: true, limits });
      return [await got(network, `${url}a`), await got(network, `${url}b`)];
    };
    expect(await offline({ bytes: 10, files: 2 })).toEqual(["a: 3456789", "a: 3456789"]);
    expect(await offline({ bytes: 9 })).toEqual(Array(2).fill("reference/remote-failed: it is longer than 9 bytes"));
    expect(await offline({ files: 1 })).toEqual(["a: 3456789", "reference/remote-failed: more than 1 file would be fetched"]);
  });

  test("stays as it is when anything fails", async () => {
    const { port } = await serve(({ url }, response) => response.writeHead(url === "/b" ? 500 : 200).end("a"));
    const at = folder();
    const network = granted([`http://x.test:${port}/`], { folder: at });
    await got(network, `http://x.test:${port}/a`);
    await got(network, `http://x.test:${port}/b`);
    network.record();
    expect(readdirSync(at)).toEqual([]);
  });

  test.each([
    ["x"],
    ["[]"],
    ['{"version":2,"files":{}}'],
    ['{"version":1,"files":{"https://x.test/":{"sha256":"../../etc/passwd","bytes":1,"language":"yaml","from":"https://x.test/"}}}'],
    ...[-1, 0.5, 1e308].map((bytes): [string] => [
      JSON.stringify({
        version: 1,
        files: { "https://x.test/": { sha256: "0".repeat(64), bytes, language: "yaml", from: "https://x.test/" } },
      }),
    ]),
    ...["/etc/passwd", "file:///etc/passwd", "https://y.test/"].map((from): [string] => [
      JSON.stringify({ version: 1, files: { "https://x.test/": { sha256: "0".repeat(64), bytes: 1, language: "yaml", from } } }),
    ]),
  ])("that is none is refused: %s", (contents) => {
    const at = folder();
    writeFileSync(join(at, "msgdocs.lock"), contents);
    expect(openNetwork({ ...nothing, allow: ["https://x.test/"], folder: at, wire: local })).toEqual({
      reason: expect.stringContaining("is not a lock file") as string,
    });
  });
});
