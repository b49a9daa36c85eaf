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

function suite(name: string, problems: readonly Problem[]): string {
  const failures = problems.filter((each) => each.severity !== "info").length;
  const cases = problems.length > 0 ? problems.map(testCase).join("") : `    <testcase classname="${xml(name)}" name="no problems"/>\n`;
  const tests = Math.max(1, problems.length);
  return `  <testsuite name="${xml(name)}" tests="${tests}" failures="${failures}" errors="0" skipped="0">\n${cases}  </testsuite>\n`;
}

/** JUnit XML: a suite a file, a failed case an error or warning; a document without problems is one case that passed. */
export function printJunit({ problems, documents }: Report): string {
  const files = new Map<string, Problem[]>(documents.map((name) => [name, []]));
  for (const each of problems) {
    const list = files.get(each.file);
    if (list) list.push(each);
    else files.set(each.file, [each]);
  }
  const suites = [...files].map(([name, list]) => suite(name, list)).join("");
  const failures = problems.filter((each) => each.severity !== "info").length;
  const tests = [...files.values()].reduce((total, list) => total + Math.max(1, list.length), 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="msgdocs" tests="${tests}" failures="${failures}">\n${suites}</testsuites>\n`;
}
