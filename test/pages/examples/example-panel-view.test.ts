import { describe, expect, it } from "vitest";
import { withMessages } from "../../support/judged.ts";
import { siteOf, textOf, pageAt } from "../kinds/site-of.ts";

async function panelOf(message: string, schemas?: string): Promise<string> {
  const files = await siteOf(withMessages(message, schemas));
  return /<\w+ class="panel examples"[^]*?(?=<div class="words">)/.exec(pageAt(files, "messages/m.html"))?.[0] ?? "";
}

/** The texts of all `pre`, as they would be copied. */
function copies(panel: string): string[] {
  return [...panel.matchAll(/<pre[^>]*>([^]*?)<\/pre>/g)].map(([, html]) =>
    (html ?? "")
      .replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&"),
  );
}

describe("the example panel", () => {
  it("prints the payload and then the headers as JSON that can be copied, digits and keys as written", async () => {
    const panel = await panelOf(`m:
  headers: { type: object }
  payload: { type: object }
  examples: [{ name: One, headers: { h: 1 }, payload: { z: 9223372036854775807, a: 1.10, e: 1e3, __proto__: "</script>&", b: "\\u202Ex" } }]`);
    const [payload, headers] = copies(panel);
    expect(headers).toBe('{\n  "h": 1\n}');
    expect(payload).toBe('{\n  "z": 9223372036854775807,\n  "a": 1.10,\n  "e": 1e3,\n  "__proto__": "</script>&",\n  "b": "\\u202ex"\n}');
    expect((JSON.parse(payload ?? "") as { b: string }).b).toBe("\u202Ex");
  });

  it("shows a generated example beside written ones where the settings ask for it", async () => {
    const text = withMessages(`m:
  payload: { type: object, required: [lumens], properties: { lumens: { type: integer } } }
  examples: [{ name: generated, payload: { lumens: 4 } }]`);
    const panelWith = async (settings: object) => textOf(pageAt(await siteOf(text, settings), "messages/m.html"));
    expect(await panelWith({})).not.toContain("Generated");
    expect(await panelWith({ generatedExamples: "missing" })).not.toContain("Generated");
    expect(await panelWith({ generatedExamples: "always" })).toMatch(/generated .*Generated/);
    const html = pageAt(await siteOf(text, { generatedExamples: "always" }), "messages/m.html");
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("examples.generated");
    expect(ids).toContain("examples-generated");
  });

  it("has readable anchors for examples without a name, which no named one can have", async () => {
    const panel = await panelOf(
      'm: { payload: {}, examples: [{ payload: 1 }, { name: "2", payload: 2 }, { payload: 3 }, { name: "", payload: 4 }] }',
    );
    const anchors = [...panel.matchAll(/<div class="example" id="([^"]*)"/g)].map(([, id]) => id);
    expect(anchors).toEqual(["examples-1", "examples.2", "examples-2", "examples-3"]);
  });

  it("marks what fails, and links to it, to the source and to the rows", async () => {
    const panel = await panelOf(`m:
  payload: { type: object, additionalProperties: false, properties: { lumens: { type: integer, minimum: 0 }, list: { type: array, items: { type: object, properties: { x: { type: string } } } } } }
  examples: [{ name: Dusk, payload: { lumens: -4, colour: 1, list: [{ x: a }] } }]`);
    expect(panel).toMatch(/<mark id="([^"]+)"><span class="n">-4<\/span><\/mark>/);
    expect(panel).toMatch(/<mark id="[^"]+"><span class="k">"colour"<\/span><\/mark>: <span class="n">1/);
    const id = /<mark id="([^"]+)"><span class="n">-4/.exec(panel)?.[1] ?? "";
    expect(panel).toContain(`href="#${id}"`);
    const lacking = await panelOf("m: { payload: { type: object, required: [a, b] }, examples: [{ payload: { a: 1 } }] }");
    expect(lacking).toContain('<i class="ghost" data-missing="&quot;b&quot;"></i>');
    expect(copies(lacking)).toEqual(['{\n  "a": 1\n}']);
    expect(textOf(panel)).toContain("/lumens must be at least 0, and this is -4.");
    expect(textOf(panel)).toContain("2 problems");
    expect(panel).toMatch(/href="\.\.\/source\/[^"]*#L\d+"/);
    expect(panel).toMatch(/<a class="k" href="#payload[^"]*">"lumens"<\/a>/);
    expect(panel).toMatch(/<a class="k" href="#payload[^"]*">"x"<\/a>/);
  });

  it("says why an example is not checked, and shows text as text", async () => {
    const panel = await panelOf(`m:
  contentType: application/xml
  payload: { type: object }
  examples: [{ payload: "<a b='c'>text</a>" }]`);
    expect(copies(panel)).toEqual(["<a b='c'>text</a>"]);
    expect(panel).toContain('<span class="k">&lt;a</span>');
    expect(textOf(panel)).toContain("Not checked: it is text of the content type application/xml");
    expect(panel).not.toContain("matches its schema");
  });

  it("gives examples of one name anchors of their own, that a neighbour does not change", async () => {
    const example = (name: string) => `{ name: ${name}, payload: 1 }`;
    const anchors = async (names: string[]) => {
      const panel = await panelOf(`m: { payload: {}, examples: [${names.map(example).join(", ")}] }`);
      return [...panel.matchAll(/<\w+ class="example" id="([^"]+)"/g)].map(([, id]) => id);
    };
    const [a, b] = await anchors(["a", "b"]);
    expect(await anchors(["a", "x", "b"])).toEqual([a, expect.any(String), b]);
    expect(new Set(await anchors(["a", "a", "a"])).size).toBe(3);
  });

  it("shows generated examples only where there are none, labelled so", async () => {
    const panel = await panelOf(`m: { payload: { oneOf: [{ title: Card, const: 1 }, { title: Cash, const: 2 }] } }`);
    expect(textOf(panel)).toContain("Generated: Card");
    expect(textOf(panel)).toContain("Made from the schema");
    expect(copies(panel)).toEqual(["1", "2"]);
    const none = await panelOf("m: { payload: { type: integer, minimum: 2, maximum: 1 } }");
    expect(textOf(none)).toContain("No example could be generated: no number lies between its bounds.");
  });

  it("shows a generated example before written ones of which nothing says what part of the message they are", async () => {
    const panel = await panelOf("m: { payload: { type: integer, minimum: 7 }, examples: [{ $ref: one.json }, { headers: { h: 1 } }] }");
    expect(copies(panel)).toEqual(["7", '{\n  "$ref": "one.json"\n}', '{\n  "h": 1\n}']);
    const headersAlone = await panelOf("m: { headers: { type: object }, examples: [{ headers: { h: 1 } }] }");
    expect(copies(headersAlone)).toEqual(['{\n  "h": 1\n}']);
  });

  it("cuts what is too large for a page, and then offers no copy of it", async () => {
    const rows = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"];
    for (let at = 1; at < 9; at += 1) rows.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(", ")}]`);
    const panel = await panelOf(`m:\n  payload: {}\n  examples:\n    - payload:\n${rows.map((row) => `        ${row}`).join("\n")}`);
    expect(panel.length).toBeLessThan(300_000);
    expect(panel).toContain("data-no-copy");
    expect(textOf(panel)).toContain("Shown in part.");
  });

  it("shows what the schema gives first, each value once with its verdict, and makes none where that does", async () => {
    const panel = await panelOf(
      "m: { payload: { type: object, required: [id], properties: { id: { type: integer } }, examples: [{ id: x }, { id: 2 }, { id: 2 }, { id: 3 }] } }",
    );
    expect(copies(panel)).toEqual(['{\n  "id": 2\n}', '{\n  "id": 3\n}', '{\n  "id": "x"\n}']);
    const said = textOf(panel);
    expect(said).toMatch(
      /Schema example 2.*matches its schema From the schema's own examples\..*\/id must be an integer.*1 problem From the schema's own examples\./,
    );
    expect(said).not.toMatch(/Generated|Made from/);
    const wrong = await panelOf("m: { payload: { type: integer, examples: [x] } }");
    expect(textOf(wrong)).toMatch(/1 problem From the schema's own examples.*matches its schema Made from the schema\./);
  });

  it("has an example of each variant: the message's, the schema's or that of the branch, else one that is made", async () => {
    const branch = (kind: string, examples = "") =>
      `{ title: ${kind}, type: object, required: [kind], properties: { kind: { const: ${kind} } }${examples} }`;
    const panel = await panelOf(`m:
  payload: { oneOf: [${branch("a")}, ${branch("b", ", examples: [{ kind: b, own: 1 }, { kind: x }]")}, ${branch("c")}] }
  examples: [{ name: mine, payload: { kind: c } }]`);
    const tabs = [...panel.matchAll(/data-v="(\d)">\n<p class="example-name[^>]*><bdi>([^<]*)/g)].map(([, variant, name]) => [
      variant,
      name,
    ]);
    // The page opens with the first variant, so its example is in front.
    expect(tabs).toEqual([
      ["1", "Generated: a"],
      ["3", "mine"],
      ["2", "b"],
    ]);
    expect(copies(panel)[2]).toBe('{\n  "kind": "b",\n  "own": 1\n}');
  });

  it("folds long values by boxes in the margin that are no part of the text", async () => {
    const panel = await panelOf(
      "m: { payload: {}, examples: [{ payload: { short: [1, 2], long: [1, 2, 3], 'a\"b': { deep: { x: 1 } } } }] }",
    );
    expect([...panel.matchAll(/<input type="checkbox" class="twist" aria-label="([^"]*)">/g)].map(([, label]) => label)).toEqual([
      "Fold long",
      "Fold a&quot;b",
    ]);
    expect(JSON.parse(copies(panel)[0] ?? "")).toEqual({ short: [1, 2], long: [1, 2, 3], 'a"b': { deep: { x: 1 } } });
  });
});
