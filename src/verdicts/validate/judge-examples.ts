import type { Documents } from "#documents";
import type { Api, Message, MessageExample, SchemaSource } from "#model";
import type { Schemas } from "#schema";
import { createFollower, namedNodes } from "#schema";
import type { Diagnostic, Node, Place, StringNode, DiagnosticReporter } from "#text";
import { counted, getOrMake, parseText, problem, readLimits, reason, valueOf, nodesAt, childrenOf, quoted } from "#text";
import type { Budget } from "./budget.ts";
import { languageCheck } from "./language-checks.ts";
import { judgeByLibraries } from "./library-checks.ts";
import { isSlowPattern, SLOW_PATTERN } from "./patterns.ts";
import type { ExampleProblem, Totals, Verdict, Verdicts } from "./judge-schema-values.ts";
import { judgeSchemaValues, problemsOf } from "./judge-schema-values.ts";
import type { Checker, Validator } from "./validator.ts";
import { createChecker, createValidator } from "./validator.ts";
import type { Outcome } from "./wording.ts";
import { accepts, listed } from "./wording.ts";

/** Groups of messages of which exactly one must accept what is sent: those of an operation in 2.x, those of a channel in 3.x. */
function groupsOf(api: Api): readonly (readonly Message[])[] {
  const groups = api.dialect.line === "2" ? api.operations.map(({ messages }) => messages) : api.channels.map(({ messages }) => messages);
  return groups.filter((messages) => messages.length > 1);
}

function acceptsExample(rival: Message, example: MessageExample, checker: Checker): boolean {
  for (const part of ["headers", "payload"] as const) {
    const value = example[part];
    const source = rival[part];
    const outcome = value && source && checker.check(source, value);
    if (outcome && !accepts(outcome)) return false;
  }
  return true;
}

/** The most pairs of example and message that are tried. The number left out is reported. */
const MOST_PAIRS = 20_000;

interface AmbiguitySearch {
  readonly passed: (example: MessageExample) => boolean;
  readonly checker: Checker;
}

/** The messages of a group that an example could be taken for: those with the same content type. */
function others(example: MessageExample, message: Message, group: readonly Message[]): readonly Message[] {
  const [sent] = message.effectiveContentType.toLowerCase().split(";");
  return example.payload ? group.filter((each) => each !== message && each.effectiveContentType.toLowerCase().split(";")[0] === sent) : [];
}

interface Candidate {
  readonly example: MessageExample;
  readonly message: Message;
  readonly group: readonly Message[];
}

/**
 * The passing examples in each group of messages. Groups with the same messages count once, because thousands of operations may share
 * thousands of messages.
 */
function* candidatesOf(api: Api, passed: AmbiguitySearch["passed"]): Generator<Candidate> {
  const tried = new Set(api.messages.filter(({ examples }) => examples.some(passed)));
  if (tried.size === 0) return;
  for (const group of groupsOf(api)) {
    for (const message of group.filter((each) => tried.has(each))) {
      yield* message.examples.filter(passed).map((example) => ({ example, message, group }));
    }
  }
}

/** Finds examples that pass for their own message and for another of its group. `left` is the number of pairs not tried. */
function findAmbiguities(
  api: Api,
  search: AmbiguitySearch,
): { readonly found: ReadonlyMap<MessageExample, readonly Message[]>; readonly left: number } {
  const found = new Map<MessageExample, readonly Message[]>();
  let pairs = 0;
  let left = 0;
  for (const { example, message, group } of candidatesOf(api, search.passed)) {
    const rivals = pairs > MOST_PAIRS ? [] : others(example, message, group);
    pairs += rivals.length;
    if (pairs > MOST_PAIRS) {
      left += 1;
      continue;
    }
    const matching = rivals.filter((rival) => acceptsExample(rival, example, search.checker));
    if (matching.length > 0) found.set(example, [...new Set([...(found.get(example) ?? []), ...matching])]);
  }
  return { found, left };
}

/** The places that use a value written elsewhere, by the value. */
type UsePlaces = Map<Node | undefined, Place[]>;

const addUse = (uses: UsePlaces, node: Node | undefined, from: Place): unknown => getOrMake(uses, node, () => []).push(from);

/** Adds the uses by YAML aliases: an aliased value lies outside of the node that contains it. */
function addAliases(root: Node, uses: UsePlaces): void {
  const seen = new Set([root]);
  for (const node of seen) {
    for (const child of childrenOf(node)) {
      if (child.start < node.start || child.end > node.end) addUse(uses, child, node);
      if (child.kind === "map" || child.kind === "list") seen.add(child);
    }
  }
}

/** All nodes that contain one of some places, directly or by reference. A schema among them has an error. */
function holdersOf(places: readonly Place[], documents: Documents): ReadonlySet<Node> {
  const holders = new Set<Node>();
  if (places.length === 0) return holders;
  const uses: UsePlaces = new Map();
  for (const { target, from } of documents.edges) addUse(uses, target, from);
  for (const file of documents.files) {
    const root = documents.rootOf(file);
    if (root) addAliases(root, uses);
  }
  const pending: Place[] = [...places];
  const enter = (node: Node): void => {
    if (holders.has(node)) return;
    holders.add(node);
    for (const use of uses.get(node) ?? []) pending.push(use);
  };
  for (let place = pending.pop(); place; place = pending.pop()) {
    const root = documents.rootOf(place.file);
    if (root) nodesAt(root, place).forEach(enter);
  }
  return holders;
}

/** Whether payloads of a media type are JSON values, so that an example is the value itself. */
function isJson(contentType: string): boolean {
  return /^[^;]*[/+]json\b/i.test(contentType);
}

/** Whether an example is text in a format of its own (XML, CSV, YAML), and not the value that the schema describes. */
function isEncoded(value: Node, { failures }: Outcome, { effectiveContentType }: Message): value is StringNode {
  const mismatch = failures.some(({ keyword, pointer }) => keyword === "type" && pointer === "");
  return value.kind === "string" && mismatch && !isJson(effectiveContentType);
}

/** The value that a text of YAML describes; `undefined` for other content types, and for what is no YAML or nothing but text. */
function yamlOf({ value, file }: StringNode, { effectiveContentType }: Message): Node | undefined {
  if (!/^[^;]*[/+](?:x-)?yaml\b/i.test(effectiveContentType)) return undefined;
  const found: Diagnostic[] = [];
  const report: DiagnosticReporter = (each) => found.push(each);
  const root = parseText({ ...file, language: "yaml", text: value }, { limits: readLimits, report });
  return found.some(({ severity }) => severity === "error") || root?.kind === "string" ? undefined : root;
}

const JSON_TEXT = /^\s*[[{]/;

function jsonHint(value: Node, problems: readonly ExampleProblem[]): readonly ExampleProblem[] {
  if (value.kind !== "string" || !JSON_TEXT.test(value.value)) return problems;
  const hint = "The example is a text that holds JSON: write it as a value, without quotes.";
  return problems.map((problem) => (problem.pointer === "" ? { ...problem, hint } : problem));
}

interface PartVerdict {
  readonly problems: readonly ExampleProblem[];
  readonly reason?: string;
}

function judgePart(part: ExampleProblem["part"], value: Node, { message, checker }: { message: Message; checker: Checker }): PartVerdict {
  const source: SchemaSource | undefined = message[part];
  // Without a schema, any value is valid.
  if (!source) return { problems: [] };
  const outcome = checker.check(source, value);
  if (part === "payload" && isEncoded(value, outcome, message)) {
    const read = yamlOf(value, message);
    if (!read) return { problems: [], reason: reason("text-payload", { type: message.effectiveContentType }) };
    const { failures, unknown } = checker.check(source, read);
    // The places are within the text, which is the author's to look through.
    const problems = problemsOf(failures, part).map((each) => ({ ...each, place: value }));
    return { problems, ...(unknown === undefined ? {} : { reason: unknown }) };
  }
  const problems = jsonHint(value, problemsOf(outcome.failures, part));
  return { problems, ...(outcome.unknown === undefined ? {} : { reason: outcome.unknown }) };
}

/** The verdict on headers and payload together. If either fails the example fails, otherwise if either is not checked it is not checked. */
function judgeExample(example: MessageExample, message: Message, checker: Checker): Verdict {
  const none: Verdict = { state: "not-checked", problems: [], alsoMatches: [] };
  if (example.free) return { ...none, reason: reason("free-example") };
  if (!example.headers && !example.payload) return { ...none, reason: reason("empty-example") };
  const parts = (["headers", "payload"] as const).flatMap((part) => {
    const value = example[part];
    return value ? [judgePart(part, value, { message, checker })] : [];
  });
  const problems = parts.flatMap((part) => part.problems);
  if (problems.length > 0) return { ...none, state: "failed", problems };
  const why = parts.find((part) => part.reason !== undefined)?.reason;
  return why === undefined ? { ...none, state: "passed" } : { ...none, reason: why };
}

/** The document to check, and the limits. */
export interface JudgeOptions {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  readonly limits?: { readonly patternMs?: number; readonly validationMs?: number; readonly steps?: number; readonly sampleNodes?: number };
  /** A budget that others share, instead of the limits of time and steps. */
  readonly budget?: Budget;
  /** Further JSON Schemas by absolute URI, for `$ref` in dialects where `$id` sets the base. */
  readonly registry?: ReadonlyMap<string, Node>;
  /** The places of schemas with an error. It is unknown what these schemas accept. */
  readonly refused?: readonly Place[];
}

/** The validator and the checker of one document. */
export interface Judge {
  readonly validator: Validator;
  readonly checker: Checker;
  /** Schemas with an error. It is unknown what they accept. */
  readonly refused: ReadonlySet<Node>;
}

/** Creates the validator and checker of a document. */
export function createJudge({ api, documents, schemas, limits, budget, registry, refused: places = [] }: JudgeOptions): Judge {
  const refused = holdersOf(places, documents);
  const follow = createFollower(documents);
  const validator = createValidator({
    follow,
    resources: documents.resources,
    named: namedNodes(api, documents),
    refused,
    ...limits,
    ...(budget ? { budget } : {}),
    ...(registry ? { registry } : {}),
  });
  const foreign = languageCheck({ schemas, budget: validator.budget, newRun: validator.newRun });
  return { validator, refused, checker: createChecker({ schemas, validator, follow, foreign, refused }) };
}

function totalsOf(verdicts: readonly Verdict[]): Totals {
  const count = (state: Verdict["state"]): number => verdicts.filter((verdict) => verdict.state === state).length;
  const [passed, failed] = [count("passed"), count("failed")];
  return { checked: passed + failed, passed, failed, notChecked: count("not-checked") };
}

function reportProblem({ part, pointer, message, place, schemaPlace, related, hint }: ExampleProblem, report: DiagnosticReporter): void {
  const at = pointer === "" ? `The ${part}` : `${part === "headers" ? "The header " : ""}${pointer}`;
  const schema = { message: "the schema asks for it here", place: schemaPlace };
  report(
    problem(part === "headers" ? "example/headers" : "example/payload", place, {
      at,
      reason: message,
      hint,
      related: [schema, ...related],
    }),
  );
}

const OUT_OF_TIME = "Simplify what takes long, such as patterns, or raise limits.validationMs in the settings.";

/** Reports a verdict. That the budget ran out is reported once for all; any other reason at its example. */
function reportVerdict(
  example: MessageExample,
  { problems, reason, state }: Verdict,
  { api, report, spent }: { api: Api; report: DiagnosticReporter; spent: boolean },
): void {
  for (const each of problems) reportProblem(each, report);
  // In 2.0 an example may be anything. Later, one without headers and payload has been reported.
  const isFree = api.dialect.line === "2" && api.dialect.minor === 0;
  const isEmpty = !isFree && !example.headers && !example.payload;
  if (state !== "not-checked" || reason === undefined || isEmpty) return;
  if (isSlowPattern(reason)) report(problem("example/budget", example.node, { what: "This example is", reason, hint: SLOW_PATTERN }));
  else if (!spent || !reason.includes("ran out")) report(problem("example/not-checked", example.node, { reason }));
}

function reportBudget(verdicts: ReadonlyMap<MessageExample, Verdict>, { api, report }: { api: Api; report: DiagnosticReporter }): void {
  const left = [...verdicts.values()].filter(({ reason }) => reason?.includes("ran out"));
  const what = `${left.length} of ${counted(verdicts.size, "example")} and some values of schemas are`;
  report(
    problem("example/budget", valueOf(api.node, "info") ?? api.node, {
      what,
      reason: left[0]?.reason ?? "the budget ran out",
      hint: OUT_OF_TIME,
    }),
  );
}

/** Judges a payload from outside of the document, in the words of its examples. */
export function judgePayload(
  value: Node,
  message: Message,
  { checker }: Judge,
): Pick<Verdict, "state"> & { readonly diagnostics: readonly Diagnostic[] } {
  const { problems, reason: why } = judgePart("payload", value, { message, checker });
  const diagnostics: Diagnostic[] = [];
  for (const each of problems) reportProblem(each, (diagnostic) => diagnostics.push(diagnostic));
  if (problems.length > 0) return { state: "failed", diagnostics };
  return why === undefined
    ? { state: "passed", diagnostics }
    : { state: "not-checked", diagnostics: [problem("example/not-checked", value, { reason: why })] };
}

function withRivals(
  api: Api,
  verdicts: Map<MessageExample, Verdict>,
  { judge, owners, report }: { judge: Judge; owners: ReadonlyMap<MessageExample, Message>; report: DiagnosticReporter },
): void {
  const isPassed = (example: MessageExample): boolean => verdicts.get(example)?.state === "passed";
  const { found, left } = findAmbiguities(api, { passed: isPassed, checker: judge.checker });
  for (const [example, rivals] of found) {
    const verdict = verdicts.get(example);
    const owner = owners.get(example);
    if (!verdict || !owner) continue;
    verdicts.set(example, { ...verdict, alsoMatches: rivals });
    const all = [owner, ...rivals];
    const related = rivals.map((rival) => ({ message: `${rival.title} accepts it too`, place: rival.payload?.node ?? rival.node }));
    report(
      problem("example/ambiguous", example.node, { count: all.length, messages: listed(all.map(({ title }) => quoted(title))), related }),
    );
  }
  if (left === 0) return;
  const what = `Whether ${counted(left, "example")} ${left === 1 ? "is" : "are"} valid against other messages too is`;
  report(problem("example/budget", valueOf(api.node, "info") ?? api.node, { what, reason: "there are too many messages" }));
}

/** Judges all examples of a document: those of messages, each message once, and the values in schemas and parameters. */
export async function judgeExamples(options: JudgeOptions): Promise<Verdicts> {
  const { api } = options;
  const diagnostics: Diagnostic[] = [];
  const report: DiagnosticReporter = (diagnostic) => diagnostics.push(diagnostic);
  const ofForeign: Diagnostic[] = [];
  await judgeByLibraries({ ...options, follow: createFollower(options.documents) }, (diagnostic) => ofForeign.push(diagnostic));
  const inForeign = ofForeign.filter(({ code }) => code === "message/payload-not-in-format").map(({ place }) => place);
  const refused = [...(options.refused ?? []), ...inForeign];
  const judge = createJudge({ ...options, refused });
  const verdicts = new Map<MessageExample, Verdict>();
  const owners = new Map<MessageExample, Message>(api.messages.flatMap((message) => message.examples.map((each) => [each, message])));
  // Timed as a whole, because asking for the CPU time twice for each example is slow.
  judge.validator.budget.during(() => {
    for (const [example, message] of owners) verdicts.set(example, judgeExample(example, message, judge.checker));
  });
  withRivals(api, verdicts, { judge, owners, report });
  ofForeign.forEach(report);
  judgeSchemaValues(options, { validator: judge.validator, report });
  const spent = judge.validator.spent();
  for (const [example, verdict] of verdicts) reportVerdict(example, verdict, { api, report, spent });
  if (spent) reportBudget(verdicts, { api, report });
  return {
    of: (example) => verdicts.get(example),
    totalsOf: ({ examples }) => totalsOf(examples.flatMap((example) => verdicts.get(example) ?? [])),
    totals: totalsOf([...verdicts.values()]),
    refused,
    left: Math.max(0, judge.validator.budget.left()),
    diagnostics,
  };
}
