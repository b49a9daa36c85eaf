import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openNetwork, systemTransport } from "../../../src/documents/network/index.ts";
import { folder, got, granted, local, serve, guarded } from "./server.ts";

const text = "title: remote\n";

describe("what is allowed", () => {
  test("is an origin and a path, and nothing beside it", async () => {
    const { port, asked } = await serve((_, response) => response.end(text));
    const at = `http://schemas.test:${port}`;
    const network = granted([`${at}/orders/`, `${at}/one.yaml`]);
    expect(await got(network, `${at}/orders/a.yaml?v=1`)).toBe(text);
    expect(await got(network, `${at}/one.yaml`)).toBe(text);
    expect(asked.map(({ url }) => url)).toEqual(["/orders/a.yaml?v=1", "/one.yaml"]);
    for (const other of [
      "/",
      "/orders",
      "/ordersx/a",
      "/one.yamlx",
      "/orders/../secret",
      "/orders/%2e%2e/secret",
      "/orders/%2e%2e%2fsecret",
      "/orders/..%5csecret",
    ]) {
      expect([other, await got(network, at + other)]).toEqual([
        other,
        expect.stringContaining("its path is outside of what is allowed") as string,
      ]);
    }
    for (const other of [
      `http://schemas.test:${port + 1}/orders/a`,
      `https://schemas.test:${port}/orders/a`,
      `http://x.schemas.test:${port}/orders/a`,
    ]) {
      expect([other, await got(network, other)]).toEqual([other, expect.stringContaining("its origin is not allowed") as string]);
    }
    expect(await got(network, `http://me:secret@schemas.test:${port}/orders/a`)).toContain("user name or password");
    expect(asked).toHaveLength(2);
  });

  test("is never plain HTTP but for tests of this machine", async () => {
    expect(systemTransport.schemes).toEqual(["https:"]);
    expect(() => granted(["http://schemas.test/"], { wire: systemTransport })).toThrow("is not an https URL");
    const network = granted(["http://schemas.test/"], { wire: { ...guarded(["93.184.215.14"]), schemes: ["http:"] } });
    expect(await got(network, "https://schemas.test/")).toContain("not an https URL");
  });
});

describe("addresses", () => {
  test.each([[["10.0.0.5"]], [["93.184.215.14", "10.0.0.5"]], [["::1"]], [["::ffff:127.0.0.1"]], [["169.254.169.254"]]])(
    "a name at %j is not connected to",
    async (addresses) => {
      const { port, asked } = await serve((_, response) => response.end(text));
      const network = granted([`http://schemas.test:${port}/`], { wire: guarded(addresses) });
      expect(await got(network, `http://schemas.test:${port}/`)).toMatch(
        /^reference\/remote-failed: schemas\.test is at .* not an address of the public network$/,
      );
      expect(asked).toEqual([]);
    },
  );

  test.each([["127.0.0.1"], ["[::127.0.0.1]"], ["[::1]"], ["2130706433"], ["0x7f.1"], ["0177.1"], ["localhost"], ["127.0.0.1."]])(
    "the host %s is this machine and not connected to",
    async (host) => {
      const { port, asked } = await serve((_, response) => response.end(text));
      const network = granted([`http://${host}:${port}/`], { wire: { ...systemTransport, schemes: ["http:", "https:"] } });
      expect(await got(network, `http://${host}:${port}/`)).toMatch(/^reference\/remote-failed/);
      expect(asked).toEqual([]);
    },
  );

  test("the address that was checked is the one that is connected to, whatever a second look would find", async () => {
    const { port, asked } = await serve((_, response) => response.end(text));
    let looks = 0;
    const resolve = () => Promise.resolve([(looks += 1) === 1 ? "127.0.0.1" : "10.0.0.5"]);
    const network = granted([`http://nowhere.invalid:${port}/`], {
      wire: { ...guarded([]), resolve, permits: (address) => address === "127.0.0.1" },
    });
    expect(await got(network, `http://nowhere.invalid:${port}/`)).toBe(text);
    expect([looks, asked[0]?.headers.host]).toEqual([1, `nowhere.invalid:${port}`]);
  });

  test("a name that has none fails", async () => {
    expect(await got(granted(["http://x.test/"], { wire: guarded([]) }), "http://x.test/")).toContain("x.test has no address");
  });
});

describe("redirects", () => {
  test("are followed within the origin, each checked again", async () => {
    const { port, asked } = await serve(({ url }, response) => {
      if (url === "/a/1") response.writeHead(302, { location: "2" }).end();
      else if (url === "/a/2") response.writeHead(307, { location: "/a/3" }).end();
      else response.end(text);
    });
    const network = granted([`http://x.test:${port}/a/`]);
    const result = await network.fetcher(`http://x.test:${port}/a/1`);
    expect(result).toMatchObject({ url: `http://x.test:${port}/a/3`, language: "yaml" });
    expect(asked).toHaveLength(3);
  });

  test.each([
    ["http://127.0.0.1:1/x", "redirects to another origin"],
    ["https://x.test/x", "redirects to another origin"],
    ["file:///etc/passwd", "redirects to another origin"],
    ["/other/x", "its path is outside of what is allowed"],
    ["/a/loop", "redirects more than 3 times"],
    ["http://[", "the answer was status 302"],
  ])("to %s is refused: %s", async (location, why) => {
    const { port, asked } = await serve((_, response) => response.writeHead(302, { location }).end());
    expect(await got(granted([`http://x.test:${port}/a/`]), `http://x.test:${port}/a/1`)).toContain(why);
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});

describe("what comes back", () => {
  test("counts decompressed: a bomb is cut at the limit", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const { port } = await serve((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const before = process.memoryUsage().rss;
    expect(await got(granted([`http://x.test:${port}/`]), `http://x.test:${port}/`)).toContain("it is longer than 5242880 bytes");
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });

  test("is bounded in bytes: exactly the limit is fine, one more is not", async () => {
    const { port } = await serve(({ url }, response) => response.end("x".repeat(Number(url?.slice(1)))));
    const network = granted([`http://x.test:${port}/`], { limits: { bytes: 1000 } });
    expect(await got(network, `http://x.test:${port}/1000`)).toHaveLength(1000);
    expect(await got(network, `http://x.test:${port}/1001`)).toContain("longer than 1000 bytes");
  });

  test("is bounded in time, however slowly it drips", async () => {
    const { port } = await serve((_, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(drip));
    });
    // Of itself it would never end.
    expect(await got(granted([`http://x.test:${port}/`], { limits: { ms: 300 } }), `http://x.test:${port}/`)).toContain(
      "it took more than 300 ms",
    );
  });

  test("is bounded in time while the name is looked up", async () => {
    const wire = { ...guarded([]), resolve: () => new Promise<never>(() => undefined) };
    expect(await got(granted(["http://x.test/"], { wire, limits: { ms: 100 } }), "http://x.test/")).toContain("it took more than 100 ms");
  });

  test("is bounded in count", async () => {
    const { port, asked } = await serve((_, response) => response.end(text));
    const network = granted([`http://x.test:${port}/`], { limits: { files: 2 } });
    const results = await Promise.all([1, 2, 3].map((at) => got(network, `http://x.test:${port}/${at}`)));
    expect(results).toEqual([text, text, "reference/remote-failed: more than 2 files would be fetched"]);
    expect(asked).toHaveLength(2);
  });

  test.each([
    [500, {}, "the answer was status 500"],
    [404, {}, "the answer was status 404"],
    [204, {}, "the answer was status 204"],
    [200, { "content-type": "text/html; charset=utf-8" }, "a web page (text/html) came back"],
    [200, { "content-encoding": "zstd-of-its-own" }, 'its content encoding is "zstd-of-its-own"'],
    [200, { "content-encoding": "gzip" }, "incorrect header check"],
  ] as const)("with status %i and %j is refused", async (status, headers, why) => {
    const { port } = await serve((_, response) => response.writeHead(status, headers).end("<html>"));
    expect(await got(granted([`http://x.test:${port}/`]), `http://x.test:${port}/`)).toContain(why);
  });

  test("cut off, or over TLS that is none, is refused", async () => {
    const { port } = await serve((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("x", () => response.destroy());
    });
    expect(await got(granted([`http://x.test:${port}/`]), `http://x.test:${port}/`)).toMatch(/^reference\/remote-failed/);
    expect(await got(granted([`https://x.test:${port}/`]), `https://x.test:${port}/`)).toMatch(/^reference\/remote-failed: .*SSL/);
  });

  test.each([
    ["/a", "application/schema+json", "json"],
    ["/a.json", "text/plain", "json"],
    ["/a.json", "application/yaml", "yaml"],
    ["/a", "text/plain", "yaml"],
  ])("at %s as %s is read as %s, decompressed", async (path, type, language) => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(brotliCompressSync(text)),
    );
    const result = await granted([`http://x.test:${port}/`]).fetcher(`http://x.test:${port}${path}`);
    expect(result).toMatchObject({ language, bytes: Buffer.from(text) });
  });
});

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
