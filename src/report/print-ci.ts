import { fingerprints } from "./baseline.ts";
import { jsonList } from "./print-json.ts";
import type { PrintOptions } from "./print-pretty.ts";
import { pathIn } from "./print-pretty.ts";
import type { Problem, ProblemReport } from "./problem.ts";
import { visible } from "./problem.ts";

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
export function* printGithub({ problems }: ProblemReport, options: PrintOptions): Generator<string> {
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
export function* printCodeclimate({ problems }: ProblemReport, options: PrintOptions): Generator<string> {
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
export function* printJunit({ problems, documents, isStrict }: ProblemReport): Generator<string> {
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
