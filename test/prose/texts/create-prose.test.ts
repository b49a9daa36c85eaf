import { parseFragment } from "parse5";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Api, Entity, EntityKind } from "#model";
import { createRoutes } from "#model";
import type { FileTarget, RenderText } from "#prose";
import { createProse, findTexts, prepareRender } from "#prose";
import type { Node, StringNode, TextFile } from "#text";
import { pageAt } from "../../pages/kinds/site-of.ts";
import { built } from "../../support/built.ts";

const proto = (before: string, behind: string): string =>
  `syntax = "proto3";\n${before}\nmessage Lamp { string a = 1; ${behind}\n  Colour b = 2;\n}\nenum Colour { RED = 0; ${behind}\n}\n`;

test.each([
  ["// A List<String> of lamps", "// the <a>", ["A List<String> of lamps", "the <a>"]],
  ["/*\n * | a |\n * |---|\n * | lux |\n */", "// [lux]: x", ["lux"]],
  ["/* * a\n *\n *   1. ~~b~~ */", "//     code", ["b", "code"]],
])("comments of a .proto text are texts, also where the document has no other: %s", async (before, behind, words) => {
  const message = { schemaFormat: "application/vnd.google.protobuf;version=3", payload: proto(before, behind) };
  const { files } = await built({
    "api.json": JSON.stringify({
      msgapi: "2.4.0",
      info: { title: "t", version: "1" },
      channels: { c: { publish: { operationId: "o", message: { messageId: "m", ...message } } } },
    }),
  });
  const page = pageAt(files, "messages/m.html")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&#x3C;|&lt;/g, "<")
    .replaceAll(/&#x3E;|&gt;/g, ">");
  for (const word of words) expect(page).toContain(word);
});

const file: TextFile = { id: "/docs/api.yaml", name: "api.yaml", text: "", language: "yaml" };
const node = (value: string): StringNode => ({ kind: "string", file, start: 100, end: 100 + value.length, value });

/** A thing that nothing uses. */
const entity = (kind: EntityKind, id: string, more: object = {}) =>
  ({ kind, id, title: id, operations: [], channels: [], messages: [], replies: [], unresolved: {}, ...more }) as unknown as Entity;
const api = {
  channels: [entity("channel", "light/{id}", { address: "light/{id}" }), entity("channel", "named", { address: "some/address" })],
  operations: [entity("operation", "turnOn")],
  messages: [entity("message", "lightMeasured", { title: "Light measured", keys: ["lit", "lit2"], name: node("LightMeasured") })],
  schemas: [entity("schema", "Order"), entity("schema", "__proto__")],
  servers: [entity("server", "production")],
  securitySchemes: [entity("security-scheme", "oauth")],
  allTags: [entity("tag", "lights")],
} as unknown as Api;

const files: Readonly<Record<string, FileTarget>> = {
  "guide.md": { kind: "page", page: "guides/guide.html" },
  "img/a b?.png": { kind: "file", source: "/docs/img/a b?.png", name: "img/a b?.png", isPublic: true },
  "pic.svg": { kind: "file", source: "/docs/pic.svg", name: "pic.svg", isPublic: true },
  "evil.html": { kind: "file", source: "/docs/evil.html", name: "evil.html", isPublic: true },
  "data.csv": { kind: "file", source: "/docs/data.csv", name: "data.csv", isPublic: true },
};

let render: RenderText;
beforeAll(async () => {
  render = await prepareRender(["<load the pipeline>"]);
});

function make() {
  return createProse({
    api,
    routes: createRoutes(api, () => undefined),
    render,
    placeWithin: ({ file: of, start }, from, to) => ({ file: of, start: start + from, end: start + to }),
    findFile: (_, path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  });
}

const site = { from: "channels/x.html", prefix: "description-", level: 3 };
const html = (text: string, prose = make()) => prose.html(node(text), site);

describe("links", () => {
  it.each([
    ["[a](message:lightMeasured)", "../messages/lightmeasured.html"],
    ["[a](<message:Light measured>)", "../messages/lightmeasured.html"],
    ["[a](message:lit2)", "../messages/lightmeasured.html"],
    ["[a](message:LightMeasured)", "../messages/lightmeasured.html"],
    ["[a](<channel:light/{id}>)", "light-id.html"],
    ["[a](channel:light%2F%7Bid%7D)", "light-id.html"],
    ["[a](channel:some/address)", "named.html"],
    ["[a](SCHEMA:Order)", "../schemas/order.html"],
    ["[a](schema:__proto__)", "../schemas/proto.html"],
    ["[a](operation:turnOn)", "../operations/turnon.html"],
    ["[a](server:production)", "../servers.html#server-production"],
    ["[a](security:oauth)", "../security.html#security-scheme-oauth"],
    ["[a](tag:lights)", "../tags.html#tag-lights"],
    ["[a](guide.md#set-up)", "../guides/guide.html#set-up"],
  ])("%s leads to %s", (text, href) => {
    const [paragraph] = parseFragment(html(text)).childNodes;
    const link = paragraph && "childNodes" in paragraph ? paragraph.childNodes[0] : undefined;
    expect(link && "attrs" in link ? link.attrs : []).toEqual([{ name: "href", value: href }]);
    expect(make().problems(node(text))).toEqual([]);
  });

  it("leads to files that are copied in", () => {
    expect(html("[a](data.csv)")).toMatch(/^<p><a href="\.\.\/files\/data-[0-9a-f]{16}\.csv">a<\/a><\/p>$/);
  });

  it("leads to its own headings, with the prefix of the place", () => {
    expect(html("# Set up\n\n[a](#set-up) [b](#Set-Up)")).toBe(
      '<h3 id="description-set-up">Set up</h3>\n<p><a href="#description-set-up">a</a> <a href="#description-set-up">b</a></p>',
    );
    const headings = make().headings(node("# Set up"), { ...site, level: 5 });
    expect(headings).toEqual([{ depth: 5, text: "Set up", id: "description-set-up" }]);
  });

  const ANY_TARGET = "Correct the target: an anchor of the text, a file beside the document, or a part of the API such as message:name.";
  const ELSEWHERE = "Link to the web address where it is published, or write its content into a Markdown file.";

  it.each([
    ["«[a](message:lightMesured)»", 'there is no message "lightMesured"', 'Did you mean "lightMeasured"?'],
    ["x «[a](missing.md)» y", "there is no such file beside the document", ANY_TARGET],
    ["«[a](#nowhere)»\n\n# Nowere", "no heading of this text has that anchor", 'Did you mean "nowere"?'],
    ["«[a](evil.html)»", "those of a kind that could run script", ELSEWHERE],
    ["«[a](pic.svg)»", "those of a kind that could run script", ELSEWHERE],
    ["«![a](data.csv)»", "it is not an image", ANY_TARGET],
    ["«[a](/abs.md)»", "it starts at the root of a server", "Write the path relative to the document."],
    ["«[a](schema:toString)»", 'there is no schema "toString"', ANY_TARGET],
    ["«[a](schema:%E0%A4)»", 'there is no schema "%E0%A4"', ANY_TARGET],
    ["«[a]()»", "An empty link leads nowhere: it names no file", ANY_TARGET],
  ])("reports %s at its place and never links it", (marked, ...[reason, hint]) => {
    const text = marked.replace(/[«»]/g, "");
    const [found, ...more] = make().problems(node(text));
    expect(more).toEqual([]);
    expect(found?.code).toBe("text/broken-link");
    expect(found?.message).toContain(reason);
    expect(found?.hint).toBe(hint);
    expect([found?.place.start, found?.place.end]).toEqual([100 + marked.indexOf("«"), 100 + marked.indexOf("»") - 1]);
    expect(html(text)).toContain('class="broken"');
    expect(html(text)).not.toMatch(/href|src/);
  });

  it("escapes what it shows of a broken target", () => {
    const made = html(`[a](<x"onclick="alert(1)>) ![b"><script>](<y"onload="z>)`);
    expect(made).toBe(
      '<p><a class="broken" data-target="x&#x22;onclick=&#x22;alert(1)">a</a> <span><span class="broken" data-target="y&#x22;onload=&#x22;z">b"&#x3E;&#x3C;script&#x3E;</span></span></p>',
    );
  });
});

describe("images", () => {
  it("are copied in, and shown from the page they stand on", () => {
    const prose = make();
    const made = html('![A "picture"](<img/a b%3F.png> "T") ![](pic.svg)', prose);
    expect(made).toMatch(
      /^<p><span><img src="\.\.\/files\/a-b-[0-9a-f]{16}\.png" alt="A &#x22;picture&#x22;" title="T" loading="lazy"><\/span> <span><img src="\.\.\/files\/pic-[0-9a-f]{16}\.svg" alt="pic" loading="lazy"><\/span><\/p>$/,
    );
    expect(prose.assets().map(({ source }) => source)).toEqual(["/docs/img/a b?.png", "/docs/pic.svg"]);
    expect(prose.assets().every(({ path }) => /^files\/[a-z0-9-]+\.(?:png|svg)$/.test(path))).toBe(true);
  });
});

describe("texts", () => {
  it("are nothing where there is nothing", () => {
    const prose = make();
    expect([prose.html(node(" \n"), site), prose.plain(undefined), prose.fullText(undefined)]).toEqual(["", "", ""]);
  });

  it("have their problems inside the source, found once", () => {
    const prose = make();
    const text = node("Publish to <deviceId>");
    const [found] = prose.problems(text);
    expect(found).toMatchObject({ code: "text/raw-html", message: "HTML is shown as text: <deviceId>", place: { start: 111, end: 121 } });
    expect(prose.problems(text)).toBe(prose.problems(text));
  });

  it("are rendered once, however often and wherever they stand", () => {
    let count = 0;
    const counting: RenderText = (...given) => {
      count += 1;
      return render(...given);
    };
    const prose = createProse({
      api,
      routes: createRoutes(api, () => undefined),
      render: counting,
      placeWithin: (of) => of,
      findFile: () => undefined,
    });
    for (const level of [2, 3, 4]) for (let at = 0; at < 5; at += 1) prose.html(node("Same *text*"), { ...site, level });
    expect(count).toBe(1);
    for (const level of [2, 3]) for (let at = 0; at < 5; at += 1) prose.html(node("# Same"), { ...site, level });
    expect(count).toBe(2);
  });
});

it("a text that many things share is printed as Markdown once", () => {
  let count = 0;
  const printMarkdown = (text: string): string => {
    count += 1;
    return text;
  };
  const prose = createProse({
    api,
    routes: createRoutes(api, () => undefined),
    render,
    printMarkdown,
    placeWithin: (of) => of,
    findFile: () => undefined,
  });
  expect([node("Same *text*"), node("Same *text*"), node("Other")].map((text) => prose.markdown(text, 3))).toEqual([
    "Same *text*",
    "Same *text*",
    "Other",
  ]);
  expect(count).toBe(2);
});

describe("findTexts", () => {
  it("finds each text under a key that sounds like one, and walks aliases once", () => {
    const at = { file, start: 0, end: 0 };
    const shared: Node = { kind: "map", ...at, entries: [{ ...at, key: "description", value: node("a") }] };
    let bomb: Node = shared;
    for (let depth = 0; depth < 40; depth += 1) bomb = { kind: "list", ...at, items: [bomb, bomb] };
    const enumDescriptions: Node = { kind: "map", ...at, entries: [{ ...at, key: "x", value: node("b") }] };
    const root: Node = {
      kind: "map",
      ...at,
      entries: [
        { ...at, key: "bomb", value: bomb },
        { ...at, key: "x-enumDescriptions", value: enumDescriptions },
        { ...at, key: "pattern", value: node("c") },
      ],
    };
    expect(
      findTexts([root])
        .map(({ value }) => value)
        .sort(),
    ).toEqual(["a", "b"]);
  });
});
