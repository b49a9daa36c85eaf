import { parse } from "parse5";
import { expect, test } from "vitest";
import { problem } from "#text";
import type { Format } from "#report";
import { formats, printReport, printReportInPieces } from "#report";
import { placeOf, reportOf, yaml } from "./sample.ts";

const evil = "x\n::error::pwn\u001b]8;;http://e\u0007\u202e<b>&\ud800";
const file = yaml(`info: 1\ntags:\n\t- one ${"y".repeat(300)} two\n`.replace("\t", "  "), "a b/api.yaml");
const related = [{ message: `the first ${evil}`, place: placeOf(file, "info") }];
const hostile = problem("tag/duplicate", placeOf(file, "two"), { name: evil, hint: `use ${evil}`, related });
const report = reportOf([hostile, problem("channel/no-operation", placeOf(file, "info"), { channel: "c" })]);

const print = (format: Format, colour = false) => printReport(report, { format, colour, version: "1.2.3" });

test("the JSON report is exactly that of the contract", () => {
  expect(JSON.parse(print("json"))).toEqual({
    diagnostics: [
      {
        code: "channel/no-operation",
        severity: "info",
        message: "The channel c has no operation.",
        hint: null,
        file: "a b/api.yaml",
        pointer: "/info",
        start: { line: 1, column: 1 },
        end: { line: 1, column: 5 },
        related: [],
      },
      {
        code: "tag/duplicate",
        severity: "error",
        message: `The tag ${evil} is already in this list.`,
        hint: `use ${evil}`,
        file: "a b/api.yaml",
        pointer: "/tags/0",
        start: { line: 3, column: 310 },
        end: { line: 3, column: 313 },
        related: [
          {
            message: `the first ${evil}`,
            file: "a b/api.yaml",
            pointer: "/info",
            start: { line: 1, column: 1 },
            end: { line: 1, column: 5 },
          },
        ],
      },
    ],
    summary: { errors: 1, warnings: 0, infos: 1, documents: 1, examples: { checked: 0, passed: 0, failed: 0, notChecked: 0 } },
  });
});

test("pretty shows ten problems of a code in full, of the others what and where, and says how many there are", () => {
  const twice = (name: string) => problem("tag/duplicate", placeOf(file, "two"), { name, hint: "Drop it." });
  const ofOne = Array.from({ length: 12 }, (_, at) => twice(String(at)));
  const text = printReport(reportOf([...ofOne, problem("channel/no-operation", placeOf(file, "info"), { channel: "c" })]), {
    format: "pretty",
    colour: false,
    version: "",
  });
  expect(text.match(/ {2}error The tag \d+ is already in this list\. tag\/duplicate\n {4}at a b\/api\.yaml:3:310\n/g)).toHaveLength(12);
  expect(text.match(/hint: Drop it\./g)).toHaveLength(10);
  expect(text).toMatch(
    /\n\ntag\/duplicate: 10 of 12 are shown in full\. What it means: msgdocs explain tag\/duplicate\n12 errors, 1 note in/,
  );
});

test("pretty counts no documents where none was read", () => {
  const unread = reportOf([hostile], { documents: [] });
  expect(printReport(unread, { format: "pretty", colour: false, version: "1.2.3" }).trimEnd().split("\n").at(-1)).toBe("1 error.");
});

test("pretty shows place, frame, hint, related places and counts, and cuts long lines", () => {
  const plain = printReport(
    reportOf([
      problem("tag/duplicate", placeOf(file, "two"), {
        name: "two",
        hint: "Drop it.",
        related: [{ message: "first here", place: placeOf(file, "one") }],
      }),
    ]),
    {
      format: "pretty",
      colour: false,
      version: "",
    },
  );
  expect(plain).toBe(`a b/api.yaml
  error The tag two is already in this list. tag/duplicate
    at a b/api.yaml:3:310
      2 | tags:
    > 3 | …${"y".repeat(96)} two
        | ${" ".repeat(98)}^^^
    hint: Drop it.
    see: first here a b/api.yaml:3:5

1 error in 1 document.
`);
});

test.each([
  { what: "wide letters and marks that combine", source: "- {名前: e\u0301, x: 1}\n- 2\n", shown: "- {名前: e\u0301, x: 1}", indent: 12 },
  { what: "tabs", source: "- {\ta: b,\tx: 1}\n", shown: "- {  a: b,  x: 1}", indent: 12 },
  { what: "pictures", source: "- {🌡️: 😀, x: 1}\n", shown: "- {🌡️: 😀, x: 1}", indent: 10 },
  { what: "what is hidden", source: '- {"a\u200bb": 1, x: 1}\n', shown: '- {"a\\u{200b}b": 1, x: 1}', indent: 20 },
])("a caret stands under what it means, after $what", ({ source, shown, indent }) => {
  const lines = printReport(reportOf([problem("tag/duplicate", placeOf(yaml(source), "x: 1"), { name: "x" })]), {
    format: "pretty",
    colour: false,
    version: "",
  }).split("\n");
  expect(lines[3]).toBe(`    > 1 | ${shown}`);
  expect(lines[4]).toBe(`        | ${" ".repeat(indent)}^^^^`);
});

test("a marked text that is wide itself has carets for all of it", () => {
  const lines = printReport(reportOf([problem("tag/duplicate", placeOf(yaml("- 名前\ta\n"), "名前\ta"), { name: "x" })]), {
    format: "pretty",
    colour: false,
    version: "",
  }).split("\n");
  expect(lines[4]).toBe(`        |   ${"^".repeat(7)}`);
});

const long = `- {${"名".repeat(60)}: ${"😀".repeat(9)}, ${"a".repeat(300)}: 1, x: 1, ${"b".repeat(300)}: 1}`;

test.each([undefined, 300, 120, 60, 10])("a line is cut around its place in a terminal of %s columns", (columns) => {
  const source = `${long}\n${long}\n${long}\n`;
  const place = placeOf(yaml(source), "x: 1");
  const text = printReport(
    reportOf([
      problem("tag/duplicate", { ...place, start: place.start + long.length + 1, end: place.end + long.length + 1 }, { name: "x" }),
    ]),
    {
      format: "pretty",
      colour: false,
      columns,
      version: "",
    },
  );
  const frame = text.split("\n").filter((line) => /^ {4}(>| ) +\d* \|/.test(line));
  const wide = (line: string) => Array.from(line).reduce((sum, character) => sum + (/[名😀]/u.test(character) ? 2 : 1), 0);
  expect(frame).toHaveLength(4);
  // Below 40 columns of source a terminal wraps; nothing is worth saying in less.
  const most = columns === undefined ? 112 : Math.max(columns, 52);
  expect(Math.max(...frame.map(wide))).toBeLessThanOrEqual(most);
  expect(Math.max(...frame.map(wide))).toBeGreaterThan(most - 6);
  const [, marked = "", carets = ""] = frame;
  expect(carets.indexOf("^")).toBe(marked.indexOf("x: 1"));
  expect(carets.trim().endsWith("| ".padEnd(carets.trim().indexOf("^")) + "^^^^")).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});

test.each(formats.filter((format) => format !== "json" && format !== "sarif" && format !== "codeclimate"))(
  "in %s a document's text can neither colour, hide nor start a line of its own",
  (format) => {
    const text = print(format);
    const controls = text.replaceAll("\n", "").match(/[\p{Cc}\p{Cf}\p{Cs}]/gu) ?? [];
    expect(controls).toEqual([]);
    expect(text.split("\n").filter((line) => line.startsWith("::error::"))).toEqual([]);
    expect(text).toContain("\\u{1b}");
  },
);

test("colours are ours only, and only when asked for", () => {
  expect(print("pretty", true)).toContain("\u001b[31merror\u001b[39m");
  expect(print("pretty", true)).not.toContain("\u001b]");
});

test("github commands escape what has a meaning in them", () => {
  const odd = yaml("a: 1", "a,b:c%.yaml");
  const text = printReport(reportOf([problem("tag/duplicate", placeOf(odd, "a"), { name: "100%,:" })]), {
    format: "github",
    colour: false,
    version: "",
  });
  expect(text).toBe(
    "::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=1,endColumn=1,title=tag/duplicate::The tag 100%25,: is already in this list. Remove one of the two.\n",
  );
});

test("sarif names the rule, the place as a URI and a fingerprint that does not depend on lines", () => {
  const { version, runs } = JSON.parse(print("sarif")) as {
    version: string;
    runs: { tool: object; columnKind: string; results: Record<string, unknown>[] }[];
  };
  expect(version).toBe("2.1.0");
  expect(runs[0]?.tool).toMatchObject({
    driver: { name: "msgdocs", semanticVersion: "1.2.3", rules: [{ id: "channel/no-operation" }, { id: "tag/duplicate" }] },
  });
  expect(runs[0]?.results[1]).toMatchObject({
    ruleId: "tag/duplicate",
    ruleIndex: 1,
    level: "error",
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "a%20b/api.yaml" },
          region: { startLine: 3, startColumn: 310, endLine: 3, endColumn: 313 },
        },
      },
    ],
    relatedLocations: [{ id: 0 }],
    partialFingerprints: { "msgdocs/v1": expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  });
  expect(print("sarif").isWellFormed()).toBe(true);
});

test("junit is well-formed, with a suite a file and a passing case for a document without problems", () => {
  const text = printReport(reportOf([hostile], { documents: ["fine.yaml"] }), { format: "junit", colour: false, version: "" });
  expect(text).toContain('<testsuite name="fine.yaml" tests="1" failures="0"');
  expect(text).toContain('<testsuites name="msgdocs" tests="2" failures="1">');
  const opened = [...text.matchAll(/<([a-z]+)[^>]*[^/]>/g)].map((match) => match[1]);
  for (const name of new Set(opened))
    expect(text.split(`</${name ?? ""}>`)).toHaveLength(opened.filter((each) => each === name).length + 1);
  expect(parse(text)).toBeDefined();
});

test("junit fails what fails the run, and says the rest in passed cases", () => {
  const warning = problem("portal/contradiction", placeOf(yaml("a: bad\n"), "bad"), { channel: '"c"', what: "two say two things" });
  const text = (isStrict: boolean): string =>
    printReport({ ...reportOf([warning]), isStrict }, { format: "junit", colour: false, version: "" });
  expect(text(false)).toMatch(/failures="0"[^]*<system-out>[^]*two say two things/);
  expect(text(false)).not.toContain("<failure");
  expect(text(true)).toMatch(/failures="1"[^]*<failure type="warning"/);
});

test("codeclimate gives alike problems different fingerprints", () => {
  const list = yaml("a: [bad, bad]\n");
  const both = [1, 2].map((nth) => problem("tag/duplicate", { ...placeOf(list, "bad", nth), end: 13 }, { name: "x" }));
  const issues = JSON.parse(printReport(reportOf(both), { format: "codeclimate", colour: false, version: "" })) as {
    fingerprint: string;
    location: object;
  }[];
  expect(new Set(issues.map((each) => each.fingerprint)).size).toBe(2);
  expect(issues[0]?.location).toEqual({ path: "api.yaml", lines: { begin: 1, end: 1 } });
});

test.each(formats)("%s comes in pieces, a problem each: a report may be larger than memory", (format) => {
  const spread = yaml(Array.from({ length: 200 }, (_, at) => `key${at}: 1`).join("\n"));
  const many = Array.from({ length: 200 }, (_, at) => problem("tag/duplicate", placeOf(spread, `key${at}:`), { name: `${at}` }));
  const pieces = [...printReportInPieces(reportOf(many), { format, colour: false, version: "1" })];
  expect(pieces.length).toBeGreaterThanOrEqual(200);
});
