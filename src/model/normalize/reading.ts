import type { Entry, ListNode, MapNode, Node, DiagnosticReporter, StringNode } from "#text";
import { valueOf, asString, entriesOf, entryOf, getOrMake, mergePatch, MOST_STEPS, MOST_TOLD, readLimits } from "#text";
import type { Tables } from "#format";
import type { Documents } from "#documents";
import type { RequirementPart, MessagePart, SchemaPart, SchemePart, ServerPart, StrayField } from "./description.ts";

/** A value that was read, and its inner fields that could not be read. */
export interface ReadResult<T> {
  readonly part: T;
  readonly strays: readonly StrayField[];
}

/** A value that could not be read, at a path. */
export function unreadAt(value: Node, ...path: readonly string[]): StrayField {
  return { path, value, unread: true };
}

/** The items of a list that could not be read, at their indexes. Nobody reads very many one by one: then the list stands for them. */
export function unreadItems(list: ListNode, isUnread: (at: number) => boolean): readonly StrayField[] {
  const strays = list.items.flatMap((item, at) => (isUnread(at) ? [unreadAt(item, String(at))] : []));
  return strays.length > MOST_TOLD ? [unreadAt(list)] : strays;
}

/** The unread fields of several values. Each path starts with the key of its value. */
export function straysUnder(
  values:
    | Readonly<Record<string, Pick<ReadResult<unknown>, "strays"> | undefined>>
    | readonly (Pick<ReadResult<unknown>, "strays"> | undefined)[],
): readonly StrayField[] {
  return Object.entries(values).flatMap(([key, value]) => value?.strays.map((stray) => ({ ...stray, path: [key, ...stray.path] })) ?? []);
}

/** The differences between the major versions of the format. */
export interface FormatLine {
  readonly wins: TraitMergeContext["wins"];
  /** The field in which an OAuth Flow lists its scopes. */
  readonly flowScopes: string;
  /** Whether an example may be any map. Then only one with nothing but `headers` and `payload` is known to mean these. */
  readonly freeExamples: boolean;
  server(node: MapNode): Pick<ServerPart, "url" | "host" | "pathname" | "address">;
  /** Reads a value where a schema is allowed. */
  schema(node: Node, reading: NormalizeContext): ReadResult<SchemaPart>;
  payload(message: MapNode, reading: NormalizeContext): ReadResult<SchemaPart> | undefined;
  /** Reads one item of a `security` list; `standing` names the owner. */
  alternative(item: Node, standing: string, reading: NormalizeContext): ReadResult<RequirementPart> | undefined;
}

/** Where a message is used. It names a message without a name of its own. */
export interface MessageOrigin {
  readonly channelKey?: string;
  readonly operation?: string;
  /** The name of the operation, if it is not its id. */
  readonly called?: string;
}

/** Finds messages by node. Two references to one target give the same message. */
export interface MessageLookup {
  /** The message at a node after following references; `undefined` if there is none. It is not marked as used. */
  meet(node: Node, standing: MessageOrigin, reading: NormalizeContext): MessagePart | undefined;
  /** Same as `meet`, and marks the message as used by an operation or a channel. */
  use(node: Node, standing: MessageOrigin, reading: NormalizeContext): MessagePart | undefined;
}

/** Finds security schemes by the target of references; those of the components also by key. */
export interface SchemeLookup {
  named(key: string): SchemePart | undefined;
  /** The scheme at a node, inline or behind a reference. `standing` names the owner, for a scheme without a key. */
  at(node: MapNode, standing: string, reading: NormalizeContext): SchemePart;
}

/** The state that all steps of normalizing one document share. */
export interface NormalizeContext {
  readonly documents: Documents;
  readonly tables: Tables;
  readonly line: FormatLine;
  readonly merging: TraitMergeContext;
  readonly report: DiagnosticReporter;
  readonly messages: MessageLookup;
  readonly schemes: SchemeLookup;
}

/**
 * The map under a key after following references. Null counts as empty. A reference that cannot be followed is returned itself. Any
 * other value becomes the only field of an object, so that it is still shown.
 */
export function mapUnder(entry: Entry, { documents }: Pick<NormalizeContext, "documents">): MapNode {
  const node = documents.follow(entry.value) ?? entry.value;
  if (node.kind === "map") return node;
  return { kind: "map", file: node.file, start: node.start, end: node.end, entries: node.kind === "null" ? [] : [entry] };
}

/** A string field that this version's object has. */
export function textField(node: MapNode, name: string): StringNode | undefined {
  return asString(valueOf(node, name));
}

/** The text of a string, unless it is blank. */
export function filled(node: StringNode | undefined): string | undefined {
  return node && node.value.trim() !== "" ? node.value : undefined;
}

/** The fields that a part reads, and for each whether it exists and could be read completely. */
export function saidOf(tests: Readonly<Record<string, boolean>>): ReadonlyMap<string, boolean> {
  return new Map(Object.entries(tests));
}

/**
 * The values in one group of the components, after following references, with their keys. The key of the definition comes before one of
 * a reference to it.
 */
export function componentKeys(documents: Documents, group: string): ReadonlyMap<Node, string> {
  const keys = new Map<Node, string>();
  const aliases: [Node, string][] = [];
  for (const { key, value } of entriesOf(valueOf(valueOf(documents.root, "components"), group))) {
    const target = documents.follow(value);
    if (target && target !== value) aliases.push([target, key]);
    else if (!keys.has(value)) keys.set(value, key);
  }
  for (const [target, key] of aliases) if (!keys.has(target)) keys.set(target, key);
  return keys;
}

/** The rules of a merge, and the entries that all merges may still write. */
interface TraitMergeContext {
  /** Which value wins if both sides have the field: the trait's (2.x, draft) or the object's (released 3.x). */
  readonly wins: "trait" | "object";
  readonly follow: (node: Node) => Node | undefined;
  entriesLeft: number;
}

export function merging(wins: TraitMergeContext["wins"], follow: TraitMergeContext["follow"]): TraitMergeContext {
  return { wins, follow, entriesLeft: MOST_STEPS };
}

/** Results by the two maps merged; `null` while one is being made, because references may lead back into it. */
type MergeResults = Map<MapNode, Map<MapNode, MapNode | null>>;

/**
 * A merge patch (RFC 7396) through references. If both sides are objects, references of both are followed and their targets merged, so
 * a `$ref` never gets siblings. A reference on one side only stays a reference. If the object wins, a trait only fills gaps, and its
 * nulls delete nothing. Recursive pairs of schemas, and what exceeds the budget, are not merged: the winner is taken as it is.
 */
export function merge(target: Node, patch: Node, how: TraitMergeContext): Node {
  return mergeValues(target, patch, { how, memo: new Map(), depth: 0 });
}

interface MergeStep {
  readonly how: TraitMergeContext;
  readonly memo: MergeResults;
  readonly depth: number;
}

function mergeValues(target: Node, patch: Node, work: MergeStep): Node {
  const { wins, follow } = work.how;
  const below = follow(target);
  const above = follow(patch);
  if (below?.kind !== "map" || above?.kind !== "map") return alone(target, patch, wins);
  if (below === above) return target;
  const results = getOrMake(work.memo, below, () => new Map<MapNode, MapNode | null>());
  const known = results.get(above);
  if (known) return known;
  if (known === null || !affords(below, above, work)) return wins === "trait" ? patch : target;
  results.set(above, null);
  const merged = mergeMaps(below, above, { ...work, depth: work.depth + 1 });
  results.set(above, merged);
  return merged === below ? target : merged;
}

function affords(below: MapNode, above: MapNode, { how, depth }: MergeStep): boolean {
  how.entriesLeft -= below.entries.length + above.entries.length;
  return how.entriesLeft >= 0 && depth <= readLimits.depth;
}

/** The winner's value, for pairs that are not merged. A patch written inline loses its nulls; one behind a reference stays as it is. */
function alone(target: Node, patch: Node, wins: TraitMergeContext["wins"]): Node {
  return wins === "trait" ? mergePatch(undefined, patch) : target;
}

function mergeMaps(below: MapNode, above: MapNode, work: MergeStep): MapNode {
  const merged = new Map<string, Entry>(below.entries.map((entry) => [entry.key, entry]));
  let changed = false;
  for (const entry of above.entries) {
    const old = entryOf(below, entry.key);
    const fresh = mergeEntry(old, entry, work);
    if (fresh === old) continue;
    changed = true;
    if (fresh) merged.set(entry.key, fresh);
    else merged.delete(entry.key);
  }
  if (!changed) return below;
  return { kind: "map", file: below.file, start: below.start, end: below.end, entries: [...merged.values()] };
}

/** The entry of a key after the merge; `undefined` if it is removed. */
function mergeEntry(old: Entry | undefined, entry: Entry, work: MergeStep): Entry | undefined {
  if (entry.value.kind === "null") return work.how.wins === "trait" ? undefined : old;
  if (!old) return { ...entry, value: mergePatch(undefined, entry.value) };
  const value = mergeValues(old.value, entry.value, work);
  if (value === old.value) return old;
  return { ...(work.how.wins === "trait" ? entry : old), value };
}
