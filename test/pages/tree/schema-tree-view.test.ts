import { describe, expect, test } from "vitest";
import { load, withPayload, withSchemas } from "../../schema/load.ts";
import { pageFor, textOf, treePage } from "./schema-page.ts";

/** The HTML and the text of the tree of a payload. */
async function tree(payload: string, options: Parameters<typeof withPayload>[1] = {}) {
  const loaded = await load(withPayload(payload, options));
  const { html, ...rest } = treePage(loaded, loaded.payload());
  return { html, text: textOf(html), ...rest };
}

async function named(schemas: string, id: string) {
  const loaded = await load(withSchemas(schemas));
  const context = pageFor(loaded);
  const { html, ...rest } = treePage(loaded, loaded.named(id), context);
  return { html, text: textOf(html), context, ...rest };
}

/** Anchors of the page that links in it lead to, and that it lacks. */
function dangling(html: string): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]));
  return [...html.matchAll(/href="#([^"]*)"/g)].flatMap(([, target = ""]) => (ids.has(target) ? [] : [target]));
}

/** Every keyword of the Schema Object, each with a marker of its own as its value. */
const everyKeyword = `
$id: 'http://example.org/idMarker'
$schema: 'http://json-schema.org/draft-07/schema#'
$comment: commentMarker
title: titleMarker
description: descriptionMarker
type: [object, array, string, number]
format: formatMarker
multipleOf: 101
minimum: 102.50
maximum: 1e103
exclusiveMinimum: 104
exclusiveMaximum: 105
minLength: 106
maxLength: 107
pattern: patternMarker
minItems: 108
maxItems: 109
uniqueItems: true
minProperties: 110
maxProperties: 111
contentEncoding: encodingMarker
contentMediaType: mediaMarker
enum: [enumMarker, { enumKeyMarker: 112 }]
x-enumDescriptions: { enumMarker: enumDescriptionMarker }
const: { constMarker: -0.10 }
default: { defaultMarker: [9223372036854775807] }
examples: [exampleMarker, { otherExampleMarker: null }]
readOnly: true
writeOnly: true
deprecated: true
externalDocs: { url: 'https://example.org/docsMarker', description: docsWordsMarker }
required: [propertyMarker, requiredOnlyMarker]
properties: { propertyMarker: { description: propertyInsideMarker }, plainMarker: { type: boolean } }
patternProperties: { '^keyPatternMarker': { maxLength: 113 } }
additionalProperties: { description: additionalMarker }
propertyNames: { pattern: namesMarker }
dependencies: { whenMarker: [requiresMarker], whenSchemaMarker: { properties: { dependentMarker: { minimum: 114 } } } }
items: [{ description: firstItemMarker }, { description: secondItemMarker }]
additionalItems: { description: furtherItemMarker }
contains: { description: containsMarker }
allOf: [{ description: allOfMarker, properties: { partMarker: { title: partTitleMarker } } }]
oneOf: [{ title: oneOfMarker, minimum: 115 }, { const: oneOfConstMarker }]
anyOf: [{ description: anyOfMarker }, { required: [anyOfRequiredMarker] }]
not: { description: notMarker }
if: { properties: { kindMarker: { const: ifMarker } } }
then: { required: [thenMarker] }
else: { properties: { elseMarker: { minimum: 116 } } }
discriminator: discriminatorMarker
definitions: { definitionMarker: { description: definitionInsideMarker } }
x-extension: { extensionMarker: 117 }
unknownKeyword: unknownMarker
nullable: nullableMarker
`;

describe("nothing of a schema is lost", () => {
  test("every value of every keyword is in the page", async () => {
    const { text, html } = await tree(everyKeyword);
    const markers = everyKeyword.match(/\w+Marker|\b1\d\d(?:\.50)?\b|1e103/g) ?? [];
    expect(markers.length).toBeGreaterThan(60);
    expect(markers.filter((marker) => !text.includes(marker) && !html.includes(marker))).toEqual([]);
    for (const words of ["read-only", "write-only", "deprecated", "no two items alike", "-0.10", "9223372036854775807"]) expect(text).toContain(words); // prettier-ignore
    expect(dangling(html)).toEqual([]);
  });

  test("keywords with values of a wrong kind are shown as written", async () => {
    const { text } = await tree(
      "minimum: lowMarker\nrequired: true\nexamples: exampleMarker\nproperties: [listMarker]\ntype: { odd: typeMarker }",
    );
    for (const words of ["lowMarker", "required true", "exampleMarker", "listMarker", "typeMarker"]) expect(text).toContain(words); // prettier-ignore
  });

  test("a property whose schema is null, and one named $ref", async () => {
    const { text } = await tree("properties:\n  nothing:\n  $ref: { type: string, description: refMarker }");
    expect(text).toContain("nothing not a schema as written null");
    expect(text).toContain("$ref string refMarker");
  });

  test("a reference that does not resolve is named", async () => {
    const { text } = await tree("properties: { a: { $ref: '#/components/schemas/Nope' } }");
    expect(text).toContain("unresolved: #/components/schemas/Nope");
  });

  test("what a stranger writes is text", async () => {
    const { html } = await tree(`properties:
  '"><img src=x onerror=a>':
    description: <script>x</script>
    pattern: </code><b>
    format: '"''<i>'
    title: <u>`);
    expect(html).not.toMatch(/<img|<script|<\/code><b>|'<i>/);
    expect(html).toContain("&lt;img src=x onerror=a&gt;");
  });
});

describe("words", () => {
  test.each([
    ["minimum: 0\nmaximum: 100", "between 0 and 100"],
    ["minimum: 1.10", "at least 1.10"],
    ["maximum: 9223372036854775807", "at most 9223372036854775807"],
    ["exclusiveMinimum: 0\nexclusiveMaximum: 1e3", "more than 0 less than 1e3"],
    ["minLength: 1\nmaxLength: 50", "1 to 50 characters"],
    ["minLength: 1", "at least 1 character"],
    ["minItems: 2\nmaxItems: 2", "exactly 2 items"],
    ["maxProperties: 1", "at most 1 property"],
    ["pattern: ^[A-Z]", "matches ^[A-Z]"],
    ["type: [string, 'null']", "string or null"],
    ["type: array\nitems: { type: array, items: { type: string } }", "array of array of string"],
    [
      "type: array\nitems: [{ type: number }, { type: string }]\nadditionalItems: false",
      "list of 2 by position No further items are allowed.",
    ],
    ["type: string\nformat: password", "password: obscured wherever it is shown"],
    ["additionalProperties: false", "No other properties are allowed."],
    ["enum: [a, 1]", "string or number one of"],
    ["const: 1.50", "always 1.50"],
    ["{}", "any value"],
    ["false", "no value: it must not be present"],
    ["oneOf: [{ type: 'null' }, { type: integer, minimum: 3 }]", "integer or null at least 3"],
    ["dependencies: { a: [b, c] }", "when a is present: b , c required"],
    ["if: { properties: { kind: { const: card } } }\nthen: { required: [number] }", 'when kind is "card" (or absent): number is required'],
    [
      "if: { properties: { kind: { const: card } }, required: [kind] }\nthen: { required: [number] }",
      'when kind is "card" : number is required',
    ],
    [
      "required: [kind]\nif: { properties: { kind: { const: card } } }\nthen: { required: [number] }",
      'when kind is "card" : number is required',
    ],
    ["if: { properties: { a: false } }\nthen: { required: [b] }", "when a is absent: b is required"],
    ["not: { properties: { a: { const: 1 } } }", "not allowed: a is 1 (or absent)"],
    ["type: array\ncontains: { minimum: 1 }", "at least one item any value at least 1"],
    ["if: { required: [a] }\nelse: { required: [b, c] }", "unless a is present: b and c are required"],
    ["not: { required: [a] }", "not allowed: a is present"],
    ["anyOf: [{ required: [a] }, { required: [b] }]", "any of 2: a is required · b is required"],
  ])("%s", async (payload, words) => {
    const { text } = await tree(payload);
    expect(text).toContain(words);
  });
});

describe("composition", () => {
  test("a choice has names, and a discriminator says which value picks which", async () => {
    const { text, html } = await named(
      `Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { kind: { const: feline } } }] }
Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
Owner: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { title: Other, type: object }, { type: string }] }`,
      "Pet",
    );
    expect(text).toContain("kind decides which variant: feline picks Cat Pet picks Pet Dog picks Dog");
    expect(html).toContain('href="../schemas/cat.html"');
    // By its name alone, a variant would look like a property.
    expect(html).toContain("<small>variant</small> <b>Dog</b>");
  });

  test("what a base chooses by the same property is said on its own page and not again by one that narrows it", async () => {
    const discriminator = "discriminator: kind, required: [kind], properties: { kind: { type: string } }";
    const { text } = await named(
      `Animal: { ${discriminator} }
Cat: { allOf: [{ $ref: '#/components/schemas/Animal' }], ${discriminator} }
Lynx: { allOf: [{ $ref: '#/components/schemas/Cat' }] }`,
      "Cat",
    );
    expect(text).toContain("kind decides which variant: Cat Lynx kind required");
    expect(text).not.toContain("which variant: Animal");
  });

  test("one of 3 by their names", async () => {
    const { text, html } = await tree("oneOf: [{ title: Card, type: object }, { title: Transfer, minProperties: 1 }, { type: string }]");
    expect(text).toContain("one of 3: Card · Transfer · choice 3");
    expect(dangling(html)).toEqual([]);
  });

  test.each([
    ["{ a: '#/components/schemas/Cat', b: '#/components/schemas/Dog' }", "", "kind decides which variant: a picks Cat b picks Dog", true],
    ["{ a: '#/components/schemas/Cat' }", ", { required: [z] }", "one of 3: Cat · Dog · z is required kind decides which variant:", false],
  ])("what a discriminator decides is said once, unless it leaves branches out: %s", async (mapping, more, said, once) => {
    const { text, html } = await named(
      `Cat: { type: object, properties: { kind: { type: string }, c: {} } }
Dog: { type: object, properties: { kind: { type: string }, d: {} } }
Pet: { discriminator: { propertyName: kind, mapping: ${mapping} }, required: [kind], properties: { kind: { type: string } }, oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }${more}] }`,
      "Pet",
    );
    expect(text).toContain(said);
    expect([text.includes("one of"), html.includes("<details open><summary><code>kind</code> decides which variant:")]).toEqual([
      !once,
      once,
    ]);
    expect(dangling(html)).toEqual([]);
  });

  test("allOf is merged, says where each part came from, and shows what contradicts", async () => {
    const { text } = await named(
      `Base: { type: object, properties: { id: { type: string }, n: { type: integer, minimum: 10 } } }
Whole: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { n: { maximum: 5 }, own: { type: boolean } } }] }`,
      "Whole",
    );
    expect(text).toContain("combines Base · part 2");
    expect(text).toContain("id string from Base");
    expect(text).toContain("n integer from Base from part 2 at least 10 at most 5");
    expect(text).toContain("No value can match this. Nothing lies between minimum: 10 in Base (");
    expect(text).toContain("The 2 parts as written");
  });

  test.each([
    [
      "allOf: [{ type: string }, { type: integer }]",
      "No value can match this. No type is common to string in part 1 and integer in part 2.",
      ["string", "integer"],
    ],
    [
      "allOf: [{ minLength: 5 }, { maxLength: 4 }]",
      "No value can match this. Nothing lies between minLength: 5 in part 1 and maxLength: 4 in part 2.",
      ["5", "4"],
    ],
    [
      "minimum: 5\nallOf: [{ exclusiveMaximum: 5 }]",
      "No value can match this. Nothing lies between minimum: 5 in this value and exclusiveMaximum: 5 in part 1.",
      ["5", "5"],
    ],
    ["allOf: [{ const: 1 }, { const: 2 }]", "No value can match this. It cannot be 1 in part 1 and 2 in part 2 at once.", ["1", "2"]],
    [
      "allOf: [{ const: a }, { enum: [b, c] }]",
      'No value can match this. No value is common to "a" in part 1 and "b", "c" in part 2.',
      ["a", "[b, c]"],
    ],
    [
      "allOf: [{ enum: [a] }, { allOf: [{ enum: [b] }] }]",
      'No value can match this. No value is common to "a" in part 1 and "b" in part 2.1.',
      ["[a]", "[b]"],
    ],
    ["allOf: [{ type: string }, false]", "No value can match this. Nothing is allowed by part 2.", ["false"]],
    [
      "allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {}, c: {} } }]",
      "Some properties can never be present. b, c of part 2 can never be present, because part 1 allows no properties but its own.",
      ["{ properties: { b", "false"],
    ],
    [
      "allOf: [{ properties: { a: {} }, additionalProperties: false }, { required: [b] }]",
      "No value can match this. b of part 2 is required, but part 1 allows no properties but its own.",
      ["b]", "false"],
    ],
    [
      "allOf: [{ properties: { a: { type: string } } }, { properties: { a: { type: integer } } }]",
      "No value can match this. No type is common to string in part 1 and integer in part 2.",
      ["string", "integer"],
    ],
  ])("%s: what contradicts is named, each part with a link to where it is written", async (payload, sentence, places) => {
    const document = withPayload(payload);
    const loaded = await load(document);
    const { html } = treePage(loaded, loaded.payload());
    const callout = /<div class="callout warn">([^]*?)<\/div>/.exec(html)?.[1] ?? "";
    const links = [...callout.matchAll(/ \(<a href="[^"]*#at(\d+)">main at \1<\/a>\)/g)].map(([, at]) => Number(at));
    expect(textOf(callout.replace(/ \(<a .*?<\/a>\)/g, "").replace(/<\/code>(?=[,.])/g, "")).trim()).toBe(sentence);
    expect(links.map((at, index) => document.slice(at, at + (places[index] ?? "").length))).toEqual(places);
  });

  test("properties that a closed part forbids are told together", async () => {
    const closed = (names: string) =>
      `{ required: [${names}], properties: { ${names.replaceAll(/\w/g, "$&: {}")} }, additionalProperties: false }`;
    const { text } = await tree(`allOf: [${closed("a, b")}, ${closed("c")}]`);
    expect(text).toContain("2 contradictions");
    expect(text).toMatch(
      /c of part 2 \([^)]*\) is required, but part 1 \([^)]*\) allows .* a , b of part 1 \([^)]*\) are required, but part 2 /,
    );
  });

  test("a contradiction on a site without sources names the parts alone", async () => {
    const loaded = await load(withPayload("allOf: [{ type: string }, { type: integer }]"));
    const { html } = treePage(loaded, loaded.payload(), { ...pageFor(loaded), sourceHref: () => "" });
    expect(html).toContain("No type is common to <code>string</code> in part 1 and <code>integer</code> in part 2.");
  });
});

describe("anchors and paths", () => {
  test("each row has an anchor and a full path, whatever stands beside it", async () => {
    const short = await tree("properties: { a: { properties: { b: { type: array, items: { properties: { c: {} } } } } } }");
    const long = await tree("properties: { z: {}, a: { properties: { 0: {}, b: { type: array, items: { properties: { c: {} } } } } } }");
    for (const { html } of [short, long])
      expect(html).toMatch(/id="payload\.a\.b\.\*\.c"><div class="schema-name"><a href="[^"]*" title="a\.b\[\]\.c">/);
    expect(short.anchors.get("/a/b/*/c")).toBe("payload.a.b.*.c");
  });
});

describe("bounds", () => {
  const levels = (count: number, width: number) =>
    Array.from({ length: count }, (_, at) => {
      const properties = Array.from({ length: width }, (__, n) => `p${n}: { $ref: '#/components/schemas/L${at + 1}' }`);
      return `L${at}: { type: object, properties: { ${properties.join(", ")} } }`;
    }).join("\n");

  test.each([
    ["a binary tree of 24 levels", `${levels(24, 2)}\nL24: { type: string }`],
    ["30 levels of 3", `${levels(30, 3)}\nL30: { type: string }`],
    [
      "500 properties",
      `L0: { properties: { ${Array.from({ length: 500 }, (_, at) => `property${at}: { type: string, description: Number ${at}. }`).join(", ")} } }`,
    ],
    [
      "50 branches of 500",
      `L0: { oneOf: [${Array.from({ length: 50 }, () => `{ properties: { ${Array.from({ length: 500 }, (_, at) => `p${at}: { type: integer }`).join(", ")} } }`).join(", ")}] }`,
    ],
    [
      "a chain of 1,000 allOf",
      `${Array.from({ length: 1000 }, (_, at) => `L${at}: { allOf: [{ $ref: '#/components/schemas/L${at + 1}' }], properties: { p${at}: {} } }`).join("\n")}\nL1000: {}`,
    ],
    ["an enum of 20,000", `L0: { enum: [${Array.from({ length: 20_000 }, (_, at) => at).join(", ")}] }`],
  ])("%s", async (_, schemas) => {
    const loaded = await load(withSchemas(schemas));
    // Processor time: the clock would measure who else is at work.
    const start = process.cpuUsage();
    const { html } = treePage(loaded, loaded.named("L0"));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500);
    expect(html.length).toBeLessThan(330_000);
    expect(dangling(html)).toEqual([]);
  });

  test("aliases that multiply are met once each", async () => {
    const bomb = Array.from({ length: 20 }, (_, at) => `    a${at}: &a${at} { properties: { x: ${at ? `*a${at - 1}` : "{}"}, y: ${at ? `*a${at - 1}` : "{}"} } }`); // prettier-ignore
    const { html } = await named(`Bomb:\n  properties:\n${bomb.join("\n")}`, "Bomb");
    expect(html.length).toBeLessThan(330_000);
    expect(html).toContain("Shown at");
  });

  test("recursion is a link up, direct, mutual and through items", async () => {
    const { html, text } = await named(
      `Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' }, children: { type: array, items: { $ref: '#/components/schemas/Node' } }, other: { $ref: '#/components/schemas/Other' } } }
Other: { type: object, properties: { back: { $ref: '#/components/schemas/Node' } } }`,
      "Node",
    );
    expect([...text.matchAll(/↻ Node/g)]).toHaveLength(3);
    expect(dangling(html)).toEqual([]);
  });

  test("nesting deeper than opens in place continues below, on the same page", async () => {
    const deep = Array.from({ length: 12 }).reduce<string>(
      (inner, _, at) => `{ type: object, properties: { l${12 - at}: ${inner} } }`,
      "{ type: string, description: bottomMarker }",
    );
    const { text, html } = await tree(`properties: { l0: ${deep} }`);
    expect(text).toContain("bottomMarker");
    expect(html).toContain("Inside <code>l0.<wbr>l1.<wbr>l2.<wbr>l3.<wbr>l4.<wbr>l5</code>");
    expect(dangling(html)).toEqual([]);
  });

  test("a page without room says what is left and where it is", async () => {
    const loaded = await load(withSchemas("A: { properties: { a: {}, b: {}, c: {} } }"));
    const { html } = treePage(loaded, loaded.named("A"), { ...pageFor(loaded), budget: { rows: 3, repeated: 9, copied: 9 } });
    expect(html).toMatch(/href="\.\.\/schemas\/a\.html">Open A: 2 properties</);
    const own = { ...pageFor(loaded, "schemas/a.html"), budget: { rows: 3, repeated: 9, copied: 9 } };
    expect(textOf(treePage(loaded, loaded.named("A"), own).html)).toContain("1 property, in the source");
  });
});

test("a schema without a name that repeats is called by the path of its row", async () => {
  const { text } = await named(
    `Top: { type: object, properties: { trees: { type: array, items: { allOf: [{ $ref: '#/components/schemas/Tree' }], description: a tree } } } }
Tree: { type: object, properties: { children: { type: array, items: { allOf: [{ $ref: '#/components/schemas/Tree' }], description: a child } } } }`,
    "Top",
  );
  expect(text).toMatch(/↻ trees\[\]\. children/);
  expect(text).not.toContain("↻ this value");
});
