import type { Entry, MapNode, Memo, Node, DiagnosticReporter, StringNode } from "#text";
import { valueOf, asString, entriesOf } from "#text";
import type { Tables } from "#format";
import type { Documents } from "#documents";
import type { RequirementPart, MessagePart, SchemaPart, SchemePart, ServerPart, StrayField } from "./description.ts";
import type { TraitMergeContext } from "./merge.ts";

/** A value that was read, and its inner fields that could not be read. */
export interface ReadResult<T> {
  readonly part: T;
  readonly strays: readonly StrayField[];
}

/** A value that could not be read, at a path. */
export function unreadAt(value: Node, ...path: readonly string[]): StrayField {
  return { path, value, unread: true };
}

/** The unread fields of several values. Each path starts with the key of its value. */
export function straysUnder(
  values: Readonly<Record<string, Pick<ReadResult<unknown>, "strays"> | undefined>> | readonly Pick<ReadResult<unknown>, "strays">[],
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
  /** Values that are counted or made once for the document. */
  readonly memo: Memo;
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
