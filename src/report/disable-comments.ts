import type { Code, Diagnostic, Node, Place, RuleLevels, TextFile } from "#text";
import { catalog, codesForName, entriesOf, replacementNote, isAcceptable, isOff, itemsOf, nearest, partitionPoint, problem } from "#text";
import type { RootLookup } from "./problem.ts";

/** `# msgdocs-disable-next-line code, code`: disables rules for the next node. */
const COMMENT = /#[ \t]*msgdocs-disable-next-line[ \t]+([^\r\n#]*)/g;

/** One name in one comment. */
interface DisableComment {
  readonly comment: Place;
  readonly name: string;
  readonly codes: readonly Code[];
  /** The range that it covers: from the next key or item to the end of its value. */
  readonly from: number;
  readonly to: number;
  used: boolean;
}

interface NodeRange {
  readonly start: number;
  readonly end: number;
  readonly node: Node;
}

/** The ranges of the entries or items of a node, in text order. The value of an alias is elsewhere and does not count. */
function rangesOf(node: Node): readonly NodeRange[] {
  const entries = entriesOf(node).map((entry) => {
    const own = entry.value.start >= entry.start;
    return { start: entry.start, end: own ? Math.max(entry.end, entry.value.end) : entry.end, node: entry.value };
  });
  return [...entries, ...itemsOf(node).map((item) => ({ start: item.start, end: item.end, node: item }))].sort((a, b) => a.start - b.start);
}

/** How many sorted ranges start at or before an offset. */
function countUpTo(starts: readonly { readonly start: number }[], offset: number): number {
  return partitionPoint(starts.length, (index) => (starts[index]?.start ?? 0) <= offset);
}

export type RangeLookup = (node: Node) => readonly NodeRange[];

/** Computes the ranges of each node once for all comments. */
export function createRangeLookup(): RangeLookup {
  const known = new Map<Node, readonly NodeRange[]>();
  return (node) => {
    const parts = known.get(node) ?? rangesOf(node);
    known.set(node, parts);
    return parts;
  };
}

/** The outermost key or item after a comment; `undefined` inside a text, where it is not a comment, and at the end. */
export function nextNode(root: Node, offset: number, parts: RangeLookup): { from: number; to: number } | undefined {
  let node = root;
  for (;;) {
    const children = parts(node);
    const count = countUpTo(children, offset);
    const inside = children[count - 1];
    if (!inside || offset >= inside.end) {
      const next = children[count];
      return next && { from: next.start, to: next.end };
    }
    const block = (inside.node.kind === "map" || inside.node.kind === "list") && !/[[{]/.test(root.file.text[inside.node.start] ?? "");
    if (!block && inside.node.start > offset) return { from: inside.node.start, to: inside.end };
    if (inside.node.kind !== "map" && inside.node.kind !== "list") return undefined;
    node = inside.node;
  }
}

/** Every name in the comments of a file, in text order. */
function disableComments(file: TextFile, root: Node): DisableComment[] {
  const parts = createRangeLookup();
  const found: DisableComment[] = [];
  for (const match of file.text.matchAll(COMMENT)) {
    const next = nextNode(root, match.index, parts);
    if (!next) continue;
    const comment = { file, start: match.index, end: match.index + match[0].trimEnd().length };
    for (const name of (match[1] ?? "").split(/[\s,]+/).filter(Boolean)) {
      found.push({ comment, name, codes: codesForName(name) ?? [], from: next.from, to: next.to, used: false });
    }
  }
  return found;
}

/** A comment and the narrowest one whose range encloses its range. Two ranges are either nested or disjoint. */
interface CommentRange {
  readonly own: DisableComment;
  readonly enclosing: CommentRange | undefined;
}

/** The sorted ranges of the comments for one code in one file. */
function nest(all: readonly DisableComment[]): CommentRange[] {
  const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const ranges: CommentRange[] = [];
  for (const own of sorted) {
    let enclosing = ranges.at(-1);
    while (enclosing && enclosing.own.to <= own.from) enclosing = enclosing.enclosing;
    ranges.push({ own, enclosing });
  }
  return ranges;
}

/** The comments that cover an offset. */
function commentsAt(ranges: readonly CommentRange[], offset: number): DisableComment[] {
  const last = partitionPoint(ranges.length, (index) => (ranges[index]?.own.from ?? 0) <= offset) - 1;
  const found: DisableComment[] = [];
  for (let range = ranges[last]; range; range = range.enclosing) if (offset < range.own.to) found.push(range.own);
  return found;
}

/** The comments of every file that has some, by the id of the file. */
function allComments(files: Iterable<TextFile>, rootOf: RootLookup): Map<string, DisableComment[]> {
  const comments = new Map<string, DisableComment[]>();
  for (const file of files) {
    const root = file.text.includes("msgdocs-disable-next-line") ? rootOf(file) : undefined;
    if (root && !comments.has(file.id)) comments.set(file.id, disableComments(file, root));
  }
  return comments;
}

/** Looks up the comments that cover a diagnostic. The list of each code and file is sorted once, on first use. */
function createCommentLookup(
  comments: ReadonlyMap<string, readonly DisableComment[]>,
): (diagnostic: Diagnostic) => readonly DisableComment[] {
  const known = new Map<string, CommentRange[]>();
  return ({ code, place }) => {
    const key = `${code} ${place.file.id}`;
    const ranges = known.get(key) ?? nest((comments.get(place.file.id) ?? []).filter(({ codes }) => codes.includes(code)));
    known.set(key, ranges);
    return commentsAt(ranges, place.start);
  };
}

/**
 * The problem of a name in a comment: it disables nothing, or is a rule of another tool. A code that is off has no problems, so a
 * comment about it is not reported: it may be needed where the code is on.
 */
function commentProblem({ comment, name, codes, used }: DisableComment, rules: RuleLevels): Diagnostic | undefined {
  if (used || codes.some((code) => isOff(code, rules)))
    return codes.some((code) => code === name)
      ? undefined
      : problem("config/renamed-rule", comment, { name: JSON.stringify(name), instead: replacementNote(name) });
  if (codesForName(name)) return problem("config/unused-disable", comment, { code: name });
  const near = nearest(name, Object.keys(catalog));
  const hint = `There is no such code.${near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`}`;
  return problem("config/unused-disable", comment, { code: name, hint });
}

/** Removes the diagnostics that comments disable, and reports comments that disable nothing. */
export function applyDisableComments(
  diagnostics: readonly Diagnostic[],
  { files, rootOf, rules }: { readonly files: Iterable<TextFile>; readonly rootOf: RootLookup; readonly rules: RuleLevels },
): Diagnostic[] {
  const comments = allComments(files, rootOf);
  if (comments.size === 0) return [...diagnostics];
  const over = createCommentLookup(comments);
  const kept = diagnostics.filter((diagnostic) => {
    const all = isAcceptable(diagnostic.code) ? over(diagnostic) : [];
    for (const each of all) each.used = true;
    return all.length === 0;
  });
  return [...kept, ...[...comments.values()].flat().flatMap((each) => commentProblem(each, rules) ?? [])];
}
