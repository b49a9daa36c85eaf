import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { beforeAll, describe, expect, test } from "vitest";
import { built, builtFrom } from "../../support/built.ts";
import { copiedText } from "../../support/copied-text.ts";

const root = new URL("../../../", import.meta.url);

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly lang?: string | null;
  readonly children?: readonly MarkdownNode[];
}

const parser = unified().use(remarkParse);

/** Every node of a Markdown text, in reading order. */
function nodesOf(text: string): MarkdownNode[] {
  const all = (node: MarkdownNode): MarkdownNode[] => [node, ...(node.children ?? []).flatMap(all)];
  return all(parser.parse(text));
}

const isText = (path: string): boolean => path.endsWith(".md") || path === "llms.txt";

/** Files for programs, and where their links lead. */
function linksOf(files: ReadonlyMap<string, string>): [from: string, to: string][] {
  return [...files]
    .filter(([path]) => isText(path))
    .flatMap(([path, text]) => {
      const urls = nodesOf(text).flatMap(({ type, url }) => (type === "link" && url !== undefined ? [url] : []));
      return urls
        .filter((url) => !/^[a-z]+:/.test(url))
        .map((url): [string, string] => [path, posix.join(posix.dirname(path), decodeURI(url.replace(/#.*/, "")))]);
    });
}

const fileOf = (files: ReadonlyMap<string, string>, path: string): string => {
  const text = files.get(path);
  if (text === undefined) throw new Error(`There is no ${path}, but ${[...files.keys()].filter(isText).join(", ")}.`);
  return text;
};

/** Lines that hold a name as code. */
const linesOf = (text: string, name: string): string[] => text.split("\n").filter((line) => line.includes(`\`${name}\``));

/** Says of a name all of these in one line. */
function expectLine(text: string, name: string, ...parts: readonly string[]): void {
  const lines = linesOf(text, name);
  expect(
    lines.some((line) => parts.every((part) => line.includes(part))),
    `${name} with ${parts.join(", ")} in:\n${lines.join("\n")}`,
  ).toBe(true);
}

describe.each(["robots/msgapi.yaml", "chargers/asyncapi.yaml", "doorbell/asyncapi.yaml"])("Markdown of %s", (name) => {
  let files: ReadonlyMap<string, string>;
  beforeAll(async () => {
    ({ files } = await builtFrom(fileURLToPath(new URL(`example-docs/${name}`, root))));
  });

  test("leads nowhere but to files of the site, and each page of a thing has its text beside it", () => {
    const links = linksOf(files);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(([, to]) => !files.has(to))).toEqual([]);
    const { pages } = JSON.parse(fileOf(files, "manifest.json")) as { pages: { path: string; kind: string }[] };
    const things = pages.filter(
      ({ kind, path }) => ["channel", "operation", "message", "schema"].includes(kind) && !/-\d+\.html$/.test(path),
    );
    expect(things.length).toBeGreaterThan(0);
    expect(things.map(({ path }) => path.replace(/html$/, "md")).filter((path) => !files.has(path))).toEqual([]);
  });

  test("is reached from llms.txt, all of it", () => {
    const links = linksOf(files);
    const reached = new Set(["llms.txt"]);
    for (const from of reached) for (const [path, to] of links) if (path === from) reached.add(to);
    expect([...files.keys()].filter((path) => path.endsWith(".md") && !reached.has(path) && !/^(?:guides|downloads)\//.test(path))).toEqual(
      [],
    );
  });
});

test("llms-full.txt holds the Markdown of all pages but lists, each under its path, and every page links to it", async () => {
  const { files } = await builtFrom(fileURLToPath(new URL("example-docs/chargers/asyncapi.yaml", root)));
  const { pages } = JSON.parse(fileOf(files, "manifest.json")) as { pages: { path: string; kind: string }[] };
  const twins = pages.filter(({ kind }) => kind !== "list").map(({ path }) => path.replace(/html$/, "md"));
  const parts = twins.filter((path) => files.has(path)).map((path) => `<!-- ${path} -->\n\n${fileOf(files, path)}`);
  expect(parts.length).toBeGreaterThan(10);
  expect(fileOf(files, "llms-full.txt")).toBe(parts.join("\n"));
  for (const [path, text] of files) if (/^(?:operations|channels)\/.*html$/.test(path)) expect(text, path).toContain('"../llms-full.txt"');
});

test("every page that has Markdown is in the script that the list of scripts names", async () => {
  const { files } = await builtFrom(fileURLToPath(new URL("example-docs/chargers/asyncapi.yaml", root)));
  const twins = [...files.keys()].filter((path) => path.endsWith(".md"));
  expect(twins.length).toBeGreaterThan(3);
  for (const path of twins) expect(copiedText((file) => fileOf(files, file), path)).toBe(fileOf(files, path));
  const page = fileOf(files, "index.html");
  expect(page).toContain('data-copy-page="Copy as Markdown"');
});

const shop = `asyncapi: 3.0.0
info: { title: Shop, version: 1.2.0, description: Orders of a **shop**. }
servers:
  prod: { host: example.com, protocol: kafka, description: The cluster., security: [{ $ref: '#/components/securitySchemes/login' }] }
channels:
  placed:
    address: orders.{country}.placed
    description: Every order.
    parameters: { country: { enum: [gb, de], description: Of the buyer., default: gb } }
    messages: { order: { $ref: '#/components/messages/order' } }
    bindings: { kafka: { partitions: 12 } }
operations:
  takeOrder: { action: receive, channel: { $ref: '#/channels/placed' }, summary: Takes orders. }
components:
  securitySchemes: { login: { type: userPassword, description: Ask Bob. } }
  messages:
    order:
      title: An order
      summary: Somebody bought.
      contentType: application/json
      payload: { $ref: '#/components/schemas/Order' }
      examples:
        - { name: small, payload: { number: 12345678901234567890, note: "\`\`\`\`" } }
        - { name: wrong, payload: { number: x } }
  schemas:
    Order:
      type: object
      description: What was bought.
      required: [number]
      additionalProperties: false
      properties:
        number: { type: integer, minimum: 1, description: "Of the | order." }
        price: { type: number, multipleOf: 0.10, default: 1.50, examples: [2.00] }
        note: { type: string, maxLength: 40, writeOnly: true }
        parent: { $ref: '#/components/schemas/Order' }
        old: { type: string, deprecated: true, readOnly: true }
        kind: { enum: [post, null, 3] }
        fixed: { const: { a: 1 } }
        either: { oneOf: [{ type: string, format: uuid }, { type: integer }] }
        never: { not: { type: string } }
        map: { type: object, additionalProperties: { type: boolean }, patternProperties: { "^x-": { type: number } } }
        pair: { type: array, items: [{ type: string }, { type: integer }], additionalItems: { type: boolean } }
        "a\`b": { if: { type: string }, then: { minLength: 2 }, else: { minimum: 3 } }
`;

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  ({ files } = await built({ "main.yaml": shop }));
});

describe("Markdown of a page", () => {
  test("of a schema tells each property with what is asked of it, digits as written", () => {
    const text = fileOf(files, "schemas/order.md");
    expect(text).toContain("What was bought.");
    expect(text).toContain("No other properties are allowed —");
    expectLine(text, "number", "integer", "required", "at least", "`1`", "Of the | order.");
    expectLine(text, "price", "number", "`0.10`", "`1.50`", "`2.00`");
    expect(linesOf(text, "price").join("\n")).not.toContain("required");
    expectLine(text, "note", "at most", "`40`", "write-only");
    expectLine(text, "parent", "`Order`");
    expectLine(text, "old", "deprecated", "read-only");
    expectLine(text, "kind", '`"post"`', "`null`", "`3`");
    expect(text).toMatch(/`fixed`: object\n\n\s+always:\n\n\s+```json\n\s+\{\n\s+"a": 1/);
    expectLine(text, "`a`b`", "any");
    for (const inner of [
      "uuid",
      "must not be",
      "every other property",
      "^x-",
      "item 1",
      "item 2",
      "every further item",
      "when",
      "then",
      "otherwise",
    ])
      expect(text).toContain(inner);
  });

  test("of a message has its examples as they are written, and says at which line one is wrong", () => {
    const text = fileOf(files, "operations/takeorder.md");
    const codes = nodesOf(text).flatMap(({ type, value, lang }) => (type === "code" && lang === "json" ? [value] : []));
    const examples = codes.filter((each) => each?.includes('"number"'));
    expect(examples[0]).toContain('"number": 12345678901234567890');
    expect(examples[0]).toContain('"note": "````"');
    expect(JSON.parse(examples[1] ?? "")).toEqual({ number: "x" });
    expectLine(text, "/number", "must be an integer", "main.yaml:24");
    expect(text).toContain("application/json");
  });

  test("of a message and of its operation gives examples headings that fit the page", async () => {
    const message = { payload: { type: "object" }, examples: [{ name: "first", payload: {}, "x-source": { two: 3 } }] };
    const api = {
      asyncapi: "3.0.0",
      info: { title: "Orders", version: "1" },
      channels: { paid: { address: "paid", messages: { Paid: message } } },
      operations: { onPaid: { action: "send", channel: { $ref: "#/channels/paid" } } },
      components: { messages: { other: message } },
    };
    const { files } = await built({ "main.yaml": JSON.stringify(api) });
    const headings = (path: string): string[] =>
      fileOf(files, path)
        .split("\n")
        .filter((line) => /^#+ (?:Example|first|Extensions)/.test(line));
    expect(headings("operations/onpaid.md")).toEqual(["#### Examples", "##### first (matches its schema)", "###### Extensions"]);
    expect(headings("messages/other.md")).toEqual(["## Examples", "### first (matches its schema)", "#### Extensions"]);
  });

  test("of a message has a text in its own language, and what a discriminator picks right behind it", async () => {
    const schema = "{ type: object, discriminator: kind, properties: { kind: { type: string } } }";
    const text = `asyncapi: 2.6.0
info: { title: Lamps, version: "1" }
channels: {}
components:
  schemas:
    Base: ${schema}
    Lamp: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object }] }
  messages:
    yaml: { contentType: application/vnd.lamp+yaml, payload: { type: object }, examples: [{ payload: "a: 1" }] }
    csv: { contentType: text/csv, payload: { type: string }, examples: [{ payload: "a,b" }] }
    base: { payload: { $ref: "#/components/schemas/Base" } }
`;
    const { files } = await built({ "main.yaml": text });
    expect(fileOf(files, "messages/yaml.md")).toContain("(matches its schema)\n\nFrom the message's examples.\n\n```yaml\na: 1\n```");
    expect(fileOf(files, "messages/csv.md")).toContain("```csv\na,b\n```");
    expect(fileOf(files, "messages/base.md")).toContain("`kind` decides which variant: [Base](../schemas/base.md), Lamp\n");
  });

  test("of a channel and of an operation names who sends, where, and with what", () => {
    const operation = fileOf(files, "operations/takeorder.md");
    for (const said of [
      "`orders.{country}.placed`",
      "Of the buyer.",
      "[prod](../servers.md)",
      "- `partitions`: `12`",
      "### An order",
      "## Channel\n\n- Address: `orders.{country}.placed`",
    ])
      expect(operation).toContain(said);
    expect(operation).toContain("### country\n\n- one of: `gb`, `de`\n");
    expect(operation).toContain("Shop receives ← you can send.");
    expect(operation).toContain("[login](../security.md)");
    expect(fileOf(files, "security.md")).toMatch(/userPassword[^]*prod[^]*Ask Bob\./);
    expect(fileOf(files, "servers.md")).toMatch(/Address: `example\.com`[^]*Protocol: `kafka`[^]*The cluster\./);
  });

  test("holds no markup of a name, a key or a value", async () => {
    const nasty = "](javascript:alert`1`) <img src=x onerror=alert(1)> # *a* | https://evil.example";
    const text = JSON.stringify(nasty);
    const document = `asyncapi: 3.0.0
info: { title: ${text}, version: ${text} }
channels: { c: { address: ${text}, title: ${text}, summary: ${text}, messages: { m: { title: ${text}, payload: { type: object, title: ${text}, required: [${text}], properties: { ${text}: { enum: [${text}], description: plain, x-a: ${text} } } } } } } }
operations: { o: { action: send, title: ${text}, channel: { $ref: '#/channels/c' } } }
`;
    const site = await built({ "main.yaml": document });
    const texts = [...site.files].filter(([path]) => isText(path));
    expect(texts.length).toBeGreaterThan(5);
    for (const [path, contents] of texts) {
      const nodes = nodesOf(contents);
      expect([path, nodes.filter(({ type }) => ["html", "emphasis", "image"].includes(type))]).toEqual([path, []]);
      expect([path, nodes.flatMap(({ url }) => (url !== undefined && !/^[\w./-]+$/.test(url) ? [url] : []))]).toEqual([path, []]);
    }
  });

  test("holds no markup of an address, and no address ends its link", async () => {
    const url = "https://example.com/?a=<b>(\\";
    for (const email of ["<script>alert(1)</script>", "<javascript:alert(1)>", "a)\n\n# forged\n", "a\\", "a (b) <c>", "a@example.com"]) {
      const info = { title: "t", version: "1", contact: { email, url }, license: { name: "l", url }, termsOfService: url };
      const site = await built({ "main.json": JSON.stringify({ asyncapi: "3.0.0", info }) });
      const nodes = nodesOf(fileOf(site.files, "index.md"));
      const forged = nodes.filter(({ type, children }) => type === "html" || (type === "heading" && children?.[0]?.value === "forged"));
      const schemes = nodes.flatMap((node) => /^[a-z]+(?=:)/.exec(node.url ?? "") ?? []).sort();
      expect([email, forged, schemes]).toEqual([email, [], ["https", "https", "https", "mailto"]]);
    }
  });
});

describe("model.json", () => {
  test("has values as they are written, and says of each problem where it is", () => {
    const text = fileOf(files, "model.json");
    for (const digits of ['"number":12345678901234567890', '"multipleOf":0.10', '"default":1.50']) expect(text).toContain(digits);
    const model = JSON.parse(text) as { messages: object[]; operations: object[]; channels: object[]; schemas: Record<string, object> };
    expect(model.channels).toMatchObject([{ address: "orders.{country}.placed", operations: ["takeOrder"], messages: ["order"] }]);
    expect(model.operations).toMatchObject([{ direction: "receive", channel: "placed", messages: ["order"] }]);
    expect(model.messages).toMatchObject([
      {
        id: "order",
        payload: { schema: { $ref: "#/schemas/Order/schema" } },
        examples: [{ name: "small" }, { name: "wrong", payload: { number: "x" } }],
        problems: [{ code: "example/payload", place: "main.yaml:24" }],
      },
    ]);
    expect(model.schemas.Order).toMatchObject({ schema: { properties: { parent: { $ref: "#/schemas/Order/schema" } } } });
  });

  test("does not repeat what aliases of YAML share more often than there is room for", async () => {
    const levels = Array.from(
      { length: 8 },
      (_, at) =>
        `      l${at + 1}: &l${at + 1} { ${"abcdefgh"
          .split("")
          .map((key) => `${key}: *l${at}`)
          .join(", ")} }`,
    ).join("\n");
    const document = `asyncapi: 3.0.0\ninfo:\n  title: T\n  version: "1"\n  x-all:\n      l0: &l0 { text: ${"lorem ".repeat(20)} }\n${levels}\n`;
    const site = await built({ "main.yaml": document });
    expect(site.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const text = fileOf(site.files, "model.json");
    expect(text.length).toBeLessThan(6_000_000);
    expect(text).toContain("repeated too often");
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});

test("an example that is text stands in a fence of its language", async () => {
  const types = ["application/yaml", "application/vnd.x+yaml", "text/csv", "application/xml", "text/plain", "application/json"];
  const messages = types.map((type, at) => `m${at}: { contentType: ${type}, payload: {}, examples: [{ payload: 'a: 1' }] }`).join(", ");
  const document = `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: { c: { address: c, messages: { ${messages} } } }\n`;
  const { files } = await built({ "api.yaml": document });
  const fences = types.map((_, at) => nodesOf(fileOf(files, `messages/m${at}.md`)).find(({ type }) => type === "code"));
  expect(fences.map((each) => [each?.lang, each?.value])).toEqual([
    ["yaml", "a: 1"],
    ["yaml", "a: 1"],
    ["csv", "a: 1"],
    ["xml", "a: 1"],
    ["text", "a: 1"],
    ["json", '"a: 1"'],
  ]);
});
