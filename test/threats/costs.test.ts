import { expect, test } from "vitest";
import { head, buildSite, messageOf, schemasOf } from "./site.ts";

/** Rows of the threat model that concern what a document may cost. Times are wide: they tell growth without end from work. */

const largest = (files: Readonly<Record<string, string>>): number =>
  Math.max(...Object.entries(files).flatMap(([path, text]) => (path.endsWith(".html") && path !== "print.html" ? [text.length] : [])));

test("row 46: 5,000 patterns without end share one budget, and what it left out is counted", async () => {
  const channels = Array.from(
    { length: 5000 },
    (_, at) =>
      `  c${at}: { publish: { message: { payload: { type: string, pattern: "^(a+)+$${at}" }, examples: [{ payload: "${"a".repeat(45)}!" }] } } }`,
  );
  const { msgdocs, folder } = await import("../app/cli/shell.ts");
  const cwd = folder({ "msgapi.yaml": `${head}channels:\n${channels.join("\n")}\n` });
  const said = await msgdocs(cwd, ["check", "--format", "json"]);
  const { diagnostics, summary } = JSON.parse(said.stdout) as {
    diagnostics: { code: string; severity: string; message: string }[];
    summary: { examples: { notChecked: number } };
  };
  expect(said.exit).toBe(0);
  const told = diagnostics.filter(({ code }) => code === "example/budget");
  expect(told.map(({ message }) => message).join("\n")).toMatch(/\d+ of 5000 examples/);
  expect(summary.examples.notChecked).toBeGreaterThan(4000);
});

const tree = (levels: number, wide: number): string =>
  Array.from({ length: levels }, (_, at) => {
    const below = at === levels - 1 ? "{ type: string }" : `{ $ref: "#/components/schemas/S${at + 1}" }`;
    return `S${at}: { type: object, properties: { ${Array.from({ length: wide }, (__, nth) => `p${nth}: ${below}`).join(", ")} } }`;
  }).join(", ");

test.each([
  [24, 2],
  [30, 3],
])("row 54: a tree of references of %i levels by %i is pages of at most 400 KB, at once", async (levels, wide) => {
  const built = await buildSite(schemasOf(tree(levels, wide)));
  expect([built.exit, built.codes]).toEqual([0, []]);
  expect(largest(built.files)).toBeLessThan(400_000);
  expect(built.took).toBeLessThan(10);
});

test("row 55: of 500 branches within 500 branches twenty have a sample, and the others are counted", async () => {
  const many = (letter: string, inside: string): string =>
    Array.from({ length: 500 }, (_, at) => `{ type: object, required: [${letter}${at}], properties: { ${letter}${at}: ${inside} } }`).join(
      ", ",
    );
  const schema = `{ oneOf: [${many("a", "{ type: string }")}], anyOf: [${many("b", "{ type: string }")}, {}], allOf: [{ type: object }] }`;
  const built = await buildSite(messageOf(`{ payload: ${schema} }`));
  expect(built.exit).toBe(0);
  expect(built.textOf(/^(?:messages|operations)\//)).toMatch(/480 more/);
  expect(largest(built.files)).toBeLessThan(400_000);
  expect(built.took).toBeLessThan(20);
});

test("row 56: a sample that would never end is not given as one, and why is said", async () => {
  const text = messageOf(
    "{ payload: { $ref: '#/components/schemas/N' } }",
    "components: { schemas: { N: { type: object, required: [next], properties: { next: { $ref: '#/components/schemas/N' } } } } }\n",
  );
  const built = await buildSite(text);
  expect([built.exit, built.codes]).toEqual([0, []]);
  expect(built.textOf(/^(?:messages|operations)\//)).toMatch(/contains itself|without end|recurs|no end/i);
});

const lines = (count: number, line: (at: number) => string): string => Array.from({ length: count }, (_, at) => line(at)).join("");

test.each([
  ["5 MB", "word ".repeat(1_000_000)],
  ["emphasis within emphasis", "*a **b ".repeat(4000)],
  ["a list 500 deep", lines(500, (at) => `${"  ".repeat(at)}- a\n`)],
  ["4,000 quotes", "> ".repeat(4000)],
  ["a table of 10 MB", `|${"a|".repeat(1500)}\n|${"-|".repeat(1500)}\n${"|a\n".repeat(1500)}`],
])("row 57: a description with %s is shown as written, told, and quick", async (_, text) => {
  const built = await buildSite(
    `msgapi: 2.4.0\ninfo: { title: T, version: "1", description: ${JSON.stringify(`first\n\n${text}`)} }\nchannels: {}\n`,
  );
  expect([built.exit, built.codes]).toEqual([0, ["text/limit"]]);
  expect(built.files["index.html"]).toContain('<pre tabindex="0" class="raw">first');
  expect(built.took).toBeLessThan(15);
});

test("row 68: what a variable is set to is put in as it is", async () => {
  const server = `{ url: "wss://{host}/x", protocol: wss, variables: { host: { default: "a$&b$1", enum: ["a$&b$1"] } } }`;
  const built = await buildSite(`${head}servers: { main: ${server} }\nchannels: { c: { publish: { message: {} } } }\n`);
  expect(built.exit).toBe(0);
  const text = built.textOf(/^(?:servers|operations\/)/);
  expect(text).toContain("a$&b$1");
  expect(text).not.toContain("a{host}b");
});

test("row 69: a trait may delete by null, and what is in effect lacks it", async () => {
  const built = await buildSite(
    `${head}channels: { c: { publish: { summary: kept, description: deleted words, traits: [{ description: null }] } } }\n`,
  );
  expect(built.exit).toBe(0);
  expect(built.codes.every((code) => code === "structure/wrong-type")).toBe(true);
  expect(built.textOf(/^operations\//)).toContain("kept");
  // What it said is said where the trait is.
  expect(built.textOf(/^operations\/(?!.*\.md$)/)).toContain("deleted words");
});

test("row 69: what traits of a message delete by null is shown as what it said before", async () => {
  const fields = ["summary", "title", "name", "contentType", "description", "messageId"];
  const said = fields.map((field) => `${field}: said${field}`).join(", ");
  const gone = fields.map((field) => `${field}: null`).join(", ");
  const built = await buildSite(
    `${head}channels: { c: { publish: { message: { ${said}, tags: [{ name: saidtag }], examples: [{ payload: saidexample }], traits: [{ ${gone}, examples: null }, { tags: null }] } } } }\n`,
  );
  const text = built.textOf(/^(?:messages|operations)\/.*\.html$/);
  for (const word of [...fields.map((field) => `said${field}`), "saidtag", "saidexample"]) expect(text).toContain(word);
});

test("row 72: a field that is not known is told with the one that was meant, and its value is shown", async () => {
  const built = await buildSite(`${head.replace("1.0.0", "1.0.0, desciption: shown anyway")}channels: {}\n`);
  expect([built.exit, built.codes]).toEqual([0, ["structure/unknown-field"]]);
  expect(built.textOf(/^index/)).toContain("shown anyway");
});
