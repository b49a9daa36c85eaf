import type { Code, Diagnostic, Node, Place, TextFile } from "#text";
import { catalog, codesForName, entriesOf, replacementNote, itemsOf, nearest, partitionPoint, problem } from "#text";

/** `# msgdocs-disable-next-line code, code`: switches rules off for the node that comes next. */
const COMMENT = /#[ \t]*msgdocs-disable-next-line[ \t]+([^\r\n#]*)/g;

/** One name of one comment. */
interface Disabled {
  readonly comment: Place;
  readonly name: string;
  readonly codes: readonly Code[];
  /** What the comment covers: from the next key or item to the end of its value. */
  readonly from: number;
  readonly to: number;
  used: boolean;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly node: Node;
}

/** Keys and values of a node in text order. Of an alias only the place where it was written counts. */
function partsOf(node: Node): readonly Part[] {
  const entries = entriesOf(node).map((entry) => {
    const own = entry.value.start >= entry.start;
    return { start: entry.start, end: own ? Math.max(entry.end, entry.value.end) : entry.end, node: entry.value };
  });
  return [...entries, ...itemsOf(node).map((item) => ({ start: item.start, end: item.end, node: item }))].sort((a, b) => a.start - b.start);
}

/** How many parts start at or before an offset; they are sorted. */
function countUpTo(starts: readonly { readonly start: number }[], offset: number): number {
  return partitionPoint(starts.length, (index) => (starts[index]?.start ?? 0) <= offset);
}

type Parts = (node: Node) => readonly Part[];

/** The parts of each node, gathered once however many comments there are. */
function rememberedParts(): Parts {
  const known = new Map<Node, readonly Part[]>();
  return (node) => {
    const parts = known.get(node) ?? partsOf(node);
    known.set(node, parts);
    return parts;
  };
}

/** The outermost key or item that starts after a comment; `undefined` inside of a text, where it is no comment, and at the end. */
function nextNode(root: Node, offset: number, parts: Parts): { from: number; to: number } | undefined {
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
function disableComments(file: TextFile, root: Node): Disabled[] {
  const parts = rememberedParts();
  const found: Disabled[] = [];
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
      : problem("config/renamed-rule", comment, { name: JSON.stringify(name), instead: replacementNote(name) });
  if (codesForName(name)) return problem("config/unused-disable", comment, { code: name });
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
