import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, folder, msgdocs } from "../../app/cli/shell.ts";
import { previewed, raw } from "../../app/watch/previewed.ts";
import { dialects, formatDocument } from "../../support/format-document.ts";
import { printPlain } from "../../support/plain.ts";
import { markerLeaves } from "../../security/marker-leaves.ts";

/** A text of a number with a link to its own heading in each construct that may hold one. */
const textOf = (n: number): string => `# Head ${n}

See [it](#head-${n}), [^n], ![picture ${n}](p.png), <b>bold</b> and [channel](channel:none).

> - [ ] [again](#head-${n})

| a | b |
|---|---|
| [cell](#head-${n}) | \`code\` |

[^n]: A note with a [way back](#head-${n}).
`;

/** Documents with such a text in each field that takes Markdown, and how many texts each has. */
const drawn = dialects.map((dialect) => {
  const leaves = markerLeaves();
  let count = 0;
  const text: typeof leaves.text = (name, shape) => (shape.markdown ? textOf((count += 1)) : leaves.text(name, shape));
  return [`line ${dialect.line}`, printPlain(formatDocument(dialect, { ...leaves, text })), count] as const;
});

const avro = {
  type: "record",
  name: "R",
  doc: textOf(1),
  fields: [{ name: "a", type: { type: "enum", name: "E", symbols: ["x"], doc: textOf(2) }, doc: textOf(3) }],
};
const raml = {
  type: "object",
  description: textOf(1),
  properties: { a: { type: "string", description: textOf(2) }, b: { type: "array", items: { type: "object", description: textOf(3) } } },
};
const comment = (n: number): string =>
  textOf(n)
    .trimEnd()
    .split("\n")
    .map((line) => `// ${line}\n`)
    .join("");
const protobuf = `syntax = "proto3";\n${comment(1)}message R {\n${comment(2)}string a = 1;\n${comment(3)}E e = 2;\n}\nenum E { X = 0; }\n`;

/** A schema that two messages and a component share, so that several pages show its tree. */
function sharing(schemaFormat: string, schema: unknown): string {
  const message = (name: string) => ({ name, schemaFormat, payload: schema });
  const operation = (id: string) => ({
    operationId: id,
    message: { oneOf: [{ $ref: "#/components/messages/m" }, { $ref: "#/components/messages/n" }] },
  });
  return JSON.stringify({
    asyncapi: "2.6.0",
    info: { title: "Shared", version: "1" },
    channels: { c: { publish: operation("o") }, d: { publish: operation("p") } },
    components: { messages: { m: message("m"), n: message("n") } },
  });
}

const languages = [
  ["Avro", sharing("application/vnd.apache.avro;version=1.9.0", avro), 3],
  ["RAML", sharing("application/raml+yaml;version=1.0", raml), 3],
  ["protobuf", sharing("application/vnd.google.protobuf;version=3", protobuf), 3],
  [
    "JSON Schema",
    sharing("application/vnd.aai.asyncapi;version=2.6.0", {
      type: "object",
      description: textOf(1),
      properties: { a: { description: textOf(2) } },
    }),
    2,
  ],
] as const;

const unescaped = (text: string): string => text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

/** Links to headings of texts in some HTML that lead to no id of it; and the numbers of the headings that have links. */
function followed(html: string): { lost: string[]; found: Set<string> } {
  const ids = new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => unescaped(id)));
  const links = Array.from(html.matchAll(/ href="#([^"]*head-\d+)"/g), ([, id = ""]) => decodeURIComponent(unescaped(id)));
  return { lost: links.filter((id) => !ids.has(id)), found: new Set(links.map((id) => /\d+$/.exec(id)?.[0] ?? "")) };
}

/** Every page, and the one file of everything, has links that lead somewhere. Returns how many texts have links. */
function expectFollowed(pages: Readonly<Record<string, string>>): number {
  const all = Object.entries(pages).filter(([path]) => path.endsWith(".html"));
  expect(all.length).toBeGreaterThan(0);
  const each = all.map(([path, html]) => ({ path, ...followed(html) }));
  expect(each.filter(({ lost }) => lost.length > 0).map(({ path, lost }) => [path, lost])).toEqual([]);
  return new Set(each.flatMap(({ found }) => [...found])).size;
}

test.each(drawn)("links to headings within texts of %s lead there, whichever field a text stands in", async (_, document, count) => {
  const cwd = folder({ "api.json": document });
  expect((await msgdocs(cwd, ["build", "api.json", "-o", "site", "--allow-errors"])).stderr).toContain("Wrote");
  const linked = expectFollowed(contents(join(cwd, "site")));
  // Texts of traits and components that nothing uses are shown as they are written.
  expect(linked).toBeGreaterThan(count / 2);
});

test.each(languages)(
  "links to headings within texts of %s lead there, on pages, in one file and in a portal",
  async (_, document, count) => {
    const cwd = folder({ "api.json": document, "docs/api.json": document, "docs/msgdocs.yaml": "documents: [api.json]\n" });
    expect((await msgdocs(cwd, ["build", "api.json", "-o", "site", "--allow-errors"])).stderr).toContain("Wrote");
    expect(expectFollowed(contents(join(cwd, "site")))).toBe(count);
    expect((await msgdocs(cwd, ["build", "api.json", "--single-file", "one.html", "--allow-errors"])).stderr).toContain("Wrote");
    expect(expectFollowed({ "one.html": readFileSync(join(cwd, "one.html"), "utf8") })).toBe(count);
    expect((await msgdocs(join(cwd, "docs"), ["build", "-o", "../portal", "--allow-errors"])).stderr).toContain("Wrote");
    expect(expectFollowed(contents(join(cwd, "portal")))).toBe(count);
  },
);

test("the preview shows them, too", async () => {
  const { port } = await previewed(folder({ "api.json": languages[0][1] }), { document: "api.json", allowErrors: true });
  const { body } = await raw(port, `GET /messages/m.html HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  expect(expectFollowed({ "m.html": body })).toBe(3);
});
