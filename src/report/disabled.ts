import type { Code, Diagnostic } from "#diagnostics";
import { catalog, problem } from "#diagnostics";
import type { Node, Place, TextFile } from "#json";
import { entriesOf, itemsOf } from "#json";

/** `# msgdocs-disable-next-line code, code`: switches rules off for the node that comes next. */
const COMMENT = /#[ \t]*msgdocs-disable-next-line[ \t]+([^\r\n#]*)/g;

interface Disabled {
  readonly comment: Place;
  readonly name: string;
  /** What the comment covers: from the next key or item to the end of its value. */
  readonly from: number;
  readonly to: number;
  used: boolean;
}

/** Keys and values of a node in text order. Of an alias only the place where it was written counts. */
function parts(node: Node): readonly { readonly start: number; readonly end: number; readonly node: Node }[] {
  const entries = entriesOf(node).map((entry) => {
    const own = entry.value.start >= entry.start;
    return { start: entry.start, end: own ? Math.max(entry.end, entry.value.end) : entry.end, node: entry.value };
  });
  return [...entries, ...itemsOf(node).map((item) => ({ start: item.start, end: item.end, node: item }))];
}

/** The outermost key or item that starts after a comment; `undefined` inside of a text, where it is no comment, and at the end. */
function nextNode(root: Node, offset: number): { from: number; to: number } | undefined {
  let node = root;
  for (;;) {
    const children = parts(node);
    const inside = children.find((child) => child.start <= offset && offset < child.end);
    if (!inside) {
      const next = children.filter((child) => child.start > offset).sort((a, b) => a.start - b.start)[0];
      return next && { from: next.start, to: next.end };
    }
    const block = (inside.node.kind === "map" || inside.node.kind === "list") && !/[[{]/.test(root.file.text[inside.node.start] ?? "");
    if (!block && inside.node.start > offset) return { from: inside.node.start, to: inside.end };
    if (inside.node.kind !== "map" && inside.node.kind !== "list") return undefined;
    node = inside.node;
  }
}

function commentsOf(file: TextFile, root: Node): Disabled[] {
  const found: Disabled[] = [];
  for (const match of file.text.matchAll(COMMENT)) {
    const next = nextNode(root, match.index);
    if (!next) continue;
    const comment = { file, start: match.index, end: match.index + match[0].trimEnd().length };
    for (const name of (match[1] ?? "").split(/[\s,]+/).filter(Boolean)) {
      found.push({ comment, name, from: next.from, to: next.to, used: false });
    }
  }
  return found;
}

const isFixed = (code: Code): boolean => "fatal" in catalog[code];

/** The comments of every file that has any, by file. */
function allComments(files: Iterable<TextFile>, rootOf: (file: TextFile) => Node | undefined): Map<string, Disabled[]> {
  const comments = new Map<string, Disabled[]>();
  for (const file of files) {
    const root = file.text.includes("msgdocs-disable-next-line") ? rootOf(file) : undefined;
    if (root && !comments.has(file.id)) comments.set(file.id, commentsOf(file, root));
  }
  return comments;
}

export interface Sources {
  readonly files: Iterable<TextFile>;
  readonly rootOf: (file: TextFile) => Node | undefined;
  /** A rule's code by a name that people may use for it: the code itself, or an id of another tool. */
  readonly codeOf: (name: string) => Code | undefined;
}

/** Takes out what a comment in the source switches off, and reports the comments that switch nothing off. */
export function withoutDisabled(diagnostics: readonly Diagnostic[], { files, rootOf, codeOf }: Sources): Diagnostic[] {
  const comments = allComments(files, rootOf);
  if (comments.size === 0) return [...diagnostics];
  const kept = diagnostics.filter(({ code, place }) => {
    const over = comments
      .get(place.file.id)
      ?.filter((each) => each.from <= place.start && place.start < each.to && codeOf(each.name) === code);
    if (!over?.length || isFixed(code)) return true;
    for (const each of over) each.used = true;
    return false;
  });
  const unused = [...comments.values()].flat().filter((each) => !each.used);
  return [...kept, ...unused.map(({ comment, name }) => problem("config/unused-disable", comment, { code: name }))];
}
