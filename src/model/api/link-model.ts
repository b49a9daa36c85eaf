/** Links the whole model: servers, security schemes, messages, and operations with their channels. */
import type { Documents } from "#documents";
import { tablesOf } from "#format";
import type { Node, StringNode } from "#text";
import { entriesOf, getOrMake, scalarText, valueOf } from "#text";
import type {
  Description,
  ExamplePart,
  MessagePart,
  FlowPart,
  SchemePart,
  ServerPart,
  ChannelPart,
  OperationPart,
  ReplyPart,
} from "../normalize/index.ts";
import type {
  Api,
  Info,
  Channel,
  Message,
  Operation,
  Server,
  MessageExample,
  OAuthFlow,
  SecurityScheme,
  ServerVariable,
  Direction,
  Reply,
  UnresolvedReferences,
} from "./api.ts";
import { opposite } from "./api.ts";
import type { DescribedObject, NamedValue, ObjectFields, CorrelationId } from "./entity.ts";
import { externalDocsOf } from "./entity.ts";
import type { LinkedChannel } from "./link-channels.ts";
import { linkChannels, linkBindings } from "./link-channels.ts";
import { linkComponents } from "./link-components.ts";
import { linkSchemas } from "./link-schemas.ts";
import { LinkedLists, LinkContext, Owners, uniqueIds, unresolvedUnder, groupTags } from "./linking.ts";

/** What an operation may refer to. */
interface OperationTargets {
  readonly channels: ReadonlyMap<ChannelPart, LinkedChannel>;
  readonly messages: LinkedLists<MessagePart, Message>;
  readonly ofMessages: Owners<Message, Operation>;
  readonly linking: LinkContext;
  readonly replies: ReplyOperations;
}

/** Operations whose reply uses a channel, by channel and direction. All operations in the other direction share one list. */
class ReplyOperations {
  readonly #requests = new Map<Channel, Record<Direction, Operation[]>>();

  /** The requests whose reply uses the channel in this direction. The list still grows while operations are linked. */
  to(channel: Channel | undefined, direction: Direction): Operation[] {
    if (!channel) return [];
    return getOrMake(this.#requests, channel, () => ({ send: [], receive: [] }))[opposite[direction]];
  }

  add(operation: Operation): void {
    this.to(operation.reply?.channel, opposite[operation.direction]).push(operation);
  }
}

function linkReply(part: ReplyPart, targets: OperationTargets): Reply {
  const { linking } = targets;
  const fields = linking.fields(part);
  const address = part.address && linking.fields(part.address);
  return {
    address: address && { location: address.text("location"), ...address.described() },
    channel: part.channel && targets.channels.get(part.channel)?.channel,
    messages: targets.messages.of(part.messages),
    unresolved: unresolvedOf(part, part.channel && targets.channels.get(part.channel), linking),
    ...fields.described(),
  };
}

/**
 * The channel and messages that an operation or reply names but that could not be found. If it names no messages, it has all of its
 * channel, including lost ones.
 */
function unresolvedOf(
  { node }: { readonly node: Node },
  linked: LinkedChannel | undefined,
  { source: { documents } }: LinkContext,
): UnresolvedReferences {
  const fields = ["messages", "message"].filter((field) => valueOf(node, field));
  return {
    channel: unresolvedUnder(node, "channel", documents)[0],
    messages:
      fields.length === 0
        ? (linked?.channel.unresolved.messages ?? [])
        : fields.flatMap((field) => unresolvedUnder(node, field, documents)),
  };
}

/** A name for an operation without one in the document: what others do, and the channel, as in `publish orders/created`. */
function madeName(part: OperationPart, channel: LinkedChannel | undefined): string | undefined {
  return part.rank === 0 || !channel ? undefined : `${part.direction === "receive" ? "publish" : "subscribe"} ${channel.channel.id}`;
}

function linkOperation(part: OperationPart, id: string, targets: OperationTargets): Operation {
  const { linking } = targets;
  const fields = linking.fields(part);
  const channel = part.channel && targets.channels.get(part.channel);
  const messages = targets.messages.of(part.messages);
  const operation: Operation = {
    written: part.written,
    direction: part.direction,
    isDirectionKnown: part.isDirectionKnown,
    verb: part.verb,
    isNamed: part.rank === 0,
    channel: channel?.channel,
    messages,
    unresolved: unresolvedOf(part, channel, linking),
    security: linking.security(part.security),
    bindings: linkBindings(fields, "operation", linking),
    traits: part.traits,
    reply: part.reply && linkReply(part.reply, targets),
    repliesTo: targets.replies.to(channel?.channel, part.direction),
    ...linking.named("operation", fields, { id, made: madeName(part, channel) }),
    ...fields.described(),
  };
  linking.enter(operation, part.nodes);
  linking.secured(operation, part.security);
  channel?.operations.push(operation);
  targets.ofMessages.add(messages, operation);
  if (part.reply?.channel) targets.channels.get(part.reply.channel)?.replies.push(operation);
  if (operation.reply) targets.ofMessages.add(operation.reply.messages, operation);
  targets.replies.add(operation);
  return operation;
}

/** Links operations in document order, and records each at its channel, messages and security schemes. */
function linkOperations(parts: readonly OperationPart[], targets: Omit<OperationTargets, "replies">): readonly Operation[] {
  const ids = uniqueIds(parts);
  const all = { ...targets, replies: new ReplyOperations() };
  return parts.map((part) => linkOperation(part, ids.get(part) ?? part.id, all));
}

/** A required text. If it was written as a number or boolean, it is shown as written. */
function textOf(fields: ObjectFields, name: string): string {
  return fields.text(name)?.value ?? scalarText(valueOf(fields.node, name)) ?? "";
}

type ContactInfo = DescribedObject & { readonly name?: StringNode; readonly url?: StringNode; readonly email?: StringNode };

function linkContact(fields: ObjectFields | undefined): ContactInfo | undefined {
  return fields && { name: fields.text("name"), url: fields.text("url"), email: fields.text("email"), ...fields.described() };
}

/** The information about the application. Without a title, the name of the file is used. */
function linkInfo(fields: ObjectFields, fallback: string): Info {
  const license = fields.object("license", "License");
  return {
    title: textOf(fields, "title").trim() || fallback,
    version: textOf(fields, "version"),
    termsOfService: fields.text("termsOfService"),
    contact: linkContact(fields.object("contact", "Contact")),
    license: license && { name: license.text("name"), url: license.text("url"), ...license.described() },
    ...fields.described(),
  };
}

/** Links the information, tags and documentation of the application. */
function linkTop(
  description: Description,
  linking: LinkContext,
): Pick<Api, "info" | "tags" | "externalDocs" | "identifier" | "defaultContentType"> & {
  readonly top: Pick<Api, "extensions" | "plainFields" | "otherFields">;
} {
  const root = linking.fields(description.root);
  const info = linking.fields(description.info);
  // Tags are at the root in 2.x and in the Info Object in 3.x. The tables allow only one of the two.
  const tags = [...linking.tags.uses(root, true), ...linking.tags.uses(info, true)];
  const externalDocs = externalDocsOf(root) ?? externalDocsOf(info);
  const identifier = root.text("id");
  const defaultContentType = root.text("defaultContentType");
  const { extensions, plainFields = [], otherFields } = root.described();
  const title = linking.source.documents.main.name.split("/").at(-1) ?? "";
  return { info: linkInfo(info, title), tags, externalDocs, identifier, defaultContentType, top: { extensions, plainFields, otherFields } };
}

function correlationIdsOf(documents: Documents): ReadonlyMap<Node, string> {
  const entries = entriesOf(valueOf(valueOf(documents.root, "components"), "correlationIds"));
  return new Map(entries.toReversed().map(({ key, value }) => [documents.follow(value) ?? value, key]));
}

function isExtension({ key }: NamedValue): boolean {
  return key.startsWith("components.x-");
}

interface LinkedEntities {
  readonly servers: readonly Server[];
  readonly messages: readonly Message[];
  readonly channels: readonly Channel[];
  readonly operations: readonly Operation[];
}

/** Links servers, channels, messages and operations. References back to earlier objects are filled in as later ones are linked. */
function linkExchange(description: Description, defaultContentType: string, linking: LinkContext): LinkedEntities {
  const onServers = new Owners<Server, Channel>();
  const sent = new Owners<Message, Operation>();
  const carried = new Owners<Message, Channel>();
  const servers = linkServers(description.servers, onServers, linking);
  const correlationIds = correlationIdsOf(linking.source.documents);
  const shared = { linking, defaultContentType, correlationIds, operations: sent, channels: carried };
  const messages = linkMessages(description.messages, shared);
  const allServers = [...servers.values()];
  const lists = { servers: new LinkedLists(servers), messages: new LinkedLists(messages) };
  const channels = linkChannels(description.channels, { ...lists, allServers, onServers, ofMessages: carried }, linking);
  const operations = linkOperations(description.operations, { ...lists, channels, linking, ofMessages: sent });
  return {
    servers: allServers,
    messages: [...messages.values()],
    channels: [...channels.values()].map(({ channel }) => channel),
    operations,
  };
}

/** Links a description. It takes linear time; nodes are shared, never copied. */
export function linkModel(description: Description, documents: Documents): Api {
  const linking = new LinkContext({ documents, tables: tablesOf(description.dialect), asWritten: new Set() });
  const { top, ...about } = linkTop(description, linking);
  const type = about.defaultContentType?.value;
  const defaultContentType = type?.trim() ? type : "application/json";
  const securitySchemes = linkSchemes(description.schemes, linking);
  const { servers, messages, channels, operations } = linkExchange(description, defaultContentType, linking);
  const schemas = linkSchemas(description, linking);
  const { components, strays } = linkComponents(description.root.node, {
    source: linking.source,
    traited: [...messages, ...operations],
    messageIds: new Set(messages.map(({ id }) => id)),
  });
  const api: Api = {
    ...about,
    dialect: description.dialect,
    node: description.root.node,
    extensions: [...top.extensions, ...strays.filter(isExtension)],
    plainFields: top.plainFields,
    otherFields: [...top.otherFields, ...strays.filter((stray) => !isExtension(stray))],
    servers,
    channels,
    operations,
    messages,
    schemas,
    securitySchemes,
    allTags: groupTags(linking.tags.all(), top.extensions).flatMap(({ tags }) => tags),
    components,
    entityAt: (node) => linking.entityAt(node),
  };
  linking.tags.tagged("api", api.tags);
  for (const entity of [...servers, ...channels, ...operations, ...messages]) linking.tags.tagged(entity, entity.tags);
  return api;
}

/** What is needed to link the messages of one document. */
interface MessageLinkContext {
  readonly linking: LinkContext;
  readonly defaultContentType: string;
  readonly correlationIds: ReadonlyMap<Node, string>;
  /** Record later which operations and channels use which messages. */
  readonly operations: Owners<Message, Operation>;
  readonly channels: Owners<Message, Channel>;
}

function linkExample({ node, free }: ExamplePart, linking: LinkContext): MessageExample {
  if (free || node.kind !== "map") return { node, free: node, extensions: [], otherFields: [] };
  const fields = linking.fields({ object: "MessageExample", node });
  return {
    name: fields.text("name"),
    summary: fields.text("summary"),
    headers: fields.value("headers"),
    payload: fields.value("payload"),
    ...fields.described(),
  };
}

function linkCorrelationId(fields: ObjectFields, { correlationIds }: MessageLinkContext): CorrelationId | undefined {
  const read = fields.object("correlationId", "CorrelationId");
  return read && { location: read.text("location"), name: correlationIds.get(read.node), ...read.described() };
}

function linkMessage(part: MessagePart, id: string, shared: MessageLinkContext): Message {
  const { linking } = shared;
  const fields = linking.fields(part);
  const name = fields.text("name");
  const contentType = fields.text("contentType");
  const message: Message = {
    written: part.written,
    isNamed: part.made === undefined,
    keys: [...part.keys],
    messageId: part.messageId,
    name,
    headers: part.headers,
    payload: part.payload,
    contentType,
    effectiveContentType: contentType?.value.trim() ? contentType.value : shared.defaultContentType,
    correlationId: linkCorrelationId(fields, shared),
    bindings: linkBindings(fields, "message", linking),
    examples: part.examples.map((example) => linkExample(example, linking)),
    traits: part.traits,
    used: part.used,
    get operations() {
      return shared.operations.of(message);
    },
    get channels() {
      return shared.channels.of(message);
    },
    ...linking.named("message", fields, { id, name, made: part.made }),
    ...fields.described(),
  };
  linking.enter(message, part.nodes);
  return message;
}

/** Links all messages that have a page. `defaultContentType` is the document's, or `application/json`. */
function linkMessages(parts: readonly MessagePart[], shared: MessageLinkContext): ReadonlyMap<MessagePart, Message> {
  const ids = uniqueIds(parts);
  return new Map(parts.map((part) => [part, linkMessage(part, ids.get(part) ?? part.id, shared)]));
}

function linkVariable([name, fields]: readonly [string, ObjectFields]): ServerVariable {
  return {
    name,
    enum: fields.list("enum") ?? [],
    default: fields.value("default"),
    examples: fields.list("examples") ?? [],
    ...fields.described(),
  };
}

function linkServer(part: ServerPart, channels: Owners<Server, Channel>, linking: LinkContext): Server {
  const fields = linking.fields(part);
  const server: Server = {
    url: part.url,
    host: part.host,
    pathname: part.pathname,
    address: part.address,
    protocol: fields.text("protocol"),
    protocolVersion: fields.text("protocolVersion"),
    variables: fields.objects("variables", "ServerVariable").map(linkVariable),
    security: linking.security(part.security),
    bindings: linkBindings(fields, "server", linking),
    get channels() {
      return channels.of(server);
    },
    ...linking.named("server", fields, { id: part.key }),
    ...fields.described(),
  };
  linking.enter(server, part.nodes);
  linking.secured(server, part.security);
  return server;
}

/** Links servers under their keys. `channels` records later which channels are available on them. */
function linkServers(
  parts: readonly ServerPart[],
  channels: Owners<Server, Channel>,
  linking: LinkContext,
): ReadonlyMap<ServerPart, Server> {
  return new Map(parts.map((part) => [part, linkServer(part, channels, linking)]));
}

function linkFlow(part: FlowPart, linking: LinkContext): OAuthFlow {
  const fields = linking.fields(part);
  return {
    name: part.name,
    authorizationUrl: fields.text("authorizationUrl"),
    tokenUrl: fields.text("tokenUrl"),
    refreshUrl: fields.text("refreshUrl"),
    scopes: part.scopes,
    ...fields.described(),
  };
}

function linkScheme(part: SchemePart, id: string, linking: LinkContext): SecurityScheme {
  const fields = linking.fields(part);
  const usedBy: (Server | Operation)[] = [];
  const read = {
    ...linking.named("security-scheme", fields, { id }),
    type: fields.text("type"),
    name: fields.text("name"),
    in: fields.text("in"),
    scheme: fields.text("scheme"),
    bearerFormat: fields.text("bearerFormat"),
    openIdConnectUrl: fields.text("openIdConnectUrl"),
  };
  const scheme: SecurityScheme = {
    ...read,
    ...fields.described(),
    flows: part.flows.map((flow) => linkFlow(flow, linking)),
    scopes: part.scopes,
    usedBy,
  };
  linking.enterScheme(part, scheme, usedBy);
  return scheme;
}

/** Links security schemes, those of the components first. */
function linkSchemes(parts: readonly SchemePart[], linking: LinkContext): readonly SecurityScheme[] {
  const ids = uniqueIds(parts);
  return parts.map((part) => linkScheme(part, ids.get(part) ?? part.id, linking));
}
