import { describe, expect, it } from "vitest";
import { orderOfVersions } from "#format";
import { readDialect } from "../../src/format/index.ts";
import type { Diagnostic } from "../../src/text/diagnostics/index.ts";
import { parseMap } from "../support/documents.ts";
import { lines, marked, markedWith } from "../support/marked.ts";

it.each([
  ["1.2", "1.2.1"],
  ["1.9", "1.10"],
  ["2.0.0-rc.2", "2.0.0-rc.10"],
  ["2.0.0-rc.10", "2.0.0"],
  ["v1", "2"],
  ["0-9", "0-9-1"],
  ["2024-01-15", "2024-02-01"],
  ["1.2.3.4", "1.2.3.5"],
])("%s is lower than %s", (lower, higher) => {
  expect(orderOfVersions(lower, higher)).toBeLessThan(0);
  expect(orderOfVersions(higher, lower)).toBeGreaterThan(0);
});

it.each([
  ["1.2", "1.2.0"],
  ["1.0.0+a", "v1.0.0+b"],
])("%s is the version %s", (one, other) => {
  expect(orderOfVersions(one, other)).toBe(0);
});

it("orders no names", () => {
  expect(orderOfVersions("spring", "1.0.0")).toBeUndefined();
});

/** The dialect as `line.minor spelling`, and what was said; problems must be at the marks. */
function read(source: string): readonly string[] {
  const { text } = marked(source);
  const problems: Diagnostic[] = [];
  const dialect = readDialect(parseMap(text), (problem) => problems.push(problem));
  expect(
    markedWith(
      text,
      problems.map(({ place }) => place),
    ),
  ).toBe(source);
  return [dialect ? `${dialect.line}.${dialect.minor} ${dialect.spelling} ${dialect.written}` : "none", ...lines(problems)];
}

const hint = "Supported are 2.0 to 2.6, the draft of 3.0.0 (msgapi: 3.0.0), 3.0 and 3.1.";

describe("versions that are read", () => {
  it.each([
    ["asyncapi: 2.0.0\n", "2.0 asyncapi 2.0.0"],
    ["msgapi: 2.4.0\n", "2.4 msgapi 2.4.0"],
    ["asyncapi: 2.4.9-rc1\n", "2.4 asyncapi 2.4.9-rc1"],
    ["asyncapi: 2.6.0\n", "2.6 asyncapi 2.6.0"],
    ["msgapi: 3.0.0\n", "draft-3.0 msgapi 3.0.0"],
    ["asyncapi: 3.0.0\n", "3.0 asyncapi 3.0.0"],
    ["asyncapi: 3.1.0\n", "3.1 asyncapi 3.1.0"],
    ["msgapi: 3.1.0\n", "3.1 msgapi 3.1.0"],
    ["asyncapi: '2.4'\n", "2.4 asyncapi 2.4"],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });
});

it("reads a number and says that it must be a string, with the digits as written", () => {
  expect(read("asyncapi: ⟦2.4⟧\n")).toEqual([
    "2.4 asyncapi 2.4",
    'warning version/not-a-string: The format version must be a string, and 2.4 is a number. ~ Write it in quotes: "2.4".',
  ]);
});

it("reads a later minor as the newest known of its major", () => {
  expect(read("asyncapi: ⟦2.9.0⟧\n")).toEqual([
    "2.6 asyncapi 2.9.0",
    "warning version/newer: The format version 2.9.0 is newer than known; it is read as 2.6. ~ Look for a newer msgdocs.",
  ]);
  expect(read("msgapi: ⟦3.7.0⟧\n")[0]).toBe("3.1 msgapi 3.7.0");
});

it.each(["1.2.0", "4.0.0", "v2.4.0", "two", "3", "2.4.0 beta"])("does not read %j", (version) => {
  expect(read(`asyncapi: ⟦'${version}'⟧\n`)).toEqual([
    "none",
    `error version/unsupported: The format version ${version} is not read. ~ ${hint}`,
  ]);
});

it("does not read what is no version at all", () => {
  expect(read("asyncapi: ⟦{ a: 1 }⟧\n")[1]).toBe(`error version/unsupported: The format version an object is not read. ~ ${hint}`);
});

it("asks for a version where there is none, and finds a misspelt field", () => {
  expect(read("⟦⟧info: {}\n")[1]).toContain(
    "error version/missing: The document does not say its format version. ~ Write it in the field asyncapi",
  );
  expect(read("⟦asyncapi⟧:\n")[1]).toContain("error version/missing");
  expect(read("info: {}\n⟦asyncAPI⟧: 2.4.0\n")[1]).toContain('Did you mean "asyncapi"?');
});

it("takes the first of two version fields", () => {
  expect(read("msgapi: 2.4.0\nasyncapi: 3.0.0\n")).toEqual(["2.4 msgapi 2.4.0"]);
  expect(read("asyncapi: 3.0.0\nmsgapi: 2.4.0\n")).toEqual(["3.0 asyncapi 3.0.0"]);
});

describe("a draft document with released-only fields", () => {
  it.each([
    "servers: { s: { host: h } }",
    "operations: { o: { reply: {} } }",
    "operations: { o: { messages: [] } }",
    "channels: { c: { parameters: { p: { enum: [] } } } }",
    "components: { replies: {} }",
    "components: { schemas: { s: { schemaFormat: f, schema: {} } } }",
    "components: { messages: { m: { payload: { schemaFormat: f, schema: {} } } } }",
    "components: { securitySchemes: { s: { flows: { implicit: { availableScopes: {} } } } } }",
    "servers: { s: { security: [{ $ref: '#/x' }] } }",
  ])("is read as released: %s", (fields) => {
    const [dialect, problem] = read(`msgapi: ⟦3.0.0⟧\n${fields}\n`);
    expect(dialect).toBe("3.0 msgapi 3.0.0");
    expect(problem).toMatch(/^info version\/read-as: The document says 3\.0\.0, but uses \S+, which only the released 3\.0\.0 has/);
  });

  it.each([
    "servers: { s: { url: u, variables: { host: {} } } }",
    "channels: { c: { parameters: { enum: { schema: { enum: [a], default: a } } } } }",
    "channels: { c: { messages: { m: { payload: { schema: 1 } } } } }",
    "servers: { s: { security: [{ oauth: [] }] } }",
  ])("is a draft document with names that look like them: %s", (fields) => {
    expect(read(`msgapi: 3.0.0\n${fields}\n`)).toEqual(["draft-3.0 msgapi 3.0.0"]);
  });
});
