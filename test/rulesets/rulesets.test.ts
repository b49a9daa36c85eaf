import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, msgdocs, report } from "../app/cli/shell.ts";

const lamps = `asyncapi: 3.0.0
info:
  title: Lamps
  version: 1.0.0
  description: ""
  contact: { name: Lamp team }
  x-owner: lamps
tags: []
channels:
  lampTurned:
    address: lamps/turned/
    messages:
      turned: { $ref: '#/components/messages/LampTurned' }
  Lamp_off:
    address: lamps/off
    messages:
      off: { $ref: '#/components/messages/LampTurned' }
operations:
  turned: { action: send, channel: { $ref: '#/channels/lampTurned' } }
components:
  messages:
    LampTurned:
      name: LampTurned
      payload: { $ref: '#/components/schemas/Turn' }
  schemas:
    Turn:
      type: object
      properties:
        angle_degrees: { type: integer }
        turnedAt: { type: string, format: date-time }
        next: { $ref: '#/components/schemas/Turn' }
      required: [turnedAt, angle_degrees]
`;

interface Told {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly message: string;
  readonly start: { readonly line: number; readonly column: number };
}

/** What a ruleset finds in the document, as `level line:column message`. */
async function found(rules: string, files: Record<string, string> = {}, document = lamps): Promise<readonly string[]> {
  const at = folder({ "msgapi.yaml": document, "rules.yaml": rules, ...files });
  const { stdout } = await msgdocs(at, ["check", "--ruleset", "rules.yaml", "--format", "json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Told[] };
  return diagnostics
    .filter(({ code }) => code.startsWith("ruleset/"))
    .map(
      ({ severity, file, start, message }) =>
        `${severity} ${file === "msgapi.yaml" ? "" : `${file}:`}${String(start.line)}:${String(start.column)} ${message}`,
    );
}

const rule = (given: string, then: string, more = ""): string =>
  `rules: { own: { given: ${JSON.stringify(given)}, then: ${then}${more} } }`;

test.each([
  ["$.info", "{ field: description, function: truthy }", ["warning 5:16 own: it must be there and not be empty, false or 0."]],
  ["$.info", "{ field: license, function: defined }", ["warning 3:3 own: it must be there."]],
  ["$.info", "{ field: x-owner, function: undefined }", ["warning 7:12 own: it must not be there."]],
  ["$.info", "{ field: contact.email, function: falsy }", []],
  ["$.info.contact", "{ function: length, functionOptions: { min: 2 } }", ["warning 6:12 own: its length must be at least 2, and is 1."]],
  ["$.channels.*~", "{ function: casing, functionOptions: { type: camel } }", ['warning 14:3 own: "Lamp_off" must be in camel case.']],
  [
    "$.channels",
    '{ field: "@key", function: casing, functionOptions: { type: camel } }',
    ['warning 14:3 own: "Lamp_off" must be in camel case.'],
  ],
  ["$.channels", "{ function: alphabetical }", ['warning 15:5 own: "Lamp_off" must come before "lampTurned".']],
  [
    "$.channels[*].address",
    "{ function: pattern, functionOptions: { notMatch: '/$' } }",
    ['warning 11:14 own: "lamps/turned/" must not match the pattern "/$".'],
  ],
  ["$.channels[*].address", "{ function: pattern, functionOptions: { match: '/^LAMPS/i' } }", []],
  [
    "$.operations[*].action",
    "{ function: enumeration, functionOptions: { values: [receive] } }",
    ['warning 19:21 own: "send" must be one of "receive".'],
  ],
  [
    "$.info",
    "{ function: xor, functionOptions: { properties: [title, version] } }",
    ["warning 3:3 own: exactly one of title, version must be there."],
  ],
  [
    "$.info",
    "{ function: schema, functionOptions: { schema: { required: [license] } } }",
    [expect.stringContaining('warning 3:3 own: must have the property "license"')],
  ],
] as const)("a rule about %s that asks %s finds it at its place", async (given, then, expected) => {
  expect(await found(rule(given, then))).toEqual(expected);
});

test("rules see through references, each place once for all that refer to it, and end where a schema contains itself", async () => {
  const names = rule(
    "$.channels[*].messages[*].payload.properties",
    '{ field: "@key", function: casing, functionOptions: { type: camel } }',
  );
  expect(await found(names)).toEqual(['warning 29:9 own: "angle_degrees" must be in camel case.']);
  expect(await found(rule("$..next", "{ function: defined }"))).toEqual([]);
  expect(await found(rule("$.operations[*].channel", "{ field: $ref, function: undefined }", ", resolved: false"))).toHaveLength(1);
});

test("filters, lists of names, keys with signs, parents and aliases are read as other tools write them", async () => {
  expect(await found(rule("$.operations[?(@.action === 'send')]", "{ field: summary, function: truthy }"))).toHaveLength(1);
  expect(await found(rule("$.operations[?(@.action === 'receive')]", "{ field: summary, function: truthy }"))).toEqual([]);
  expect(await found(rule("$.info[title,version]", "{ function: length, functionOptions: { max: 2 } }"))).toHaveLength(2);
  expect(await found(rule("$.info.x-owner", "{ function: falsy }"))).toHaveLength(1);
  expect(await found(rule("$.channels[*].address^", "{ field: title, function: truthy }"))).toHaveLength(2);
  const alias = "aliases: { Info: [$.info] }\n";
  expect(await found(`${alias}${rule("#Info.contact", "{ field: url, function: truthy }")}`)).toHaveLength(1);
});

test("numbers in brackets are keys too, // is a pattern, ^~ is the key above, and one value fails a schema once", async () => {
  const codes = lamps.replace("  x-owner: lamps", "  x-codes: { 404: '', x: '' }");
  expect(await found(rule("$.info.x-codes[404,500]", "{ function: truthy }"), {}, codes)).toHaveLength(1);
  const media = lamps.replace("  x-owner: lamps", "  x-codes: { application/json: '' }");
  expect(await found(rule("$.info.x-codes", "{ field: application/json, function: truthy }"), {}, media)).toHaveLength(1);
  expect(await found(rule("$.channels[*].address", "{ function: pattern, functionOptions: { notMatch: // } }"))).toEqual([]);
  const upper = "{ function: pattern, functionOptions: { match: '^[A-Z]' } }";
  expect(await found(rule("$.channels[*].address^~", upper))).toEqual([expect.stringMatching(/^warning 10:3 own: "lampTurned"/)]);
  const needs = (more: string) => `{ function: schema, functionOptions: { schema: { required: [a, b] }${more} } }`;
  expect(await found(rule("$.info", needs("")))).toHaveLength(1);
});

test("rules see through references of extensions, and a value is told where it stands", async () => {
  const extended = lamps.replace("  x-owner: lamps", "  x-turn: { $ref: '#/components/schemas/Turn' }");
  const told = await found(rule("$.info.x-turn", "{ field: title, function: truthy }"), {}, extended);
  expect(told).toEqual([expect.stringMatching(/^warning 27:7 own/)]);
});

test("a field of what has no fields asks the value itself, and keys that are not there are missing", async () => {
  const odd = lamps.replace("tags: []", "tags: []\nx-text: ''\nx-number: 7\nx-empty: {}\nx-list: [a]");
  const truthy = "{ field: owner, function: truthy }";
  expect(await found(rule("$.x-text", truthy), {}, odd)).toEqual([expect.stringMatching(/^warning 9:9 own/)]);
  expect(await found(rule("$.x-number", truthy), {}, odd)).toEqual([]);
  const keys = '{ field: "@key", function: truthy }';
  expect(await found(rule("$.x-empty", keys), {}, odd)).toEqual([expect.stringMatching(/^warning 11:10 own/)]);
  const numbers = "{ field: '@key', function: pattern, functionOptions: { match: '[a-z]' } }";
  expect(await found(rule("$.x-list", numbers), {}, odd)).toEqual([expect.stringMatching(/^warning 12:10 own/)]);
});

test("a value to which a thousand references lead is told once, by its own path, and hides nothing after it", async () => {
  const channels = Array.from(
    { length: 400 },
    (_, index) => `  c${String(index)}: { messages: { m: { $ref: '#/components/messages/LampTurned' } } }`,
  );
  const many = lamps.replace("channels:", `channels:\n${channels.join("\n")}`).replace("properties:", "properties:\n        Bad: {}");
  const message = ", message: '{{property}} at {{path}}'";
  const told = await found(rule("$..properties.*~", "{ function: casing, functionOptions: { type: camel } }", message), {}, many);
  expect(told.map((each) => each.replace(/^\S+ \S+ /, ""))).toEqual([
    "own: Bad at #/components/schemas/Turn/properties/Bad.",
    "own: angle_degrees at #/components/schemas/Turn/properties/angle_degrees.",
  ]);
});

test("a message has the blanks of other tools, and the severity is the level", async () => {
  const message = ", severity: error, description: Say what it is for., message: '{{property}} at {{path}}: {{description}} {{error}}'";
  expect(await found(rule("$.info", "{ field: license, function: truthy }", message))).toEqual([
    "error 3:3 own: license at #/info/license: Say what it is for it must be there and not be empty, false or 0.",
  ]);
});

test("what is not data is named with its line, and nothing of it runs", async () => {
  const script = rule("$..[?(@.type.match(/x/))]", "{ function: truthy }");
  expect(await found(script)).toEqual([expect.stringMatching(/^warning rules\.yaml:1:10 The rule "own" is not run: .*JSONPath/)]);
  expect(await found("extends: [./own.js, https://example.com/rules.yaml, some-package]\nrules: {}\n", { "own.js": "throw 1" })).toEqual([
    "warning rules.yaml:1:11 This ruleset is not run: it is code.",
    expect.stringContaining(
      'rules.yaml:1:21 The ruleset "https://example.com/rules.yaml" is not run: rulesets are not read over the network',
    ),
    expect.stringContaining('rules.yaml:1:53 The ruleset "some-package" is not run: packages are not read'),
  ]);
  expect(await found("overrides: []\nrules: { unknown: error, other: off }")).toHaveLength(2);
});

test("a ruleset extends others, changes their severities, and is for the versions that it names", async () => {
  const other = rule("$.info", "{ field: license, function: truthy }");
  const extended = await found("extends: ./other.yaml\nrules: { own: error }", { "other.yaml": other });
  expect(extended).toEqual(["error 3:3 own: it must be there and not be empty, false or 0."]);
  expect(await found("extends: [[./other.yaml, off]]\nrules: {}", { "other.yaml": other })).toEqual([]);
  expect(await found("extends: ./rules.yaml\nrules: {}")).toEqual([expect.stringContaining("it extends itself")]);
  expect(await found(rule("$.info", "{ field: license, function: truthy }", ", formats: [aas2]"))).toEqual([]);
  expect(await found(rule("$.info", "{ field: license, function: truthy }", ", formats: [aas2, aas3_0]"))).toHaveLength(1);
});

test("the public set asks what its documentation says, and its other rules are rules of our own", async () => {
  const named = (await found("extends: spectral:asyncapi")).map((each) => each.replace(/^\w+ [\d:]+ ([\w-]+):.*$/, "$1"));
  expect([...new Set(named)].sort()).toEqual([
    "asyncapi-3-tags",
    "asyncapi-channel-no-trailing-slash",
    "asyncapi-info-contact-properties",
    "asyncapi-info-description",
    "asyncapi-info-license",
    "asyncapi-operation-description",
    "asyncapi-servers",
  ]);
  expect(named).not.toContain("asyncapi-server-not-example-com");
  const at = folder({
    "msgapi.yaml": lamps.replace("lamps/off", "lamps/off?x"),
    "rules.yaml": "extends: spectral:asyncapi\nrules: { asyncapi-channel-no-query-nor-fragment: off }",
  });
  const codes = report(await msgdocs(at, ["check", "--ruleset", "rules.yaml", "--format", "json"])).diagnostics.map(({ code }) => code);
  expect(codes).not.toContain("channel/query-or-fragment");
});

test.each([
  ["$.info | $.channels", "is no name"],
  ["$.channels[(@.length-1)]", "is script"],
  ["$.channels[?(@.length > 1)]", "is script"],
  ["$.channels[?match(@.address, '(a+)+')]", "is not JSONPath"],
  ["$..a..b..c", 'more than 2 of ".."'],
])("a path that is more than data can say is not run: %s", async (given, reason) => {
  expect(await found(rule(given, "{ function: truthy }"))).toEqual([expect.stringContaining(reason)]);
});

test("a field alone in a filter is true as JavaScript has it: there, and not empty, false or 0", async () => {
  const document = lamps.replace("action: send", "action: send, x-on: true, x-off: false, x-none: ''");
  const count = async (filter: string): Promise<number> =>
    (await found(rule(`$.operations[?(${filter})]`, "{ field: summary, function: truthy }"), {}, document)).length;
  expect([await count("@.x-on"), await count("@.x-off"), await count("@.x-none"), await count("!@.x-off && @.x-on")]).toEqual([1, 0, 0, 1]);
});

test.each([
  ["camel", ["a", "aB", "a1B", "aB1C"], ["A", "aBC", "a-b", "aB_"]],
  ["pascal", ["A", "AB", "ABc", "A1"], ["a", "ABC", "A-B"]],
  ["kebab", ["a", "a1-b2"], ["a--b", "-a", "aB"]],
  ["macro", ["A", "A1_B"], ["a", "A__B"]],
])("%s case is told from others, and a long name takes no time", async (type, right, wrong) => {
  const names = [...right, ...wrong, `a${"0".repeat(60)}!`];
  const document = `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: {${names.map((name) => ` "${name}": {}`).join()} }\n`;
  const told = await found(rule("$.channels.*~", `{ function: casing, functionOptions: { type: ${type} } }`), {}, document);
  const broken = told.map((each) => /own: "(.*)" must/.exec(each)?.[1]);
  expect(broken.toSorted()).toEqual([...wrong, names.at(-1)].toSorted());
});

test("a severity for a rule of our own that is off switches it on, and one cause is told once", async () => {
  const at = folder({ "msgapi.yaml": lamps.replace("  contact: { name: Lamp team }\n", "") });
  const codes = async (rules: string): Promise<readonly string[]> => {
    writeFileSync(join(at, "rules.yaml"), rules);
    const { diagnostics } = report(await msgdocs(at, ["check", "--ruleset", "rules.yaml", "--format", "json"]));
    return diagnostics.flatMap(({ code, severity, message }) => (/contact/i.test(code + message) ? [`${severity} ${code}`] : []));
  };
  expect(await codes("rules: { asyncapi-info-contact: error }")).toEqual(["error style/contact"]);
  expect(await codes("extends: spectral:asyncapi")).toEqual(["warning style/contact"]);
  expect(await codes("extends: [[spectral:asyncapi, off]]")).toEqual([]);
});

test("what a ruleset extends lies in its repository, and nothing hidden is read or quoted", async () => {
  const outside = folder({ "secret.yaml": "a secret\n" });
  const at = folder({ ".git/config": "", "msgapi.yaml": lamps, ".env.yaml": "a secret\n", ".spectral-base.yaml": "rules: {}\n" });
  const rules = `extends: [${join(outside, "secret.yaml")}, ./.env.yaml, ./.spectral-base.yaml]\n`;
  writeFileSync(join(at, "rules.yaml"), rules);
  const said = await msgdocs(at, ["check", "--ruleset", "rules.yaml"]);
  expect(said.stdout + said.stderr).not.toContain("a secret");
  expect(said.stdout.match(/ruleset\/not-run/g)).toHaveLength(2);
  writeFileSync(join(at, "msgdocs.yaml"), "ruleset: .env.yaml\n");
  expect(await msgdocs(at, ["check"])).toMatchObject({ exit: 2, stderr: expect.stringContaining("config/not-trusted") as string });
});

test("a ruleset that is not there is an error with a next step", async () => {
  const said = await msgdocs(folder({ "msgapi.yaml": lamps }), ["check", "--ruleset", "none.yaml"]);
  expect(said.exit).toBe(2);
  expect(said.stderr).toMatch(/Cannot read the ruleset .*none\.yaml.*\n.*Name a file/);
});
