import type { Code } from "#text";
import { catalog } from "#text";
import { fingerprints } from "./baseline.ts";
import { jsonList } from "./print-json.ts";
import type { PrintOptions } from "./print-pretty.ts";
import { pathIn } from "./print-pretty.ts";
import type { Problem, ProblemReport, ReportLocation } from "./problem.ts";
import { compare } from "./problem.ts";

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
export function* printSarif({ problems }: ProblemReport, options: PrintOptions): Generator<string> {
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
