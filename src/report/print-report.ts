import type { Code } from "#text";
import { catalog } from "#text";
import { fingerprints } from "./baseline.ts";
import { printJsonReport, jsonList } from "./print-json.ts";
import type { PrintOptions } from "./print-pretty.ts";
import { printPretty, pathIn } from "./print-pretty.ts";
import type { CommandEscapes, ProblemReport, Problem, ReportLocation } from "./problem.ts";
import { escapeCommands, visibleJson, visible, compare } from "./problem.ts";

const levels = { error: "error", warning: "warning", info: "note", off: "none" } as const;

/** A path as a relative URI reference (RFC 3986); a remote file keeps its URL. */
const uri = (file: string): string => (/^[a-z]+:\/\//.test(file) ? encodeURI(file) : file.split("/").map(encodeURIComponent).join("/"));

type PathOf = (file: string) => string;

function location({ file, start, end, pointer }: ReportLocation, pathOf: PathOf): object {
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return {
    physicalLocation: { artifactLocation: { uri: uri(pathOf(file).toWellFormed()) }, region },
    logicalLocations: [{ fullyQualifiedName: pointer.toWellFormed() }],
  };
}

interface ResultContext {
  readonly ruleIndex: number;
  readonly fingerprint: string;
  readonly pathOf: PathOf;
}

function result(problem: Problem, { ruleIndex, fingerprint, pathOf }: ResultContext): object {
  const { code, severity, message, hint, related } = problem;
  const relatedLocations = related.map((each, id) => ({ id, message: { text: each.message.toWellFormed() }, ...location(each, pathOf) }));
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: (hint ? `${message} ${hint}` : message).toWellFormed() },
    locations: [location(problem, pathOf)],
    ...(relatedLocations.length > 0 ? { relatedLocations } : {}),
    partialFingerprints: { "msgdocs/v1": fingerprint },
  };
}

function* results(problems: readonly Problem[], codes: readonly string[], pathOf: PathOf): Generator<object> {
  const prints = fingerprints(problems, pathOf);
  for (const [at, each] of problems.entries()) {
    yield result(each, { ruleIndex: codes.indexOf(each.code), fingerprint: prints[at] ?? "", pathOf });
  }
}

/** The text of the page of a code before its first example, without title and level. */
function summaryOf(markdown: string): string {
  const [, , ...paragraphs] = (markdown.split("\n## ", 1)[0] ?? "").split("\n\n");
  return paragraphs.join("\n\n").trim();
}

/** A rule with its descriptions. */
function rule(id: Code, pageOf: PrintOptions["pageOf"]): object {
  const page = pageOf?.(id);
  const defaultConfiguration = { level: levels[catalog[id].level] };
  if (!page) return { id, name: id, defaultConfiguration };
  const { markdown, url } = page;
  const full = summaryOf(markdown);
  return {
    id,
    name: id,
    shortDescription: { text: /^.*?[.?!](?=\s|$)/s.exec(full)?.[0] ?? full },
    fullDescription: { text: full },
    help: { text: markdown, markdown },
    helpUri: url,
    defaultConfiguration,
  };
}

/** Prints SARIF 2.1.0, the exchange format of code scanners. */
function* printSarif({ problems }: ProblemReport, options: PrintOptions): Generator<string> {
  const codes = [...new Set(problems.map((each) => each.code))].sort(compare);
  const rules = codes.map((id) => rule(id, options.pageOf));
  const driver = { name: "msgdocs", semanticVersion: options.version, rules };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results: [] }],
  };
  const around = JSON.stringify(log, undefined, 2);
  const place = around.lastIndexOf("[]");
  yield around.slice(0, place);
  yield* jsonList(results(problems, codes, pathIn(options)), "      ");
  yield `${around.slice(place + 2)}\n`;
}

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** Escapes the message of a workflow command of GitHub. */
const message = (text: string): string => visible(text).replaceAll("%", "%25");

/** Escapes a property of a workflow command, where commas and colons have a meaning too. */
const property = (text: string): string => message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function command({ code, severity, message: text, hint, file, start, end }: Problem, pathOf: (file: string) => string): string {
  const columns = start.line === end.line ? `,col=${start.column},endColumn=${Math.max(start.column, end.column - 1)}` : "";
  const place = `file=${property(pathOf(file))},line=${start.line},endLine=${end.line}${columns}`;
  return `::${commands[severity]} ${place},title=${property(code)}::${message(hint ? `${text} ${hint}` : text)}`;
}

/** Prints one workflow command for each problem, which GitHub shows as an annotation. */
function* printGithub({ problems }: ProblemReport, options: PrintOptions): Generator<string> {
  const pathOf = pathIn(options);
  for (const each of problems) yield `${command(each, pathOf)}\n`;
}

const severities = { error: "major", warning: "minor", info: "info" } as const;

function* issues(problems: readonly Problem[], pathOf: (file: string) => string): Generator<object> {
  const prints = fingerprints(problems, pathOf);
  for (const [at, { code, severity, message, hint, file, start, end }] of problems.entries()) {
    yield {
      type: "issue",
      check_name: code,
      description: hint ? `${message} ${hint}` : message,
      categories: ["Bug Risk"],
      severity: severities[severity],
      fingerprint: prints[at],
      location: { path: pathOf(file), lines: { begin: start.line, end: end.line } },
    };
  }
}

/** Prints a list of Code Climate issues for the code quality report of GitLab. */
function* printCodeclimate({ problems }: ProblemReport, options: PrintOptions): Generator<string> {
  yield* jsonList(issues(problems, pathIn(options)), "");
  yield "\n";
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for XML 1.0. `visible` spells out all its illegal characters except the two noncharacters. */
function xml(text: string): string {
  return visible(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "");
}

type IsFailure = (problem: Problem) => boolean;

function testCase(problem: Problem, isFailure: IsFailure): string {
  const { code, severity, message, hint, file, start, related } = problem;
  const at = `${file}:${start.line}:${start.column}`;
  const details = [
    `${at} ${message}`,
    ...(hint ? [hint] : []),
    ...related.map((each) => `${each.file}:${each.start.line} ${each.message}`),
  ];
  const name = `    <testcase classname="${xml(file)}" name="${xml(`${code} ${start.line}:${start.column}`)}"`;
  if (!isFailure(problem)) return `${name}><system-out>${details.map(xml).join("\n")}</system-out></testcase>\n`;
  const failure = `<failure type="${severity}" message="${xml(message)}">${details.map(xml).join("\n")}</failure>`;
  return `${name}>${failure}</testcase>\n`;
}

function* suite(name: string, problems: readonly Problem[], isFailure: IsFailure): Generator<string> {
  const tests = Math.max(1, problems.length);
  const failures = problems.filter(isFailure).length;
  yield `  <testsuite name="${xml(name)}" tests="${tests}" failures="${failures}" errors="0" skipped="0">\n`;
  for (const each of problems) yield testCase(each, isFailure);
  if (problems.length === 0) yield `    <testcase classname="${xml(name)}" name="no problems"/>\n`;
  yield "  </testsuite>\n";
}

/**
 * Prints JUnit XML: a suite for each file, a failed case for each problem that fails the run, and a passed case for each other one and for a
 * document without problems.
 */
function* printJunit({ problems, documents, isStrict }: ProblemReport): Generator<string> {
  const isFailure: IsFailure = ({ severity }) => severity === "error" || (isStrict === true && severity === "warning");
  const files = new Map<string, Problem[]>(documents.map((name) => [name, []]));
  for (const each of problems) {
    const list = files.get(each.file);
    if (list) list.push(each);
    else files.set(each.file, [each]);
  }
  const tests = [...files.values()].reduce((total, list) => total + Math.max(1, list.length), 0);
  const failures = problems.filter(isFailure).length;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="msgdocs" tests="${tests}" failures="${failures}">\n`;
  for (const [name, list] of files) yield* suite(name, list, isFailure);
  yield "</testsuites>\n";
}

const JSON_ESCAPES: CommandEscapes = { hash: "\\u0023" };

const escapesByFormat: Readonly<Record<PrintOptions["format"], CommandEscapes>> = {
  json: JSON_ESCAPES,
  sarif: JSON_ESCAPES,
  codeclimate: JSON_ESCAPES,
  junit: { hash: "&#35;", colon: "&#58;" },
  github: { hash: "\\u{23}" },
  pretty: { hash: "\\u{23}", colon: "\\u{3a}" },
};

/** Prints a report in pieces, because it may be larger than its documents. It ends in a line break unless it is empty. */
export function* printReportInPieces(report: ProblemReport, options: PrintOptions): Generator<string> {
  const spelling = escapesByFormat[options.format];
  const asJson = spelling === JSON_ESCAPES;
  for (const piece of pieces(report, options)) yield escapeCommands(asJson ? visibleJson(piece) : piece, spelling);
}

function* pieces(report: ProblemReport, options: PrintOptions): Generator<string> {
  const { format } = options;
  if (format === "json") yield* printJsonReport(report);
  else if (format === "github") yield* printGithub(report, options);
  else if (format === "sarif") yield* printSarif(report, options);
  else if (format === "junit") yield* printJunit(report);
  else if (format === "codeclimate") yield* printCodeclimate(report, options);
  else yield* printPretty(report, options);
}

/** {@link printReportInPieces} as one text. */
export function printReport(report: ProblemReport, options: PrintOptions): string {
  return [...printReportInPieces(report, options)].join("");
}
