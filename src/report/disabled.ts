import type { Code, Diagnostic, Node, TextFile } from "#text";
import { catalog, codesNamed, insteadOf, nearest, partitionPoint, problem } from "#text";
import type { Disabled } from "./disable-comments.ts";
import { disableComments } from "./disable-comments.ts";

/** A comment's range with the one around it. Ranges are those of nodes, so they are nested or apart. */
interface Range {
  readonly own: Disabled;
  readonly around: Range | undefined;
}

/** The ranges of one code in one file, sorted. */
function nest(all: readonly Disabled[]): Range[] {
  const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const ranges: Range[] = [];
  for (const own of sorted) {
    let around = ranges.at(-1);
    while (around && around.own.to <= own.from) around = around.around;
    ranges.push({ own, around });
  }
  return ranges;
}

/** The comments over an offset. */
function covering(ranges: readonly Range[], offset: number): Disabled[] {
  const last = partitionPoint(ranges.length, (index) => (ranges[index]?.own.from ?? 0) <= offset) - 1;
  const found: Disabled[] = [];
  for (let range = ranges[last]; range; range = range.around) if (offset < range.own.to) found.push(range.own);
  return found;
}

type RootOf = (file: TextFile) => Node | undefined;

/** The comments of every file that has any, by file. */
function allComments(files: Iterable<TextFile>, rootOf: RootOf): Map<string, Disabled[]> {
  const comments = new Map<string, Disabled[]>();
  for (const file of files) {
    const root = file.text.includes("msgdocs-disable-next-line") ? rootOf(file) : undefined;
    if (root && !comments.has(file.id)) comments.set(file.id, disableComments(file, root));
  }
  return comments;
}

/** Asks which comments cover a code at an offset of a file; each list is sorted once, when it is first asked for. */
function coverage(comments: ReadonlyMap<string, readonly Disabled[]>): (diagnostic: Diagnostic) => readonly Disabled[] {
  const known = new Map<string, Range[]>();
  return ({ code, place }) => {
    const key = `${code} ${place.file.id}`;
    const ranges = known.get(key) ?? nest((comments.get(place.file.id) ?? []).filter(({ codes }) => codes.includes(code)));
    known.set(key, ranges);
    return covering(ranges, place.start);
  };
}

/** What there is to say of a comment's name: it switches nothing off, or it is called otherwise here. */
function remark({ comment, name, codes, used }: Disabled): Diagnostic | undefined {
  if (used)
    return codes.some((code) => code === name)
      ? undefined
      : problem("config/renamed-rule", comment, { name: JSON.stringify(name), instead: insteadOf(name) });
  if (codesNamed(name)) return problem("config/unused-disable", comment, { code: name });
  const near = nearest(name, Object.keys(catalog));
  const hint = `There is no such code.${near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`}`;
  return problem("config/unused-disable", comment, { code: name, hint });
}

const isFixed = (code: Code): boolean => "fatal" in catalog[code];

/** Takes out what a comment in the source switches off, and reports the comments that switch nothing off. */
export function withoutDisabled(
  diagnostics: readonly Diagnostic[],
  { files, rootOf }: { readonly files: Iterable<TextFile>; readonly rootOf: RootOf },
): Diagnostic[] {
  const comments = allComments(files, rootOf);
  if (comments.size === 0) return [...diagnostics];
  const over = coverage(comments);
  const kept = diagnostics.filter((diagnostic) => {
    const all = isFixed(diagnostic.code) ? [] : over(diagnostic);
    for (const each of all) each.used = true;
    return all.length === 0;
  });
  return [...kept, ...[...comments.values()].flat().flatMap((each) => remark(each) ?? [])];
}
