import type { Diagnostic, TextFile } from "#text";
import { nearest, problem } from "#text";
import { checkPartials, type Caller } from "./check-partials.ts";
import { lintTemplate } from "./lint-template.ts";
import { parseTemplate, type Program } from "./template-ast.ts";
import type { TemplateSource } from "./template-source.ts";
import type { ThemeFile } from "./theme-file.ts";
import { isBuiltIn } from "./theme-file.ts";

/** Handlebars puts where it stopped into its message or on the error; the place is that line. */
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

/** An override names the version that it was copied from: `{{!-- overrides 1a2b3c4d --}}`. */
function staleOverride(file: ThemeFile, built: string | undefined): Diagnostic | undefined {
  const note = /^\s*\{\{!--\s*overrides\s+([0-9a-f]{8})\b[^]*?--\}\}/.exec(file.source.text);
  const old = note?.[1];
  if (!note || !old || !built || old === built) return undefined;
  const place = { file: file.source, start: note.index, end: note[0].length };
  return problem("theme/stale-override", place, { template: file.path, old, new: built });
}

/** A user's template that overrides none of ours and that no other calls: its name is misspelt, and it would be ignored. */
function unusedTemplates(templates: ReadonlyMap<string, TemplateSource>, callers: ReadonlyMap<string, Caller>): Diagnostic[] {
  const called = new Set([...callers.values()].flatMap(({ calls }) => calls.map(({ name }) => name)));
  return [...templates].flatMap(([name, { file }]) => {
    if (isBuiltIn(file) || file.overrides || called.has(name)) return [];
    const builtIn = [...templates.values()].filter((each) => isBuiltIn(each.file) || each.file.overrides).map((each) => each.file.path);
    const near = nearest(file.path, builtIn);
    const hint = near === undefined ? "msgdocs theme eject lists the names that there are." : `Did you mean ${near}?`;
    return [problem("theme/unknown-template", { file: file.source, start: 0, end: 0 }, { name: file.path, hint })];
  });
}

/**
 * Lints every template that did not come precompiled (those were linted when the bundle was made), then the calls between them.
 * The compiler is loaded only when there is something to lint. `builtHash` is the version of the built-in template of a path.
 */
export async function checkTemplates(
  templates: ReadonlyMap<string, TemplateSource>,
  builtHash: (path: string) => string | undefined,
): Promise<Diagnostic[]> {
  const problems: Diagnostic[] = [];
  const own = [...templates].filter(([, { spec }]) => spec === undefined);
  if (own.length === 0) return problems;
  const { default: compiler } = await import("handlebars");
  const callers = new Map<string, Caller>();
  for (const [name, { file, spec }] of templates) {
    const stale = staleOverride(file, builtHash(file.path));
    if (stale) problems.push(stale);
    let program: Program;
    try {
      program = parseTemplate(compiler, file.source.text);
    } catch (error) {
      problems.push(syntaxProblem(file.source, error));
      continue;
    }
    const linted = lintTemplate(file.source, program);
    if (spec === undefined) problems.push(...linted.problems);
    callers.set(name, { file: file.source, calls: linted.calls });
  }
  if (callers.size === templates.size) problems.push(...checkPartials(callers), ...unusedTemplates(templates, callers));
  return problems;
}
