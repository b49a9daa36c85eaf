import type { Dialect, ObjectName } from "#format";
import type { Entry, MapNode, Node, StringNode } from "#text";

/**
 * One object of the description: references followed, traits merged. What versions spell differently is said by the
 * part's own properties; everything else is read from `node` with the tables of the document's version.
 */
export interface DescriptionPart {
  readonly object: ObjectName;
  readonly node: MapNode;
  /** Fields of `node` that the part's own properties hold: those in full (`true`) are not shown a second time. */
  readonly said: ReadonlyMap<string, boolean>;
  /** Fields inside these that the part's properties do not hold. */
  readonly strays?: readonly StrayField[];
  /** Every node that stands for this object in the files: as written, followed, merged. */
  readonly nodes: readonly Node[];
}

/** The name of an object before ids are made unique. If two objects have one name, the lower rank keeps it. */
export interface NameCandidate {
  readonly id: string;
  readonly rank: number;
  /** What it goes by where the document gives it no name: made of the document's own words, as the id is not. */
  readonly made?: string;
}

/** A schema as given, its first reference not followed. `format`: the media type as written. */
export interface SchemaPart {
  readonly node: Node;
  readonly format?: StringNode;
}

/** What one trait gave: top-level fields of the result that come from it, wholly or in part, in its order. */
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
  /** The one text to show, with `{variables}` as written. */
  readonly address: string;
  readonly security?: readonly RequirementPart[];
}

/** One of several ways to be authorized: all of its schemes together. */
export interface RequirementPart {
  readonly node: Node;
  readonly schemes: readonly SchemeUsePart[];
}

/** `scheme` is absent where no such scheme exists; the name is what the document says. */
export interface SchemeUsePart {
  readonly name: string;
  readonly scheme?: SchemePart;
  readonly scopes: readonly Node[];
}

export interface SchemePart extends DescriptionPart, NameCandidate {
  readonly flows: readonly FlowPart[];
  /** Scopes that the scheme itself asks for. */
  readonly scopes: readonly Node[];
}

/** A value that stands deeper than its object, shown under a path such as `flows.x-note`. */
export interface StrayField {
  readonly path: readonly string[];
  readonly value: Node;
  /** Whether the format has it, and only its value could not be read. */
  readonly unread?: boolean;
}

export interface FlowPart extends DescriptionPart {
  readonly name: string;
  readonly scopes: readonly { readonly name: string; readonly description: Node }[];
}

export interface ChannelPart extends DescriptionPart {
  readonly key: string;
  /** `null`: unknown, for example made at run time. */
  readonly address: string | null;
  /** Whether it stands under the root's `channels`. */
  readonly declared: boolean;
  readonly servers: readonly ServerPart[];
  readonly messages: readonly MessagePart[];
}

export interface OperationPart extends DescriptionPart, TraitMerge, NameCandidate {
  /** What the application does, even where the document describes its client. */
  readonly direction: "send" | "receive";
  /** Whether the document says so in a word that the format has. */
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
  readonly messageId?: StringNode;
  readonly headers?: SchemaPart;
  readonly payload?: SchemaPart;
  readonly examples: readonly ExamplePart[];
  /** Whether an operation or a channel of the application uses it. */
  readonly used: boolean;
}

/** `free`: shown as written, because this version or this value has no `headers` and `payload`. */
export interface ExamplePart {
  readonly node: Node;
  readonly free: boolean;
}

/** A schema of the components. */
export interface NamedSchemaPart {
  readonly key: string;
  /** As it stands under its key. */
  readonly written: Node;
  /** References followed; itself where they lead nowhere. */
  readonly node: Node;
  readonly schema: SchemaPart;
}

/** The parts of one document, the same for all versions of the format. Lists are in document order. */
export interface Description {
  readonly dialect: Dialect;
  readonly root: DescriptionPart;
  readonly info: DescriptionPart;
  readonly servers: readonly ServerPart[];
  /** Those under the root first, then those that only operations lead to. */
  readonly channels: readonly ChannelPart[];
  readonly operations: readonly OperationPart[];
  /** Those in use first. */
  readonly messages: readonly MessagePart[];
  readonly schemes: readonly SchemePart[];
  readonly schemas: readonly NamedSchemaPart[];
}
