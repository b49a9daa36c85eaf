import { basename, dirname, relative, sep } from "node:path";
import type { Diagnostic, Node, StringNode } from "#text";
import {
  childAt,
  counted,
  describeKind,
  entriesOf,
  escapeToken,
  evaluatePointer,
  findFile,
  formatPointer,
  groupBy,
  isInside,
  namesAtEnd,
  namesIn,
  nearest,
  onlyNearest,
  parsePointer,
  problem,
  MOST_LISTED,
  valueOf,
} from "#text";
import type { FileStore } from "./file-store.ts";
import type { BadReference, ReferenceNode } from "./parse-reference.ts";
import type { ReferenceFailure } from "./resolver.ts";

const DEFINE = "Define it there, or correct the reference.";

const UNHIDE = "Give it a name without the leading dot, or name its hidden folder with --root.";

const PATH_HINT = "A path is relative to the file that the reference stands in.";

const ROOT_HINT = "Allow a wider folder with --root, or in the settings.";

/** How a hint begins that names the flag or the setting for all references like this one. */
const FLAG = /^(?:Allow|Raise) /;

type NoValue = ReferenceFailure & { readonly kind: "no-value" };

function quote(text: string): string {
  return JSON.stringify(text);
}

function* keysOf(node: Node): Generator<string> {
  for (const { key } of entriesOf(node)) yield key;
}

/** The suggestion for a pointer into the own file without its `#`. */
function withoutHash({ file, value }: StringNode, store: FileStore): Suggestion | undefined {
  const tokens = value.startsWith("/") ? parsePointer(value) : undefined;
  const stored = store.get({ kind: "file", at: file.id });
  const root = stored?.kind === "read" ? stored.root : undefined;
  if (!root || !tokens || !evaluatePointer(root, tokens)) return undefined;
  const right = `#${value}`;
  return { hint: `Did you mean ${quote(right)}?`, ...(PLAIN.test(right) ? { fix: right } : {}) };
}

function badReference({ ref }: ReferenceNode, { kind, reason, hint }: BadReference, store: FileStore): Diagnostic {
  const name = quote(ref.value);
  if (kind === "syntax") return problem("reference/syntax", ref, { reason: `in ${name} ${reason}`, hint });
  if (kind === "unknown-scheme") return problem("reference/not-found", ref, { ref: name, reason });
  const pointer = withoutHash(ref, store);
  if (pointer) return problem("reference/outside-root", ref, { ref: `${name} (${reason})`, root: store.nameOf(store.root), ...pointer });
  return problem("reference/outside-root", ref, {
    ref: `${name} (${reason})`,
    root: store.nameOf(store.root),
    // No folder is wide enough for what is named from its top, so a wider one is no next step.
    hint: hint ?? ROOT_HINT,
  });
}

/** A key of the node with a slash, which should be written `~1` in the pointer. */
function keyWithSlash(node: Node, tokens: readonly string[]): string | undefined {
  if (node.kind !== "map") return undefined;
  for (let count = tokens.length; count > 1; count -= 1) {
    const key = tokens.slice(0, count).join("/");
    if (childAt(node, key)) return key;
  }
  return undefined;
}

/** A suggestion for a reference that does not resolve: a hint, and a fix if there is exactly one candidate. */
interface Suggestion {
  readonly hint?: string;
  readonly fix?: string;
}

/** A text of characters that need no encoding in a reference. */
const PLAIN = /^[!#-$&-;=?-~]*$/;

/** The available files, and whether a hint may mention a value. */
export interface SuggestionContext {
  readonly store: FileStore;
  readonly mayName: (target: Node) => boolean;
}

/** The only component with a name that a reference ends in. It may be of another kind, so it is no fix. */
function sameName(ref: string, { parent, tokens }: NoValue, { store, mayName }: SuggestionContext): Suggestion {
  const stored = store.get({ kind: "file", at: parent.file.id });
  const sections = stored?.kind === "read" ? entriesOf(valueOf(stored.root, "components")) : [];
  const found = sections.flatMap(({ key: section, value }) =>
    namesAtEnd(tokens).flatMap((name) => {
      const target = childAt(value, name);
      return target && mayName(target) ? [formatPointer(["components", section, name])] : [];
    }),
  );
  const [only, other] = found;
  const [file = ""] = ref.split("#");
  return { hint: only === undefined || other !== undefined ? DEFINE : `Did you mean ${quote(`${file}#${only}`)}? It has this name.` };
}

function suggest(ref: string, failure: NoValue, means: SuggestionContext): Suggestion {
  const { parent, tokens, failed } = failure;
  const { mayName } = means;
  const rest = tokens.slice(failed);
  const escaped = keyWithSlash(parent, rest);
  const key = escaped ?? nearest(rest[0] ?? "", keysOf(parent));
  if (key === undefined) return sameName(ref, failure, means);
  const tail = rest.slice(escaped === undefined ? 1 : escaped.split("/").length);
  const [file = ""] = ref.split("#");
  const pointer = `${formatPointer(tokens.slice(0, failed))}/${escapeToken(key)}${formatPointer(tail)}`;
  const right = `${file}#${pointer}`;
  const value = childAt(parent, key);
  const target = value && evaluatePointer(value, tail);
  const same = target === undefined ? sameName(ref, failure, means) : undefined;
  if (same && same.hint !== DEFINE) return same;
  // Without a target, the nearest name is still that of a part of the file.
  if (!mayName(target ?? value ?? parent)) return { hint: DEFINE };
  const hint = `Did you mean ${quote(right)}?${escaped === undefined ? "" : " A / inside of a key is written ~1."}`;
  const only = escaped ?? onlyNearest(rest[0] ?? "", keysOf(parent));
  // Only one key can be meant, and the rest of the pointer leads somewhere.
  return { hint, ...(only === key && target && PLAIN.test(right) ? { fix: right } : {}) };
}

function noValue({ ref }: ReferenceNode, failure: NoValue, means: SuggestionContext): Diagnostic {
  const { parent, tokens, failed } = failure;
  const before = formatPointer(tokens.slice(0, failed));
  const where = before === "" ? "the root" : quote(`#${before}`);
  const kind = parent.kind === "map" ? "" : ` is ${describeKind(parent)} and`;
  const reason = `${where}${kind} has no ${quote(tokens[failed] ?? "")}`;
  const related = [{ message: "looked for here", place: parent }];
  return problem("reference/not-found", ref, { ref: quote(ref.value), reason, ...suggest(ref.value, failure, means), related });
}

/** Names the smallest folder that holds the root and the file, unless that is a whole disk. */
function widerRoot(path: string, store: FileStore): string {
  let folder = store.root;
  while (!isInside(folder, path)) folder = dirname(folder);
  if (dirname(folder) === folder) return ROOT_HINT;
  const name = store.nameOf(folder);
  return ROOT_HINT.replace("--root", () => `--root ${/^[\w./-]+$/.test(name) ? name : quote(name)}`);
}

/** The names beside a path, if the store may read them. */
export function siblings(path: string, store: FileStore): string[] {
  if (!store.allows(dirname(path))) return [];
  return namesIn(dirname(path), store.root)
    .filter((name) => !name.startsWith("."))
    .sort();
}

function noFile(
  { ref }: ReferenceNode,
  path: string,
  failure: { store: FileStore; failure: ReferenceFailure & { kind: "not-read" } },
): Diagnostic | undefined {
  const { stored } = failure.failure;
  if (stored.kind !== "no-file") return undefined;
  const { problem: why, reason, real } = stored.problem;
  const name = quote(ref.value);
  if (why === "outside-root") {
    const { store } = failure;
    return problem("reference/outside-root", ref, {
      ref: real === undefined ? name : `${name}, a link to ${quote(store.nameOf(real))},`,
      root: store.nameOf(store.root),
      hint: widerRoot(real ?? path, store),
    });
  }
  const hint =
    why === "hidden"
      ? UNHIDE
      : why === "missing"
        ? (fromFolder(ref, failure.store) ?? siblingHint(ref, path, failure.store) ?? PATH_HINT)
        : undefined;
  return problem("reference/not-found", ref, { ref: name, reason, hint });
}

/** The nearest file of the same folder, as it must be written there: with its folder, and with what the reference names in the file. */
function siblingHint({ value }: StringNode, path: string, store: FileStore): string | undefined {
  const found = nearest(basename(path), siblings(path, store));
  if (found === undefined) return undefined;
  const [written = "", ...fragment] = value.split("#");
  const folder = written.slice(0, written.lastIndexOf("/") + 1);
  return `Did you mean ${quote([folder + found, ...fragment].join("#"))}?`;
}

/** The hint for a path relative to the working folder, a common mistake, if the file exists there. */
function fromFolder({ file, value }: StringNode, store: FileStore): string | undefined {
  const [path = "", ...fragment] = value.split("#");
  const meant = store.fromWorkingFolder(path);
  const found = store.allows(meant) ? findFile(meant, store.reach) : undefined;
  if (!found || "problem" in found) return undefined;
  const right = [relative(dirname(file.id), meant).split(sep).join("/"), ...fragment].join("#");
  return `References are relative to the file they stand in. Did you mean ${quote(right)}?`;
}

/** The problem of a reference to a file that cannot be parsed. The file has its own diagnostics. */
function unreadable({ ref }: ReferenceNode, problems: readonly Diagnostic[]): Diagnostic | undefined {
  const cause = problems.find(({ code }) => code === "document/syntax" || code === "document/encoding");
  if (!cause) return undefined;
  const reason = cause.code === "document/encoding" ? "its bytes are not UTF-8" : "it cannot be parsed";
  return problem("reference/not-json-or-yaml", ref, {
    ref: quote(ref.value),
    reason,
    related: [{ message: cause.message, place: cause.place }],
  });
}

function notRead(reference: ReferenceNode, failure: ReferenceFailure & { kind: "not-read" }, store: FileStore): Diagnostic | undefined {
  const { stored, target } = failure;
  const { ref } = reference;
  if (stored.kind === "no-file") return noFile(reference, target.at, { store, failure });
  if (stored.kind === "unreadable") return unreadable(reference, stored.problems);
  if (stored.kind === "too-many") {
    return problem("document/too-large", ref, {
      what: "The number of files",
      size: "one more",
      limit: store.limit,
      hint: "Raise limits.files in the settings.",
    });
  }
  const { code, reason, hint } = stored.problem;
  if (code === "reference/remote-failed") return problem(code, ref, { ref: quote(ref.value), reason, hint });
  return problem(code, ref, { ref: quote(ref.value), hint });
}

function loop({ ref }: ReferenceNode, chain: readonly ReferenceNode[]): Diagnostic {
  const names = [...chain, ...chain.slice(0, 1)].map((each) => quote(each.ref.value)).slice(0, 20);
  const related = chain.slice(1, 20).map((each) => ({ message: "and on to this one", place: each.ref }));
  return problem("reference/loop", ref, { chain: names.join(" → "), related });
}

/** The problem of a reference that does not resolve, or `undefined` if its cause is reported elsewhere. */
export function failureProblem(reference: ReferenceNode, failure: ReferenceFailure, means: SuggestionContext): Diagnostic | undefined {
  const { ref } = reference;
  const { store } = means;
  switch (failure.kind) {
    case "bad":
      return badReference(reference, failure.bad, store);
    case "outside-root":
      return problem("reference/outside-root", ref, {
        ref: quote(ref.value),
        root: store.nameOf(store.root),
        hint: widerRoot(failure.path, store),
      });
    case "not-read":
      return notRead(reference, failure, store);
    case "no-value":
      return noValue(reference, failure, means);
    case "loop":
      return loop(reference, failure.chain);
    case "too-far":
      return problem("reference/not-found", ref, { ref: quote(ref.value), reason: "it leads through too many other references" });
    case "elsewhere":
      return undefined;
  }
}

/** Joins problems that one flag or setting solves: the first one names the others. */
export function joinByFlag(problems: readonly Diagnostic[]): Diagnostic[] {
  const groups = groupBy(problems, (each) => (each.hint !== undefined && FLAG.test(each.hint) ? `${each.code} ${each.hint}` : each));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const further = others.slice(0, MOST_LISTED).map(({ place }) => ({ message: "this one too", place }));
    const hint = `${first.hint ?? ""} It helps ${counted(others.length, "more reference")}, too.`;
    return { ...first, hint, related: [...first.related, ...further] };
  });
}
