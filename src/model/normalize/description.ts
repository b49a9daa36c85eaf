import type { Dialect, ObjectName } from "#format";
import type { Entry, MapNode, Node, StringNode } from "#text";

/**
 * One object of the description, with references followed and traits merged. Its own properties hold what versions spell differently;
 * everything else is read from `node` with the tables of the document's version.
 */
export interface DescriptionPart {
  readonly object: ObjectName;
  readonly node: MapNode;
  /** Fields of `node` that the part's properties contain. If they do so completely (`true`), the field is not shown again. */
  readonly said: ReadonlyMap<string, boolean>;
  /** Inner fields of these that the part's properties do not contain. */
  readonly strays?: readonly StrayField[];
  /** All nodes of this object in the files: as written, after following references, and merged. */
  readonly nodes: readonly Node[];
}

/** The name of an object before ids are made unique. If two objects have one name, the lower rank keeps it. */
export interface NameCandidate {
  readonly id: string;
  readonly rank: number;
  /** A readable name for an object without one in the document. It is made of the document's words, unlike the id. */
  readonly made?: string;
}

/** A schema as given, without following its first reference. `format` is the media type as written. */
export interface SchemaPart {
  readonly node: Node;
  readonly format?: StringNode;
}

/** The top-level fields of the result that come from this trait, wholly or in part, in its order. */
export interface TraitPart {
  readonly node: MapNode;
  readonly name?: string;
  readonly gave: readonly string[];
  /** The object's own fields that this trait replaced or removed. Each field is listed once, at the first such trait. */
  readonly replaced: readonly Entry[];
}

/** The object as written and what its traits added. */
export interface TraitMerge {
  readonly written: MapNode;
  readonly traits: readonly TraitPart[];
}

export interface ServerPart extends DescriptionPart {
  readonly key: string;
  readonly url?: StringNode;
  readonly host?: StringNode;
  readonly pathname?: StringNode;
  /** The address to show, with `{variables}` as written. */
  readonly address: string;
  readonly security?: readonly RequirementPart[];
}

/** One security alternative: all of its schemes are needed together. */
export interface RequirementPart {
  readonly node: Node;
  readonly schemes: readonly SchemeUsePart[];
}

/** `scheme` is absent if no such scheme exists. The name is the document's. */
export interface SchemeUsePart {
  readonly name: string;
  readonly scheme?: SchemePart;
  readonly scopes: readonly Node[];
}

export interface SchemePart extends DescriptionPart, NameCandidate {
  readonly flows: readonly FlowPart[];
  /** The scopes that the scheme itself requires. */
  readonly scopes: readonly Node[];
}

/** A value nested in an object, shown under its path, such as `flows.x-note`. */
export interface StrayField {
  readonly path: readonly string[];
  readonly value: Node;
  /** Whether the format has the field, but its value could not be read. */
  readonly unread?: boolean;
}

export interface FlowPart extends DescriptionPart {
  readonly name: string;
  readonly scopes: readonly { readonly name: string; readonly description: Node }[];
}

export interface ChannelPart extends DescriptionPart {
  readonly key: string;
  /** `null` means unknown, for example made at run time. */
  readonly address: string | null;
  /** Whether it is under the root's `channels`. */
  readonly declared: boolean;
  readonly servers: readonly ServerPart[];
  readonly messages: readonly MessagePart[];
}

export interface OperationPart extends DescriptionPart, TraitMerge, NameCandidate {
  /** What the application does, even if the document describes its client. */
  readonly direction: "send" | "receive";
  /** Whether the document states the direction by a word of the format. */
  readonly isDirectionKnown: boolean;
  readonly verb: "publish" | "subscribe" | "send" | "receive";
  readonly channel?: ChannelPart;
  readonly messages: readonly MessagePart[];
  readonly security?: readonly RequirementPart[];
  readonly reply?: ReplyPart;
}

export interface ReplyPart extends DescriptionPart {
  readonly address?: DescriptionPart;
  readonly channel?: ChannelPart;
  readonly messages: readonly MessagePart[];
}

export interface MessagePart extends DescriptionPart, TraitMerge, NameCandidate {
  /** The keys that lead to it in channels and in the components. */
  readonly keys: ReadonlySet<string>;
  readonly messageId?: StringNode;
  readonly headers?: SchemaPart;
  readonly payload?: SchemaPart;
  readonly examples: readonly ExamplePart[];
  /** Whether an operation or a channel of the application uses it. */
  readonly used: boolean;
}

/** `free`: it is shown as written, because this version or this value has no `headers` and `payload`. */
export interface ExamplePart {
  readonly node: Node;
  readonly free: boolean;
}

/** A schema of the components. */
export interface NamedSchemaPart {
  readonly key: string;
  /** The value under its key, as written. */
  readonly written: Node;
  /** The value after following references; the reference itself if it cannot be followed. */
  readonly node: Node;
  readonly schema: SchemaPart;
}

/** The parts of one document, the same for all versions of the format. Lists are in document order. */
export interface Description {
  readonly dialect: Dialect;
  readonly root: DescriptionPart;
  readonly info: DescriptionPart;
  readonly servers: readonly ServerPart[];
  /** The channels under the root, then those that only operations refer to. */
  readonly channels: readonly ChannelPart[];
  readonly operations: readonly OperationPart[];
  /** Messages in use come first. */
  readonly messages: readonly MessagePart[];
  readonly schemes: readonly SchemePart[];
  readonly schemas: readonly NamedSchemaPart[];
}
