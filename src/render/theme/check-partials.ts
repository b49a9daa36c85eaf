import type { Diagnostic, TextFile } from "#text";
import { nearest, problem } from "#text";
import type { PartialCall } from "./lint-template.ts";

/** One template with the partials that it calls. */
export interface Caller {
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

/** The first call on a loop of calls none of which goes deeper into the view: rendering would not come to an end. */
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

/** Problems between templates: a partial that does not exist, and partials that would call one another for ever. */
export function checkPartials(templates: ReadonlyMap<string, Caller>): Diagnostic[] {
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
