import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folder, msgdocs } from "../cli/shell.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const cli = join(root, "dist/cli.js");
const shop = folder({
  "orders.yaml": `asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0, contact: { name: Order team } }
servers: { main: { host: "kafka.example.com:9092", protocol: kafka } }
channels:
  placed:
    address: orders.placed
    messages: { placed: { $ref: "#/components/messages/OrderPlaced" } }
operations:
  announceOrder: { action: send, channel: { $ref: "#/channels/placed" } }
components:
  messages:
    OrderPlaced:
      summary: An order was placed.
      payload:
        type: object
        required: [orderId]
        properties: { orderId: { type: integer }, couponCode: { type: string } }
`,
  "bills.yaml": `asyncapi: 3.0.0
info: { title: Bills, version: 2.1.0 }
servers: { main: { host: "kafka.example.com:9092", protocol: kafka } }
channels:
  placed:
    address: orders.placed
    messages: { OrderPlaced: { payload: { type: object, required: [orderId], properties: { orderId: { type: integer } } } } }
  paid:
    address: bills.paid
    messages:
      Paid:
        payload: { schemaFormat: "application/schema+json;version=2020-12", schema: { type: array, prefixItems: [{ type: string }] } }
operations:
  billOrder: { action: receive, channel: { $ref: "#/channels/placed" } }
`,
  "msgdocs.yaml": "title: Shop\ndocuments: [orders.yaml, bills.yaml]\n",
});

let client: Client;
const ask = async (name: string, given: Record<string, unknown> = {}): Promise<string> => {
  const { content } = (await client.callTool({ name, arguments: given })) as { content: { text: string }[] };
  return content.map(({ text }) => text).join("\n");
};

beforeAll(async () => {
  execFileSync(process.execPath, [cli, "build", "-o", "portal"], { cwd: shop });
  client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, "mcp", "portal"], cwd: shop, stderr: "inherit" }));
});
afterAll(() => client.close());

test("every tool says that it only reads, and has a description", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "list_apis", "search", "get_operation", "get_message", "get_schema", "get_channel", "who_uses", "validate_payload", "what_breaks",
  ]); // prettier-ignore
  expect(tools.filter(({ description, annotations }) => !description || annotations?.readOnlyHint !== true)).toEqual([]);
});

test("the APIs are listed with what they send and receive", async () => {
  expect(await ask("list_apis")).toMatch(/- orders: Orders 1\.0\.0; .*sends 1, receives 0.*\n?/);
  expect(await ask("list_apis")).toMatch(/- bills: Bills 2\.1\.0; .*sends 0, receives 1/);
});

test("a search finds things and fields, the best first, and says when there is nothing", async () => {
  expect((await ask("search", { query: "announceorder" })).split("\n")[0]).toBe("- operation announceOrder (API orders)");
  expect(await ask("search", { query: "couponCode" })).toContain("field couponCode of message OrderPlaced (API orders)");
  expect(await ask("search", { query: "no such thing" })).toBe("Nothing has all of these words: no such thing.");
});

test("a page is the Markdown of the site, found by id, name or address", async () => {
  const page = await ask("get_operation", { api: "orders", id: "announceOrder" });
  expect(page).toContain("orders.placed");
  expect(await ask("get_channel", { api: "orders", id: "orders.placed" })).toBe(
    readFileSync(join(shop, "portal/apis/orders/operations/announceorder.md"), "utf8"),
  );
  expect(await ask("get_message", { api: "orders", id: "OrderPlaced" })).toContain("couponCode");
});

test("what is not there is said, with what was meant perhaps", async () => {
  expect(await ask("get_operation", { api: "orders", id: "announceOrders" })).toBe(
    'The API orders has no operation "announceOrders". Did you mean "announceOrder"?',
  );
  expect(await ask("get_operation", { id: "announceOrder" })).toBe("Say which API is meant: bills, orders.");
  expect(await ask("get_operation", { api: "../..", id: "x" })).toMatch(/^There is no API "\.\.\/\.\."\./);
});

test("a payload is judged by the schema of the message", async () => {
  const judge = (payload: string): Promise<string> => ask("validate_payload", { api: "orders", message: "OrderPlaced", payload });
  expect(await judge('{"orderId":3}')).toBe("The payload fits OrderPlaced.");
  expect(await judge('{"orderId":"three"}')).toMatch(/does not fit OrderPlaced:\n- \/orderId must be an integer/);
  expect(await judge("{")).toMatch(/^The payload is not JSON/);
});

test("a payload is judged by the draft of its schema", async () => {
  const judge = (payload: string): Promise<string> => ask("validate_payload", { api: "bills", message: "Paid", payload });
  expect(await judge('["a"]')).toBe("The payload fits Paid.");
  expect(await judge("[1]")).toMatch(/does not fit Paid/);
});

test("who uses a channel or a message is what the portal found", async () => {
  for (const asked of ["orders.placed", "OrderPlaced"]) {
    const said = await ask("who_uses", { channel_or_message: asked });
    expect(said).toContain("- sends: orders (operation announceOrder; messages OrderPlaced)");
    expect(said).toContain("- receives: bills (operation billOrder; messages OrderPlaced)");
    expect(said).toContain("- orders to bills, OrderPlaced: fits");
  }
});

test("a change is judged, and the others on its channel are named", async () => {
  const document = readFileSync(join(shop, "orders.yaml"), "utf8");
  const change = (text: string): Promise<string> => ask("what_breaks", { api: "orders", document: text });
  expect(await change(document)).toBe("No changes.");
  const said = await change(document.replace("orderId: { type: integer }", "orderId: { type: string }"));
  expect(said).toMatch(/^\d+ of \d+ changes are breaking\.\n- breaking for receivers: /);
  expect(said).toContain("Other APIs on the channels of what breaks: bills.");
  const gone = await change(document.replace(/operations:[^]*(?=components:)/, "").replace(/ {2}placed:[^]*?(?=components:)/, ""));
  expect(gone).toContain("Other APIs on the channels of what breaks: bills.");
  expect(await change("info: {}")).toMatch(/^The changed document cannot be read: /);
});

test("a folder that holds neither a site nor a portal is an error with a next step", async () => {
  const empty = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-empty-")));
  const said = await msgdocs(empty, ["mcp", "."]);
  expect(said.exit).toBe(2);
  expect(said.stderr).toMatch(/There is no manifest\.json in .*\n.*Name a folder that msgdocs build wrote/);
});
