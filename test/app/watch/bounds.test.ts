import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { hostsFor } from "../../../src/app/watch/send.ts";
import { Preview } from "../../../src/app/watch/preview.ts";
import type { ServerLimits, RunningServer } from "../../../src/app/watch/server.ts";
import { serve } from "../../../src/app/watch/server.ts";
import { until } from "./folder.ts";
import { get, raw } from "./previewed.ts";

/** A preview of nothing whose server has bounds of its own. */
async function bounded(bounds: Partial<ServerLimits>, preview = new Preview()): Promise<RunningServer> {
  const hour = 3_600_000;
  const all = {
    headers: hour,
    request: hour,
    idle: hour,
    silence: hour,
    checks: 20,
    connections: 100,
    perConnection: 4,
    unread: 1e9,
    ...bounds,
  };
  return serve(preview, { address: "127.0.0.1", hosts: hostsFor(undefined), port: 0, tries: 1, bounds: all });
}

test("row 77: of more sockets than there may be the next one is closed at once, and the others are answered", async () => {
  const serving = await bounded({ connections: 2 });
  const { port } = serving;
  const sockets = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  // Each is known to the server when it has answered.
  for (const socket of sockets) {
    const answered = once(socket, "data");
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 \d{3} /);
  }
  expect((await get(port, "/")).head).toBe("");
  sockets[0]?.end();
  await until(async () => (await get(port, "/")).status > 0, "an answer");
  await serving.close();
});

test("row 77: headers that never end are not waited for", async () => {
  const serving = await bounded({ headers: 50 });
  const { port } = serving;
  // It resolves when the server has closed the connection, which only this bound makes it do.
  expect((await raw(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`)).status).toBe(400);
  await serving.close();
});

/** A preview that answers everything alike, as late as is wanted. */
function answering(body: () => Promise<string>): { preview: Preview; asked: string[] } {
  const asked: string[] = [];
  const preview = new Preview();
  preview.answer = async ({ path }) => {
    asked.push(path);
    return { status: 200, type: "text/plain", body: await body() };
  };
  return { preview, asked };
}

test("row 77: who asks for much at once is answered a little, and the rest is not made", async () => {
  const { preview, asked } = answering(() => Promise.resolve("made"));
  const serving = await bounded({}, preview);
  const { port } = serving;
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.on("data", (data: Buffer) => (said += data.toString()));
  socket.write(Array.from({ length: 100 }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`).join(""));
  await until(() => said.split("HTTP/1.1 503").length > 96, "96 refusals");
  expect(said.split("HTTP/1.1 200")).toHaveLength(5);
  expect(asked).toEqual(["0", "1", "2", "3"]);
  socket.destroy();
  await serving.close();
});

test("row 77: answers that nobody reads have a bound together, and one that is alone none", async () => {
  const serving = await bounded({ unread: 1000 }, answering(() => Promise.resolve("x".repeat(32_000_000))).preview);
  const { port } = serving;
  const idle = connect(port, "127.0.0.1").on("error", () => undefined);
  idle.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await once(idle, "readable");
  expect((await get(port, "/")).status).toBe(503);
  idle.destroy();
  await until(async () => (await get(port, "/")).status === 200, "an answer");
  await serving.close();
});

test("row 77: a connection on which nothing happens is closed", async () => {
  const serving = await bounded({ silence: 50 }, answering(() => new Promise(() => undefined)).preview);
  const socket = connect(serving.port, "127.0.0.1").on("error", () => undefined);
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${serving.port}\r\n\r\n`);
  // Nothing but this bound closes it.
  await once(socket, "close");
  await serving.close();
});
