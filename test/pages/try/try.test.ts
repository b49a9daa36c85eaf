import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { INNER } from "../../../.config/try-plugin.js";
import type { Settings } from "../../../src/config/index.ts";
import type { MsgdocsError } from "../../../src/app/index.ts";
import { build, check } from "../../../src/app/index.ts";
import type { StringNode } from "../../../src/text/index.ts";
import { built } from "../../support/built.ts";
import { nodeOf } from "../../support/nodes.ts";

interface Data {
  readonly operation: {
    readonly servers: readonly { readonly name: string; readonly protocol: string; readonly url: readonly (string | number)[] }[];
    readonly sent: readonly { readonly name: string; readonly unchecked?: string }[];
  };
}

const withServers = (servers: object, more: object = {}): string =>
  JSON.stringify({
    asyncapi: "2.6.0",
    info: { title: "Lamps", version: "1" },
    servers,
    channels: {
      "/lamps/{id}": {
        parameters: { id: { schema: { type: "string", enum: ["a", "b"] } } },
        publish: { operationId: "set", message: { payload: { type: "object" } } },
        ...more,
      },
    },
  });

const run = (text: string): Data => JSON.parse(text.slice(text.indexOf("push(") + 5, -3)) as Data;

async function site(text: string, change: Partial<Settings> = { tryIt: true }) {
  const { files } = await built({ "api.json": text }, change);
  const page = files.get("operations/set.html") ?? "";
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
  const data = files.get("try/operations/set.js");
  return { files, page, connect: /connect-src ([^;]*)/.exec(policy)?.[1], data: data === undefined ? undefined : run(data) };
}

const variable = (...allowed: string[]) => (allowed.length === 0 ? { default: "x" } : { enum: allowed, default: allowed[0] });

test.each([
  ["ws://a.example.com/x", {}, "ws://a.example.com"],
  [
    "wss://{region}.example.com:{port}/{base}",
    { region: variable("eu", "us"), port: variable(), base: variable() },
    "wss://eu.example.com:* wss://us.example.com:*",
  ],
  ["wss://{tenant}.example.com", { tenant: variable() }, "wss://*.example.com"],
  // What no policy can name is left as the document has it, or is not offered.
  ["wss://api.{tenant}.example.com", { tenant: variable() }, "wss://api.x.example.com"],
  ["wss://{host}", { host: {} }, undefined],
  ["wss://[::1]:80", {}, undefined],
  ["wss://a.example.com; script-src *", {}, undefined],
])("the policy names the hosts of %s and no others", async (url, variables, expected) => {
  const { connect, data } = await site(withServers({ one: { url, protocol: url.replace(/:.*/, ""), variables } }));
  expect(connect).toBe(expected);
  expect(data?.operation.servers.length).toBe(expected === undefined ? 0 : 1);
});

const both = { near: { url: "ws://near.example.com", protocol: "ws" }, far: { url: "wss://far.example.com", protocol: "wss" } };

test("only the servers that the settings name, only WebSocket, and only where the reader sends", async () => {
  const servers = {
    ...both,
    kafka: { url: "kafka.example.com", protocol: "kafka" },
    mqtt: { url: "wss://mq.example.com/mqtt", protocol: "mqtt" },
  };
  const all = await site(withServers(servers));
  expect(all.data?.operation.servers.map(({ name, protocol }) => [name, protocol])).toEqual([
    ["near", "ws"],
    ["far", "ws"],
    ["mqtt", "mqtt"],
  ]);
  expect(all.connect).toBe("ws://near.example.com wss://far.example.com wss://mq.example.com");
  expect(all.files.has("try/mqtt.js")).toBe(true);
  const one = await site(withServers(servers), { tryIt: [nodeOf("far") as StringNode] });
  expect([one.connect, one.files.has("try/mqtt.js")]).toEqual(["wss://far.example.com", false]);
  const none = await site(withServers(servers), { tryIt: [] });
  expect([none.connect, none.data?.operation.servers]).toEqual([undefined, []]);
  const application = await site(withServers(servers), { tryIt: true, reader: "application" });
  expect([application.connect, application.data]).toEqual([undefined, undefined]);
});

test("a name that is no server of the document is an error at its place in the settings, with what is meant", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-try-"));
  writeFileSync(join(folder, "asyncapi.json"), withServers(both));
  writeFileSync(join(folder, "msgdocs.yaml"), "tryIt:\n  - near\n  - fra\n  - staging\n");
  const failure = (await build({ cwd: folder, output: "site" }).catch((error: unknown) => error)) as MsgdocsError;
  expect(failure.diagnostics.map(({ code, start, hint }) => [code, start.line, start.column, hint])).toEqual([
    ["config/wrong-type", 3, 5, 'Did you mean "far"? Known servers: "near", "far".'],
    ["config/wrong-type", 4, 5, 'Known servers: "near", "far".'],
  ]);
  const checked = await check({ cwd: folder });
  expect(checked.report.diagnostics.flatMap(({ code, start, hint }) => (code === "config/wrong-type" ? [[start.line, hint]] : []))).toEqual(
    failure.diagnostics.map(({ start, hint }) => [start.line, hint]),
  );
  expect(existsSync(join(folder, "site"))).toBe(false);
  rmSync(folder, { recursive: true });
});

test("pages that send nothing connect nowhere", async () => {
  const { files } = await site(withServers(both, { subscribe: { operationId: "tell", message: { payload: {} } } }));
  const open = [...files].filter(([path, text]) => path.endsWith(".html") && text.includes("connect-src")).map(([path]) => path);
  expect(open).toEqual(["operations/set.html"]);
  expect(files.get("_headers")).toContain("connect-src ws: wss:");
});

test("a channel whose address is a URL of another host is no server's", async () => {
  const text = withServers(both).replace('"/lamps/{id}"', '"wss://evil.example.com/{id}"');
  const { files } = await built({ "api.json": text }, { tryIt: true });
  expect([...files.values()].some((each) => each.includes("connect-src wss://evil"))).toBe(false);
});

test("neither the document nor a setting that is off changes a byte or adds a file", async () => {
  const text = withServers(both, { "x-try-it": true });
  const [usual, off] = [await site(text, {}), await site(text, { tryIt: false })];
  expect([...off.files]).toEqual([...usual.files]);
  expect([...usual.files.keys()].filter((path) => path.startsWith("try/"))).toEqual([]);
  expect(usual.connect).toBe(undefined);
});

test("texts of a document end no script", async () => {
  const { files } = await site(withServers(both).replace('"type":"object"', '"type":"object","title":"</script><script>\\u2028"'));
  for (const [path, text] of files) if (path.startsWith("try/messages/")) expect(text).not.toMatch(/<|\u2028/);
});

/** All keys in a value. */
function* keysIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* [key, ...keysIn(inner)];
}

test("no data for the tool has a key that the bundler shortens", async () => {
  const { files } = await site(withServers(both, { subscribe: { operationId: "tell", message: { payload: {} } } }));
  const data = [...files].flatMap(([path, text]) => (/^try\/(?!open|mqtt).*\.js$/.test(path) ? (text.split("\n")[0] ?? "") : []));
  const keys = new Set(data.flatMap((text) => [...keysIn(JSON.parse(text.slice(text.indexOf("push(") + 5, -2)))]));
  expect([...keys]).toEqual(expect.arrayContaining(["words", "refused", "operation", "servers", "schema"]));
  expect(INNER.filter((name) => keys.has(name))).toEqual([]);
});

test("one file has no such tab, and connects nowhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-try-"));
  writeFileSync(join(folder, "api.json"), withServers(both));
  writeFileSync(join(folder, "msgdocs.yaml"), "document: api.json\ntryIt: true\n");
  const cli = join(import.meta.dirname, "../../../dist/cli.js");
  spawnSync(process.execPath, [cli, "build", "--single-file", "one.html"], { cwd: folder });
  const page = readFileSync(join(folder, "one.html"), "utf8");
  expect(page).toContain("/lamps/");
  expect(page).not.toMatch(/value="try"|try-files|connect-src/);
  rmSync(folder, { recursive: true });
});
