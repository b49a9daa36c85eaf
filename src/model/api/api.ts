/** The linked model of a document, and its things: servers, channels, operations, messages and more. */
import type { Dialect, ObjectName } from "#format";
import type { MapNode, Node, StringNode } from "#text";
import type {
  NamedSchema,
  SchemaSource,
  DescribedObject,
  Entity,
  ExternalDocs,
  Tag,
  TagUse,
  Binding,
  CorrelationId,
  TraitUse,
} from "./entity.ts";

// These types are in one file because they refer to each other, and lint forbids import cycles, even of types.

/** A message broker or any program that sends or receives data. The id is its key. */
export interface Server extends Entity {
  readonly kind: "server";
  /** 2.x and draft: `url`. In released 3.x, `<protocol>://<host><pathname>` is put together only for showing. */
  readonly url?: StringNode;
  readonly host?: StringNode;
  readonly pathname?: StringNode;
  /** The address to show, with `{variables}` as written. */
  readonly address: string;
  readonly protocol?: StringNode;
  readonly protocolVersion?: StringNode;
  readonly variables: readonly ServerVariable[];
  readonly security?: readonly SecurityRequirement[];
  readonly bindings: readonly Binding[];
  /** The channels available on it. */
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
  /** The key in 2.x, `address` in 3.x. `null` means unknown, for example made at run time. */
  readonly address: string | null;
  readonly parameters: readonly Parameter[];
  /** The servers that it names and that could be found. */
  readonly servers: readonly Server[];
  /** The servers it is available on: {@link servers}, or all servers of the document if it names none. */
  readonly availableOn: readonly Server[];
  readonly operations: readonly Operation[];
  /** Operations whose reply uses the channel. */
  readonly replies: readonly Operation[];
  /** In 3.x its own messages, in 2.x those of its operations, each once. */
  readonly messages: readonly Message[];
  /** References that could not be followed, as written. */
  readonly unresolved: {
    readonly servers: readonly string[];
    /** Those of them that lead to something, or are written in another way, but are no server of the document. */
    readonly unreadServers: readonly string[];
    readonly messages: readonly string[];
  };
  readonly bindings: readonly Binding[];
  /** Whether it is under the root's `channels`, and not only in the components. */
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

/** The direction of messages from the application's point of view. */
export type Direction = "send" | "receive";

/** What the application does with messages on a channel. All fields are those after merging traits. */
export interface Operation extends Entity {
  readonly kind: "operation";
  /** The object as written, before traits. */
  readonly written: MapNode;
  /**
   * What the *application* does: `publish` of 2.x means `receive`, `subscribe` means `send`. It is the other way round if the document
   * describes the client.
   */
  readonly direction: Direction;
  /** Whether the document states the direction by a word of the format. Otherwise `direction` is only used for showing the operation. */
  readonly isDirectionKnown: boolean;
  /** The word that the document uses. */
  readonly verb: "publish" | "subscribe" | "send" | "receive";
  /** Whether the document names it. Otherwise its id is made of its channel and verb, and must not be shown as the document's own word. */
  readonly isNamed: boolean;
  /** `undefined` if the reference to it does not resolve. */
  readonly channel?: Channel;
  /** In document order. */
  readonly messages: readonly Message[];
  /** References that could not be followed, as written. */
  readonly unresolved: UnresolvedReferences;
  /** Alternatives, of which one must be met in addition to the server's; `undefined` if absent. */
  readonly security?: readonly SecurityRequirement[];
  readonly bindings: readonly Binding[];
  readonly traits: readonly TraitUse[];
  readonly reply?: Reply;
  /** Operations whose reply uses this operation's channel, if this one has the opposite direction. */
  readonly repliesTo: readonly Operation[];
}

/** The reply of a request (released 3.x). */
export interface Reply extends DescribedObject {
  readonly address?: DescribedObject & { readonly location?: StringNode };
  readonly channel?: Channel;
  readonly messages: readonly Message[];
  readonly unresolved: UnresolvedReferences;
}

/** References of an operation or reply that could not be followed, as written. */
export interface UnresolvedReferences {
  readonly channel?: string;
  readonly messages: readonly string[];
}

/** One message. Two references to the same target are the same object. All fields are those after merging traits. */
export interface Message extends Entity {
  readonly kind: "message";
  /** The object as written, before traits. */
  readonly written: MapNode;
  /** Whether the document names it by a key, an id or a `name`. Otherwise the id is generated. */
  readonly isNamed: boolean;
  /** The keys that lead to it in channels and in the components, in the order of their first use. */
  readonly keys: readonly string[];
  readonly messageId?: StringNode;
  readonly name?: StringNode;
  readonly headers?: SchemaSource;
  readonly payload?: SchemaSource;
  /** The content type as written on the message. */
  readonly contentType?: StringNode;
  /** The effective content type: the message's own, otherwise the document's default, otherwise `application/json`. */
  readonly effectiveContentType: string;
  readonly correlationId?: CorrelationId;
  readonly bindings: readonly Binding[];
  readonly examples: readonly MessageExample[];
  readonly traits: readonly TraitUse[];
  /** Whether an operation or channel uses it. Unused messages of the components have pages, but do not count. */
  readonly used: boolean;
  /** Operations that send or receive it, also as a reply, in document order. `usesOfMessage` tells how. */
  readonly operations: readonly Operation[];
  readonly channels: readonly Channel[];
}

/** One example. If it does not say which part of the message it is, it is `free`: shown as written, and not checked. */
export interface MessageExample extends DescribedObject {
  readonly name?: StringNode;
  readonly summary?: StringNode;
  readonly headers?: Node;
  readonly payload?: Node;
  readonly free?: Node;
}

/** One way to authenticate. The id is its key in the components, or made of its place if it is written inline. */
export interface SecurityScheme extends Entity {
  readonly kind: "security-scheme";
  readonly type?: StringNode;
  readonly name?: StringNode;
  readonly in?: StringNode;
  readonly scheme?: StringNode;
  readonly bearerFormat?: StringNode;
  readonly openIdConnectUrl?: StringNode;
  readonly flows: readonly OAuthFlow[];
  /** The required scopes (released 3.x). */
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

/** One alternative: all of its schemes are needed together. An empty list means that nothing is needed. */
export interface SecurityRequirement {
  readonly node: Node;
  readonly schemes: readonly SchemeUse[];
}

/** `scheme` is `undefined` if no such scheme exists, which is reported. The name is still shown. */
export interface SchemeUse {
  readonly name: string;
  readonly scheme?: SecurityScheme;
  readonly scopes: readonly Node[];
}

/** Security requirements of an operation or a server: `undefined` if the document does not say, empty if none are needed. */
interface AccessRequirement {
  readonly by: Operation | Server;
  readonly security: readonly SecurityRequirement[] | undefined;
}

function asks({ security }: Operation | Server): boolean {
  return (security?.length ?? 0) > 0;
}

/**
 * The security requirements that a client of an operation must meet: those of the operation and those of a server. If the operation has
 * requirements, servers without any are left out. The result is never empty.
 */
export function demandsOf(operation: Operation, servers: readonly Server[]): readonly AccessRequirement[] {
  const askedOf = asks(operation) ? servers.filter(asks) : servers;
  const own = asks(operation) || servers.length === 0 || (operation.security !== undefined && !servers.some(asks));
  return [...(own ? [operation] : []), ...askedOf].map((by) => ({ by, security: by.security }));
}

/** The direction from the other side's point of view. */
export const opposite: Readonly<Record<Direction, Direction>> = { send: "receive", receive: "send" };

/** One use of a message by an operation of the application. */
export interface MessageUse {
  readonly operation: Operation;
  readonly direction: Direction;
  readonly channel?: Channel;
  /** Whether the message is the operation's reply. A reply goes in the opposite direction, over the reply's channel. */
  readonly isReply: boolean;
}

function usesBy(operation: Operation, message: Message): MessageUse[] {
  const { channel, direction, messages, reply } = operation;
  const uses: MessageUse[] = [];
  if (messages.includes(message)) uses.push({ operation, direction, channel, isReply: false });
  if (reply?.messages.includes(message)) {
    uses.push({ operation, direction: opposite[direction], channel: reply.channel ?? channel, isReply: true });
  }
  return uses;
}

/** The uses of a message by its first `most` operations, in document order. One operation may use it as request and as reply. */
export function usesOfMessage(message: Message, most = Infinity): MessageUse[] {
  return message.operations.slice(0, most).flatMap((operation) => usesBy(operation, message));
}

/** The linked model of one document. Its objects refer to each other directly. */
export interface Api {
  readonly dialect: Dialect;
  readonly node: MapNode;
  readonly identifier?: StringNode;
  readonly info: Info;
  readonly defaultContentType?: StringNode;
  readonly tags: readonly TagUse[];
  readonly externalDocs?: ExternalDocs;
  readonly extensions: DescribedObject["extensions"];
  readonly plainFields?: DescribedObject["plainFields"];
  readonly otherFields: DescribedObject["otherFields"];
  /**
   * The servers under the root's `servers`, in document order. Servers that are only in the components and not referred to are among
   * the {@link components}.
   */
  readonly servers: readonly Server[];
  readonly channels: readonly Channel[];
  readonly operations: readonly Operation[];
  /** All messages with a page, those in use first, each group in document order. */
  readonly messages: readonly Message[];
  readonly schemas: readonly NamedSchema[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** All tags, each name once, in the order of `x-tagGroups` if the document has it. */
  readonly allTags: readonly Tag[];
  /** Every component except schemas, messages and security schemes, which have their own pages. */
  readonly components: readonly Component[];
  /** The entity that was made from a node. `node` is the target of a reference, not the reference itself. */
  entityAt(node: Node): Entity | undefined;
}

export interface Info extends DescribedObject {
  readonly title: string;
  readonly version: string;
  readonly termsOfService?: StringNode;
  readonly contact?: DescribedObject & { readonly name?: StringNode; readonly url?: StringNode; readonly email?: StringNode };
  readonly license?: DescribedObject & { readonly name?: StringNode; readonly url?: StringNode };
}

/** One reusable object of the components. */
export interface Component {
  /** The field of the Components Object, such as `messageTraits`. */
  readonly group: string;
  readonly key: string;
  readonly object: ObjectName;
  /** The object after following references; the reference itself if it does not resolve. */
  readonly node: Node;
  readonly used: boolean;
}
