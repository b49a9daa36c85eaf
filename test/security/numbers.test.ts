import { expect, test } from "vitest";
import { folder, msgdocs } from "../app/cli/shell.ts";
import { buildSite } from "../threats/site.ts";

/** Numbers that a double cannot hold or does not print so, none of which stands twice. */
const numbers: string[] = [];
function next(): string {
  const at = String(numbers.length).padStart(3, "0");
  const forms = [`92233720368547${at}01`, `${at.replace(/^0*(?=\d)/, "")}.5${at}0`, `0.1000000000000${at}0055`, `12${at}E+2`];
  const made = forms[numbers.length % forms.length] ?? "";
  numbers.push(made);
  return made;
}

const keywords = ["default", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "example", "x-number"];
const four = (make: (at: number) => string): string => Array.from({ length: 4 }, (_, at) => make(at)).join(", ");

const properties = [
  ...keywords.map((keyword) => four((at) => `${keyword}${at}: { type: number, ${keyword}: ${next()} }`)),
  four((at) => `multipleOf${at}: { type: number, multipleOf: ${next()} }`),
  four((at) => `enum${at}: { type: number, enum: [${next()}] }`),
  four((at) => `examples${at}: { type: number, examples: [${next()}] }`),
  four((at) => `deep${at}: { type: object, default: { a: [${next()}] } }`),
].join(", ");

const text = `msgapi: 2.4.0
info: { title: Numbers, version: "1", x-info: ${next()} }
x-root: { a: [${four(next)}] }
channels:
  c/{p}:
    x-channel: ${next()}
    parameters: { p: { schema: { type: number, default: ${next()} } } }
    publish:
      bindings: { kafka: { groupId: { type: integer, enum: [${next()}] } } }
      message:
        messageId: m
        x-message: ${next()}
        headers: { type: object, properties: { h: { type: array, default: [${four(next)}] } } }
        payload: { type: object, properties: { ${properties} } }
        examples: [{ headers: { h: [${four(next)}] }, payload: { list: [${four(next)}] } }]
`;

/** What JavaScript would print of it, where that is another number or another spelling. */
const mangled = numbers.map((number) => String(Number(number))).filter((printed) => !numbers.some((number) => number.includes(printed)));

test("every number of a document is printed as it is written: on pages, in the model, in schemas to take away, in a bundle", async () => {
  const { files, textOf } = await buildSite(text);
  const cwd = folder({ "msgapi.yaml": text });
  const bundled = async (format: string): Promise<string> => (await msgdocs(cwd, ["bundle", "--format", format])).stdout;
  const outputs: Readonly<Record<string, string>> = {
    pages: textOf(/^(?!source)/),
    "model.json": files["model.json"] ?? "",
    "a bundle in JSON": await bundled("json"),
    "a bundle in YAML": await bundled("yaml"),
  };
  for (const [name, output] of Object.entries(outputs)) {
    expect([name, numbers.filter((number) => !output.includes(number))]).toEqual([name, []]);
  }
  const schema = files["messages/m.payload.schema.json"] ?? "";
  const inSchema = numbers.filter((number) => properties.includes(` ${number} `) || properties.includes(`[${number}]`));
  expect(inSchema.filter((number) => !schema.includes(number))).toEqual([]);
  expect(mangled.length).toBeGreaterThan(20);
  for (const [path, output] of Object.entries({ ...files, ...outputs })) {
    const words = new Set(output.match(/[\d.+eE-]+/g));
    expect([path, mangled.filter((printed) => words.has(printed))]).toEqual([path, []]);
  }
});

test("a number that is said in a problem is said as it is written", async () => {
  const wrong = ["9223372036854775807", "1.10"].map((number) => `a${number.length}: { publish: ${number} }`).join(", ");
  const cwd = folder({ "msgapi.yaml": `msgapi: 2.4.0\ninfo: { title: 9007199254740993.10, version: "1" }\nchannels: { ${wrong} }\n` });
  const { stdout } = await msgdocs(cwd, ["check", "--format", "json"]);
  for (const number of ["9223372036854775807", "1.10"]) expect(stdout).toMatch(new RegExp(`this is[^"]* ${number.replace(".", "\\.")}\\b`));
  expect(stdout).toContain('\\"9007199254740993.10\\"');
});

test("a number is what it is written as wherever it names, fills, describes or is compared with something", async () => {
  const { files, textOf } = await buildSite(`msgapi: 2.4.0
info: { title: 9007199254740993, version: 1.10 }
servers: { s: { url: "mqtt://{host}:1883", protocol: mqtt, variables: { host: { default: 9007199254740995 } } } }
x-keys: { &k 9007199254740999: a, !!int 9007199254741003: b }
channels:
  c/{p}:
    parameters: { p: { schema: { type: integer, default: 9007199254740997 } } }
    publish:
      message:
        name: m
        payload:
          type: object
          properties:
            e: { type: integer, enum: [9007199254741001, 1], x-enumDescriptions: { 9007199254741001: the large one, 1: the small one } }
            n: { type: integer, minimum: 9223372036854775806, maximum: 9223372036854775806 }
            r: { allOf: [{ minimum: 9007199254740993 }, { maximum: 9007199254740992 }] }
            q: { allOf: [{ minimum: 9007199254740992 }, { minimum: 9007199254740993 }, { maximum: 9007199254740992 }] }
            v: { allOf: [{ const: 9007199254740993 }, { const: 9007199254740992 }] }
            w: { allOf: [{ const: 1.0 }, { const: 1 }] }
`);
  const overview = textOf(/^index/);
  for (const written of ["9007199254740993", "1.10"]) expect(overview).toContain(written);
  const keys = textOf(/^(?!source)/);
  for (const written of ["9007199254740999", "9007199254741003"]) expect(keys).toContain(written);
  expect(textOf(/^operations/)).toMatch(/mosquitto_pub[\s\\]+-h\s+9007199254740995[\s\\]+-p\s+1883[\s\\]+-t\s+c\/\s*9007199254740997/);
  const message = textOf(/^operations/);
  expect(message).toMatch(/9007199254741001\s+the large one/);
  expect(message).not.toContain("x-enumDescriptions");
  expect(message).toMatch(/"n": 9223372036854775806\b/);
  // Two that are told apart only by their last digits.
  for (const name of ["r", "q"])
    expect(message).toContain(`No value can match this. Nothing lies between minimum: 9007199254740993 in part ${name === "r" ? 1 : 2}`);
  expect(message).toMatch(/It cannot be 9007199254740993 in part 1 .* and 9007199254740992 in part 2 .* at once\./);
  // Once at each row, and once in the list of the page's problems.
  expect(message.match(/No value can match this/g)).toHaveLength(6);
  expect(files["model.json"]).toContain('"version":"1.10"');
});

test("verdicts go by the digits of a number", async () => {
  const pairs: readonly (readonly [schema: string, right: string, wrong: string])[] = [
    ["maximum: 9007199254740992", "9007199254740992", "9007199254740993"],
    ["exclusiveMinimum: 0.1000000000000000055", "0.1000000000000000056", "0.1000000000000000055"],
    ["enum: [9007199254740993]", "9007199254740993", "9007199254740992"],
    ["const: 9007199254740993", "9007199254740993.0", "9007199254740994"],
    ["type: array, uniqueItems: true", "[9007199254740993, 9007199254740992]", "[1.0, 1]"],
    ["type: integer", "9007199254740993.0", "9007199254740993.1"],
    ["type: integer, format: int64", "9223372036854775807", "9223372036854775808"],
    ["multipleOf: 0.01", "90071992547409.93", "90071992547409.931"],
    ["multipleOf: 1e-400", "3e-400", "1e-401"],
  ];
  const properties = pairs.map(([schema], at) => `p${at}: { ${schema} }`).join(", ");
  const example = (of: 1 | 2): string => `{ payload: { ${pairs.map((pair, at) => `p${at}: ${pair[of]}`).join(", ")} } }`;
  const avro = "{ type: record, name: R, fields: [{ name: a, type: long }] }";
  const text = `msgapi: 2.4.0
info: { title: Verdicts, version: "1" }
channels:
  c:
    publish: { message: { name: m, payload: { properties: { ${properties} } }, examples: [${example(1)}, ${example(2)}] } }
    subscribe:
      message:
        name: r
        schemaFormat: application/vnd.apache.avro;version=1.9.0
        payload: ${avro}
        examples: [{ payload: { a: 9223372036854775807 } }, { payload: { a: 9223372036854775808 } }, { payload: { a: 9007199254740993.5 } }]
  d:
    subscribe:
      message:
        name: q
        schemaFormat: application/vnd.google.protobuf;version=3
        payload: "syntax = \\"proto3\\"; message Q { uint64 a = 1; }"
        examples: [{ payload: { a: "18446744073709551615" } }, { payload: { a: "18446744073709551616" } }, { payload: { a: 9007199254740993.5 } }]
`;
  const { stdout } = await msgdocs(folder({ "msgapi.yaml": text }), ["check", "--format", "json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  expect(diagnostics.filter(({ code }) => code === "schema/keyword")).toEqual([]);
  const found = diagnostics.filter(({ code }) => code === "example/payload").map(({ message }) => message);
  expect(found).toEqual([
    "/p0 must be at most 9007199254740992, and this is 9007199254740993.",
    "/p1 must be more than 0.1000000000000000055, and this is 0.1000000000000000055.",
    "/p2 must be 9007199254740993, and this is 9007199254740992.",
    "/p3 must be 9007199254740993, and this is 9007199254740994.",
    "/p4 must have items that differ, and this is an array whose items 0 and 1 are equal.",
    "/p5 must be an integer, and this is the number 9007199254740993.1.",
    "/p6 must be a 64-bit integer, and this is 9223372036854775808.",
    "/p7 must be a multiple of 0.01, and this is 90071992547409.931.",
    "/p8 must be a multiple of 1e-400, and this is 1e-401.",
    "/a must be of the type long, and this is the number 9223372036854775808.",
    "/a must be of the type long, and this is the number 9007199254740993.5.",
    '/a must be of the type uint64, and this is the string "18446744073709551616".',
    "/a must be of the type uint64, and this is the number 9007199254740993.5.",
  ]);
});

test("what else is checked and bundled goes by the digits, too", async () => {
  const text = `msgapi: 2.4.0
info: { title: Rest, version: "1", x-far: [.inf, 1e400] }
servers:
  s: { url: "mqtt://{port}", protocol: mqtt, variables: { port: { enum: [9007199254740992], default: 9007199254740993 } } }
channels: { c: { publish: { bindings: { mqtt: { qos: 9007199254740993.10 } } } } }
`;
  const cwd = folder({ "msgapi.yaml": text, "old.yaml": "msgapi: 2.40\ninfo: {}\nchannels: {}\n" });
  const told = (await msgdocs(cwd, ["check", "--format", "json"])).stdout;
  expect(told).toContain('\\"9007199254740993\\" is not one of the values that the variable');
  expect(told).toContain("and it is a number, 9007199254740993.10");
  expect((await msgdocs(cwd, ["check", "old.yaml"])).stdout).toContain("The format version 2.40 is newer than known");
  expect((await msgdocs(cwd, ["bundle", "--format", "json"])).stdout).toMatch(/"\.inf",\s*1e400\b/);
});

test("an integer is one by its digits, and a bound holds by them, wherever one is asked for", async () => {
  const wrong = [
    "minLength: 9007199254740993.5",
    "maxLength: 0.99999999999999999999",
    "minItems: -1e-400",
    "multipleOf: 0e5",
    "maxItems: .nan",
  ];
  const right = ["minLength: 9007199254740993", "maxItems: 1e400", "maxLength: 10.0", "multipleOf: 1e-400", "minItems: 1e2"];
  const named = (all: readonly string[], name: string): string[] => all.map((each, at) => `${name}${at}: { ${each} }`);
  const far = "9".repeat(400);
  const properties = [...named(wrong, "w"), ...named(right, "r"), "f: { multipleOf: 3 }"].join(", ");
  const text = `msgapi: 2.4.0
info: { title: Integers, version: "1" }
channels:
  c:
    publish:
      bindings: { mqtt: { qos: 1.00000000000000000001 } }
      message:
        name: m
        payload: { properties: { ${properties} } }
        examples: [{ payload: { r0: short, r1: [], r2: ten letters, r4: [1], f: 1e${far} } }]
`;
  const { stdout } = await msgdocs(folder({ "msgapi.yaml": text }), ["check", "--format", "json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  expect(diagnostics.filter(({ code }) => code !== "document/not-json").map(({ message }) => message)).toEqual([
    expect.stringMatching(/^"qos" .* 1\.00000000000000000001\.$/),
    '"minLength" must be an integer of at least 0, and this is a number, 9007199254740993.5.',
    '"maxLength" must be an integer of at least 0, and this is a number, 0.99999999999999999999.',
    '"minItems" must be an integer of at least 0, and this is a number, -1e-400.',
    '"multipleOf" must be a number greater than 0, and this is 0e5.',
    '"maxItems" must be an integer of at least 0, and this is a number, .nan.',
    '/r0 must have at least 9007199254740993 characters, and this is "short".',
    '/r2 must have at most 10 characters, and this is "ten letters", 11 characters.',
    "/r4 must have at least 100 items, and this is 1 item.",
    expect.stringMatching(/^\/f must be a multiple of 3, and this is 1e9{78}…\.$/),
  ]);
});
