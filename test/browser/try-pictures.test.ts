import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { WebSocketServer } from "ws";
import { parse } from "yaml";
import { built } from "../support/built.ts";
import { openBrowser } from "./open-browser.ts";

/**
 * The five pictures of the guide (`docs/guide/try.md`): a reader composes and sends a message of a public API. The test asserts what each shows.
 * `MSGDOCS_PICTURES=docs/pictures npm run browser -- test/browser/try-pictures.test.ts` takes them again.
 */
const target = process.env.MSGDOCS_PICTURES;
const { folder, browser } = openBrowser();
const source = readFileSync(join(import.meta.dirname, "fixtures/kraken.yaml"), "utf8");
const { components } = parse(source) as {
  components: { messages: { subscriptionStatus: { examples: { payload: unknown }[] } } };
};
const [, refused] = components.messages.subscriptionStatus.examples.map(({ payload }) => JSON.stringify(payload, undefined, 2));

/** Lets a connection in when the picture of the waiting page is taken. */
let letIn: () => void = () => undefined;
let connected: WebSocket | undefined;
const sockets = new WebSocketServer({ noServer: true });
const server = createServer().on("upgrade", (request, socket, head) => {
  letIn = () => {
    sockets.handleUpgrade(request, socket, head, (each) => (connected = each));
  };
});

let page: Page;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const local = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { files } = await built({ "kraken.yaml": source.replace("ws.kraken.com", local).replace("wss", "ws") }, { tryIt: true });
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  page = await (await browser().newContext({ viewport: { width: 1280, height: 1700 }, deviceScaleFactor: 1.5 })).newPage();
  await page.clock.setFixedTime("2026-01-02T10:30:00Z");
  await page.goto(`${pathToFileURL(folder).href}/operations/receivesubscriberequest.html`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Takes a picture of the panel, if pictures are asked for. */
async function picture(name: string): Promise<void> {
  if (target === undefined) return;
  await page.evaluate("scrollTo(0, 0)");
  const { x, y, width, height } = (await page.locator(".duo").boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const session = await page.context().newCDPSession(page);
  const clip = { x, y, width, height, scale: 1 };
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 85, clip, captureBeyondViewport: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, `try-${name}.webp`), Buffer.from(data, "base64"));
}

const area = () => page.locator(".try textarea");
const said = () => page.locator(".try-send [role=status]").textContent();
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("composing: the example is there with its lines, and fits", async () => {
  await page.locator('label:has([value="try"])').click();
  await expect.poll(() => page.locator(".try-verdict").textContent()).toBe("✓ matches its schema");
  expect(JSON.parse(await area().inputValue())).toMatchObject({ event: "subscribe", subscription: { depth: 10 } });
  await picture("1-compose");
});

test("a wrong field: its line and its name are told", async () => {
  await area().fill((await area().inputValue()).replace('"depth": 10', '"depth": "ten"'));
  await expect.poll(() => page.locator(".try-verdict").textContent()).toBe("✗ 1 problem");
  expect(await page.locator(".try .example-problems > li").innerText()).toMatch(
    /^Line \d+ \/subscription\/depth must be an integer and must be 10, 25, 100, 500 or 1000, and this is the string "ten"\.$/,
  );
  await picture("2-wrong-field");
});

test("connecting: the page says to which server, and can leave", async () => {
  await press("Reset");
  await page.locator(".try-send > summary").click();
  await press("Connect");
  expect(await said()).toBe("Connecting to public …");
  expect(await page.getByRole("button", { name: "Disconnect" }).isVisible()).toBe(true);
  await picture("3-connecting");
});

test("sending: what was sent stands in the log", async () => {
  letIn();
  await expect.poll(said).toBe("Connected to public.");
  await press("Send");
  await expect
    .poll(() => page.locator(".try-frame").allInnerTexts())
    .toEqual([expect.stringMatching(/^→ sent 10:30:00.000 ✓ matches its schema/)]);
  await picture("4-sent");
});

test("receiving: each frame is named by its message, or told what does not fit", async () => {
  connected?.send('{"event":"heartbeat"}');
  // The document's own example, which breaks the document's own schema.
  connected?.send(refused ?? "");
  const received = page.locator('.try-frame[data-way="received"] > p:first-child');
  await expect
    .poll(() => received.allInnerTexts())
    .toEqual(["← received 10:30:00.000 heartbeat ✓", expect.stringMatching(/^← received 10:30:00.000 ✗ matches no message\. /)]);
  await picture("5-received");
});
