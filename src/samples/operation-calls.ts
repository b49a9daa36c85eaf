import { canonicalProtocol } from "#format";
import type { Binding, Channel, Direction, Message, Operation, Parameter, Server, WireAddress } from "#model";
import { wireAddress } from "#model";
import type { PageContext } from "#pages";
import {
  authorizationIn,
  contentTypeOf,
  encodingOf,
  exampleInFront,
  firstScalar,
  givenBy,
  isEncoded,
  payloadValue,
  schemaParts,
  unnamedVariables,
} from "#pages";
import type { Node, WordKey } from "#text";
import { entriesOf, hasAtMost, itemsOf, printTokens, scalarText, valueOf, MOST_NAMED, LONGEST_TEXT_QUOTED } from "#text";
import type { Call, Credential, NamedText } from "./literals.ts";
import { UNKNOWN_METHOD } from "./literals.ts";

/** Fills in `{name}` where its value is known. Values are not filled in again. */
function filled(text: string, values: ReadonlyMap<string, string | undefined>): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** The least number of characters that a value takes, without the values inside it. */
const leastOf = (node: Node): number => (node.kind === "string" ? Math.max(1, node.value.length) : 1);

/** JSON on one line with digits as written, because some tools send each line as a message. `undefined` if it is longer than `longest`. */
function compact(node: Node, longest: number): string | undefined {
  if (!hasAtMost(node, longest, leastOf)) return undefined;
  const text = printTokens(node)
    .map((token) => (token.type === "plain" ? token.text.replace(/\s+/g, "") : token.text))
    .join("");
  return text.length <= longest ? text : undefined;
}

/** The only allowed value. The tool does not choose one of several for the reader. */
function onlyOne<T>(allowed: readonly T[]): readonly T[] {
  return allowed.length === 1 ? allowed : [];
}

/** The value of a variable if there is no choice: its default, or its only allowed value. */
function variableValue({ default: standard, enum: allowed }: Server["variables"][number]): string | undefined {
  return firstScalar([standard], onlyOne(allowed));
}

/** Matches addresses that end in a host, so that a port may follow. */
const NO_PORT = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#,:]+$/i;

/**
 * A server's address with the values of its variables. A variable `port` is appended even if the address does not name it: otherwise a
 * tool would use the protocol's default port. It is kept for each server, since every operation may use it.
 */
function serverText(server: Server): string {
  const names = new Set(unnamedVariables(server).map(({ name }) => name));
  const address = names.has("port") && NO_PORT.test(server.address) ? `${server.address}:{port}` : server.address;
  return filled(address, new Map(server.variables.map((each) => [each.name, variableValue(each)])));
}

/** The most servers with their own samples. Each protocol gets one before any gets a second. */
const MOST = 4;

/** What stands for the address of a server that the document does not name. */
const UNKNOWN_SERVER = "{server}";

/** A server, if the document has one, and other servers whose samples differ only by the address. */
interface ServerChoice {
  readonly server: Server | undefined;
  /** As the document writes it. */
  readonly protocol: string;
  readonly others: Server[];
}

/** A key of everything that samples depend on, except the address. */
function kindOf({ protocol, address, security }: Server): string {
  const schemes = (security?.[0]?.schemes ?? []).map(({ scheme }) => [
    scheme?.type?.value,
    scheme?.scheme?.value,
    scheme?.in?.value,
    scheme?.name?.value,
  ]);
  return JSON.stringify([protocol?.value.toLowerCase(), /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(address)?.[0], schemes]);
}

/** Chooses the servers to show samples for. The choice is kept for lists that many channels share. */
export function serverChoices(servers: readonly Server[]): readonly ServerChoice[] {
  const kinds = new Map<string, ServerChoice>();
  for (const server of servers) {
    const known = kinds.get(kindOf(server));
    if (known) known.others.push(server);
    else kinds.set(kindOf(server), { server, protocol: server.protocol?.value ?? "", others: [] });
  }
  const first = new Map<string, ServerChoice>();
  for (const choice of kinds.values()) {
    const protocol = canonicalProtocol(choice.protocol);
    if (!first.has(protocol)) first.set(protocol, choice);
  }
  const each = new Set(first.values());
  return [...each, ...[...kinds.values()].filter((choice) => !each.has(choice))].slice(0, MOST);
}

/** Where the document declares no server, the protocols that the operation and its channel have bindings of. */
export function protocolChoices({ channel, bindings, messages }: Operation): readonly ServerChoice[] {
  const all = [...(channel?.bindings ?? []), ...bindings, ...(messages[0]?.bindings ?? [])];
  const protocols = new Set(all.map(({ protocol }) => canonicalProtocol(protocol)));
  return [...protocols].slice(0, MOST).map((protocol) => ({ server: undefined, protocol, others: [] }));
}

/** A longer payload is read from a file. */
const LONGEST = 4000;
const UNKNOWN_PAYLOAD = "{payload}";
const UNKNOWN_TYPE = "{contentType}";

function parameterValue(
  { enum: allowed = [], default: standard, examples = [], schema }: Parameter,
  context: PageContext,
): string | undefined {
  return firstScalar([standard], examples, onlyOne(allowed)) ?? givenBy(context, schema?.node, onlyOne);
}

/** The required properties of a JSON Schema, each with the value that it gives, or its name in braces. */
function requiredBy(context: PageContext, node: Node | undefined): NamedText[] {
  const all = schemaParts(context, node);
  const required = all.flatMap((part) => itemsOf(valueOf(part, "required")).slice(0, MOST_NAMED));
  const names = new Set(required.flatMap((name) => scalarText(name) ?? []));
  return [...names].slice(0, MOST_NAMED).map((name) => {
    const stated = all.map((part) => valueOf(valueOf(part, "properties"), name)).find((property) => property !== undefined);
    return [name, givenBy(context, stated) ?? `{${name}}`];
  });
}

/** Protocols in which the address is a part of a URL, where a value may hold nothing that parts it further. */
const IN_URL = new Set(["ws", "http", "sse"]);

function addressOf(context: PageContext, channel: Channel, { protocol, address }: WireAddress): string {
  const written = (value: string | undefined): string | undefined =>
    value === undefined || !IN_URL.has(protocol) ? value : encodeURIComponent(value.toWellFormed());
  return filled(address ?? "", new Map(channel.parameters.map((each) => [each.name, written(parameterValue(each, context))])));
}

const JSON_TYPE = /^[^;]*[/+]json\b/i;
const TEXT_TYPE = /^text\/|^[^;]*[/+](?:xml|yaml|x-yaml)\b/i;

/** Whether a message is sent as text. */
function isText(context: PageContext, message: Message): boolean {
  const { effectiveContentType } = message;
  if (isEncoded(context.site, message)) return false;
  return JSON_TYPE.test(effectiveContentType) || TEXT_TYPE.test(effectiveContentType);
}

/** A value as sent with a text content type; `undefined` if it cannot be. */
function wireText(node: Node, contentType: string): string | undefined {
  if (JSON_TYPE.test(contentType)) return compact(node, LONGEST);
  return node.kind === "string" ? node.value : undefined;
}

/** A payload for a command, or a placeholder in braces if the document gives none; `undefined` if it is not text. */
function payloadOf(context: PageContext, message: Message | undefined): string | undefined {
  if (!message) return UNKNOWN_PAYLOAD;
  if (!isText(context, message)) return undefined;
  const node = payloadValue(context, message);
  if (!node) return UNKNOWN_PAYLOAD;
  const text = wireText(node, message.effectiveContentType);
  return text !== undefined && text.length <= LONGEST ? text : undefined;
}

/**
 * The headers that are plain values of the example in front, or of the first one with headers, then further headers that the schema
 * requires. A given value that the schema itself refuses is left out, as the sample on the page does not have it.
 */
function headersOf(context: PageContext, message: Message | undefined): NamedText[] {
  const example = message && (exampleInFront(context, message)?.headers ?? message.examples.find(({ headers }) => headers)?.headers);
  const fields = entriesOf(example).flatMap(({ key, value }): NamedText[] => {
    const text = scalarText(value);
    return text === undefined || text.length > LONGEST_TEXT_QUOTED ? [] : [[key, text]];
  });
  const names = new Set(fields.map(([name]) => name));
  const sample = message?.headers && context.site.samples.of(message.headers).samples[0]?.value;
  const required = requiredBy(context, message?.headers?.node)
    .filter(([name]) => !names.has(name))
    .map(([name, value]): NamedText => [name, sample && scalarText(valueOf(sample, name)) !== value ? `{${name}}` : value]);
  return [...fields, ...required].slice(0, MOST_NAMED);
}

/**
 * The credentials of the first alternative of the server and of the operation: only their names, never a secret. An address that has a
 * user asks for a password too.
 */
function credentialsOf(server: Server | undefined, operation: Operation, hasUser: boolean): Credential[] {
  const declared = [server?.security, operation.security].flatMap((alternatives) =>
    (alternatives?.[0]?.schemes ?? []).flatMap(({ scheme }) =>
      scheme?.type ? [{ type: scheme.type.value, scheme: scheme.scheme?.value, name: scheme.name?.value, in: scheme.in?.value }] : [],
    ),
  );
  return hasUser && declared.length === 0 ? [{ type: "userPassword" }] : declared;
}

/** An address without a user and password before its hosts (RFC 3986 § 3.2.1): libraries take them apart, and some refuse them there. */
function withoutUser(address: string): string {
  const [origin = "", scheme = "", hosts = ""] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)/i.exec(address) ?? [];
  const bare = hosts.split(",").map((host) => host.slice(host.lastIndexOf("@") + 1));
  return scheme + bare.join(",") + address.slice(origin.length);
}

/** The longest payload that code contains. A longer one is read from a file, since the samples of all languages repeat it. */
const LONGEST_BODY = 1500;
/** A payload up to this length stays on one line. */
const SHORT = 60;

function bodyOf(context: PageContext, message: Message | undefined, payload: string | undefined): string | undefined {
  if (payload === undefined || payload.length > LONGEST_BODY) return undefined;
  const node = message && payload !== UNKNOWN_PAYLOAD ? payloadValue(context, message) : undefined;
  if (!node || payload.length <= SHORT || !JSON_TYPE.test(message?.effectiveContentType ?? "")) return payload;
  const text = printTokens(node)
    .map((token) => token.text)
    .join("");
  return text.length <= LONGEST_BODY ? text : payload;
}

/** All names in braces in some texts. */
function bracesIn(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => text?.match(/\{[^{}\s"'`]+\}/g) ?? []);
}

/** The values that are only their name in braces. Braces in other values are the document's own text. */
function unknownOf(fields: readonly NamedText[]): string[] {
  return fields.flatMap(([name, value]) => (value === `{${name}}` ? [value] : []));
}

/** What is sent: the same at every server. */
type Sent = Pick<Call, "payload" | "body" | "contentType" | "encoding" | "headers">;

/** What a message puts into a call, with names in braces for what is not known. */
export function sentOf(context: PageContext, message: Message | undefined): Sent {
  const payload = payloadOf(context, message);
  const known = message ? contentTypeOf(context.site, message) : "";
  return {
    payload,
    body: bodyOf(context, message, payload),
    contentType: known === "" ? UNKNOWN_TYPE : known,
    encoding: message && encodingOf(message),
    headers: headersOf(context, message),
  };
}

interface CallSpot extends Pick<ServerChoice, "server" | "protocol"> {
  readonly channel: Channel;
  readonly way: Direction;
  readonly sent: Sent;
}

/** The call that the reader makes at a server. */
export function callOf(context: PageContext, operation: Operation, { server, protocol: written, channel, way, sent }: CallSpot) {
  const [message] = operation.messages;
  const bindings: Readonly<Record<string, readonly Binding[]>> = {
    channel: channel.bindings,
    operation: operation.bindings,
    message: message?.bindings ?? [],
    server: server?.bindings ?? [],
  };
  const protocol = canonicalProtocol(written);
  const bound = ([kind = "", ...path]: readonly string[]): Node | undefined => {
    const binding = bindings[kind]?.find((each) => canonicalProtocol(each.protocol) === protocol);
    return path.reduce<Node | undefined>((node, key) => valueOf(node, key), binding?.node);
  };
  const braces = new Map<string, WordKey>();
  const note = (what: WordKey, ...texts: readonly string[]): void => {
    for (const name of bracesIn(texts)) if (!braces.has(name)) braces.set(name, what);
  };
  const given = server ? context.site.memo.of(serverText, server) : UNKNOWN_SERVER;
  const [text, address] = [withoutUser(given), addressOf(context, channel, wireAddress(channel, written))];
  if (sent.contentType === UNKNOWN_TYPE) note("site.fill-content-type", UNKNOWN_TYPE);
  note(server ? "site.fill-variable" : "site.fill-server", text);
  note("site.fill-parameter", address);
  if (sent.payload === UNKNOWN_PAYLOAD) note("site.fill-payload", UNKNOWN_PAYLOAD);
  note("site.fill-unnamed", "{messageGroupId}", "{messageDeduplicationId}");
  if (protocol === "http" && way === "send" && givenBy(context, bound(["operation", "method"])) === undefined)
    note("site.fill-method", UNKNOWN_METHOD);
  const credentials = credentialsOf(server, operation, text !== given);
  /** Fields, and the header for credentials that a schema declares, unless the document declares security. */
  const withAccess = (fields: readonly NamedText[], schema: Node | undefined): readonly NamedText[] => {
    const name = credentials.length > 0 ? undefined : authorizationIn(context, schema);
    const isGiven = name === undefined || fields.some(([given]) => given.toLowerCase() === name.toLowerCase());
    return isGiven ? fields : [...fields, [name, `{${name}}`]];
  };
  const headers = protocol === "http" ? withAccess(sent.headers, message?.headers?.node) : sent.headers;
  note("site.fill-header", ...unknownOf(headers));
  const call: Call & { readonly braces: ReadonlyMap<string, WordKey> } = {
    ...sent,
    protocol,
    written,
    server: text,
    address,
    way,
    credentials,
    headers,
    binding(...path) {
      const node = bound(path);
      const value = givenBy(context, node);
      if (value !== undefined) return value;
      const name = `{${path.at(-1) ?? ""}}`;
      const isAsked = node?.kind === "map";
      note(isAsked ? "site.fill-binding" : "site.fill-unnamed", name);
      return isAsked ? name : undefined;
    },
    required(...path) {
      const schema = bound(path);
      const own = requiredBy(context, schema);
      const fields = path.at(-1) === "headers" ? withAccess(own, schema) : own;
      note("site.fill-binding", ...unknownOf(fields));
      return fields;
    },
    braces,
  };
  return call;
}
