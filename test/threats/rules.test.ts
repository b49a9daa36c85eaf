import { expect, test } from "vitest";
import { folder, msgdocs } from "../app/cli/shell.ts";
import { processorSeconds } from "../support/processor.ts";

/** Rows of the threat model that concern rules. */

const head = "msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\n";
const schema = (text: string): string => `${head}channels: {}\ncomponents: { schemas: { A: ${text} } }\n`;
const message = (text: string): string => `${head}channels: { lit: { publish: { message: ${text} } } }\n`;

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly related: readonly unknown[];
}

async function check(text: string): Promise<readonly Found[]> {
  const said = await msgdocs(folder({ "msgapi.yaml": text }), ["check", "-f", "json"]);
  return (JSON.parse(said.stdout) as { diagnostics: Found[] }).diagnostics.filter(({ severity }) => severity !== "info");
}

const odd = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const map = (value: string): string => `{ ${odd.map((key) => `${key}: ${value}`).join(", ")} }`;
const everywhere = `${head}servers: { a: { url: "{${odd.join("}{")}}", protocol: mqtt, variables: ${map("{ default: x }")}, security: [{ login: [__proto__] }] } }
channels:
  "lit/{${odd.join("}/{")}}":
    parameters: ${map("{ schema: { type: string } }")}
    publish:
      message:
        headers: { type: object, properties: ${map("{ type: string }")} }
        payload: { type: object, properties: ${map("{ type: string }")} }
        traits: [{ $ref: "#/components/messageTraits/__proto__" }, { x-a: { __proto__: { polluted: 1 } } }]
components:
  schemas: ${map("{ type: object }")}
  messageTraits: ${map("{ contentType: application/json }")}
  securitySchemes: { login: { type: oauth2, flows: { implicit: { authorizationUrl: "https://x.y", scopes: ${map("a")} } } } }
`;

test("rows 30 and 31: keys of every object are keys like any other, and nothing is polluted", async () => {
  expect(await check(everywhere)).toEqual([]);
  expect([Reflect.get({}, "polluted"), Object.keys(Object.prototype)]).toEqual([undefined, []]);
});

const bidi = "a\u202eb";
const cases: readonly (readonly [row: string, text: string, codes: readonly string[]])[] = [
  [
    "19 NFC and NFD",
    schema("{}").replace("A: {}", '"\\u00e9": {}, "e\\u0301": {}'),
    ["structure/key-pattern", "name/confusable", "structure/key-pattern"],
  ],
  [
    "24 a placeholder in angle brackets",
    `${head.replace("1.0.0", "1.0.0, description: Publish to <deviceId>")}channels: {}\n`,
    ["text/raw-html"],
  ],
  [
    "25 unsafe links",
    `${head.replace("1.0.0", '1.0.0, description: "[x](javascript:alert(1)) ![x](data:a)"')}channels: {}\n`,
    ["text/unsafe-link", "text/unsafe-link"],
  ],
  ["26 a URL field", `${head}channels: {}\nexternalDocs: { url: "//evil" }\n`, ["value/absolute-url"]],
  ["26 relative", `${head}channels: {}\nexternalDocs: { url: a.html }\n`, ["value/absolute-url"]],
  ["29 a bidirectional control in a name", message(`{ name: "${bidi}", payload: {} }`), ["name/invisible-character"]],
  [
    "29 a bidirectional control in a title",
    `${head.replace(/title: \w+/, `title: "${bidi}"`)}channels: {}\n`,
    ["name/invisible-character"],
  ],
  ["29 a bidirectional control in the name of a property", schema(`{ properties: { "${bidi}": {} } }`), ["name/invisible-character"]],
  ["29 half of a pair in a title", `${head.replace(/title: \w+/, 'title: "a\\ud800"')}channels: {}\n`, ["name/invisible-character"]],
  ["29 half of a pair in a text", `${head.replace("1.0.0", '1.0.0, description: "a\\ud800"')}channels: {}\n`, ["name/invisible-character"]],
  ["29 half of a pair in a value", schema('{ enum: ["\\udc00"] }'), ["name/invisible-character"]],
  ["29 half of a pair", message('{ name: "a\\ud800", payload: {} }'), ["name/invisible-character"]],
  [
    "32 own keys only",
    message("{ correlationId: { location: $message.payload#/__proto__/x }, payload: { type: object, properties: {} } }"),
    ["value/location-target"],
  ],
  ["32 a broken escape", message('{ correlationId: { location: "$message.payload#/a~2" }, payload: {} }'), ["value/runtime-expression"]],
  ["32 no fragment", message("{ correlationId: { location: $message.header }, payload: {} }"), []],
  [
    "33 required: toString",
    message("{ payload: { type: object, required: [toString] }, examples: [{ payload: {} }] }"),
    ["example/payload"],
  ],
  [
    "35 64 bits are held exactly",
    schema("{ type: integer, format: int64, default: 9223372036854775807, examples: [-9223372036854775808, 9223372036854775808] }"),
    ["schema/example"],
  ],
  ["38 words of YAML 1.1", schema("{ enum: [on, off, yes, no, 0123, 12:30:45] }"), Array<string>(6).fill("document/ambiguous-scalar")],
  [
    "38 where a text is asked for: another reader would see no text",
    `${head.replace("1.0.0", "1.0.0, description: on")}channels: {}\n`,
    ["document/ambiguous-scalar"],
  ],
  ["38 in quotes", `${head.replace("1.0.0", '1.0.0, description: "on"')}channels: {}\n`, []],
  [
    "44 a catastrophic pattern",
    message(`{ payload: { type: string, pattern: "^(a+)+$" }, examples: [{ payload: ${"a".repeat(45)}! }] }`),
    ["example/budget"],
  ],
  ["44 in an example of a schema", schema(`{ type: string, pattern: "^(a+)+$", examples: [${"a".repeat(45)}!] }`), ["example/budget"]],
  [
    "45 patterns of other languages",
    schema('{ anyOf: [{ pattern: "(?i)abc" }, { pattern: "[\\\\w-.]" }, { pattern: "[" }, { pattern: a++ }] }'),
    Array<string>(3).fill("schema/pattern"),
  ],
  ["67 a parameter that is not defined", `${head}channels: { "user/{id}": {} }\n`, ["channel/parameter-undefined"]],
  ["67 one that is not used", `${head}channels: { user: { parameters: { __proto__: { schema: {} } } } }\n`, ["channel/parameter-unused"]],
  ["67 a brace that is not closed", `${head}channels: { "user/{id": {} }\n`, ["channel/uri-template"]],
  [
    "67 query and fragment",
    `${head}channels: { "user?q=": {}, "user#f": {} }\n`,
    ["channel/query-or-fragment", "channel/query-or-fragment"],
  ],
  [
    "69 a trait that leads to itself",
    message('{ traits: [{ $ref: "#/channels/lit/publish/message/traits/0" }], payload: {} }'),
    ["reference/loop"],
  ],
  ["69 traits that are no maps", message("{ traits: [1, null], payload: {} }"), ["structure/wrong-type", "structure/wrong-type"]],
  ["71 a version that is not read", "msgapi: 9.9.9\n", ["version/unsupported"]],
  ["71 no version", "info: {}\n", ["version/missing"]],
  ["71 a number", "msgapi: 2.4\ninfo: { title: a, version: b }\nchannels: {}\n", ["version/not-a-string"]],
  ["71 two parts and a suffix", 'msgapi: "2.4"\ninfo: { title: a, version: b }\nchannels: {}\n'.replace('"2.4"', "2.4.0-rc1"), []],
  [
    "73 a scheme that is not there",
    `${head}servers: { a: { url: a, protocol: b, security: [{ nope: [] }] } }\nchannels: {}\n`,
    ["security/unknown-scheme"],
  ],
];

test.each(cases)("row %s", async (_, text, codes) => {
  expect((await check(text)).map(({ code }) => code)).toEqual(codes);
});

test("row 29: the character is said, not shown", async () => {
  expect((await check(message(`{ name: "${bidi}", payload: {} }`)))[0]?.message).toContain("U+202E");
});

test("row 66: a key cannot start a line, a command or a colour", async () => {
  const text = schema("{}").replace("A: {}", '"x\\n::error::pwn\\u001b]8;;http://e\\u0007": {}');
  for (const format of ["pretty", "github"]) {
    const { stdout } = await msgdocs(folder({ "msgapi.yaml": text }), ["check", "-f", format]);
    expect(stdout).toContain("structure/key-pattern");
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(stdout).not.toMatch(/^::error::/m);
  }
});

test.each(["json", "sarif", "codeclimate", "junit"])(
  "row 66: a report as %s holds nothing that a terminal obeys or hides, and says what it says",
  async (format) => {
    const key = "x\u009b31m\u202e\u2028\u200b\u{e0041}";
    const { stdout } = await msgdocs(folder({ "msgapi.json": JSON.stringify({ msgapi: "2.4.0", [key]: 1 }) }), [
      "check",
      "msgapi.json",
      "-f",
      format,
    ]);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(stdout).toContain("31m");
    if (format === "json")
      expect((JSON.parse(stdout) as { diagnostics: { pointer: string }[] }).diagnostics.map(({ pointer }) => pointer)).toContain(`/${key}`);
  },
);

test("row 70: 10,000 duplicate ids are one diagnostic each, with all places, in linear time", async () => {
  const channels = Array.from(
    { length: 10_000 },
    (_, at) => `  c${at}: { publish: { operationId: same, message: { messageId: m${at % 5000}, payload: {} } } }`,
  );
  let found: Awaited<ReturnType<typeof check>> = [];
  const seconds = await processorSeconds(async () => {
    found = await check(`${head}channels:\n${channels.join("\n")}\n`);
  });
  const ids = found.filter(({ code }) => code === "operation/duplicate-id");
  expect(ids.map(({ related }) => related.length)).toEqual([9999]);
  expect(found.filter(({ code }) => code === "message/duplicate-id")).toHaveLength(5000);
  expect(seconds).toBeLessThan(20);
});

test("row 73: scopes where there are none, with the place of the type", async () => {
  const text = `${head}servers: { a: { url: a, protocol: b, security: [{ key: [x] }] } }\nchannels: {}\ncomponents: { securitySchemes: { key: { type: apiKey, in: user } } }\n`;
  const [only] = await check(text);
  expect([only?.code, only?.related.length]).toEqual(["security/scopes-not-empty", 1]);
});
