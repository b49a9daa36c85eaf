import type { Problem, Report } from "./problem.ts";
import { visible } from "./visible.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for XML 1.0. Its illegal characters are among those that `visible` spells out, but for the two noncharacters. */
function xml(text: string): string {
  return visible(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "");
}

function testCase({ code, severity, message, hint, file, start, related }: Problem): string {
  const at = `${file}:${start.line}:${start.column}`;
  const details = [
    `${at} ${message}`,
    ...(hint ? [hint] : []),
    ...related.map((each) => `${each.file}:${each.start.line} ${each.message}`),
  ];
  const name = `    <testcase classname="${xml(file)}" name="${xml(`${code} ${start.line}:${start.column}`)}"`;
  if (severity === "info") return `${name}><system-out>${details.map(xml).join("\n")}</system-out></testcase>\n`;
  const failure = `<failure type="${severity}" message="${xml(message)}">${details.map(xml).join("\n")}</failure>`;
  return `${name}>${failure}</testcase>\n`;
}

const failuresOf = (problems: readonly Problem[]): number => problems.filter((each) => each.severity !== "info").length;

function* suite(name: string, problems: readonly Problem[]): Generator<string> {
  const tests = Math.max(1, problems.length);
  yield `  <testsuite name="${xml(name)}" tests="${tests}" failures="${failuresOf(problems)}" errors="0" skipped="0">\n`;
  for (const each of problems) yield testCase(each);
  if (problems.length === 0) yield `    <testcase classname="${xml(name)}" name="no problems"/>\n`;
  yield "  </testsuite>\n";
}

/** JUnit XML: a suite a file, a failed case an error or warning; a document without problems is one case that passed. In pieces. */
export function* printJunit({ problems, documents }: Report): Generator<string> {
  const files = new Map<string, Problem[]>(documents.map((name) => [name, []]));
  for (const each of problems) {
    const list = files.get(each.file);
    if (list) list.push(each);
    else files.set(each.file, [each]);
  }
  const tests = [...files.values()].reduce((total, list) => total + Math.max(1, list.length), 0);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="msgdocs" tests="${tests}" failures="${failuresOf(problems)}">\n`;
  for (const [name, list] of files) yield* suite(name, list);
  yield "</testsuites>\n";
}
