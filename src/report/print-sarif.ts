import { catalog } from "#diagnostics";
import { fingerprints } from "./fingerprint.ts";
import { jsonList } from "./json-list.ts";
import type { Problem, Report, Spot } from "./problem.ts";
import { compare } from "./settle.ts";

const levels = { error: "error", warning: "warning", info: "note", off: "none" } as const;

/** A path as a relative URI reference (RFC 3986); a remote file has its URL. */
const uri = (file: string): string => (/^[a-z]+:\/\//.test(file) ? encodeURI(file) : file.split("/").map(encodeURIComponent).join("/"));

function location({ file, start, end, pointer }: Spot): object {
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return {
    physicalLocation: { artifactLocation: { uri: uri(file.toWellFormed()) }, region },
    logicalLocations: [{ fullyQualifiedName: pointer.toWellFormed() }],
  };
}

function result(problem: Problem, ruleIndex: number, fingerprint: string): object {
  const { code, severity, message, hint, related } = problem;
  const relatedLocations = related.map((each, id) => ({ id, message: { text: each.message.toWellFormed() }, ...location(each) }));
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: (hint ? `${message} ${hint}` : message).toWellFormed() },
    locations: [location(problem)],
    ...(relatedLocations.length > 0 ? { relatedLocations } : {}),
    partialFingerprints: { "msgdocs/v1": fingerprint },
  };
}

function* results(problems: readonly Problem[], codes: readonly string[]): Generator<object> {
  const prints = fingerprints(problems);
  for (const [at, each] of problems.entries()) yield result(each, codes.indexOf(each.code), prints[at] ?? "");
}

/** SARIF 2.1.0, the exchange format of code scanners; in pieces, a problem each. */
export function* printSarif({ problems }: Report, version: string): Generator<string> {
  const codes = [...new Set(problems.map((each) => each.code))].sort(compare);
  const rules = codes.map((id) => ({ id, name: id, defaultConfiguration: { level: levels[catalog[id].level] } }));
  const driver = { name: "msgdocs", semanticVersion: version, rules };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results: [] }],
  };
  const around = JSON.stringify(log, undefined, 2);
  const place = around.lastIndexOf("[]");
  yield around.slice(0, place);
  yield* jsonList(results(problems, codes), "      ");
  yield `${around.slice(place + 2)}\n`;
}
