import { Ajv } from "ajv";
import { parse } from "parse5";
import { beforeAll, expect, test } from "vitest";
import { folder, msgdocs } from "../cli/shell.ts";
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
  for (const format of ["sarif", "junit", "codeclimate", "github", "pretty"]) {
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

test("junit says every problem in one element of its own", () => {
  const tree = JSON.stringify(parse(said.junit ?? ""), (key, value: unknown) => (key === "parentNode" ? undefined : value));
  const names = [...tree.matchAll(/"tagName":"(\w+)"/g)].map(([, name]) => name).filter((name) => !/^(?:html|head|body)$/.test(name ?? ""));
  expect(new Set(names)).toEqual(new Set(["testsuites", "testsuite", "testcase", "failure"]));
  const [, tests, failures] = /<testsuites name="msgdocs" tests="(\d+)" failures="(\d+)">/.exec(said.junit ?? "") ?? [];
  expect(names.filter((name) => name === "testcase")).toHaveLength(Number(tests));
  expect(names.filter((name) => name === "failure")).toHaveLength(Number(failures));
});

test("codeclimate issues have what GitLab asks for", () => {
  const issues = JSON.parse(said.codeclimate ?? "") as Record<string, unknown>[];
  expect(issues.length).toBeGreaterThan(3);
  for (const issue of issues) {
    expect(issue).toMatchObject({
      type: "issue",
      check_name: expect.stringMatching(/^[a-z]+\/[a-z-]+$/) as string,
      description: expect.any(String) as string,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      location: { path: "my docs/msgapi.yaml", lines: { begin: expect.any(Number) as number } },
    });
    expect(["info", "minor", "major", "critical", "blocker"]).toContain(issue.severity);
  }
});

test("github takes every line for a command of ours, with the message as data", () => {
  for (const line of (said.github ?? "").trimEnd().split("\n")) {
    expect(line).toMatch(
      /^::(?:error|warning|notice) file=my docs\/msgapi\.yaml,line=\d+,endLine=\d+(?:,col=\d+,endColumn=\d+)?,title=[a-z]+\/[a-z-]+::/,
    );
  }
});

test("pretty shows every character that would colour, turn or break a line", () => {
  expect(said.pretty?.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(said.pretty).not.toMatch(/^::error/m);
  expect(said.pretty?.split("\n").at(-2)).toMatch(/^\d+ errors?, /);
});
