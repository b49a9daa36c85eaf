import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Limits } from "../../src/config/index.ts";
import { contents, folder, msgdocs } from "../app/cli/shell.ts";
import { granted, serve } from "../documents/network/server.ts";

const head = "msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\n";

/** What a limit let through, or what it did instead: a problem with what to do next, or the page on which it goes on. */
type Try = (limit: number) => Promise<string>;

interface Case {
  readonly run: Try;
  /** The highest value that something goes beyond, and the lowest that it stays within. */
  readonly over: number;
  readonly under: number;
  /** What is said of what is over. */
  readonly says: RegExp;
}

type Files = Readonly<Record<string, string>>;

/** Problems that the real command finds under a limit, with their hints. */
const problems =
  (name: keyof Limits, files: Files): Try =>
  async (limit) => {
    const cwd = folder({ ...files, "msgdocs.yaml": `limits: { ${name}: ${limit} }\n` });
    const { stdout, stderr } = await msgdocs(cwd, [
      "build",
      Object.keys(files)[0] ?? "",
      "-o",
      "site",
      "--allow-errors",
      "--format",
      "json",
    ]);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; severity: string; message: string; hint?: string }[] };
    const told = diagnostics.filter(({ severity }) => severity !== "info");
    return stderr + told.map(({ code, message, hint = "" }) => `${code} ${message} ${hint}`).join("\n");
  };

/** What the site says under a limit, where a page leads on to what it does not hold. */
const pages =
  (name: keyof Limits, text: string, seen: (site: Files) => string): Try =>
  async (limit) => {
    const cwd = folder({ "msgapi.yaml": text, "msgdocs.yaml": `limits: { ${name}: ${limit} }\n` });
    expect(await msgdocs(cwd, ["build", "-o", "site", "--quiet"])).toMatchObject({ exit: 0 });
    return seen(contents(cwd));
  };

const page = (path: RegExp) => (site: Files) =>
  Object.keys(site)
    .filter((each) => path.test(each))
    .join();

const words = (path: RegExp, wanted: RegExp) => (site: Files) => {
  const [, html = ""] = Object.entries(site).find(([each]) => path.test(each)) ?? [];
  return wanted.exec(html.replaceAll(/<[^>]*>/g, ""))?.[0] ?? "";
};

const channels = (count: number, operation = "{}"): string =>
  `${head}channels:\n${Array.from({ length: count }, (_, at) => `  c${at}: { publish: ${operation} }\n`).join("")}`;
const payload = (schema: string, more = ""): string => channels(1, `{ message: { payload: ${schema}${more} } }`);
const small = `${head}channels: {}\n`;
const json = '{"msgapi":"2.4.0","info":{"title":"Lamps","version":"1.0.0"},"channels":{}}';
const two = { "api.yaml": payload("{ $ref: part.yaml }"), "part.yaml": "type: object\n" };
const object = "{ type: object, required: [a, b], properties: { a: { type: string }, b: { type: string } } }";
const never = payload('{ type: string, pattern: "^(a+)+$" }', `, examples: [{ payload: "${"a".repeat(23)}!" }]`);
const many = `${head}channels:\n${Array.from({ length: 60 }, (_, at) => `  c${at}: { description: "${at} <b> ${"*a* ".repeat(200)}" }\n`).join("")}`;

/** One or two URLs of a server that answers with ten bytes after fifty milliseconds. */
const fetched =
  (name: "files" | "bytes" | "ms", count: number): Try =>
  async (limit) => {
    const { port } = await serve((_, response) => void setTimeout(() => response.end("a: 3456789"), 50));
    const { fetcher } = granted([`http://x.test:${port}/`], { limits: { [name]: limit } });
    const said: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const result = await fetcher(`http://x.test:${port}/${at}`);
      if ("code" in result) said.push(`${result.code} ${result.reason} ${result.hint ?? ""}`);
    }
    return said.join("\n");
  };

const exactly = (size: number): Pick<Case, "over" | "under"> => ({ over: size - 1, under: size });

/** Every limit of the settings: one without a row here does not compile. */
const cases: Readonly<Record<keyof Limits, Case>> = {
  yamlBytes: { run: problems("yamlBytes", { "api.yaml": small }), ...exactly(small.length), says: /too-large .*Raise limits\.yamlBytes/ },
  jsonBytes: { run: problems("jsonBytes", { "api.json": json }), ...exactly(json.length), says: /too-large .*Raise limits\.jsonBytes/ },
  totalBytes: {
    run: problems("totalBytes", two),
    ...exactly(two["api.yaml"].length + two["part.yaml"].length),
    says: /too-large All files together.*Raise limits\.totalBytes/,
  },
  files: { run: problems("files", two), ...exactly(2), says: /too-large The number of files.*Raise limits\.files/ },
  depth: { run: problems("depth", { "api.yaml": `${small}x-a: [[[[1]]]]\n` }), ...exactly(5), says: /too-deep .*raise limits\.depth/ },
  repeatedMembers: {
    run: problems("repeatedMembers", { "api.yaml": `${small}x-a: &a [1, 2, 3]\nx-b: { a: *a, b: { a: *a }, c: { a: *a } }\n` }),
    ...exactly(9),
    says: /too-large The number of values that aliases repeat.*raise limits\.repeatedMembers/,
  },
  reportCharacters: {
    run: problems("reportCharacters", { "api.yaml": `${small}lamps: 1\n` }),
    over: 100,
    under: 1_000,
    says: /report\/limit .*1 of 1 problems are not listed.*raise limits\.reportCharacters/,
  },
  descriptionBytes: {
    run: problems("descriptionBytes", { "api.yaml": `${head}channels: { c: { description: "${"ab ".repeat(20)}" } }\n` }),
    ...exactly(60),
    says: /text\/limit .*60 bytes, at most 59.*raise limits\.descriptionBytes/,
  },
  pages: { run: problems("pages", { "api.yaml": channels(3) }), ...exactly(6), says: /too-large The number of pages.*Raise limits\.pages/ },
  siteCharacters: {
    run: problems("siteCharacters", { "api.yaml": small }),
    over: 10_000,
    under: 10_000_000,
    says: /too-large The number of characters of the site.*Raise limits\.siteCharacters/,
  },
  schemaRows: {
    run: pages(
      "schemaRows",
      payload(`{ properties: { x: ${object}, y: ${object} } }`),
      words(/^site\/operations\/c0[^.]*\.html$/, /2 properties[^]{0,20}, on a further page/),
    ),
    ...exactly(11),
    says: /on a further page/,
  },
  repeatedRows: {
    run: pages(
      "repeatedRows",
      `${payload('{ $ref: "#/components/schemas/A" }')}components: { schemas: { A: { properties: { x: { $ref: "#/components/schemas/B" } } }, B: ${object}, C: { items: { $ref: "#/components/schemas/B" } } } }\n`,
      words(/^site\/operations\//, /Open B: 2 properties/),
    ),
    ...exactly(4),
    says: /Open B/,
  },
  schemaDepth: {
    run: pages(
      "schemaDepth",
      payload(`{ properties: { x: { properties: { y: ${object} } } } }`),
      words(/^site\/operations\//, /Continues below: 2 properties/),
    ),
    ...exactly(3),
    says: /Continues below/,
  },
  listRows: { run: pages("listRows", channels(3), page(/^site\/channels-2\.html$/)), ...exactly(3), says: /channels-2/ },
  sourceLines: { run: pages("sourceLines", channels(3), page(/^site\/source\/.*-2\.html$/)), ...exactly(7), says: /-2/ },
  printItems: {
    run: pages("printItems", channels(3), words(/^site\/index\.html$/, /for printing, is made for at most \d+ items; [^.]*/)),
    ...exactly(6),
    says: /at most 5 items; this document has 6/,
  },
  sampleNodes: {
    run: pages("sampleNodes", payload(object), words(/^site\/operations\//, /No example could be generated: [^.]*\./)),
    ...exactly(3),
    says: /its schema is too large for a sample/,
  },
  patternMs: {
    run: problems("patternMs", { "api.yaml": never }),
    over: 1,
    under: 60_000,
    says: /example\/budget .*takes too long.*raise limits\.patternMs/,
  },
  validationMs: {
    run: problems("validationMs", { "api.yaml": never }),
    over: 1,
    under: 60_000,
    says: /example\/budget .*limits\.validationMs/,
  },
  markdownMs: { run: problems("markdownMs", { "api.yaml": many }), over: 1, under: 60_000, says: /text\/limit .*raise limits\.markdownMs/ },
  remoteFiles: { run: fetched("files", 2), ...exactly(2), says: /remote-failed more than 1 file would.*Raise limits\.remoteFiles/ },
  remoteBytes: { run: fetched("bytes", 1), ...exactly(10), says: /remote-failed it is longer than 9 bytes Raise limits\.remoteBytes/ },
  remoteMs: { run: fetched("ms", 1), over: 10, under: 20_000, says: /remote-failed it took more than 10 ms Raise limits\.remoteMs/ },
};

test("each limit of the published schema of the settings has a row here and one in the documentation", () => {
  const schema = JSON.parse(readFileSync(new URL("../../docs/settings.schema.json", import.meta.url), "utf8")) as {
    properties: { limits: { properties: Record<string, { default: number }> } };
  };
  const stated = schema.properties.limits.properties;
  expect(Object.keys(cases).sort()).toEqual(Object.keys(stated).sort());
  const table = readFileSync(new URL("../../docs/limits.md", import.meta.url), "utf8");
  for (const [name, { default: value }] of Object.entries(stated)) expect(table).toContain(`| \`${name}\` | ${value} |`);
});

test.each(Object.entries(cases))(
  "%s: just under it nothing is said, one over says what to do or where it goes on",
  async (_, { run, ...values }) => {
    expect(await run(values.over)).toMatch(values.says);
    expect(await run(values.under)).not.toMatch(values.says);
  },
);
