import { GUIDE_TEMPLATES } from "#pages";
import type { Diagnostic, TextFile } from "#text";
import { counted, nearest, problem } from "#text";
import type { PartialCall } from "./lint-template.ts";
import { lintTemplate } from "./lint-template.ts";
import type { Program } from "./template-ast.ts";
import { parseTemplate } from "./template-ast.ts";
import type { TemplateSource, ThemeFile } from "./direct-templates.ts";
import { isBuiltIn } from "./direct-templates.ts";

/** A template with the partials that it calls. */
interface Caller {
  readonly file: TextFile;
  readonly calls: readonly PartialCall[];
}

function placeOf(file: TextFile, call: PartialCall) {
  const start =
    file.text
      .split(/(?<=\n)/)
      .slice(0, call.at.line - 1)
      .join("").length + call.at.column;
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
      problems.push(problem("theme/unknown-partial", placeOf(file, call), { name: call.name, hint: close && `Did you mean ${close}?` }));
    }
    const loop = loopFrom(name, templates);
    if (loop) {
      const reason = `${name} calls itself without going deeper into the data, which would never end`;
      problems.push(problem("theme/syntax", placeOf(file, loop), { reason }));
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
  const start = file.text
    .split(/(?<=\n)/)
    .slice(0, line - 1)
    .join("").length;
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
    let program: Program;
    try {
      program = parseTemplate(compiler, file.source.text);
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
