import { readdir } from "node:fs/promises";
import { basename, dirname, relative, sep } from "node:path";
import type { Diagnostic, Node, StringNode } from "#text";
import {
  childAt,
  describeKind,
  didYouMean,
  escapeToken,
  evaluatePointer,
  findFile,
  formatPointer,
  nearest,
  onlyNearest,
  parsePointer,
  problem,
} from "#text";
import type { FileStore } from "./file-store.ts";
import type { BadReference } from "./parse-reference.ts";
import type { ReferenceNode } from "./found-reference.ts";
import type { Failure } from "./resolver.ts";

/** At most so many names of a folder or keys of an object are compared for a hint. */
const COMPARED = 2000;

const FROM_FILE = "A path is relative to the file that the reference stands in.";

const WIDEN = "Allow a wider folder with --root, or in the settings.";

type NoValue = Failure & { readonly kind: "no-value" };

function quote(text: string): string {
  return JSON.stringify(text);
}

function keysOf(node: Node): string[] {
  return node.kind === "map" ? node.entries.slice(0, COMPARED).map(({ key }) => key) : [];
}

/** A pointer into the own file that lacks its `#`. */
function withoutHash({ file, value }: StringNode, store: FileStore): Meant | undefined {
  const tokens = value.startsWith("/") ? parsePointer(value) : undefined;
  const stored = store.get({ kind: "file", at: file.id });
  const root = stored?.kind === "read" ? stored.root : undefined;
  if (!root || !tokens || !evaluatePointer(root, tokens)) return undefined;
  const right = `#${value}`;
  return { hint: `Did you mean ${quote(right)}?`, ...(PLAIN.test(right) ? { fix: right } : {}) };
}

function bad({ ref }: ReferenceNode, { kind, reason, hint }: BadReference, store: FileStore): Diagnostic {
  const name = quote(ref.value);
  if (kind === "syntax") return problem("reference/syntax", ref, { reason: `in ${name} ${reason}`, hint });
  if (kind === "unknown-scheme") return problem("reference/not-found", ref, { ref: name, reason });
  const pointer = withoutHash(ref, store);
  if (pointer) return problem("reference/outside-root", ref, { ref: `${name} (${reason})`, root: store.nameOf(store.root), ...pointer });
  return problem("reference/outside-root", ref, {
    ref: `${name} (${reason})`,
    root: store.nameOf(store.root),
    hint: hint === undefined ? WIDEN : `${hint} ${WIDEN}`,
  });
}

/** Tokens joined by `/` that are one key of the node: a slash that had to be written `~1`. */
function unescaped(node: Node, tokens: readonly string[]): string | undefined {
  if (node.kind !== "map") return undefined;
  for (let count = tokens.length; count > 1; count -= 1) {
    const key = tokens.slice(0, count).join("/");
    if (childAt(node, key)) return key;
  }
  return undefined;
}

/** What a reference that fails was most likely meant to be, in words, and as text where nothing else can be meant. */
interface Meant {
  readonly hint?: string;
  readonly fix?: string;
}

/** Characters that a reference can hold as they are. */
const PLAIN = /^[!#-$&-;=?-~]*$/;

/** The reference to put in the place of one that fails: only one key can be meant, and the rest of the pointer leads somewhere. */
function fixOf(
  right: string,
  { parent, key, tail }: { readonly parent: Node; readonly key: string; readonly tail: readonly string[] },
): Meant {
  const value = childAt(parent, key);
  const leads = value !== undefined && evaluatePointer(value, tail) !== undefined;
  return leads && PLAIN.test(right) ? { fix: right } : {};
}

function meant(ref: string, { parent, tokens, failed }: NoValue): Meant {
  const rest = tokens.slice(failed);
  const escaped = unescaped(parent, rest);
  const key = escaped ?? nearest(rest[0] ?? "", keysOf(parent));
  if (key === undefined) return { hint: "Define it there, or correct the reference." };
  const tail = rest.slice(escaped === undefined ? 1 : escaped.split("/").length);
  const [file = ""] = ref.split("#");
  const pointer = `${formatPointer(tokens.slice(0, failed))}/${escapeToken(key)}${formatPointer(tail)}`;
  const right = `${file}#${pointer}`;
  const hint = `Did you mean ${quote(right)}?${escaped === undefined ? "" : " A / inside of a key is written ~1."}`;
  const only = escaped ?? onlyNearest(rest[0] ?? "", keysOf(parent));
  return { hint, ...(only === key ? fixOf(right, { parent, key, tail }) : {}) };
}

function noValue({ ref }: ReferenceNode, failure: NoValue): Diagnostic {
  const { parent, tokens, failed } = failure;
  const before = formatPointer(tokens.slice(0, failed));
  const where = before === "" ? "the root" : quote(`#${before}`);
  const kind = parent.kind === "map" ? "" : ` is ${describeKind(parent)} and`;
  const reason = `${where}${kind} has no ${quote(tokens[failed] ?? "")}`;
  const related = [{ message: "looked for here", place: parent }];
  return problem("reference/not-found", ref, { ref: quote(ref.value), reason, ...meant(ref.value, failure), related });
}

async function siblings(path: string, store: FileStore): Promise<string[]> {
  if (!store.allows(dirname(path))) return [];
  const names = await readdir(dirname(path)).catch(() => []);
  return names.sort().slice(0, COMPARED);
}

async function noFile(
  { ref }: ReferenceNode,
  path: string,
  failure: { store: FileStore; failure: Failure & { kind: "not-read" } },
): Promise<Diagnostic | undefined> {
  const { stored } = failure.failure;
  if (stored.kind !== "no-file") return undefined;
  const { problem: why, reason, real } = stored.problem;
  const name = quote(ref.value);
  if (why === "outside-root") {
    const { store } = failure;
    return problem("reference/outside-root", ref, {
      ref: real === undefined ? name : `${name}, a link to ${quote(store.nameOf(real))},`,
      root: store.nameOf(store.root),
      hint: WIDEN,
    });
  }
  const hint =
    why === "missing"
      ? (fromFolder(ref, failure.store) ?? didYouMean(basename(path), await siblings(path, failure.store)) ?? FROM_FILE)
      : undefined;
  return problem("reference/not-found", ref, { ref: name, reason, hint });
}

/** Many write references relative to the folder they run their tools in; a file that is there was probably meant. */
function fromFolder({ file, value }: StringNode, store: FileStore): string | undefined {
  const [path = "", ...fragment] = value.split("#");
  const meant = store.fromWorkingFolder(path);
  const found = store.allows(meant) ? findFile(meant, store.reach) : undefined;
  if (!found || "problem" in found) return undefined;
  const right = [relative(dirname(file.id), meant).split(sep).join("/"), ...fragment].join("#");
  return `References are relative to the file they stand in. Did you mean ${quote(right)}?`;
}

/** The file of a reference was found and could not be read: its own diagnostics say why, and here it says who asked for it. */
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

async function notRead(
  reference: ReferenceNode,
  failure: Failure & { kind: "not-read" },
  store: FileStore,
): Promise<Diagnostic | undefined> {
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

/** What a reference that does not resolve is reported as, or `undefined` where its cause is reported elsewhere. */
export async function failureProblem(reference: ReferenceNode, failure: Failure, store: FileStore): Promise<Diagnostic | undefined> {
  const { ref } = reference;
  switch (failure.kind) {
    case "bad":
      return bad(reference, failure.bad, store);
    case "outside-root":
      return problem("reference/outside-root", ref, { ref: quote(ref.value), root: store.nameOf(store.root), hint: WIDEN });
    case "not-read":
      return notRead(reference, failure, store);
    case "no-value":
      return noValue(reference, failure);
    case "loop":
      return loop(reference, failure.chain);
    case "too-far":
      return problem("reference/not-found", ref, { ref: quote(ref.value), reason: "it leads through too many other references" });
    case "elsewhere":
      return undefined;
  }
}
