import type { Entry, MapNode, Memo, Node, Report, StringNode } from "#text";
import type { Tables } from "#format";
import { valueOf, asString } from "#text";
import type { Documents } from "#documents";
import type { RequirementPart, MessagePart, SchemaPart, SchemePart, ServerPart, StrayField } from "./description.ts";
import type { TraitMergeContext } from "./merge.ts";

/** A value that was read, and the fields inside it that were not. */
export interface ReadResult<T> {
  readonly part: T;
  readonly strays: readonly StrayField[];
}

/** What could not be read at a path. */
export function unreadAt(value: Node, ...path: readonly string[]): StrayField {
  return { path, value, unread: true };
}

/** What is left over of several values, each path with the key of its value before it. */
export function straysUnder(
  values: Readonly<Record<string, Pick<ReadResult<unknown>, "strays"> | undefined>> | readonly Pick<ReadResult<unknown>, "strays">[],
): readonly StrayField[] {
  return Object.entries(values).flatMap(([key, value]) => value?.strays.map((stray) => ({ ...stray, path: [key, ...stray.path] })) ?? []);
}

/** The differences between the major versions of the format. */
export interface FormatLine {
  readonly wins: TraitMergeContext["wins"];
  /** Where an OAuth Flow lists its scopes. */
  readonly flowScopes: string;
  /** Whether an example may be any map, so that only one of nothing but `headers` and `payload` is known to be these. */
  readonly freeExamples: boolean;
  server(node: MapNode): Pick<ServerPart, "url" | "host" | "pathname" | "address">;
  /** What stands where a schema may stand. */
  schema(node: Node, reading: NormalizeContext): ReadResult<SchemaPart>;
  payload(message: MapNode, reading: NormalizeContext): ReadResult<SchemaPart> | undefined;
  /** One item of a `security` list; `standing` names the owner. */
  alternative(item: Node, standing: string, reading: NormalizeContext): ReadResult<RequirementPart> | undefined;
}

/** Where a message is used. It names a message that has no name of its own. */
export interface MessageOrigin {
  readonly channelKey?: string;
  readonly operation?: string;
  /** What the operation goes by, where that is not its id. */
  readonly called?: string;
}

/** All messages by their node. Two references to one target give one message. */
export interface MessageLookup {
  /** The message at a node, references followed. Does not mark it as used. `undefined` if there is none. */
  meet(node: Node, standing: MessageOrigin, reading: NormalizeContext): MessagePart | undefined;
  /** Same as `meet`, and marks the message as used by an operation or a channel. */
  use(node: Node, standing: MessageOrigin, reading: NormalizeContext): MessagePart | undefined;
}

/** All security schemes by what references lead to; those of the components also by key. */
export interface SchemeLookup {
  named(key: string): SchemePart | undefined;
  /** A scheme given in place or by reference; `standing` names the owner, for one without a key. */
  at(node: MapNode, standing: string, reading: NormalizeContext): SchemePart;
}

/** The state that all steps of normalizing one document share. */
export interface NormalizeContext {
  readonly documents: Documents;
  readonly tables: Tables;
  readonly line: FormatLine;
  readonly merging: TraitMergeContext;
  readonly report: Report;
  readonly messages: MessageLookup;
  readonly schemes: SchemeLookup;
  /** What is counted or made once for the document. */
  readonly memo: Memo;
}

/**
 * What stands under a key, as a map with references followed. Null is an empty object; a reference that leads nowhere is itself,
 * and any other value is kept as the one field of an object, so that it is still shown.
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

/** A string with something in it. */
export function filled(node: StringNode | undefined): string | undefined {
  return node && node.value.trim() !== "" ? node.value : undefined;
}

/** The fields that a part reads itself, and whether each is there and could be read in full. */
export function saidOf(tests: Readonly<Record<string, boolean>>): ReadonlyMap<string, boolean> {
  return new Map(Object.entries(tests));
}
