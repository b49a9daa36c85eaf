import { GUIDE_TEMPLATES } from "#pages";
import type { Diagnostic, TextFile } from "#text";
import { counted, nearest, problem, DEEPEST_NESTED } from "#text";
import type { TemplateSource, ThemeFile } from "./direct-templates.ts";
import { isBuiltIn, offsetIn } from "./direct-templates.ts";

type Expression = hbs.AST.PathExpression | SubExpression | hbs.AST.StringLiteral | hbs.AST.NumberLiteral;

/** A call as it is. Handlebars types it too narrowly: what is called may be any expression, and named arguments may be missing. */
interface Call {
  readonly path: Expression;
  readonly params: readonly Expression[];
  readonly hash?: { readonly pairs: readonly { readonly value: Expression }[] };
}

interface SubExpression extends hbs.AST.Node, Call {
  readonly type: "SubExpression";
  readonly path: hbs.AST.PathExpression;
}

type Typed<Node, Type> = Omit<Node, "type" | keyof Call> & Call & { readonly type: Type };
type Mustache = Typed<hbs.AST.MustacheStatement, "MustacheStatement" | "Decorator">;
type Block = Typed<Omit<hbs.AST.BlockStatement, "program" | "inverse">, "BlockStatement" | "DecoratorBlock"> & {
  readonly program?: hbs.AST.Program;
  readonly inverse?: hbs.AST.Program;
};
type PartialStatement = Omit<Typed<hbs.AST.PartialStatement, "PartialStatement" | "PartialBlockStatement">, "path" | "name"> & {
  readonly name: Expression;
  readonly program?: hbs.AST.Program;
};
type Statement = Mustache | Block | PartialStatement | hbs.AST.ContentStatement | hbs.AST.CommentStatement;

/** The position of an expression in the HTML of a template. */
type MarkupState =
  | { readonly in: "text" | "comment" }
  | { readonly in: "raw"; readonly until: string }
  | { readonly in: "tag"; readonly tag: string }
  /** After `name=` and before the value. */
  | { readonly in: "before-value" | "unquoted"; readonly tag: string; readonly attribute: string }
  | { readonly in: "value"; readonly tag: string; readonly attribute: string; readonly quote: string };

type In<Name> = Extract<MarkupState, { readonly in: Name }>;

const RAW = new Set(["script", "style", "textarea", "title"]);

interface MarkupStep {
  readonly state: MarkupState;
  readonly at: number;
}

const to = (state: MarkupState, at: number): MarkupStep => ({ state, at });

/** Continues from text to the next tag or comment. `<` is text unless a letter, `/` or `!` follows (WHATWG HTML § 13.2.5.6). */
function fromText(text: string, at: number): MarkupStep {
  const open = /<(?:!--|\/?([A-Za-z][\w-]*))/g;
  open.lastIndex = at;
  const found = open.exec(text);
  // An expression directly after `<` would become the name of a tag.
  if (!found) return to(/<\/?$/.test(text) ? { in: "tag", tag: "" } : { in: "text" }, text.length);
  if (found[0] === "<!--") return to({ in: "comment" }, open.lastIndex);
  return to({ in: "tag", tag: found[0].startsWith("</") ? "" : (found[1] ?? "").toLowerCase() }, open.lastIndex);
}

function fromTag(state: In<"tag">, text: string, at: number): MarkupStep {
  const next = /[>=]/g;
  next.lastIndex = at;
  const found = next.exec(text);
  if (!found) return to(state, text.length);
  if (found[0] === ">") return to(RAW.has(state.tag) ? { in: "raw", until: `</${state.tag}` } : { in: "text" }, next.lastIndex);
  const attribute = /([^\s"'<>/=]+)\s*$/.exec(text.slice(at, found.index))?.[1]?.toLowerCase() ?? "";
  return to({ in: "before-value", tag: state.tag, attribute }, next.lastIndex);
}

function fromBeforeValue(state: In<"before-value" | "unquoted">, text: string, at: number): MarkupStep {
  const value = /\S/g;
  value.lastIndex = at;
  const found = value.exec(text);
  if (!found) return to(state, text.length);
  const [quote] = found;
  if (quote === '"' || quote === "'") return to({ ...state, in: "value", quote }, value.lastIndex);
  return to({ ...state, in: "unquoted" }, found.index);
}

/** Continues within something that ends with a fixed text. */
function until(text: string, at: number, step: { end: string; state: MarkupState; next: MarkupState }): MarkupStep {
  const found = text.toLowerCase().indexOf(step.end, at);
  return found < 0 ? to(step.state, text.length) : to(step.next, found + step.end.length);
}

function fromUnquoted(state: In<"before-value" | "unquoted">, text: string, at: number): MarkupStep {
  const end = /[\s>]/g;
  end.lastIndex = at;
  const found = end.exec(text);
  return found ? to({ in: "tag", tag: state.tag }, found.index) : to(state, text.length);
}

function step(state: MarkupState, text: string, at: number): MarkupStep {
  switch (state.in) {
    case "text":
      return fromText(text, at);
    case "tag":
      return fromTag(state, text, at);
    case "before-value":
      return fromBeforeValue(state, text, at);
    case "unquoted":
      return fromUnquoted(state, text, at);
    case "value":
      return until(text, at, { end: state.quote, state, next: { in: "tag", tag: state.tag } });
    case "comment":
      return until(text, at, { end: "-->", state, next: { in: "text" } });
    case "raw":
      return until(text, at, { end: state.until, state, next: { in: "tag", tag: "" } });
  }
}

/** The state after a piece of HTML. It is a tokenizer for what templates contain, far smaller than the standard's. */
function markupAfter(state: MarkupState, text: string): MarkupState {
  let here: MarkupStep = { state, at: 0 };
  while (here.at < text.length) here = step(here.state, text, here.at);
  return here.state;
}

/** The helpers that templates may call, with their number of arguments. Every other name is data of the view. */
const HELPERS: ReadonlyMap<string, number> = new Map(Object.entries({ if: 1, unless: 1, each: 1, with: 1, lookup: 2, html: 1, figure: 1 }));

/** A call of one template by another. It says whether the view goes deeper, because a cycle of such calls ends. */
interface PartialCall {
  readonly name: string;
  readonly moves: boolean;
  readonly at: hbs.AST.Position;
}

/** What linting finds out about a template. */
interface LintedTemplate {
  readonly problems: readonly Diagnostic[];
  readonly calls: readonly PartialCall[];
}

interface Lint {
  readonly file: TextFile;
  readonly problems: Diagnostic[];
  readonly calls: PartialCall[];
}

type NodeWithLocation = Pick<hbs.AST.Node, "loc">;

function placeOf({ file }: Pick<Lint, "file">, { loc }: NodeWithLocation) {
  return { file, start: offsetIn(file, loc.start), end: offsetIn(file, loc.end) };
}

function written(lint: Lint, spot: NodeWithLocation): string {
  const { start, end } = placeOf(lint, spot);
  return lint.file.text.slice(start, end);
}

/** Checks that a helper exists and gets the right number of arguments. */
function checkHelper(lint: Lint, name: string, { params, spot }: { params: readonly unknown[]; spot: NodeWithLocation }): void {
  const takes = HELPERS.get(name);
  if (takes === params.length) return;
  if (takes !== undefined) {
    const reason = `${name} takes ${counted(takes, "value")}, and is given ${params.length}`;
    lint.problems.push(problem("theme/syntax", placeOf(lint, spot), { reason }));
    return;
  }
  const close = nearest(name, HELPERS.keys());
  lint.problems.push(problem("theme/unknown-helper", placeOf(lint, spot), { name, hint: close && `Did you mean ${close}?` }));
}

/** Checks the helpers that an expression calls, including nested ones. */
function checkExpression(lint: Lint, expression: Expression): void {
  if (expression.type !== "SubExpression") return;
  checkHelper(lint, expression.path.original, { params: expression.params, spot: expression });
  checkParams(lint, expression);
}

function checkParams(lint: Lint, call: Omit<Call, "path">): void {
  for (const param of [...call.params, ...(call.hash?.pairs ?? []).map((pair) => pair.value)]) checkExpression(lint, param);
}

/** Checks where an expression stands: in text or inside quotes. It must not be in a tag, unquoted, or in a script or style. */
function checkSpot(lint: Lint, state: MarkupState, spot: NodeWithLocation): void {
  const expression = written(lint, spot);
  if (state.in === "before-value" || state.in === "unquoted" || state.in === "tag") {
    lint.problems.push(problem("theme/unquoted-attribute", placeOf(lint, spot), { expression }));
  }
  const script =
    state.in === "raw" ? /script|style/.test(state.until) : state.in === "value" && /^(on.*|style|srcdoc)$/.test(state.attribute);
  if (script)
    lint.problems.push(
      problem("theme/unescaped", placeOf(lint, spot), { expression, hint: "Scripts and styles are files, never written by a template." }),
    );
}

function afterUnquoted(state: MarkupState): MarkupState {
  return state.in === "before-value" ? { ...state, in: "unquoted" } : state;
}

interface LintPosition {
  readonly state: MarkupState;
  readonly moves: boolean;
  /** The number of blocks around it. */
  readonly depth: number;
}

/** Whether a helper goes deeper into the view: `each` and `with` do, unless their argument leads upwards. */
function movesInto(name: unknown, param: Expression | undefined): boolean | undefined {
  if (name !== "each" && name !== "with") return undefined;
  if (param?.type !== "PathExpression") return true;
  if (param.depth > 0 || param.data) return false;
  return name === "each" || param.parts.length > 0 ? true : undefined;
}

function lintBlock(lint: Lint, statement: Block, here: LintPosition): MarkupState {
  const name = statement.path.type === "PathExpression" ? statement.path.original : written(lint, statement.path);
  checkHelper(lint, statement.type === "DecoratorBlock" ? `*${name}` : name, { params: statement.params, spot: statement.path });
  checkParams(lint, statement);
  const moves = movesInto(name, statement.params[0]) ?? here.moves;
  const depth = here.depth + 1;
  if (depth > DEEPEST_NESTED) {
    lint.problems.push(
      problem("theme/syntax", placeOf(lint, statement), { reason: `blocks are nested deeper than ${counted(DEEPEST_NESTED, "level")}` }),
    );
    return here.state;
  }
  const after = statement.program ? lintProgram(lint, statement.program, { state: here.state, moves, depth }) : here.state;
  if (statement.inverse) lintProgram(lint, statement.inverse, here);
  return after;
}

function lintMustache(lint: Lint, statement: Mustache, here: LintPosition): MarkupState {
  const expression = written(lint, statement);
  if (!statement.escaped) {
    const hint = "Values are put out with {{x}}; HTML that is known to be safe with {{html x}}.";
    lint.problems.push(problem("theme/unescaped", placeOf(lint, statement), { expression, hint }));
  }
  checkSpot(lint, here.state, statement);
  const { path, params } = statement;
  const named = path.type === "PathExpression" ? path.original : expression;
  const calls = params.length > 0 || (statement.hash?.pairs ?? []).length > 0 || statement.type === "Decorator";
  if (calls || HELPERS.has(named)) checkHelper(lint, named, { params, spot: statement });
  checkParams(lint, statement);
  if (named === "html" && here.state.in === "value") {
    lint.problems.push(problem("theme/unescaped", placeOf(lint, statement), { expression, hint: "HTML does not belong in an attribute." }));
  }
  return afterUnquoted(here.state);
}

function lintPartial(lint: Lint, statement: PartialStatement, here: LintPosition): MarkupState {
  checkParams(lint, statement);
  const { name: path, params } = statement;
  if (path.type === "SubExpression") {
    const hint = "A partial is named in the template; a name from the data could be any.";
    lint.problems.push(problem("theme/unknown-partial", placeOf(lint, statement), { name: written(lint, path), hint }));
  } else {
    const [param] = params;
    const climbs = param?.type === "PathExpression" && (param.depth > 0 || param.data);
    const dives = param !== undefined && !(param.type === "PathExpression" && param.parts.length === 0);
    lint.calls.push({ name: String(path.original), moves: climbs ? false : dives || here.moves, at: statement.loc.start });
  }
  if (here.state.in !== "value") checkSpot(lint, here.state, statement);
  if (statement.program && here.depth < DEEPEST_NESTED) lintProgram(lint, statement.program, { ...here, depth: here.depth + 1 });
  return afterUnquoted(here.state);
}

function lintStatement(lint: Lint, statement: Statement, here: LintPosition): MarkupState {
  switch (statement.type) {
    case "ContentStatement":
      return markupAfter(here.state, statement.value);
    case "CommentStatement":
      return here.state;
    case "MustacheStatement":
    case "Decorator":
      return lintMustache(lint, statement, here);
    case "BlockStatement":
    case "DecoratorBlock":
      return lintBlock(lint, statement, here);
    case "PartialStatement":
    case "PartialBlockStatement":
      return lintPartial(lint, statement, here);
  }
}

function lintProgram(lint: Lint, program: hbs.AST.Program, here: LintPosition): MarkupState {
  let { state } = here;
  for (const statement of program.body as Statement[]) state = lintStatement(lint, statement, { ...here, state });
  return state;
}

/**
 * Checks one template: nothing is unescaped, expressions are only in quotes or text, helpers are known, and no name of a partial is
 * computed. Each problem is placed at its expression.
 */
function lintTemplate(file: TextFile, program: hbs.AST.Program): LintedTemplate {
  const lint: Lint = { file, problems: [], calls: [] };
  lintProgram(lint, program, { state: { in: "text" }, moves: false, depth: 0 });
  return { problems: lint.problems, calls: lint.calls };
}

/** A template with the partials that it calls. */
interface Caller {
  readonly file: TextFile;
  readonly calls: readonly PartialCall[];
}

function startOf(file: TextFile, call: PartialCall) {
  const start = offsetIn(file, call.at);
  const end = file.text.indexOf("}}", start);
  return { file, start, end: end < 0 ? start : end + 2 };
}

/** The first call in a cycle of calls that never go deeper into the view, so that rendering would not end. */
function loopFrom(name: string, templates: ReadonlyMap<string, Caller>): PartialCall | undefined {
  const seen = new Set<string>();
  const open: { name: string; first: PartialCall | undefined }[] = [{ name, first: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const call of templates.get(next.name)?.calls ?? []) {
      const first = next.first ?? call;
      if (call.moves) continue;
      if (call.name === name) return first;
      if (!seen.has(call.name)) open.push({ name: call.name, first });
      seen.add(call.name);
    }
  }
  return undefined;
}

/** Reports partials that do not exist, and partials that would call each other forever. */
function checkPartials(templates: ReadonlyMap<string, Caller>): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const names = [...templates.keys()];
  for (const [name, { file, calls }] of templates) {
    for (const call of calls) {
      if (templates.has(call.name) || call.name === "@partial-block") continue;
      const close = nearest(call.name, names);
      problems.push(problem("theme/unknown-partial", startOf(file, call), { name: call.name, hint: close && `Did you mean ${close}?` }));
    }
    const loop = loopFrom(name, templates);
    if (loop) {
      const reason = `${name} calls itself without going deeper into the data, which would never end`;
      problems.push(problem("theme/syntax", startOf(file, loop), { reason }));
    }
  }
  return problems;
}

/** The most expressions of a template; the largest of ours has 241. The parser takes time with the square of how deep they are nested. */
const MOST_EXPRESSIONS = 6000;

/** How many expressions a template has, those in expressions included, and what looks like one. */
function expressionsIn(text: string): number {
  return text.match(/\{\{|\(/g)?.length ?? 0;
}

/** The problem of a syntax error. Handlebars gives the line in the message or on the error. */
function syntaxProblem(file: TextFile, error: unknown): Diagnostic {
  const message = error instanceof Error ? error.message : String(error);
  const line = Number(/line (\d+)/i.exec(message)?.[1] ?? /- (\d+):/.exec(message)?.[1] ?? 1);
  const start = offsetIn(file, { line, column: 0 });
  const last = file.text.indexOf("\n", start);
  const reason = (/^(?:.*?)(Expecting .*|.*doesn't match.*|.*)$/s.exec(message.split("\n").at(-1) ?? "")?.[1] ?? message).trim();
  return problem("theme/syntax", { file, start, end: last < 0 ? file.text.length : last }, { reason });
}

/** The problem of an override made from another version: `{{!-- overrides 1a2b3c4d --}}` states which. */
function staleOverride(file: ThemeFile, built: string | undefined): Diagnostic | undefined {
  const note = /^\s*\{\{!--\s*overrides\s+([0-9a-f]{8})\b[^]*?--\}\}/.exec(file.source.text);
  const old = note?.[1];
  if (!note || !old || !built || old === built) return undefined;
  const place = { file: file.source, start: note.index, end: note[0].length };
  return problem("theme/stale-override", place, { template: file.path, old, new: built });
}

/**
 * The problems of a user's templates that override none of ours and are called by none: their name is misspelt, and they would be
 * ignored. Templates for guides are checked when guides are known.
 */
function unusedTemplates(templates: ReadonlyMap<string, TemplateSource>, callers: ReadonlyMap<string, Caller>): Diagnostic[] {
  const called = new Set([...callers.values()].flatMap(({ calls }) => calls.map(({ name }) => name)));
  return [...templates].flatMap(([name, { file }]) => {
    if (isBuiltIn(file) || file.overrides || called.has(name) || name.startsWith(GUIDE_TEMPLATES)) return [];
    const builtIn = [...templates.values()].filter((each) => isBuiltIn(each.file) || each.file.overrides).map((each) => each.file.path);
    const near = nearest(file.path, builtIn);
    const hint = near === undefined ? "msgdocs theme eject lists the names that there are." : `Did you mean ${near}?`;
    return [problem("theme/unknown-template", { file: file.source, start: 0, end: 0 }, { name: file.path, hint })];
  });
}

/**
 * Lints every template that is not precompiled (tests lint those), and then the calls between them. Handlebars is loaded only if there
 * is something to lint. `builtHash` returns the version of the built-in template at a path.
 */
export async function checkTemplates(
  templates: ReadonlyMap<string, TemplateSource>,
  builtHash: (path: string) => string | undefined,
): Promise<Diagnostic[]> {
  const problems: Diagnostic[] = [];
  const own = [...templates].filter(([, { direct }]) => direct === undefined);
  if (own.length === 0) return problems;
  const { default: compiler } = await import("handlebars");
  const callers = new Map<string, Caller>();
  for (const [name, { file, direct }] of templates) {
    const stale = staleOverride(file, builtHash(file.path));
    if (stale) problems.push(stale);
    if (expressionsIn(file.source.text) > MOST_EXPRESSIONS) {
      const reason = `it has more than ${counted(MOST_EXPRESSIONS, "expression")}`;
      problems.push(problem("theme/syntax", { file: file.source, start: 0, end: 0 }, { reason }));
      continue;
    }
    let program: hbs.AST.Program;
    try {
      program = compiler.parseWithoutProcessing(file.source.text);
    } catch (error) {
      problems.push(syntaxProblem(file.source, error));
      continue;
    }
    const linted = lintTemplate(file.source, program);
    if (!direct) problems.push(...linted.problems);
    callers.set(name, { file: file.source, calls: linted.calls });
  }
  if (callers.size === templates.size) problems.push(...checkPartials(callers), ...unusedTemplates(templates, callers));
  return problems;
}
