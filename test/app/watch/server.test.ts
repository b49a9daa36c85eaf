import { connect } from "node:net";
import { expect, test } from "vitest";
import { hostsFor, isOurs } from "../../../src/app/watch/send.ts";
import { Preview } from "../../../src/app/watch/preview.ts";
import { serve } from "../../../src/app/watch/server.ts";
import { folder, until } from "./folder.ts";
import { fine } from "../cli/shell.ts";
import { get, previewed, raw } from "./previewed.ts";

const PATHS = [
  "/%2e%2e/%2e%2e/etc/passwd",
  "/../../etc/passwd",
  "/..%2f..%2fetc/passwd",
  "/..%5c..%5cetc/passwd",
  "/..\\..\\etc/passwd",
  "/assets/%2e%2e/%2e%2e/msgapi.yaml",
  "/x%00",
  "/index.html%00.png",
  "/%",
  "/%zz",
  "/%c0%ae%c0%ae/",
  "/%ff",
  "/a%0d%0aSet-Cookie:x",
  `/${"a".repeat(5000)}`,
  "//evil.example/",
  "/msgapi.yaml",
  "/__msgdocs/../index.html",
  "/__msgdocs/nothing.js",
  "/__proto__",
  "/constructor",
  "/%252e%252e/",
];

test.each(PATHS)("row 77: %j leads nowhere, and nothing of the disk is read", async (path) => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  const { status, body } = await get(port, path);
  expect([status >= 400 && status < 500, body.includes("root:"), body.includes("msgapi: 2.4.0")]).toEqual([true, false, false]);
  expect((await get(port, "/")).status).toBe(200);
});

test("row 77: what is no plain path, or too long for one, is refused before it is looked for", async () => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  const refused = ["/%2e%2e/index.html", "/assets/%2E", "/x%00", "/a%0d%0aSet-Cookie:x", "/..%5cindex.html", "/%ff"];
  for (const path of refused) expect([path, (await get(port, path)).status]).toEqual([path, 400]);
  expect((await get(port, `/${"a".repeat(5000)}`)).status).toBe(414);
});

test.each([
  "evil.example",
  "evil.example:80",
  "127.0.0.1",
  "127.0.0.1:1",
  "127.0.0.1.evil.example",
  "localhost.",
  "",
  "a b",
  "[::1",
  "0:0",
])("row 77: the Host %j is not this preview", async (host) => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  expect([400, 403]).toContain((await get(port, "/", { Host: host })).status);
});

test("this machine's names are, with their port", async () => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
    expect([name, (await get(port, "/", { Host: `${name}:${port}` })).status]).toEqual([name, 200]);
  }
});

test("other sites may lead here, and neither ask nor embed", async () => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  const statusWith = async (headers: Record<string, string>): Promise<number> => (await get(port, "/", headers)).status;
  expect(await statusWith({ Origin: "http://evil.example" })).toBe(403);
  expect(await statusWith({ Origin: "null" })).toBe(403);
  expect(await statusWith({ Origin: `https://127.0.0.1:${port}` })).toBe(403);
  expect(await statusWith({ Origin: `file://127.0.0.1:${port}` })).toBe(403);
  expect(await statusWith({ Origin: `http://127.0.0.1:${port}` })).toBe(200);
  expect(await statusWith({ "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" })).toBe(403);
  expect(await statusWith({ "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors" })).toBe(403);
  const led = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };
  expect([await statusWith(led), await statusWith({ ...led, "Sec-Fetch-Dest": "document" })]).toEqual([200, 200]);
  for (const dest of ["iframe", "frame", "object", "embed", "fencedframe"])
    expect([dest, await statusWith({ ...led, "Sec-Fetch-Dest": dest })]).toEqual([dest, 403]);
  expect((await get(port, "/", { ...led, "Sec-Fetch-Dest": "iframe" })).body).toContain("open the address in a browser");
  expect(await statusWith({ "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" })).toBe(200);
  const events = await get(port, "/__msgdocs/events", { Origin: "http://evil.example" });
  expect(events.status).toBe(403);
});

test("row 77: whatever bytes are sent, the server lives", async () => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const closing = `${host}Connection: close\r\n`;
  const forms: [string | Uint8Array, number[]][] = [
    ["GET /\r\n", [400]],
    ["GET / HTTP/0.9\r\n\r\n", [400, 403]],
    ["GET / HTTP/1.1\r\n\r\n", [400]],
    [`GET / HTTP/1.1\r\n${host}${host}\r\n`, [400]],
    [`GET / HTTP/1.1\r\n${closing}Host: evil.example\r\n\r\n`, [400]],
    [`GET http://127.0.0.1:${port}/ HTTP/1.1\r\n${closing}\r\n`, [200]],
    [`GET http://evil.example/ HTTP/1.1\r\n${closing}\r\n`, [400]],
    [`GET ftp://127.0.0.1/ HTTP/1.1\r\n${closing}\r\n`, [400]],
    [`OPTIONS * HTTP/1.1\r\n${closing}\r\n`, [405]],
    [`GET * HTTP/1.1\r\n${closing}\r\n`, [400]],
    [`CONNECT evil.example:443 HTTP/1.1\r\n${closing}\r\n`, [0, 400, 405]],
    [`POST / HTTP/1.1\r\n${closing}Content-Length: 3\r\n\r\nabc`, [405]],
    [`TRACE / HTTP/1.1\r\n${closing}\r\n`, [405]],
    [`GET / HTTP/1.1\r\n${closing}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
    [`GET / HTTP/1.1\r\n${closing}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`, [0, 200, 400]],
    [`GET / HTTP/1.1\r\n${closing}X: ${"a".repeat(100_000)}\r\n\r\n`, [400]],
    [`GET / HTTP/1.1\r\n${closing}${"X: a\r\n".repeat(5000)}\r\n`, [200, 400]],
    ["\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", [400]],
    [new Uint8Array(1000).fill(255), [400]],
    ["\r\n\r\n\r\n\r\nxyz\r\n\r\n", [400]],
  ];
  // At once: some are waited for by the server, for seconds.
  const answers = forms.map(async ([bytes, expected]) => {
    const { status } = await raw(port, bytes);
    const { status: next } = await get(port, "/");
    const form = String(bytes).slice(0, 60);
    expect([form, expected.includes(status) ? expected : status, next]).toEqual([form, expected, 200]);
  });
  await Promise.all(answers);
});

test("types, 404 and HEAD", async () => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  const page = await get(port, "/");
  expect(page.head).toContain("Content-Type: text/html; charset=utf-8");
  expect(page.head).toContain("X-Content-Type-Options: nosniff");
  const style = /href="(assets\/site-[0-9a-f]+\.css)"/.exec(page.body)?.[1] ?? "";
  const css = await get(port, `/${style}`);
  expect(css.head).toContain("Content-Type: text/css; charset=utf-8");
  const missing = await get(port, "/nothing/here.html");
  expect([missing.status, missing.body.includes("<h1"), missing.body.includes(`href="../${style}"`)]).toEqual([404, true, true]);
  const served = await previewed(folder({ "msgapi.yaml": fine, "msgdocs.yaml": "siteUrl: https://docs.example.com/lamps/\n" }));
  const elsewhere = await get(served.port, "/nothing/here.html");
  expect([elsewhere.status, elsewhere.body.includes(`href="/${style}"`), elsewhere.body.includes('"/lamps/')]).toEqual([404, true, false]);
  const head = await get(port, `HEAD /${style}`);
  expect([head.status, head.body, /Content-Length: (\d+)/.exec(head.head)?.[1]]).toEqual([200, "", String(Buffer.byteLength(css.body))]);
});

test("row 77: a thousand sockets that say nothing are let go, and a request among them is answered", async () => {
  const { port } = await previewed(folder({ "msgapi.yaml": fine }));
  const sockets = Array.from({ length: 1000 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve).once("close", resolve))));
  for (const socket of sockets) socket.destroy();
  // Each is let go when the system has said that it is closed.
  await until(async () => (await get(port, "/")).status === 200, "an answer");
});

test("the next free port is taken where one is taken, and only so many are tried", async () => {
  const { port, preview } = await previewed(folder({ "msgapi.yaml": fine }));
  const options = { address: "127.0.0.1", hosts: hostsFor(undefined), port };
  const next = await serve(preview, { ...options, tries: 20 });
  expect(next.port).toBeGreaterThan(port);
  await next.close();
  await expect(serve(preview, { ...options, tries: 1 })).rejects.toThrow("EADDRINUSE");
});

test("--host adds a name, and all names of this machine where it stands for all interfaces", () => {
  expect(isOurs("docs.example:4400", hostsFor("docs.example"), 4400)).toBe(true);
  expect(isOurs("evil.example:4400", hostsFor("docs.example"), 4400)).toBe(false);
  expect(isOurs("evil.example:4400", hostsFor("0.0.0.0"), 4400)).toBe(false);
  expect(isOurs("[fe80::1]:4400", hostsFor("fe80::1"), 4400)).toBe(true);
});

test("before there is a site, a page of ours waits for it", async () => {
  const preview = new Preview();
  const serving = await serve(preview, { address: "127.0.0.1", hosts: hostsFor(undefined), port: 0, tries: 1 });
  const { status, body } = await get(serving.port, "/");
  expect([status, body.includes('<script src="/__msgdocs/watch.js" data-version="waiting"></script>')]).toEqual([503, true]);
  preview.close();
  await serving.close();
});
