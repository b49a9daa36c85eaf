import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingHttpHeaders } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Aedes, type AedesPublishPacket } from "aedes";
import { afterAll, afterEach, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import type { Call } from "../../../src/samples/index.ts";
import { amqpServer, type Published } from "../../support/amqp-server.ts";
import { kafkaServer, type Produced } from "../../support/kafka-server.ts";
import { built } from "../../support/built.ts";
import { samplesOf } from "../code-samples.ts";

// Brokers of NATS and of MQTT 5 are not to be had as packages: their programs are parsed, not run. For AMQP and Kafka ours stand in, and the
// libraries of the programs are the real ones.

const folder = mkdtempSync(join(tmpdir(), "msgdocs-runs-"));
symlinkSync(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(folder, "node_modules"), "junction");
afterAll(() => rmSync(folder, { recursive: true }));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const text = '{\n  "note": "it\'s \\"x\\" ${y} `z` \\\\ ü"\n}';

function call(given: Partial<Call>): Call {
  return {
    protocol: "mqtt",
    written: given.protocol ?? "mqtt",
    server: "",
    address: "lamps/{id}",
    way: "send",
    payload: text,
    body: text,
    contentType: "application/json",
    headers: [],
    credentials: [],
    binding: () => undefined,
    required: () => [],
    ...given,
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** The library of Kafka needs a function that Node.js has from 22 on. */
const WITH_RESOLVERS = `data:text/javascript,${encodeURIComponent(`Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};`)}`;

interface Running {
  readonly child: ChildProcess;
  readonly said: (part: string) => Promise<void>;
}

/** Runs the program in JavaScript of a call, its braces filled in. */
function run(given: Partial<Call>): Running {
  const [sample] = samplesOf(call(given), ["javascript"]);
  return runText((sample?.text ?? "").replaceAll("{id}", "7"), "javascript");
}

function runText(code: string, language: "javascript" | "cli"): Running {
  const file = join(folder, language === "cli" ? "sample.sh" : "sample.mjs");
  writeFileSync(file, code);
  writeFileSync(join(folder, "payload.bin"), text);
  const env = { PATH: process.env.PATH, API_USERNAME: "me", API_PASSWORD: "s'ecret", API_TOKEN: "to ken" };
  const [program, ...given] = language === "cli" ? ["sh"] : [process.execPath, "--import", WITH_RESOLVERS];
  const child = spawn(program, [...given, file], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  closing.push(() => child.kill());
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (output += part));
  return {
    child,
    async said(part) {
      while (!output.includes(part)) await once(child.stdout, "data");
    },
  };
}

async function broker(): Promise<{ readonly aedes: Aedes; readonly server: string }> {
  const aedes = await Aedes.createBroker();
  aedes.authenticate = (_client, name, password, done) => done(null, name === "me" && password?.toString() === "s'ecret");
  closing.push(() => aedes.close());
  return { aedes, server: `127.0.0.1:${await listen(createServer(aedes.handle))}` };
}

const credentials = [{ type: "userPassword" }];
const bound: Readonly<Record<string, string>> = { "operation.qos": "1", "operation.retain": "true", "operation.method": "POST" };
const binding: Call["binding"] = (...path) => bound[path.join(".")];

test.each([["in the program", text], ["from a file", undefined]])("MQTT: a broker is sent what the document says, the payload %s", async (_, payload) => {
  const { aedes, server } = await broker();
  const received = new Promise<AedesPublishPacket>((resolve) => aedes.on("publish", (packet, client) => client && resolve(packet)));
  const { child } = run({ server, credentials, binding, payload, body: payload });
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
  expect(await received).toMatchObject({ topic: "lamps/7", qos: 1, retain: true });
  expect((await received).payload.toString()).toBe(text);
}); // prettier-ignore

test("MQTT: what a broker sends is received", async () => {
  const { aedes, server } = await broker();
  const { said } = run({ server, credentials, binding, way: "receive" });
  const [[subscription]] = (await once(aedes, "subscribe")) as [[{ topic: string; qos: number }]];
  expect(subscription).toMatchObject({ topic: "lamps/+", qos: 1 });
  aedes.publish({ cmd: "publish", topic: "lamps/7", payload: text, qos: 0, retain: false, dup: false }, () => undefined);
  await said(text);
});

test("AMQP: a broker is sent the message with who sends it, and its content type", async () => {
  let login = "";
  const published = new Promise<Published>((resolve) => {
    const server = createServer(amqpServer({ login: (response) => (login = response), published: resolve }));
    void listen(server).then((port) => run({ protocol: "amqp", server: `127.0.0.1:${port}`, credentials, headers: [["trace", "1"]] }));
  });
  const { exchange, key, properties, body } = await published;
  expect([exchange, key, body, login]).toEqual(["", "lamps/7", text, "\0me\0s'ecret"]);
  expect(properties.toString("latin1")).toMatch(/application\/json[^]*trace/);
});

test("AMQP: what a broker sends is received", async () => {
  const port = await listen(createServer(amqpServer({ waiting: text })));
  const { said } = run({ protocol: "amqp", server: `127.0.0.1:${port}`, way: "receive" });
  await said(text);
});

/** A broker of Kafka, and the first record that it is sent. */
async function kafka() {
  let port = 0;
  const heard = { login: "", waiting: (): void => undefined, produced: (record: Produced): unknown => record };
  const produced = new Promise<Produced>((resolve) => (heard.produced = resolve));
  const waiting = new Promise<void>((resolve) => (heard.waiting = resolve));
  const broker = kafkaServer({ login: (bytes) => (heard.login = bytes), produced: (record) => heard.produced(record), waiting: () => heard.waiting() }, () => port);
  port = await listen(createServer((socket) => {
    closing.push(() => socket.destroy());
    broker.serve(socket);
  }));
  return { port, broker, produced, waiting, heard };
} // prettier-ignore

const keyed: Call["binding"] = (...path) => ({ "message.key": "7", "operation.groupId": "lamps" })[path.join(".")];

test.each([["in the program", text], ["from a file", undefined]])("Kafka: a broker is sent the key, headers and payload, the payload %s", async (_, payload) => {
  const { port, produced, heard } = await kafka();
  const { child } = run({ protocol: "kafka", address: "lamps.{id}", server: `127.0.0.1:${port}`, credentials, payload, body: payload, binding: keyed, headers: [["trace", "1"]] });
  expect(await produced).toEqual({ topic: "lamps.7", key: "7", value: text, headers: { trace: "1" } });
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(heard.login).toBe("\0me\0s'ecret");
}); // prettier-ignore

test("Kafka: what a broker holds for a group is received", async () => {
  const { port, broker, waiting } = await kafka();
  const { said } = run({ protocol: "kafka", address: "lamps", server: `127.0.0.1:${port}`, way: "receive", binding: keyed });
  await waiting;
  broker.add("lamps", { key: "7", value: text });
  await said(`7 ${text}`);
});

test("WebSocket: a server is sent the message over the connection that its headers and query describe", async () => {
  const http = createHttpServer();
  const sockets = new WebSocketServer({ server: http });
  const port = await listen(http);
  const connected = once(sockets, "connection") as Promise<[import("ws").WebSocket, import("node:http").IncomingMessage]>;
  run({
    protocol: "ws",
    server: `ws://127.0.0.1:${port}`,
    credentials: [{ type: "http", scheme: "bearer" }],
    required: (...path) => (path[1] === "query" ? [["at", "a b"]] : [["X-Trace", "1"]]),
  });
  const [socket, request] = await connected;
  closing.push(() => socket.terminate());
  expect(request.url).toBe("/lamps/7?at=a%20b");
  expect(request.headers).toMatchObject({ authorization: "Bearer to ken", "x-trace": "1" });
  const [data, isBinary] = (await once(socket, "message")) as [Buffer, boolean];
  expect([data.toString(), isBinary]).toEqual([text, false]);
});

test("WebSocket: what a server sends is received", async () => {
  const http = createHttpServer();
  const sockets = new WebSocketServer({ server: http });
  const port = await listen(http);
  sockets.on("connection", (socket) => {
    closing.push(() => socket.terminate());
    socket.send(text);
  });
  const { said } = run({ protocol: "ws", server: `ws://127.0.0.1:${port}`, way: "receive" });
  await said(text);
});

test("HTTP: a server is sent the request that the document describes", async () => {
  const received = new Promise<{ method?: string; url?: string; headers: IncomingHttpHeaders; body: string }>((resolve) => {
    const server = createHttpServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (part: string) => (body += part));
      request.on("end", () => {
        resolve({ ...(request.method === undefined ? {} : { method: request.method }), ...(request.url === undefined ? {} : { url: request.url }), headers: request.headers, body });
        response.end("thanks");
      });
    });
    void listen(server).then((port) => run({ protocol: "http", server: `http://127.0.0.1:${port}/v1`, binding, headers: [["trace", "1"]], credentials: [{ type: "http", scheme: "basic" }] }));
  }); // prettier-ignore
  const { method, url, headers, body } = await received;
  expect([method, url, body]).toEqual(["POST", "/v1/lamps/7", text]);
  expect(headers).toMatchObject({ "content-type": "application/json", trace: "1", authorization: `Basic ${btoa("me:s'ecret")}` });
});

test("Events of a server are received as they come", async () => {
  const server = createHttpServer((_request, response) => {
    closing.push(() => response.destroy());
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write(`data: ${text}\n\n`);
  });
  const port = await listen(server);
  const { said } = run({ protocol: "sse", server: `http://127.0.0.1:${port}`, way: "receive" });
  await said(text);
});

/** The code of an operation as its page shows it. */
async function copied(
  protocol: string,
  port: number,
  verb: "publish" | "subscribe",
  language: "javascript" | "cli" = "javascript",
): Promise<string> {
  const scheme = { mqtt: "", ws: "ws://", http: "http://", sse: "http://", mercure: "http://" }[protocol] ?? "";
  const message = { contentType: "text/plain", payload: { type: "string" }, examples: [{ payload: text }] };
  const operation = { operationId: "talk", message, bindings: protocol === "http" ? { http: { type: "request", method: "PUT" } } : {} };
  const { files } = await built({
    "talk.json": JSON.stringify({
      asyncapi: "2.6.0",
      info: { title: "Talk", version: "1" },
      servers: { main: { url: `${scheme}127.0.0.1:${port}`, protocol } },
      channels: { lamps: { [verb]: operation } },
    }),
  });
  const page = files.get("operations/talk.html") ?? "";
  const html = new RegExp(`data-sample="${language}">[^]*?<pre[^>]*>([^]*?)</pre>`).exec(page)?.[1] ?? "";
  const signs: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&amp;": "&",
    "&quot;": '"',
    "&#x27;": "'",
    "&#x60;": "`",
    "&#x3D;": "=",
  };
  return html.replace(/<[^>]*>/g, "").replace(/&#?\w+;/g, (sign) => signs[sign] ?? sign);
}

/** A server that resolves with the first request. */
async function asked(): Promise<{ readonly port: number; readonly request: Promise<{ method: string; url: string; body: string }> }> {
  let answer: (request: { method: string; url: string; body: string }) => void = () => undefined;
  const request = new Promise<{ method: string; url: string; body: string }>((resolve) => (answer = resolve));
  const server = createHttpServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (part: string) => (body += part));
    incoming.on("end", () => {
      answer({ method: incoming.method ?? "", url: incoming.url ?? "", body });
      response.end("thanks");
    });
  });
  return { port: await listen(server), request };
}

test("code copied from a page runs against a server of each of seven protocols", async () => {
  const aedes = await Aedes.createBroker();
  closing.push(() => aedes.close());
  const published = new Promise<AedesPublishPacket>((resolve) => aedes.on("publish", (packet, client) => client && resolve(packet)));
  runText(await copied("mqtt", await listen(createServer(aedes.handle)), "publish"), "javascript");
  expect((await published).payload.toString()).toBe(text);

  const queued = new Promise<Published>((published) => {
    void listen(createServer(amqpServer({ published })))
      .then((port) => copied("amqp", port, "publish"))
      .then((code) => runText(code, "javascript"));
  });
  expect(await queued).toMatchObject({ key: "lamps", body: text });

  const { port: kafkaPort, broker, produced, waiting } = await kafka();
  runText(await copied("kafka", kafkaPort, "publish"), "javascript");
  expect(await produced).toMatchObject({ topic: "lamps", key: undefined, value: text });
  const listener = runText(await copied("kafka", kafkaPort, "subscribe"), "javascript");
  await waiting;
  broker.add("lamps", { key: "7", value: "on" });
  await listener.said("7 on");

  const upgrading = createHttpServer();
  const sockets = new WebSocketServer({ server: upgrading });
  const connected = once(sockets, "connection") as Promise<[import("ws").WebSocket]>;
  runText(await copied("ws", await listen(upgrading), "publish"), "javascript");
  const [socket] = await connected;
  closing.push(() => socket.terminate());
  expect(String(((await once(socket, "message")) as [Buffer])[0])).toBe(text);

  const web = await asked();
  runText(await copied("http", web.port, "publish"), "javascript");
  expect(await web.request).toEqual({ method: "PUT", url: "/lamps", body: text });

  const events = createHttpServer((_request, response) => {
    closing.push(() => response.destroy());
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: on\n\n");
  });
  await runText(await copied("sse", await listen(events), "subscribe"), "javascript").said("data: on");

  const hub = await asked();
  runText(await copied("mercure", hub.port, "publish", "cli"), "cli");
  expect(Object.fromEntries(new URLSearchParams((await hub.request).body))).toEqual({ topic: "lamps", data: text });
});
