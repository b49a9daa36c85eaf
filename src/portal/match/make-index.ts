import type { Documents } from "#documents";
import { canonicalProtocol } from "#format";
import type { Api, Channel, Message, Operation, Routes, SchemaSource, Server } from "#model";
import { opposite, wireAddress, wireAddresses } from "#model";
import type { Prose } from "#prose";
import type { Schemas } from "#schema";
import type { Node, Place, StringNode, TextFile } from "#text";
import { entriesOf, lineColumn, pointerAt, stringOf, valueOf } from "#text";
import type {
  ApiIndex,
  BindingIndex,
  ChannelIndex,
  ChannelWire,
  IndexPlace,
  MessageIndex,
  OperationIndex,
  SchemaUse,
  ServerIndex,
} from "./api-index.ts";
import type { ResolvedSchema } from "./resolved-schema.ts";
import { compactJson, resolveSchema } from "./resolved-schema.ts";

/** Common words for environments in names and tags of servers. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  production: ["production", "prod", "prd", "live"],
  "pre-production": ["preproduction", "preprod"],
  "non-production": ["nonproduction", "nonprod"],
  staging: ["staging", "stage", "stg"],
  acceptance: ["acceptance", "uat"],
  test: ["test", "testing", "qa"],
  development: ["development", "develop", "dev"],
  sandbox: ["sandbox"],
  demo: ["demo"],
  local: ["local", "localhost"],
};
const ENVIRONMENTS = new Map(Object.entries(WORDS).flatMap(([environment, words]) => words.map((word) => [word, environment] as const)));

const PREFIXES: ReadonlySet<string> = new Set(["pre", "non"]);

/** The words in a name: `eventsProd` and `events-prod` both have two. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** The environment in the first name that has one; `null` if none has. */
function environmentOf(names: readonly string[]): string | null {
  for (const name of names) {
    const words = wordsOf(name);
    for (const [at, word] of words.entries()) {
      const before = words[at - 1] ?? "";
      const whole = PREFIXES.has(before) ? before + word : word;
      const environment = ENVIRONMENTS.get(whole);
      if (environment !== undefined) return environment;
    }
  }
  return null;
}

/** One document after reading and checking. */
export interface IndexedDocument {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
  readonly routes: Pick<Routes, "pageOf" | "anchorOf">;
  readonly examples: ApiIndex["examples"];
  /** Gives the first sentence of a description as plain text. Without it, the first line is used as written. */
  readonly prose?: Pick<Prose, "plain">;
}

export interface IndexOptions {
  /** The name of the API in the portal. */
  readonly name: string;
  /** Returns the name of a file in the portal, which is the same on every machine. */
  readonly fileName: (file: TextFile) => string;
}

/** The index of an API, and the text of each schema it uses, by hash. */
export interface IndexedApi {
  readonly index: ApiIndex;
  readonly schemas: ReadonlyMap<string, string>;
}

function scalarText(node: Node): string {
  return node.kind === "string" ? node.value : compactJson(node);
}

function serverIndex(server: Server): ServerIndex {
  const { id, url, host, pathname, protocol, address, variables, tags } = server;
  const written = url?.value ?? (host ? `${host.value}${pathname?.value ?? ""}` : address);
  const [, scheme = "", rest = written] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(written) ?? [];
  const values = variables.map(({ name, enum: all, default: usual }) => {
    const texts = [...all, ...(usual ? [usual] : [])].map(scalarText);
    return [name, [...new Set(texts)]] as const;
  });
  return {
    id,
    protocol: protocol?.value ?? scheme,
    address: rest,
    variables: Object.fromEntries(values.filter(([, texts]) => texts.length > 0)),
    environment: environmentOf([...tags.map(({ name }) => name), id]),
  };
}

/** The values of a parameter: those of its `enum` (3.x), or of its schema's (2.x). */
function enumOf({ enum: own, schema }: Channel["parameters"][number], { schemas }: IndexedDocument): readonly string[] | null {
  const values = own ?? (schema ? schemas.of(schema).enum?.map(({ value }) => value) : undefined);
  return values && values.length > 0 ? values.map(scalarText) : null;
}

function bindingsOf({ bindings }: Channel, { documents }: IndexedDocument): BindingIndex[] {
  return bindings.flatMap(({ protocol, node }) =>
    entriesOf(documents.follow(node))
      .filter(({ key, value }) => key !== "bindingVersion" && !key.startsWith("x-") && value.kind !== "map" && value.kind !== "list")
      .map(({ key, value }) => ({ protocol, field: key, value: compactJson(value) })),
  );
}

/** Where messages of a channel go on each of some servers, if that is not only its address. */
function wireOf(channel: Channel, servers: readonly ServerIndex[]): Pick<ChannelIndex, "wire"> {
  if ([channel, ...channel.operations].every(({ bindings }) => bindings.length === 0)) return {};
  const all = servers.length > 0 ? servers.map(({ protocol }) => wireAddress(channel, protocol)) : wireAddresses(channel).slice(0, 1);
  const wire = all.map(({ address, space }): ChannelWire => ({ address, space }));
  return wire.every(({ address, space }) => address === channel.address && space === null) ? {} : { wire };
}

/** The owner that a document names: `x-owner`, otherwise the contact. A document with errors may name one too. */
export function ownerOf(root: Node): string | null {
  const info = valueOf(root, "info");
  const own = valueOf(root, "x-owner") ?? valueOf(info, "x-owner");
  const named = own?.kind === "string" ? own.value : stringOf(own, "name");
  const contact = valueOf(info, "contact");
  return named ?? stringOf(contact, "name") ?? stringOf(contact, "email") ?? stringOf(contact, "url") ?? null;
}

/** The beginning of a description, used if there is no summary. */
function beginningOf(description: StringNode | undefined, { prose }: IndexedDocument): string {
  return prose?.plain(description) ?? (description?.value ?? "").trim().split("\n", 1)[0]?.trim() ?? "";
}

class Indexing {
  readonly texts = new Map<string, string>();
  readonly #resolved = new Map<Node, Map<string, ResolvedSchema>>();

  readonly document: IndexedDocument;
  readonly options: IndexOptions;

  constructor(document: IndexedDocument, options: IndexOptions) {
    this.document = document;
    this.options = options;
  }

  place(at: Place): IndexPlace {
    const { file } = at;
    return { ...this.source(at), start: lineColumn(file, at.start), end: lineColumn(file, at.end) };
  }

  source(at: Place): { readonly file: string; readonly pointer: string } {
    const root = this.document.documents.rootOf(at.file);
    return { file: this.options.fileName(at.file), pointer: root ? pointerAt(root, at) : "" };
  }

  schema(source: SchemaSource | undefined): SchemaUse | null {
    if (!source) return null;
    const format = source.format?.value ?? "";
    const byFormat = this.#resolved.get(source.node) ?? new Map<string, ResolvedSchema>();
    this.#resolved.set(source.node, byFormat);
    const resolved = byFormat.get(format) ?? resolveSchema(source, this.document);
    byFormat.set(format, resolved);
    this.texts.set(resolved.hash, resolved.text);
    return { hash: resolved.hash, sources: Object.fromEntries([...resolved.places].map(([key, node]) => [key, this.source(node)])) };
  }

  /** The page of a thing, with the anchor of its section if it lives on the page of what uses it. */
  #homeOf(thing: Message | Channel): string {
    const { routes } = this.document;
    const anchor = routes.anchorOf(thing);
    return anchor === undefined ? routes.pageOf(thing) : `${routes.pageOf(thing)}#${anchor}`;
  }

  message(message: Message): MessageIndex {
    const { id, title, summary, description, isNamed, messageId, name, contentType, correlationId } = message;
    const { api } = this.document;
    const names = [messageId?.value, name?.value, isNamed ? id : undefined].filter((each) => each !== undefined);
    return {
      id,
      title,
      summary: summary?.value ?? beginningOf(description, this.document),
      messageId: messageId?.value ?? null,
      called: name?.value ?? messageId?.value ?? (isNamed ? id : null) ?? stringOf(message.node, "title") ?? null,
      names: [...new Set(names)],
      contentType: contentType?.value ?? api.defaultContentType?.value ?? null,
      payload: this.schema(message.payload),
      headers: this.schema(message.headers),
      correlation: correlationId?.location?.value ?? null,
      page: this.#homeOf(message),
      place: this.place(message.node),
    };
  }

  channel(channel: Channel, servers: readonly Server[]): ChannelIndex {
    const { id, title, address, parameters, availableOn } = channel;
    const available = availableOn.filter((server) => servers.includes(server));
    return {
      id,
      title,
      address,
      servers: available.map((server) => servers.indexOf(server)),
      ...wireOf(channel, available.map(serverIndex)),
      parameters: parameters.map((each) => ({ name: each.name, enum: enumOf(each, this.document) })),
      bindings: bindingsOf(channel, this.document),
      page: this.#homeOf(channel),
      place: this.place(channel.node),
    };
  }
}

/** The messages that an operation sends or receives on a channel, and its replies. */
function usesOf(operation: Operation) {
  const { channel, direction, messages, reply, node } = operation;
  if (!operation.isDirectionKnown) return [];
  const lists = (object: Node): boolean => Boolean(valueOf(object, "messages") ?? valueOf(object, "message"));
  const own = channel ? [{ operation, channel, direction, messages, isReply: false, listsMessages: lists(node) }] : [];
  const back = reply?.channel;
  if (!reply || !back) return own;
  const listed = lists(reply.node);
  const answer = { operation, channel: back, direction: opposite[direction], isReply: true, listsMessages: listed };
  return [...own, { ...answer, messages: listed ? reply.messages : back.messages }];
}

/** Makes the index of an API from its document alone. */
export function indexApi(document: IndexedDocument, options: IndexOptions): IndexedApi {
  const { api, routes, examples } = document;
  const indexing = new Indexing(document, options);
  const uses = api.operations.flatMap(usesOf);
  const channels = [...new Set([...api.channels.filter(({ used }) => used), ...uses.map(({ channel }) => channel)])];
  const servers = [...new Set([...api.servers, ...channels.flatMap(({ availableOn }) => availableOn)])];
  const messages = [...new Set([...uses.flatMap((use) => use.messages), ...channels.flatMap((channel) => channel.messages)])];
  const numbers = new Map<object, number>();
  for (const list of [channels, messages, servers]) for (const [at, each] of list.entries()) numbers.set(each, at);
  const numberOf = (each: object): number => numbers.get(each) ?? -1;
  const operations = uses.map((use): OperationIndex => {
    const { operation, channel, direction, isReply, listsMessages } = use;
    return {
      id: operation.id,
      direction,
      isReply,
      channel: numberOf(channel),
      messages: use.messages.map((message) => numberOf(message)),
      listsMessages,
      page: routes.pageOf(operation),
      place: indexing.place(operation.node),
    };
  });
  const { info } = api;
  const protocols = servers.flatMap(({ protocol }) => (protocol ? [canonicalProtocol(protocol.value)] : []));
  const index: ApiIndex = {
    name: options.name,
    title: info.title,
    summary: beginningOf(info.description, document),
    id: api.identifier?.value ?? null,
    version: info.version,
    document: options.fileName(document.documents.main),
    tags: api.tags.map(({ name }) => name),
    protocols: [...new Set(protocols)].sort(),
    examples,
    servers: servers.map(serverIndex),
    channels: channels.map((channel) => indexing.channel(channel, servers)),
    operations,
    messages: messages.map((message) => indexing.message(message)),
    place: indexing.place(valueOf(api.node, "info") ?? api.node),
  };
  return { index, schemas: indexing.texts };
}
