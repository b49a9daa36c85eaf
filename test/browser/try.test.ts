import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { Aedes } from "aedes";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { createWebSocketStream, WebSocketServer } from "ws";
import type { Settings } from "../../src/config/index.ts";
import { built } from "../support/built.ts";
import { violationsInBothThemes } from "./axe.ts";
import { movement } from "./movement.ts";
import { openBrowser } from "./open-browser.ts";
import { serveFolder } from "./serve.ts";

const { folder, browser } = openBrowser();

/** What the server does with each connection. */
let serve: (socket: WebSocket, url: string) => void = () => undefined;
const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1" });
/** Takes connections and never answers. */
const silent = createServer().on("upgrade", () => undefined);
const broker = createServer();
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

const HOSTILE = `<img src=x onerror="alert(1)">`;

const documentText = (): string =>
  JSON.stringify({
    asyncapi: "3.0.0",
    info: { title: "Lamps", version: "1.0.0" },
    servers: {
      near: { host: `127.0.0.1:${portOf(sockets)}`, protocol: "ws", security: [{ type: "httpApiKey", name: "key", in: "query" }] },
      silent: { host: `127.0.0.1:${portOf(silent)}`, protocol: "ws" },
      gone: { host: "127.0.0.1:9", protocol: "ws" },
      broker: { host: `127.0.0.1:${portOf(broker)}`, protocol: "ws", bindings: { mqtt: { clientId: "lamps" } } },
      kafka: { host: "kafka.example.com", protocol: "kafka" },
    },
    channels: {
      lamp: {
        address: "/lamps/{lampId}",
        parameters: { lampId: { examples: ["l/1"] } },
        bindings: {
          ws: {
            headers: { type: "object", required: ["X-Trace"], properties: { "X-Trace": { type: "string" } } },
            query: { type: "object", properties: { verbose: { type: "boolean" } } },
          },
        },
        messages: {
          setLight: {
            title: `Set light ${HOSTILE}`,
            payload: { $ref: "#/components/schemas/SetLight" },
            examples: [{ payload: { lumens: 800, colour: { name: "warm" }, tags: [HOSTILE] } }],
          },
          raw: { title: "Raw", payload: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: { type: "string" } } },
          state: { title: "State", payload: { type: "object", required: ["lit"], properties: { lit: { type: "boolean" } } } },
          failure: { title: "Failure", payload: { type: "object", required: ["failure"] } },
        },
      },
    },
    operations: {
      set: { action: "receive", channel: { $ref: "#/channels/lamp" }, messages: [{ $ref: "#/channels/lamp/messages/setLight" }] },
      several: {
        action: "receive",
        channel: { $ref: "#/channels/lamp" },
        messages: [{ $ref: "#/channels/lamp/messages/setLight" }, { $ref: "#/channels/lamp/messages/state" }],
      },
      raw: { action: "receive", channel: { $ref: "#/channels/lamp" }, messages: [{ $ref: "#/channels/lamp/messages/raw" }] },
      tell: {
        action: "send",
        channel: { $ref: "#/channels/lamp" },
        messages: [{ $ref: "#/channels/lamp/messages/state" }, { $ref: "#/channels/lamp/messages/failure" }],
      },
    },
    components: {
      schemas: {
        SetLight: {
          type: "object",
          required: ["lumens"],
          properties: {
            lumens: { type: "integer", minimum: 0, maximum: 1000 },
            colour: { type: "object", properties: { name: { enum: ["warm", "cold"] } } },
            tags: { type: "array", items: { type: "string", minLength: 1 } },
          },
        },
      },
    },
  });

async function write(name: string, change: Partial<Settings>): Promise<string> {
  const { files } = await built({ "api.json": documentText() }, change);
  const site = join(folder, name);
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), contents);
  }
  return site;
}

let site = "";
beforeAll(async () => {
  sockets.on("connection", (socket, { url }) => {
    serve(socket, url ?? "");
  });
  const aedes = await Aedes.createBroker();
  new WebSocketServer({ server: broker, handleProtocols: () => "mqtt" }).on("connection", (socket, request) => {
    aedes.handle(createWebSocketStream(socket), request);
  });
  await Promise.all([silent, broker].map((each) => new Promise<void>((resolve) => each.listen(0, "127.0.0.1", resolve))));
  site = await write("on", { tryIt: true });
});
afterAll(() => {
  for (const each of [silent, broker]) {
    each.closeAllConnections();
    each.close();
  }
  sockets.close();
});

interface Opened {
  readonly page: Page;
  /** What a page must not do: break its policy, fail, open dialogs, ask for anything but files. */
  readonly faults: string[];
  readonly sockets: string[];
}

/** Opens the page of an operation, from disk if `root` is a folder. */
async function opened(path = "operations/set.html", options: BrowserContextOptions = {}, root = site): Promise<Opened> {
  const page = await (await browser().newContext(options)).newPage();
  const faults: string[] = [];
  const met: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("dialog", (dialog) => {
    faults.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("WebSocket connection")) faults.push(message.text());
  });
  page.on("websocket", (socket) => met.push(socket.url()));
  await page.goto(`${root.startsWith("http") ? root : pathToFileURL(root).href}/${path}`);
  return { page, faults, sockets: met };
}

async function composing(path?: string, options?: BrowserContextOptions): Promise<Opened> {
  const made = await opened(path, options);
  await made.page.locator('label:has([value="try"])').click();
  await made.page.locator(".try textarea").waitFor();
  return made;
}

async function connecting(server: string, options?: BrowserContextOptions): Promise<Opened> {
  const made = await composing(undefined, options);
  await made.page.locator(".try-send > summary").click();
  await made.page.locator(".try-send select").first().selectOption({ label: server });
  return made;
}

const say = (page: Page) => page.locator(".try-send [role=status]");
const frames = (page: Page) => page.locator(".try-frame");

test("a text is judged as it is typed, at its line, with a link to its field, and code takes it over", async () => {
  const { page, faults } = await composing();
  const area = page.locator(".try textarea");
  const verdict = page.locator(".try-verdict");
  await expect.poll(() => verdict.textContent()).toBe("✓ matches its schema");
  await area.fill('{\n  "lumens": -5,\n  "colour": { "name": "hot" }\n}');
  await expect.poll(() => verdict.textContent()).toBe("✗ 2 problems");
  expect(await page.locator(".try .example-problems > li").allInnerTexts()).toEqual([
    "Line 2 /lumens must be at least 0, and this is -5.",
    'Line 3 /colour/name must be "warm" or "cold", and this is "hot".',
  ]);
  for (const link of await page.locator(".try .example-problems a").all()) {
    expect(await page.locator(`[id="${(await link.getAttribute("href"))?.slice(1) ?? ""}"]`).count()).toBe(1);
  }
  expect(await page.locator(".try-lines .bad").allInnerTexts()).toEqual(["2", "3"]);
  const code = page.locator('details.at[open] [data-sample="javascript"] pre');
  expect(await code.textContent()).toContain(String.raw`const payload = "{\"lumens\":-5,\"colour\":{\"name\":\"hot\"}}";`);
  const shell = await page.locator('details.at[open] [data-sample="cli"] pre').textContent();
  expect(shell).toContain(`-x '{"lumens":-5,"colour":{"name":"hot"}}'`);
  await area.fill('{"lumens": 1,}');
  await expect.poll(() => page.locator(".try .example-problems").innerText()).toContain("no comma may stand before }");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => verdict.textContent()).toBe("✓ matches its schema");
  expect(await code.textContent()).toContain('const payload = `{\n  "lumens": 800,');
  expect(faults).toEqual([]);
});

test("of several messages, code takes over the one that is composed, and says which", async () => {
  const { page, faults } = await composing("operations/several.html");
  const code = page.locator('details.at[open] [data-sample="cli"] pre');
  expect(await page.locator("[data-message]").textContent()).toBe(`Set light ${HOSTILE}`);
  await page.locator(".try select").first().selectOption({ label: "State" });
  await expect.poll(() => code.textContent()).toContain(`-x '{"lit":true}'`);
  expect(await page.locator("[data-message]").textContent()).toBe("State");
  await page.locator(".try select").first().selectOption({ index: 0 });
  await expect.poll(() => code.textContent()).toContain('"lumens":800');
  expect(faults).toEqual([]);
});

test("what the page cannot judge is not checked", async () => {
  const { page } = await composing("operations/raw.html");
  expect(await page.locator(".try-verdict").textContent()).toBe(
    "Not checked here: its schema is in application/vnd.apache.avro;version=1.9.0.",
  );
});

test("nothing connects before the reader says so, and both ways are told and judged", async () => {
  const got: string[] = [];
  serve = (socket, url) => {
    got.push(url);
    socket.on("message", (data: Buffer) => {
      got.push(String(data));
      for (const each of ['{"lit":true}', '{"lit":"yes"}', HOSTILE, Buffer.from([1, 2]), '{"failure":']) socket.send(each);
    });
  };
  const { page, faults, sockets: met } = await connecting("near");
  await page.locator(".try").getByLabel("key", { exact: true }).fill("k&y");
  expect(await page.locator(".try-send").innerText()).toContain("A browser lets no page set X-Trace.");
  expect([met, got]).toEqual([[], []]);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.poll(() => say(page).textContent()).toBe("Connected to near.");
  expect(got).toEqual(["/lamps/l%2F1?key=k%26y"]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => frames(page).count()).toBe(6);
  expect(got[1]).toBe(await page.locator(".try textarea").inputValue());
  const heads = await page.locator(".try-frame > p:first-child").allInnerTexts();
  expect(heads.map((head) => head.replace(/ \d\d:\d\d:\d\d\.\d{3}/, ""))).toEqual([
    "→ sent ✓ matches its schema",
    "← received State ✓",
    '← received ✗ matches no message. State: /lit must be a boolean, and this is the string "yes".',
    '← received ✗ matches no message. State: "<" is not a value.',
    "← received Not checked here: it is not text.",
    "← received ✗ matches no message. State: this { is not closed; add } where it ends.",
  ]);
  expect(await page.locator(".try-frame > pre").nth(3).textContent()).toBe(HOSTILE);
  expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([0, 0, ""]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("a server that closes, one that is not there and one that never answers are told, and a connection can be left", async () => {
  serve = (socket) => {
    socket.close(4001, `no ${HOSTILE}`);
  };
  const { page, faults } = await connecting("near");
  await page.locator(".try").getByLabel("key", { exact: true }).fill("k");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.poll(() => say(page).textContent()).toBe(`The connection is closed: 4001 no ${HOSTILE}.`);
  await page.locator(".try-send select").first().selectOption({ label: "gone" });
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.poll(() => say(page).textContent()).toMatch(/^The connection could not be made\./);
  await page.locator(".try-send select").first().selectOption({ label: "silent" });
  await page.clock.install();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.clock.runFor(11_000);
  await expect.poll(() => say(page).textContent()).toBe("The server has not answered yet. Wait, or disconnect.");
  await page.getByRole("button", { name: "Disconnect" }).click();
  expect(await say(page).textContent()).toBe("The connection is closed.");
  expect(faults).toEqual([]);
});

test("a flood and a huge frame leave the page alive: 500 frames and a million bytes are kept", async () => {
  serve = (socket) => {
    for (let at = 0; at < 3000; at += 1) socket.send(`{"lit":${at % 2 === 0}}`);
    socket.send(`"${"x".repeat(3_000_000)}"`);
    for (let at = 0; at < 4; at += 1) socket.send(`"${"語".repeat(300_000)}"`);
    socket.send('"the end"');
  };
  const { page, faults } = await connecting("near");
  await page.locator(".try").getByLabel("key", { exact: true }).fill("k");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.poll(() => page.locator(".try-frame:last-child").innerText(), { timeout: 30_000 }).toContain("the end");
  expect(await frames(page).count()).toBeLessThanOrEqual(500);
  await page.evaluate("navigator.clipboard.writeText = async (text) => { document.body.dataset.copied = text; }");
  await page.getByRole("button", { name: "Copy the log" }).click();
  await page.waitForFunction("document.body.dataset.copied !== undefined");
  const kept = Buffer.byteLength(String(await page.evaluate("document.body.dataset.copied")));
  // The heads of 500 frames come on top.
  expect([kept > 500_000, kept < 1_050_000]).toEqual([true, true]);
  expect(await page.locator(".try-send > .try-note:visible").allInnerTexts()).toContainEqual(
    expect.stringMatching(/^Earlier frames are no longer kept: \d+\.$/),
  );
  expect(faults).toEqual([]);
});

test("a page that a host serves connects, sends and judges as one from disk does", async () => {
  serve = (socket) => void socket.on("message", () => socket.send('{"lit":true}'));
  const host = await serveFolder(site, "/docs/");
  const { page, faults } = await opened("operations/set.html", {}, `${host.origin}/docs`);
  await page.locator('label:has([value="try"])').click();
  await page.locator(".try textarea").waitFor();
  await page.locator(".try-send > summary").click();
  await page.locator(".try-send select").first().selectOption({ label: "near" });
  await page.locator(".try").getByLabel("key", { exact: true }).fill("k");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.poll(() => say(page).textContent()).toBe("Connected to near.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => page.locator(".try-frame:last-child").innerText()).toMatch(/received.*State ✓/);
  expect(faults).toEqual([]);
  host.close();
});

test("a part that cannot be loaded is told", async () => {
  const incomplete = await write("incomplete", { tryIt: true });
  rmSync(join(incomplete, "try/send.js"));
  const { page } = await opened("operations/set.html", {}, incomplete);
  await page.locator('label:has([value="try"])').click();
  await page.locator(".try-send > summary").click();
  await expect.poll(() => page.locator(".try-send").innerText()).toContain("A part of this tool could not be loaded.");
});

test("MQTT over WebSocket publishes to the topic, and what comes back is judged", { timeout: 60_000 }, async () => {
  const { page, faults } = await connecting("broker");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect.poll(() => say(page).textContent(), { timeout: 30_000 }).toBe("Connected to broker.");
  await page.locator(".try textarea").fill('{"lit":true,"lumens":1}');
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => page.locator(".try-frame:last-child").innerText(), { timeout: 30_000 }).toMatch(/received.*State ✓/);
  await page.getByRole("button", { name: "Disconnect" }).click();
  expect(faults).toEqual([]);
});

test("an address can only be one of the document's servers, and no link fills anything in", async () => {
  const made = await opened("operations/set.html?key=secret&lampId=x#try?connect=near&key=secret");
  await made.page.locator('label:has([value="try"])').click();
  await made.page.locator(".try-send > summary").click();
  expect(await made.page.locator(".try").getByLabel("key", { exact: true }).inputValue()).toBe("");
  expect(await made.page.locator(".try").getByLabel("lampId").inputValue()).toBe("l/1");
  expect(made.sockets).toEqual([]);
  const refused = await made.page.evaluate(
    `new Promise((resolve) => {
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => resolve(violatedDirective));
      new WebSocket("ws://127.0.0.1:10/");
    })`,
  );
  expect(refused).toBe("connect-src");
});

test("the tab is absent without script and in a page that does not send, and small windows hold it", async () => {
  const { page: still } = await opened("operations/set.html", { javaScriptEnabled: false });
  expect(await still.locator('label:has([value="try"])').isVisible()).toBe(false);
  const { page: other } = await opened("operations/tell.html");
  expect(await other.locator('[value="try"]').count()).toBe(0);
  const { page } = await connecting("near", { viewport: { width: 390, height: 800 } });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
});

test("nothing moves when the tab comes, also where it brings the bar that it stands in", async () => {
  const urls = ["set", "several", "raw"].map((name) => pathToFileURL(join(site, `operations/${name}.html`)).href);
  const page = await browser().newPage({ javaScriptEnabled: false });
  const bars: number[] = [];
  for (const url of urls) {
    await page.goto(url);
    bars.push(await page.locator(".bar[data-try][hidden]").count());
  }
  await page.close();
  expect(bars).toContain(1);
  for (const width of [1280, 390]) expect([width, await movement(browser(), urls, width)]).toEqual([width, []]);
});

test("the whole can be used with the keyboard alone", async () => {
  const { page } = await opened();
  await page.locator('[value="code"]').first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const area = page.locator(".try textarea");
  await area.waitFor();
  for (let at = 0; at < 20 && !(await page.evaluate("document.activeElement.matches('.try textarea')")); at += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1");
  await expect.poll(() => page.locator(".try-verdict").textContent()).toBe("✗ 1 problem");
});

test("a page without the setting is as before, one with it grows by half a kilobyte, and what comes later has its limits", async () => {
  const off = await write("off", {});
  const named = await write("named", { tryIt: [] });
  const page = (root: string): string => readFileSync(join(root, "operations/set.html"), "utf8");
  expect(page(off)).not.toMatch(/data-try|try-files|connect-src/);
  // Without the tool, and without what leads to it, no byte differs.
  const bare = page(named)
    .replace(/<label data-try.*?<\/label>/, "")
    .replace(/<script src="\.\.\/try\/open\.js" defer><\/script><template.*<\/template>/, "");
  expect(bare).toBe(page(off));
  const weight = (text: string): number => gzipSync(text, { level: 9 }).length;
  const file = (name: string): number => weight(readFileSync(join(site, "try", name), "utf8"));
  expect(weight(page(site)) - weight(page(off)) + file("open.js")).toBeLessThanOrEqual(512);
  // What opening the tab loads, with the words; the operation and its schemas are the document's.
  expect(file("compose.js")).toBeLessThanOrEqual(15_100);
  expect(file("send.js")).toBeLessThanOrEqual(4_000);
  expect(file("mqtt.js")).toBeLessThanOrEqual(120_000);
});
