import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contents, failComparing, folder, msgdocs, report } from "./shell.ts";

interface OrdersVersion {
  readonly version: string;
  readonly states?: string;
  /** Further properties of the payload. */
  readonly fields?: string;
  /** Further channels. */
  readonly channels?: string;
  /** A line above the payload. */
  readonly comment?: string;
}

const orders = ({ version, states = "open", fields = "", channels = "", comment = "" }: OrdersVersion): string => `asyncapi: 3.0.0
info: { title: Orders, version: ${version} }
servers: { main: { host: "events.example.com:9092", protocol: kafka } }
channels:
  created:
    address: orders.created
    messages: { OrderCreated: { $ref: "#/components/messages/OrderCreated" } }
${channels}operations:
  sendCreated: { action: send, channel: { $ref: "#/channels/created" } }
components:
  messages:
    OrderCreated:
      ${comment}
      payload:
        type: object
        required: [id, state]
        properties:
          id: { type: string }
          state: { enum: [${states}] }
          ${fields}
`;

const billing = `asyncapi: 3.0.0
info: { title: Billing, version: 1.0.0 }
servers: { main: { host: "events.example.com:9092", protocol: kafka } }
channels:
  created:
    address: orders.created
    messages: { OrderCreated: { payload: { type: object, properties: { id: { type: string }, state: { enum: [open] } } } } }
operations:
  onCreated: { action: receive, channel: { $ref: "#/channels/created" } }
`;

const settings = `title: Shop
siteUrl: https://docs.example.com/
documents:
  - { path: orders/now.yaml, versions: orders/v*.yaml, name: orders }
  - billing.yaml
`;

const cancelled = `  cancelled: { address: orders.cancelled, messages: { OrderCancelled: { payload: { type: string } } } }\n`;

const shop = {
  "msgdocs.yaml": `${settings}released:\n  orders: { 2.0.0: 2026-03-01, 1.1.0: 2026-01-15 }\n`,
  "orders/v1.yaml": orders({ version: "1.0.0" }),
  "orders/v1.1.yaml": orders({ version: "1.1.0", fields: "note: { type: string }" }),
  "orders/now.yaml": orders({
    version: "2.0.0",
    states: "open, done",
    fields: "note: { type: string, maxLength: 9 }",
    channels: cancelled,
  }),
  "billing.yaml": billing,
};

/** The same without the first version: up to three documents need no further process. */
const few = Object.fromEntries(Object.entries(shop).filter(([name]) => name !== "orders/v1.yaml"));

interface HistoryJson {
  readonly versions: readonly {
    readonly version: string;
    readonly since: string | null;
    readonly released: string | null;
    readonly report: {
      readonly changes: readonly { readonly verdict: string; readonly affects: string; readonly new: { readonly file: string } }[];
    } | null;
  }[];
}

const read = (place: string, path: string): string => readFileSync(join(place, "site/apis/orders", path), "utf8");
const historyIn = (place: string): HistoryJson["versions"] => (JSON.parse(read(place, "changes.json")) as HistoryJson).versions;

async function built(files: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<string> {
  const place = folder(files);
  const said = await msgdocs(place, ["build", "-o", "site", ...flags]);
  expect(said).toMatchObject({ stderr: expect.stringMatching(/Wrote \d+ files/) as string });
  return place;
}

/** The shop, built once for the tests that only look at it. */
const kept = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-versions-")));
beforeAll(async () => {
  for (const [name, text] of Object.entries(shop)) {
    mkdirSync(dirname(join(kept, name)), { recursive: true });
    writeFileSync(join(kept, name), text);
  }
  expect(await msgdocs(kept, ["build", "-o", "site"])).toMatchObject({ stderr: expect.stringMatching(/Wrote \d+ files/) as string });
});
afterAll(() => rmSync(kept, { recursive: true, force: true }));

describe("versions of an API", () => {
  it("have a page of what changed, with witnesses, parties and links to both versions", () => {
    const place = kept;
    const page = read(place, "changes.md");
    expect(page).toContain("# Changes of orders\n");
    expect(page).toContain(
      "## 2\\.0.0\n\n- [API 2.0.0](index.md)\n- current\n- Compared with: `1.1.0`\n- Released: `2026-03-01`\n- 1 breaking",
    );
    expect(page).toMatch(
      /- `enum` of `state` of [^—]* gained `"done"` — for receivers — Message OrderCreated: \[In version 1\.1\.0\].* — Who receives it in this portal: \[billing\]\(\.\.\/billing\/index\.md\) ✗ does not fit — `orders\//,
    );
    expect(page).toContain('state must be "open".');
    expect(page).toMatch(/- 1\\\.1\.0: `enum: "open"`\n {2}- 2\\\.0\.0: `enum: "done", "open"`\n/);
    expect(page).toContain("[In version 1.1.0](v-1.1.0/operations/sendcreated.md) — [In version 2.0.0](operations/sendcreated.md)");
    expect(page).toContain('"state": "done"');
    expect(page).toContain("## 1\\.0.0\n\n- [API 1.0.0](v-1.0.0/index.md)\n\nThe first version that is known.");
    expect(read(place, "changes.html")).toContain('href="changes.xml"');
    const site = "https://docs.example.com/apis/orders";
    expect(readFileSync(join(place, "site/llms.txt"), "utf8")).toContain(
      `- [orders](${site}/llms.txt), and [what changed](${site}/changes.md): Kafka`,
    );
  });

  it("are marked on pages of the current version: new and changed channels, messages and fields", () => {
    const place = kept;
    const message = read(place, "operations/sendcreated.md");
    expect(message).toContain("`state` (required) (Breaking change in 2.0.0): string");
    expect(message).toContain("`note` (Changed in 2.0.0): string");
    expect(message).toContain("`id` (required): string");
    expect(message).toContain("[Breaking change in 2.0.0](../changes.md)");
    expect(read(place, "channels/cancelled.md")).toContain("[Since 2.0.0](../changes.md)");
    // A page of an operation shows the fields of its messages.
    expect(read(place, "operations/sendcreated.html")).toMatch(
      /id="messages\.OrderCreated\.payload\.state">.*?schema-version bad">Breaking change in 2\.0\.0</,
    );
    expect(read(place, "v-1.1.0/operations/sendcreated.md")).not.toContain("Since 1.1.0");
  });

  it("say the same as JSON, by the reports of diff", async () => {
    const place = kept;
    const versions = historyIn(place);
    expect(versions.map(({ version, since, released }) => [version, since, released])).toEqual([
      ["2.0.0", "1.1.0", "2026-03-01"],
      ["1.1.0", "1.0.0", "2026-01-15"],
      ["1.0.0", null, null],
    ]);
    const { stdout } = await msgdocs(place, ["diff", "orders/v1.1.yaml", "orders/now.yaml", "--format", "json"]);
    expect(versions[0]?.report).toEqual(JSON.parse(stdout));
  });

  it("have a feed of versions whose day is known, with links that are absolute where the site's address is known", async () => {
    const place = kept;
    const feed = read(place, "changes.xml");
    expect(feed.match(/<title>[^<]*/g)).toEqual([
      "<title>Changes of orders",
      "<title>orders 2.0.0: 1 breaking change",
      "<title>orders 1.1.0",
    ]);
    expect(feed).toContain('href="https://docs.example.com/apis/orders/changes.html#version.2.0.0"');
    expect(read(place, "changes.html")).toMatch(/ id="version\.2\.0\.0"[^]* id="version\.2\.0\.0:breaking"/);
    expect(feed.match(/<updated>[^<]*/g)).toEqual(["2026-03-01", "2026-03-01", "2026-01-15"].map((day) => `<updated>${day}T00:00:00Z`));
    const ids = feed.match(/<id>[^<]*/g) ?? [];
    expect(new Set(ids).size).toBe(3);
    const dated = await built({ ...few, "msgdocs.yaml": settings }, ["--date", "2026-04-02"]);
    expect(read(dated, "changes.xml")).toContain("<updated>2026-04-02T00:00:00Z");
    expect(historyIn(dated).map(({ released }) => released)).toEqual(["2026-04-02", null]);
  });

  it.each([
    [["--date", "2026-02-30"], settings, "It must be a day such as 2026-03-01."],
    [[], `${settings}released: { orders: { 1.0.0: yesterday } }\n`, "released.orders.1.0.0 must be a day such as 2026-03-01"],
  ])("refuse what is no day (%j)", async (flags, text, why) => {
    const place = folder({ ...shop, "msgdocs.yaml": text });
    const said = await msgdocs(place, ["build", "-o", "site", ...flags]);
    expect(said).toMatchObject({ exit: 2, stderr: expect.stringContaining(why) as string });
  });

  it("are published where msgdocs itself fails to compare two of them, and the page says so", async () => {
    const gone = orders({ version: "1.1.0", channels: "  boom: { address: text/boom }\n" });
    const now = { "orders/now.yaml": orders({ version: "2.0.0" }), "orders/v1.1.yaml": gone };
    const place = folder({ ...few, ...now });
    const works = failComparing("text/boom");
    try {
      const said = await msgdocs(place, ["build", "-o", "site", "--format", "json"]);
      expect(said.exit).toBe(70);
      expect(report(said).diagnostics.filter(({ code }) => code === "run/failed")).toMatchObject([
        { file: "orders/now.yaml", message: "msgdocs failed to compare version 2.0.0 of orders with version 1.1.0: boom." },
      ]);
    } finally {
      works();
    }
    expect(read(place, "changes.md")).toContain("- Released: `2026-03-01`\n\nmsgdocs failed to compare the two versions, which is a bug");
    expect(historyIn(place).map(({ report: found }) => found)).toEqual([null, null]);
    expect(read(place, "operations/sendcreated.md")).not.toMatch(/Since|Changed in/);
    expect(readFileSync(join(place, "site/apis/billing/index.html"), "utf8")).toContain("Billing");
  });

  it("are compared alike by a build and by merging parts, whatever their order", async () => {
    const place = kept;
    const documents = ["billing.yaml", "orders/v1.yaml", "orders/now.yaml", "orders/v1.1.yaml"];
    for (const [at, document] of documents.entries()) await msgdocs(place, ["part", document, "-o", `parts/${at}`, "-q"]);
    await msgdocs(place, ["merge", ...documents.map((_, at) => `parts/${at}`), "-o", "merged", "-q"]);
    expect(contents(join(place, "merged"))).toEqual(contents(join(place, "site")));
  });

  it("are compared with the last release before them; unnumbered ones in their order", async () => {
    const versions = ["1.0.0", "1.1.0-rc.1", "1.1.0", "1.2.0-beta.1", "1.2.0-beta.2", "2026 spring"];
    const files = Object.fromEntries(versions.map((version, at) => [`shop/orders/v${at}/asyncapi.yaml`, orders({ version })]));
    // Earlier versions have other folders, and are in the group of the current one.
    const documents = "documents: [{ path: shop/orders/*/asyncapi.yaml, name: orders }]\ngroup: folder\n";
    const place = await built({ ...files, "msgdocs.yaml": documents });
    const groups = (path: string): readonly string[] => read(place, path).match(/browse\/group\/[^"]*/g) ?? [];
    expect(groups("v-1.0.0/index.html")).toEqual(groups("index.html"));
    expect(groups("index.html")).toHaveLength(1);
    expect(historyIn(place).map(({ version, since }) => [version, since])).toEqual([
      ["1.1.0", "1.0.0"],
      ["1.0.0", "2026 spring"],
      ["1.2.0-beta.2", "1.1.0"],
      ["1.2.0-beta.1", "1.1.0"],
      ["1.1.0-rc.1", "1.0.0"],
      ["2026 spring", null],
    ]);
  });

  it("show accepted changes as accepted", async () => {
    const comment = "# msgdocs-accept change/payload until 3.0.0: all have moved";
    const place = await built({ ...few, "orders/now.yaml": orders({ version: "2.0.0", states: "open, done", comment }) });
    expect(read(place, "changes.md")).toContain("### Accepted\n");
    expect(read(place, "changes.md")).toContain("- 1 accepted");
    expect(read(place, "changes.md")).toContain("Accepted until 3.0.0: all have moved");
    expect(read(place, "operations/sendcreated.md")).not.toContain("Breaking change");
  });

  it("follow the perspective of each document", async () => {
    const client = shop["msgdocs.yaml"].replace("name: orders }", "name: orders, perspective: client }");
    const place = await built({
      ...shop,
      "msgdocs.yaml": client,
      "orders/v1.1.yaml": orders({ version: "1.1.0", states: "open, done, lost" }),
    });
    expect(historyIn(place)[0]?.report?.changes[0]).toMatchObject({ verdict: "breaking", affects: "senders" });
  });

  it("are compared without what their readers may not see, and no part holds it", async () => {
    const secret = "  secret: { x-internal: true, address: top.secret, messages: { Hidden: { payload: { type: string } } } }\n";
    const own = orders({ version: "2.0.0", channels: secret });
    const place = await built({ ...few, "msgdocs.yaml": `${settings}hideInternal: true\n`, "orders/now.yaml": own });
    expect(read(place, "changes.md")).toContain("## 2\\.0.0\n");
    expect(read(place, "changes.md")).not.toContain("secret");
    await msgdocs(place, ["part", "orders/now.yaml", "-o", "part", "-q"]);
    const part = contents(join(place, "part"));
    expect(Object.keys(part)).toContain("document.json");
    expect(Object.entries(part).filter(([, text]) => text.includes("top.secret"))).toEqual([]);
  });

  it("name the file of a document that was put together from several", async () => {
    const payload = "type: object\nproperties: { id: { type: string } }\n";
    const split = (version: string, file: string): string => orders({ version }).replace(/payload:[^]*$/, `payload: { $ref: ./${file} }\n`);
    const place = await built({
      "msgdocs.yaml": "documents: [{ path: orders/v*.yaml, name: orders }]\n",
      "orders/v1.yaml": split("1.0.0", "one.yaml"),
      "orders/v2.yaml": split("2.0.0", "two.yaml"),
      "orders/one.yaml": payload,
      "orders/two.yaml": payload.replace("string", "integer"),
    });
    const [newest] = historyIn(place);
    expect(newest?.report?.changes[0]).toMatchObject({ verdict: "breaking", new: { file: "orders/v2.yaml (bundled)" } });
  });

  it("refuse a part whose description was changed, and one with a page of changes of its own", async () => {
    const place = folder(shop);
    for (const [at, document] of ["orders/v1.yaml", "orders/now.yaml"].entries())
      await msgdocs(place, ["part", document, "-o", `parts/${at}`, "-q"]);
    writeFileSync(join(place, "parts/0/document.yaml"), "asyncapi: 3.0.0\n");
    const merge = ["merge", "parts/0", "parts/1", "-o", "site"];
    expect(await msgdocs(place, merge)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('"document.yaml" does not have the hash') as string,
    });
    const path = join(place, "parts/1/part.json");
    const { index } = JSON.parse(readFileSync(path, "utf8")) as { readonly index: { readonly files: object } };
    const forged = JSON.stringify({ ...index, files: { ...index.files, "site/changes.html": { sha256: "0" } } });
    writeFileSync(path, `{"seal":"${createHash("sha256").update(forged).digest("hex")}","index":${forged}}\n`);
    expect(await msgdocs(place, merge)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("has files that the portal makes") as string,
    });
  });
});
