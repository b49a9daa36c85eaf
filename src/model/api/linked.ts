import type { MapNode, Node, StringNode } from "#text";
import type { Binding, CorrelationId, DescribedObject, Entity, TraitUse } from "./entity.ts";
import type { SchemaSource } from "./fields.ts";

// One file: these entities point at one another, and a cycle of imports, even of types, is a broken wall.

/** A message broker or any program that sends or receives data. The id is its key. */
export interface Server extends Entity {
  readonly kind: "server";
  /** 2.x and draft: `url`. Released 3.x: `<protocol>://<host><pathname>` is made from these for showing only. */
  readonly url?: StringNode;
  readonly host?: StringNode;
  readonly pathname?: StringNode;
  /** The one text to show, with `{variables}` as written. */
  readonly address: string;
  readonly protocol?: StringNode;
  readonly protocolVersion?: StringNode;
  readonly variables: readonly ServerVariable[];
  readonly security?: readonly SecurityRequirement[];
  readonly bindings: readonly Binding[];
  /** Channels available on it. */
  readonly channels: readonly Channel[];
}

export interface ServerVariable extends DescribedObject {
  readonly name: string;
  readonly enum: readonly Node[];
  readonly default?: Node;
  readonly examples: readonly Node[];
}

/** An addressable component for organizing messages. The id is its key. */
export interface Channel extends Entity {
  readonly kind: "channel";
  /** 2.x: the key. 3.x: `address`; `null` = unknown, for example made at run time. */
  readonly address: string | null;
  readonly parameters: readonly Parameter[];
  /** The servers it names that could be found. */
  readonly servers: readonly Server[];
  /** Where it is available: {@link servers}, or all servers of the document where it names none. */
  readonly availableOn: readonly Server[];
  readonly operations: readonly Operation[];
  /** Operations whose reply comes over it. */
  readonly replies: readonly Operation[];
  /** 3.x: its own messages; 2.x: those of its operations, each once. */
  readonly messages: readonly Message[];
  /** What it names that could not be found, as written. */
  readonly unresolved: { readonly servers: readonly string[]; readonly messages: readonly string[] };
  readonly bindings: readonly Binding[];
  /** Whether it stands under the root's `channels`; channels of components that only operations reach do not. */
  readonly used: boolean;
}

/** One `{name}` of an address. A released 3.x parameter has values instead of a schema, and is always a string. */
export interface Parameter extends DescribedObject {
  readonly name: string;
  readonly schema?: SchemaSource;
  readonly enum?: readonly Node[];
  readonly default?: Node;
  readonly examples?: readonly Node[];
  readonly location?: StringNode;
}

/** Which way messages go, as the application sees it. */
export type Direction = "send" | "receive";

/** What the application does with messages on a channel. Fields are those after traits. */
export interface Operation extends Entity {
  readonly kind: "operation";
  /** The object as written, before traits. */
  readonly written: MapNode;
  /** What the *application* does: `publish` of 2.x is `receive`, `subscribe` is `send`, and the other way round where the document describes the client. */
  readonly direction: Direction;
  /** Whether the document says so in a word that the format has. Else `direction` is only how the operation is shown. */
  readonly isDirectionKnown: boolean;
  /** The document's own word. */
  readonly verb: "publish" | "subscribe" | "send" | "receive";
  /** Whether the document names it. Else its id is made of its channel and verb, and must not pass for a word of the document. */
  readonly isNamed: boolean;
  /** `undefined` where the reference to it does not resolve. */
  readonly channel?: Channel;
  /** In document order. */
  readonly messages: readonly Message[];
  /** What it names that could not be found, as written. */
  readonly unresolved: UnresolvedReferences;
  /** Alternatives of which one must be satisfied, besides the server's; `undefined` when absent. */
  readonly security?: readonly SecurityRequirement[];
  readonly bindings: readonly Binding[];
  readonly traits: readonly TraitUse[];
  readonly reply?: Reply;
  /** Operations whose reply uses this one's channel, where this one goes the other way. */
  readonly repliesTo: readonly Operation[];
}

/** The reply of a request (released 3.x). */
export interface Reply extends DescribedObject {
  readonly address?: DescribedObject & { readonly location?: StringNode };
  readonly channel?: Channel;
  readonly messages: readonly Message[];
  readonly unresolved: UnresolvedReferences;
}

/** References of an operation or a reply that lead nowhere, as written. */
export interface UnresolvedReferences {
  readonly channel?: string;
  readonly messages: readonly string[];
}

/** One message: two references to one target are the same object. Fields are those after traits. */
export interface Message extends Entity {
  readonly kind: "message";
  /** The object as written, before traits. */
  readonly written: MapNode;
  /** Whether the document gives it a name: a key, an id or a `name`. Else the id is ours. */
  readonly isNamed: boolean;
  readonly messageId?: StringNode;
  readonly name?: StringNode;
  readonly headers?: SchemaSource;
  readonly payload?: SchemaSource;
  /** The content type as written on the message. */
  readonly contentType?: StringNode;
  /** The content type that counts: own, else the document's default, else `application/json`. */
  readonly effectiveContentType: string;
  readonly correlationId?: CorrelationId;
  readonly bindings: readonly Binding[];
  readonly examples: readonly MessageExample[];
  readonly traits: readonly TraitUse[];
  /** Whether an operation or a channel uses it; unused component messages have pages, and do not count. */
  readonly used: boolean;
  /** Operations that send or receive it, in document order; as a reply too. `usesOfMessage` tells which. */
  readonly operations: readonly Operation[];
  readonly channels: readonly Channel[];
}

/** One example. One that does not say which part of the message it is, is `free`: shown as written and not checked. */
export interface MessageExample extends DescribedObject {
  readonly name?: StringNode;
  readonly summary?: StringNode;
  readonly headers?: Node;
  readonly payload?: Node;
  readonly free?: Node;
}

/** One way to authorize. The id is its key in the components; one given in place has the id of where it stands. */
export interface SecurityScheme extends Entity {
  readonly kind: "security-scheme";
  readonly type?: StringNode;
  readonly name?: StringNode;
  readonly in?: StringNode;
  readonly scheme?: StringNode;
  readonly bearerFormat?: StringNode;
  readonly openIdConnectUrl?: StringNode;
  readonly flows: readonly OAuthFlow[];
  /** Released 3.x: the scopes that are needed. */
  readonly scopes: readonly Node[];
  readonly usedBy: readonly (Server | Operation)[];
}

export interface OAuthFlow extends DescribedObject {
  readonly name: string;
  readonly authorizationUrl?: StringNode;
  readonly tokenUrl?: StringNode;
  readonly refreshUrl?: StringNode;
  readonly scopes: readonly { readonly name: string; readonly description: Node }[];
}

/** One alternative: all of its schemes together. An empty list asks for nothing. */
export interface SecurityRequirement {
  readonly node: Node;
  readonly schemes: readonly SchemeUse[];
}

/** `scheme` is `undefined` where no such scheme exists (reported); the name is still shown. */
export interface SchemeUse {
  readonly name: string;
  readonly scheme?: SecurityScheme;
  readonly scopes: readonly Node[];
}
