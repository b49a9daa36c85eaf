import { Ajv } from "ajv";
import { beforeAll, expect, test } from "vitest";
import { folder, msgdocs } from "../app/cli/shell.ts";
import { junitProblems } from "./junit-schema.ts";
import { sarifSchema } from "./sarif-schema.ts";

/** A document whose keys and texts try to be something else in every format. */
const evil = 'x\\n::error::pwn\\u001b[31m\\u202e<b>&\\"%,:]]>';
const text = `msgapi: 2.4.0
info: { title: Lamps, version: 1.0.0, "${evil}": 1 }
channels:
  "lamp/{id}/${evil}":
    publish:
      message:
        payload: { type: object, properties: { lux: { type: integer } } }
        examples: [{ payload: { lux: "${evil}" } }]
`;
const said: Record<string, string> = {};

beforeAll(async () => {
  const cwd = folder({ "my docs/msgapi.yaml": text });
  for (const format of ["json", "sarif", "junit", "codeclimate", "github", "pretty"]) {
    said[format] = (await msgdocs(cwd, ["check", "my docs/msgapi.yaml", "--format", format])).stdout;
  }
});

test("sarif is valid by its schema", () => {
  const validate = new Ajv({
    strict: false,
    formats: { "uri-reference": (uri: string) => URL.canParse(uri, "file:///x/") && !/[\s<>"]/.test(uri) },
  }).compile(sarifSchema);
  const log = JSON.parse(said.sarif ?? "") as { runs: { results: { level: string }[] }[] };
  expect([validate(log), validate.errors]).toEqual([true, null]);
  log.runs[0]!.results[0]!.level = "loud";
  expect(validate(log)).toBe(false);
});

interface SarifLog {
  readonly runs: readonly [{ readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } } }];
}

test("sarif explains every rule that it names: in short, at length, with its page and the address of that", () => {
  const { rules } = (JSON.parse(said.sarif ?? "") as SarifLog).runs[0].tool.driver;
  expect(rules.map(({ id }) => id)).toContain("example/payload");
  expect(rules.find(({ id }) => id === "example/payload")).toEqual({
    id: "example/payload",
    name: "example/payload",
    shortDescription: { text: "An example of a message does not validate against the message's payload schema." },
    fullDescription: { text: expect.stringMatching(/^An example .* sends what the API refuses\. .* beside it\.$/) as string },
    help: {
      text: expect.stringContaining("## What to do") as string,
      markdown: expect.stringMatching(/^# example\/payload\n/) as string,
    },
    helpUri: "https://github.com/msgdocs/msgdocs/blob/HEAD/docs/rules/example/payload.md",
    defaultConfiguration: { level: "error" },
  });
});

test("junit is valid by the schema that its readers share", () => {
  expect(junitProblems(said.junit ?? "")).toEqual([]);
});

test.each([
  { from: "<testcase ", to: '<testcase level="1" ', problem: "no attribute level of testcase" },
  { from: / tests="\d+" failures="\d+" errors/, to: " errors", problem: "testsuite without tests" },
  { from: /<testsuite [^>]*>/, to: "", problem: "testcase in testsuites" },
  { from: "<failure ", to: "<info ", problem: "no element info" },
  { from: "&amp;", to: "&", problem: "is not escaped" },
  { from: "</failure>", to: "", problem: "</testcase> closes nothing" },
])("junit's schema refuses: $problem", ({ from, to, problem }) => {
  expect(junitProblems((said.junit ?? "").replace(from, to)).join("\n")).toContain(problem);
});

test("junit says every problem in one element of its own", () => {
  const text = said.junit ?? "";
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const [, tests, failures] = /<testsuites name="msgdocs" tests="(\d+)" failures="(\d+)">/.exec(text) ?? [];
  expect(Number(failures)).toBeGreaterThan(1);
  expect([count(/<testcase /g), count(/<failure /g)]).toEqual([Number(tests), Number(failures)]);
});

test("codeclimate issues have what GitLab asks for", () => {
  const issues = JSON.parse(said.codeclimate ?? "") as Record<string, unknown>[];
  expect(issues.length).toBeGreaterThan(3);
  // GitLab takes two of one fingerprint for the same problem.
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
  for (const issue of issues) {
    expect(issue).toMatchObject({
      type: "issue",
      check_name: expect.stringMatching(/^[a-z]+\/[a-z-]+$/) as string,
      description: expect.any(String) as string,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      location: {
        path: "my docs/msgapi.yaml",
        lines: { begin: expect.toSatisfy((line: unknown) => Number.isInteger(line) && Number(line) > 0) as number },
      },
    });
    expect(["info", "minor", "major", "critical", "blocker"]).toContain(issue.severity);
  }
});

/** A workflow command by the grammar of its documentation: `::name key=value,key=value::data`, with `%` escapes undone. */
function readCommand(line: string): { name: string; properties: Readonly<Record<string, string>>; data: string } | undefined {
  const [, name = "", list = "", data = ""] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const decoded = (text: string): string =>
    text.replace(/%(25|0D|0A|3A|2C)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const pairs = list.split(",").map((pair) => /^(\w+)=(.*)$/.exec(pair));
  if (name === "" || pairs.includes(null)) return undefined;
  return {
    name,
    properties: Object.fromEntries(pairs.map((pair) => [pair?.[1], decoded(pair?.[2] ?? "")])) as object as Record<string, string>,
    data: decoded(data),
  };
}

test("github reads every line as one command of ours, with the message as data", () => {
  const { diagnostics } = JSON.parse(said.json ?? "") as { diagnostics: { code: string; severity: string; start: { line: number } }[] };
  const commands = (said.github ?? "").trimEnd().split("\n").map(readCommand);
  const names: Readonly<Record<string, string>> = { error: "error", warning: "warning", info: "notice" };
  expect(commands).toMatchObject(
    diagnostics.map(({ code, severity, start }) => ({
      name: names[severity],
      properties: { file: "my docs/msgapi.yaml", title: code, line: String(start.line) },
    })),
  );
  const known = ["file", "line", "endLine", "col", "endColumn", "title"];
  for (const command of commands) {
    const { properties = {} } = command ?? {};
    expect(Object.keys(properties).filter((key) => !known.includes(key))).toEqual([]);
    // Columns are read on a single line only, and none ends before it begins.
    expect("col" in properties).toBe(properties.line === properties.endLine);
    expect(Number(properties.endColumn ?? 1)).toBeGreaterThanOrEqual(Number(properties.col ?? 1));
    expect(command?.data).not.toBe("");
  }
  expect(commands.some((command) => command?.data.includes("x\\n::error::pwn"))).toBe(true);
});

test("pretty shows every character that would colour, turn or break a line", () => {
  expect(said.pretty?.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(said.pretty).not.toMatch(/^::error/m);
  expect(said.pretty?.split("\n").at(-2)).toMatch(/^\d+ errors?, /);
});
