import { readdirSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createServer as createRaw } from "node:net";
import { afterEach, expect, test } from "vitest";
import { folder, got, granted, guarded, serve } from "./server.ts";
import { selfSigned } from "./self-signed.ts";

/** Rows of the threat model that concern the network, with servers of this machine. */

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

test("row 10: what is allowed and redirects to this machine is not followed there", async () => {
  const inner = await serve((_, response) => response.end("secret"));
  for (const location of [
    `http://127.0.0.1:${inner.port}/`,
    `http://localhost:${inner.port}/`,
    `//127.0.0.1:${inner.port}/`,
    `http://[::1]:${inner.port}/`,
  ]) {
    const outer = await serve((_, response) => response.writeHead(302, { location }).end());
    const network = granted([`http://ok.test:${outer.port}/`]);
    expect([location, await got(network, `http://ok.test:${outer.port}/a`)]).toEqual([
      location,
      expect.stringContaining("reference/remote-failed: it redirects to another origin") as string,
    ]);
  }
  expect(inner.asked).toEqual([]);
});

test("row 10: credentials do not follow a redirect that leads away", async () => {
  const inner = await serve((_, response) => response.end("x"));
  const outer = await serve((_, response) => response.writeHead(307, { location: `http://ok.test:${inner.port}/` }).end());
  const origin = `http://ok.test:${outer.port}`;
  const network = granted([`${origin}/`], { credentials: { [origin]: "TOKEN" }, env: { TOKEN: "Bearer secret" } });
  expect(await got(network, `${origin}/a`)).toContain("another origin");
  expect([outer.asked[0]?.headers.authorization, inner.asked]).toEqual(["Bearer secret", []]);
});

test("row 11: a name that leads to this machine by the second look only is not connected to either", async () => {
  const { port, asked } = await serve((_, response) => response.end("x"));
  let looks = 0;
  const resolve = () => Promise.resolve((looks += 1) === 1 ? ["93.184.215.14"] : ["127.0.0.1"]);
  const network = granted([`http://rebinding.test:${port}/`], { wire: { ...guarded([]), resolve }, limits: { ms: 300 } });
  expect(await got(network, `http://rebinding.test:${port}/`)).toContain("reference/remote-failed");
  expect([looks, asked]).toEqual([1, []]);
});

test("row 12: a certificate that nobody vouches for is refused, and nothing is sent", async () => {
  const asked: string[] = [];
  const server = createServer(selfSigned("x.test"), (request, response) => {
    asked.push(request.url ?? "");
    response.end("title: a\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const origin = `https://x.test:${port}`;
  const network = granted([`${origin}/`], { credentials: { [origin]: "TOKEN" }, env: { TOKEN: "Bearer secret" } });
  expect(await got(network, `${origin}/a`)).toMatch(/^reference\/remote-failed: .*(?:self.signed|DEPTH_ZERO)/i);
  expect(asked).toEqual([]);
});

test.each([
  ["headers without end", "HTTP/1.1 200 OK\r\nX: ", "a".repeat(1000)],
  ["headers that drip", "HTTP/1.1 200 OK\r\n", "X: a\r\n"],
  ["nothing at all", "", ""],
  ["what is no HTTP", "\u0000\u0001\u0002", "x"],
  ["a body in endless chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"],
])("row 12: a server that sends %s is given up, in time", async (_, head, more) => {
  const server = createRaw((socket) => {
    socket.on("error", () => undefined).write(head);
    const drip = setInterval(() => socket.write(more), 10);
    socket.on("close", () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const at = folder();
  const network = granted([`http://x.test:${port}/`], { limits: { ms: 400 }, folder: at });
  expect(await got(network, `http://x.test:${port}/`)).toMatch(/^reference\/remote-failed/);
  network.record();
  expect(readdirSync(at)).toEqual([]);
});

test.each(["zstd", "gzip, gzip", "__proto__"])(
  "row 12: an answer in the encoding %s is refused, and its server let go: it would be waited for else",
  async (encoding) => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const { port } = await serve((request, response) => {
      request.socket.on("close", end);
      response.writeHead(200, { "content-encoding": encoding }).write("without end");
    });
    expect(await got(granted([`http://x.test:${port}/`]), `http://x.test:${port}/`)).toContain(`its content encoding is "${encoding}"`);
    await ended;
  },
);

test.each(["text/html; charset=utf-8", "application/xhtml+xml"])("row 12: a web page (%s) is no document", async (type) => {
  const { port } = await serve((_, response) => response.writeHead(200, { "content-type": type }).end("title: whole\n"));
  expect(await got(granted([`http://x.test:${port}/`]), `http://x.test:${port}/`)).toContain("a web page");
});

test("row 12: half of an answer is not used", async () => {
  const { port } = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/yaml" });
    response.write("title: whole\n", () => setTimeout(() => response.destroy(), 20));
  });
  expect(await got(granted([`http://x.test:${port}/`]), `http://x.test:${port}/`)).toMatch(/^reference\/remote-failed/);
});
