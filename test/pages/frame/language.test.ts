import { beforeAll, describe, expect, test } from "vitest";
import germanWords from "../../../src/text/words/de.json" with { type: "json" };
import { englishWords, type Phrase, type Vocabulary } from "../../../src/text/words/index.ts";
import { pageAt, siteOf, textOf } from "../kinds/site-of.ts";

/** Nothing of this document is a word: whatever word is on its site, the interface said. */
const document = `
asyncapi: 2.6.0
info: { title: "700", version: "1", description: "701", contact: { email: "1@2.3" }, license: { name: "702" }, termsOfService: "https://1.2/" }
externalDocs: { url: "https://1.2/3" }
tags: [{ name: "703", description: "704", externalDocs: { url: "https://1.2/4" } }]
servers:
  "10": { url: "{11}.12", protocol: "13", security: [{ "14": [] }], variables: { "11": { enum: ["15", "16"], default: "15", examples: ["16"] } } }
channels:
  "20/{21}":
    parameters: { "21": { description: "22", schema: { type: string, minLength: 1, enum: ["1"] }, location: "$message.header#/1" } }
    bindings: { kafka: { topic: "23" }, "24": { "25": 26 } }
    publish:
      operationId: "30"
      security: [{ "14": [] }, { "17": ["18"] }]
      traits: [{ $ref: "#/components/operationTraits/90" }]
      message: { oneOf: [{ $ref: "#/components/messages/40" }, { $ref: "#/components/messages/41" }] }
    subscribe: { operationId: "31", deprecated: true, message: { $ref: "#/components/messages/42" } }
components:
  messages:
    "40":
      title: "43"
      correlationId: { location: "$message.header#/1" }
      headers: { type: object, properties: { "1": { type: string } } }
      payload: { $ref: "#/components/schemas/50" }
      examples: [{ payload: { "51": 1 } }, { payload: { "51": "x", "52": 7 } }]
    "41": { payload: { type: array, uniqueItems: true, minItems: 2, maxItems: 3, items: { oneOf: [{ type: string }, { type: number }] } }, x-1: 2 }
    "42": { payload: { $ref: "#/components/schemas/59" } }
    "44": { payload: true }
    "60": { schemaFormat: "61/62", payload: { "1": 1 }, examples: [{ payload: { "1": 1 } }] }
    "63": { payload: { allOf: [{ type: string }, { type: integer }] } }
  schemas:
    "50":
      type: object
      required: ["51", "99"]
      additionalProperties: false
      minProperties: 1
      properties:
        "51": { type: integer, minimum: 1, maximum: 7, multipleOf: 1, default: 3, deprecated: true }
        "52": { type: string, readOnly: true, pattern: "^1$", minLength: 2, format: byte, examples: ["1", "2"] }
        "53": { allOf: [{ type: string }, { type: integer }] }
        "54": { type: object, patternProperties: { "^1": true }, propertyNames: { maxLength: 3 }, additionalProperties: { type: [string, "null"] } }
        "55": { if: { properties: { "1": { const: 2 } } }, then: { required: ["3", "4"] }, else: { not: { required: ["5"] } } }
        "56": { $ref: "#/components/schemas/50" }
        "57": { contains: { type: integer }, const: 1, enum: [1, 2] }
    "59": { discriminator: "1", oneOf: [{ $ref: "#/components/schemas/50" }, { type: string }] }
  securitySchemes:
    "14": { type: userPassword }
    "17": { type: oauth2, flows: { implicit: { authorizationUrl: "https://1.2/5", scopes: { "18": "19" } } } }
  operationTraits: { "90": { summary: "91" }, "92": { summary: "93" } }
`;

/** A language of which every word is a row of circles, with the blanks of English. */
function circles(phrase: Phrase): Phrase {
  const form = (text: string): string =>
    text.replace(/\{\w+\}|\p{L}+/gu, (part) => (part.startsWith("{") ? part : "○".repeat(part.length)));
  return typeof phrase === "string" ? form(phrase) : { other: form(phrase.other) };
}

const invented = Object.fromEntries(Object.entries(englishWords).map(([key, phrase]) => [key, circles(phrase)])) as Vocabulary;

/** Keywords and names of types are code, in any language. */
const CODE = /<(code|pre|bdi|b)\b[^>]*>[^]*?<\/\1>/g;

/** Names (JSON Schema and YAML are such), and the only keys of the document that are words: of a protocol and of its field. */
const NAMES = ["AsyncAPI", "JSON", "YAML", "Schema", "kafka", "topic"];

function wordsOn(html: string): string[] {
  const body = html
    .replace(/^[^]*?<body/, "<body")
    .replace(/<(ul|span|p)\b[^>]* lang="en">[^]*?<\/\1>/g, " ")
    .replace(CODE, " ");
  const attributes = [
    ...body.matchAll(
      /\b(?:alt|placeholder|aria-label|data-(?:copy|copied|copy-link|expand|collapse|results|none|all|count|system|light|dark|kind-\w+))="([^"]*)"/g,
    ),
  ].map(([, value = ""]) => value);
  const text = body.replace(/<[^>]*>/g, " ").replaceAll("JSON Schema", " ");
  return [text, ...attributes].flatMap((each) => each.replace(/&#?\w+;|\S*[/#.]\S*/g, " ").match(/\p{L}{2,}/gu) ?? []);
}

/** Phrases of English that German says otherwise, as the whole of a text; what fills a blank does not count. */
const ENGLISH: readonly RegExp[] = Object.entries(englishWords).flatMap(([key, phrase]) => {
  const other = germanWords[key as keyof typeof germanWords];
  const forms = (each: Phrase): string[] => (typeof each === "string" ? [each] : Object.values(each));
  return forms(phrase)
    .filter((form) => /\p{L}/u.test(form.replace(/\{\w+\}/g, "")) && !forms(other).includes(form))
    .map((form) => {
      const pattern = form.split(/\{\w+\}/).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".+"); // prettier-ignore
      // A reason stands inside of a sentence.
      return new RegExp(key.startsWith("reason.") ? pattern : `^${pattern}$`);
    });
});

/** Every text of the interface on a page, piece by piece: between tags, and in attributes that are read. */
function textsOn(html: string): string[] {
  const body = html
    .replace(/^[^]*?<body/, "<body")
    .replace(/<(ul|span|p)\b[^>]* lang="en">[^]*?<\/\1>/g, " ")
    .replace(CODE, " ");
  const texts = body.split(/<[^>]*>/);
  const attributes = [...body.matchAll(/\b(?:alt|title|placeholder|aria-label|data-[\w-]+)="([^"]*)"/g)].map(([, value = ""]) => value);
  return [...texts, ...attributes].map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
}

describe("a site in a language that has no letters", () => {
  let files: ReadonlyMap<string, string>;
  beforeAll(async () => void (files = await siteOf(document, { language: "en", words: invented, reader: "client" })));

  test("has no word of English on any page but the source", () => {
    const left = new Map<string, string>();
    for (const [path, html] of files) {
      if (!path.endsWith(".html") || path.startsWith("source")) continue;
      for (const word of wordsOn(html)) if (!NAMES.includes(word)) left.set(word, path);
    }
    expect(Object.fromEntries(left)).toEqual({});
  });
});

describe("a site in German", () => {
  let files: ReadonlyMap<string, string>;
  beforeAll(async () => void (files = await siteOf(document, { language: "de", reader: "client" })));

  test("says so", () => {
    for (const [path, html] of files)
      if (path.endsWith(".html")) expect([path, html.slice(0, 400)]).toEqual([path, expect.stringContaining('<html lang="de"')]);
  });

  test("says what the application does, and what the reader can do", () => {
    expect(textOf(files.get("operations/30.html"))).toMatch(
      /^ 700 Kanäle 20\/\{21\} .*↓ 700 empfängt Sie können senden .*Im Dokument steht publish/,
    );
    expect(textOf(files.get("operations/31.html"))).toContain("↑ 700 sendet Sie können empfangen");
  });

  test("counts in its own plurals", () => {
    expect(textOf(files.get("index.html"))).toMatch(/1 Kanal 2 Operationen 6 Nachrichten 2 Schemas/);
  });

  test("says why an example was not checked, and why none was made", () => {
    const main = textOf(pageAt(files, "messages/60.html"));
    expect(main).toContain('Nicht geprüft: das Schemaformat "61/62" ist nicht bekannt.');
    expect(textOf(pageAt(files, "messages/63.html"))).toContain("Es ließ sich kein Beispiel erzeugen: seine Typen widersprechen einander.");
  });

  test("says nothing as English does", () => {
    const left = new Map<string, string>();
    for (const [path, html] of files) {
      if (!path.endsWith(".html") || path.startsWith("source")) continue;
      for (const text of textsOn(html)) if (ENGLISH.some((phrase) => phrase.test(text))) left.set(text, path);
    }
    expect(Object.fromEntries(left)).toEqual({});
  });

  test("leaves the words of problems in English, and marks them so", () => {
    expect(pageAt(files, "messages/40.html")).toMatch(/<ul class="example-problems" lang="en">/);
  });
});
