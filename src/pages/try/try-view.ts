import type { Settings } from "#config";
import { isForAll } from "#documents";
import { canonicalProtocol } from "#format";
import type { Message, Operation, Binding, Channel, Server } from "#model";
import { anchorFor, opposite, serverAddress, wireAddress } from "#model";
import type { Language } from "#schema";
import { isJsonSchema } from "#schema";
import type { Node, WordKey, Words, Diagnostic } from "#text";
import {
  englishWords,
  printTokens,
  reason,
  translateReason,
  MOST_ON_PAGE,
  didYouMean,
  entriesOf,
  itemsOf,
  listSome,
  MOST_IN_SENTENCE,
  MOST_LISTED,
  problem,
  scalarText,
  stringOf,
  valueOf,
} from "#text";
import { isEncoded, payloadValue } from "../examples/index.ts";
import type { PageContext, SiteContext, SiteFile } from "../frame/index.ts";
import { createPageContext, csp } from "../frame/index.ts";
import { messageSteps } from "../tree/index.ts";

/** Something that the reader fills in before connecting. */
interface TryField {
  readonly name: string;
  readonly kind: "variable" | "parameter" | "query" | "secret" | "user";
  readonly value: string;
  /** The only values it may have; empty for any. */
  readonly options: readonly string[];
  readonly required: boolean;
}

/** Text, and the numbers of the fields whose values stand in between. */
type Pieces = readonly (string | number)[];

/** A server that the page may connect to. */
interface TryServer {
  readonly name: string;
  readonly protocol: "ws" | "mqtt";
  readonly url: Pieces;
  /** The topic of MQTT; empty for others. */
  readonly topic: Pieces;
  readonly query: readonly (readonly [name: string, field: number])[];
  readonly fields: readonly TryField[];
  /** Headers and other things that are asked for, and that no browser lets a page set. */
  readonly cannot: readonly string[];
  /** What the policy of the page has to allow. */
  readonly sources: readonly string[];
}

const scalarsOf = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => scalarText(node) ?? []);

/** Host names and ports as a policy may name them (CSP 3 § 2.3.1). It cannot name an IPv6 address. */
const SOURCE = /^wss?:\/\/(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::(?:\d+|\*))?$/;

/** The origins that an address with variables can have; `undefined` if no policy can name them all without naming others. */
function sourcesOf(origin: string, options: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  let all: string[] = [origin];
  for (const [name, values] of options) {
    if (values.length === 0 || !origin.includes(`{${name}}`)) continue;
    all = all.flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, value))).slice(0, MOST_LISTED + 1);
  }
  const sources = all.map((each) => each.replace(/^(wss?:\/\/)\{[^{}]*\}(?=\.)/, "$1*").replace(/:\{[^{}]*\}$/, ":*"));
  return sources.length <= MOST_LISTED && sources.every((each) => SOURCE.test(each)) ? sources : undefined;
}

/** The origin of a URL that may have variables. */
const originIn = (url: string): string => /^[a-z]+:\/\/[^/?#]*/.exec(url)?.[0] ?? "";

class Fields {
  readonly all: TryField[] = [];

  add(field: Partial<TryField> & Pick<TryField, "name" | "kind">): number {
    const before = this.all.findIndex(({ name, kind }) => name === field.name && kind === field.kind);
    if (before >= 0) return before;
    return this.all.push({ value: field.options?.[0] ?? "", options: [], required: true, ...field }) - 1;
  }

  /** Splits a text at its names in braces. A name that nobody declares is a field, too. */
  pieces(text: string, kindOf: (name: string) => Pick<TryField, "name" | "kind">): Pieces {
    return text
      .split(/\{([^{}]*)\}/)
      .map((piece, at) => (at % 2 === 0 ? piece : this.add(kindOf(piece))))
      .filter((piece) => piece !== "");
  }
}

/** Marks a parameter of the channel, since a variable of the server may have the same name. */
const PARAMETER = "\u0001";

function bindingOf(bindings: readonly Binding[], protocol: string): Node | undefined {
  return bindings.find((each) => canonicalProtocol(each.protocol) === protocol)?.node;
}

/** The query parameters of a WebSocket, which its binding describes by a schema. */
function queryOf(site: SiteContext, channel: Channel, fields: Fields): [string, number][] {
  const schema = valueOf(bindingOf(channel.bindings, "ws"), "query");
  const followed = schema && site.documents.follow(schema);
  const required = new Set(scalarsOf(itemsOf(valueOf(followed, "required"))));
  return entriesOf(valueOf(followed, "properties")).map(({ key, value }) => {
    const property = site.documents.follow(value);
    const options = stringOf(property, "type") === "boolean" ? ["true", "false"] : scalarsOf(itemsOf(valueOf(property, "enum")));
    const standard = scalarText(valueOf(property, "const")) ?? scalarText(valueOf(property, "default"));
    const isRequired = required.has(key);
    const optional = isRequired || options.length === 0 ? options : ["", ...options];
    return [
      key,
      fields.add({ name: key, kind: "query", value: isRequired ? (standard ?? "") : "", options: optional, required: isRequired }),
    ];
  });
}

function headersOf(site: SiteContext, channel: Channel): string[] {
  const schema = valueOf(bindingOf(channel.bindings, "ws"), "headers");
  return scalarsOf(itemsOf(valueOf(schema && site.documents.follow(schema), "required")));
}

/** Credentials: those of the query, and of MQTT a name with its password, are fields. The others no browser can send. */
function accessOf(server: Server, operation: Operation, { protocol, fields }: { protocol: TryServer["protocol"]; fields: Fields }) {
  const query: [string, number][] = [];
  const cannot: string[] = [];
  const schemes = [server.security, operation.security].flatMap((alternatives) => alternatives?.[0]?.schemes ?? []);
  for (const { scheme } of schemes) {
    const [type = "", name = "", place] = [scheme?.type?.value, scheme?.name?.value, scheme?.in?.value];
    if (type === "httpApiKey" && place === "query") query.push([name, fields.add({ name, kind: "secret" })]);
    else if (protocol === "mqtt" && /^(?:userPassword|plain|scramSha|apiKey)/.test(type)) {
      fields.add({ name: "username", kind: "user" });
      fields.add({ name: "password", kind: "secret" });
    } else if (type === "httpApiKey") cannot.push(place === "cookie" ? "Cookie" : name);
    else cannot.push(type === "X509" ? "X.509" : "Authorization");
  }
  return { query, cannot };
}

/** How a server is spoken to from a page; `undefined` if it is not. */
function protocolOf({ protocol, address, bindings }: Server, channel: Channel): TryServer["protocol"] | undefined {
  const name = canonicalProtocol(protocol?.value ?? "");
  const isMqtt = /^mqtt5?$/.test(name);
  if (isMqtt) return /^wss?:\/\//i.test(address) ? "mqtt" : undefined;
  if (name !== "ws") return undefined;
  const speaks = (each: Binding): boolean => /^mqtt5?$/.test(canonicalProtocol(each.protocol));
  return bindings.some(speaks) || channel.operations.some((each) => each.bindings.some(speaks)) ? "mqtt" : "ws";
}

function tryServer(site: SiteContext, operation: Operation & { readonly channel: Channel }, server: Server): TryServer | undefined {
  const { channel } = operation;
  const protocol = protocolOf(server, channel);
  const written = server.protocol?.value ?? "";
  const { address } = wireAddress(channel, protocol === "mqtt" ? "mqtt" : written);
  if (!protocol || address === null) return undefined;
  const at = serverAddress(server.address, { protocol: "ws", written: /^wss:/i.test(server.address) ? "wss" : written });
  const path = address.replace(/\{([^{}]*)\}/g, `{${PARAMETER}$1}`);
  const url = protocol === "mqtt" ? at.url : at.withPath(path);
  // An address of the channel that is a whole URL may lead to another host.
  if (originIn(url) !== originIn(at.url)) return undefined;
  const fields = new Fields();
  const host = originIn(url);
  const options = new Map<string, readonly string[]>();
  for (const variable of server.variables) {
    const standard = scalarText(variable.default);
    const given = scalarsOf(variable.enum);
    // Where the policy could not name what a reader may write, only the default is left.
    const isOpen = given.length === 0 && (!host.includes(`{${variable.name}}`) || sourcesOf(host, options) !== undefined);
    const allowed = isOpen || (given.length === 0 && standard === undefined) ? given : given.length > 0 ? given : [standard ?? ""];
    options.set(variable.name, allowed);
    fields.add({ name: variable.name, kind: "variable", value: standard ?? allowed[0] ?? "", options: allowed });
  }
  const sources = sourcesOf(host, options);
  if (!sources) return undefined;
  for (const parameter of channel.parameters) {
    const given = scalarsOf(parameter.enum ?? []);
    const schema = parameter.schema && site.documents.follow(parameter.schema.node);
    const allowed = given.length > 0 ? given : scalarsOf(itemsOf(valueOf(schema, "enum")));
    const value = [parameter.default, ...(parameter.examples ?? []), valueOf(schema, "default")].map(scalarText).find((each) => each);
    fields.add({ name: parameter.name, kind: "parameter", value: value ?? allowed[0] ?? "", options: allowed });
  }
  const kindOf = (name: string) =>
    name.startsWith(PARAMETER) ? ({ name: name.slice(1), kind: "parameter" } as const) : ({ name, kind: "variable" } as const);
  const isSocket = protocol === "ws";
  const query = isSocket ? queryOf(site, channel, fields) : [];
  const access = accessOf(server, operation, { protocol, fields });
  return {
    name: server.title,
    protocol,
    url: fields.pieces(url.replace(/#[^]*$/, ""), kindOf),
    topic: isSocket ? [] : fields.pieces(path, kindOf),
    query: [...query.filter(([name]) => !access.query.some(([other]) => other === name)), ...access.query],
    fields: fields.all,
    cannot: [...new Set([...access.cannot, ...(isSocket ? headersOf(site, channel) : [])])],
    sources,
  };
}

/** The problems of the list of servers in the settings: names that none of some servers has. Some audiences see not all servers. */
export function tryProblems(settings: Settings, servers: readonly { readonly id: string }[]): Diagnostic[] {
  const { tryIt, portal } = settings;
  if (typeof tryIt === "boolean" || !isForAll(settings)) return [];
  const ids = [...new Set(servers.map(({ id }) => id))];
  const quoted = ids.map((id) => JSON.stringify(id));
  const known = ids.length === 0 ? "There are no servers." : `Known servers: ${listSome(quoted, MOST_IN_SENTENCE)}.`;
  return tryIt
    .filter(({ value }) => !ids.includes(value))
    .map((name) =>
      problem("config/wrong-type", name, {
        key: "tryIt",
        expected: `true, false or names of servers of ${portal ? "its documents" : "the document"}`,
        hint: [didYouMean(name.value, ids), known].filter(Boolean).join(" "),
      }),
    );
}

/** The servers that a page may connect to for an operation, as far as the settings allow them. */
function tryServers(site: SiteContext, operation: Operation): readonly TryServer[] {
  const { channel } = operation;
  const { tryIt } = site.settings;
  if (!channel || tryIt === false) return [];
  const allowed = channel.availableOn.filter(({ id }) => tryIt === true || tryIt.some(({ value }) => value === id));
  // Clients open a WebSocket only with GET.
  const method = stringOf(bindingOf(channel.bindings, "ws"), "method") ?? "GET";
  if (method.toUpperCase() !== "GET") return [];
  return allowed.slice(0, MOST_LISTED).flatMap((server) => tryServer(site, { ...operation, channel }, server) ?? []);
}

const FOLDER = "try";
const OPENER = `${FOLDER}/open.js`;
/** Loaded with the tab. What only connecting needs comes when that part is opened. */
const WITH_TAB = ["try.css", "compose.js"];

/** The messages that the reader may send, and those that may come back. */
function messagesOf({ messages, direction, channel, reply }: Operation) {
  const back = (channel?.operations ?? []).filter((other) => other.isDirectionKnown && other.direction !== direction);
  const received = [...(reply?.messages ?? []), ...back.flatMap((other) => other.messages)];
  return { sent: messages.slice(0, MOST_ON_PAGE), received: [...new Set(received)].slice(0, MOST_ON_PAGE) };
}

/** Why the page cannot judge a message; `undefined` if it can. */
function uncheckedReason(site: SiteContext, message: Message): string | undefined {
  const { words, schemas, documents, tool } = site;
  const { payload, effectiveContentType } = message;
  if (!payload) return words("try.no-schema");
  const language: Language = schemas.languageOf(payload);
  if (!isJsonSchema(language)) return words("try.of-language", { language: payload.format?.value ?? language });
  if (isEncoded(site, message)) return words("try.no-text");
  if (!/^[^;]*[/+]json\b/i.test(effectiveContentType)) return words("try.of-type", { type: effectiveContentType });
  if (tool?.isRefused === true) return translateReason(words, reason("schema-refused"));
  // The file of a schema has plain references in their place.
  const isDynamic = documents.files.some(({ text }) => /\$(?:dynamic|recursive)Ref/.test(text));
  return isDynamic ? words("try.dynamic") : undefined;
}

const pathOf = (site: SiteContext, thing: Message | Operation): string => `${FOLDER}/${site.routes.fileOf(thing)}.js`;

/** Whether the reader may compose messages of an operation. */
function mayCompose({ settings, tool }: SiteContext, { direction, isDirectionKnown, messages, channel }: Operation): boolean {
  const way = settings.reader === "client" ? opposite[direction] : direction;
  return (
    tool !== undefined && settings.tryIt !== false && isDirectionKnown && channel !== undefined && messages.length > 0 && way === "send"
  );
}

/** Links to the files with which a page composes and sends, and its policy if it may connect. */
export interface TryView {
  readonly tryIt?: {
    readonly opener: string;
    readonly style: string;
    readonly scripts: readonly string[];
    readonly later: readonly { readonly id: string; readonly src: string }[];
  };
  readonly csp?: string;
}

/** What a page needs to compose: which files, and the policy with which it may connect. */
export function tryView({ site, path }: PageContext, operation: Operation): TryView {
  if (!mayCompose(site, operation)) return {};
  const { sent, received } = messagesOf(operation);
  const judged = [...new Set([...sent, ...received])].filter((message) => uncheckedReason(site, message) === undefined);
  const link = (file: string): string => site.routes.relative(path, file);
  const [style = "", ...scripts] = WITH_TAB.map((name) => link(`${FOLDER}/${name}`));
  const servers = tryServers(site, operation);
  const sources = servers.flatMap((server) => server.sources);
  const hasMqtt = servers.some(({ protocol }) => protocol === "mqtt");
  const later = servers.length === 0 ? [] : ["send", ...(hasMqtt ? ["mqtt"] : [])];
  const further = site.settings.csp["connect-src"] ?? [];
  return {
    tryIt: {
      opener: link(OPENER),
      style,
      scripts: [...scripts, ...[operation, ...judged].map((thing) => link(pathOf(site, thing)))],
      later: later.map((name) => ({ id: `try-${name}`, src: link(`${FOLDER}/${name}.js`) })),
    },
    ...(sources.length === 0 ? {} : { csp: csp({ ...site.settings.csp, "connect-src": [...new Set([...further, ...sources])] }) }),
  };
}

/** Data for the page as a classic script, because `fetch` and modules do not work from disk. `<` is escaped, as in the search. */
function dataScript(data: object): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `(window.msgdocsTry||=[]).push(${json});\n`;
}

const printed = (node: Node): string =>
  printTokens(node)
    .map(({ text }) => text)
    .join("");

function operationData(site: SiteContext, operation: Operation): object {
  const { sent, received } = messagesOf(operation);
  const page = createPageContext(site, site.routes.pageOf(operation));
  const dataOf = (message: Message, anchor = "") => ({
    key: pathOf(site, message),
    name: message.title,
    unchecked: uncheckedReason(site, message),
    anchor,
  });
  const text = (message: Message): string => {
    const node = payloadValue(page, message);
    if (!node) return "";
    return node.kind === "string" && !/^[^;]*[/+]json\b/i.test(message.effectiveContentType) ? node.value : printed(node);
  };
  return {
    operation: {
      sent: sent.map((message) => ({ ...dataOf(message, anchorFor(...messageSteps(message), "payload")), text: text(message) })),
      left: operation.messages.length - sent.length,
      received: received.map((message) => dataOf(message)),
      servers: tryServers(site, operation).map((server) => ({ ...server, sources: undefined })),
      places: site.code?.payloadPlaces(page, operation) ?? [],
    },
  };
}

/** The blanks of words stay for the tool to fill in. */
const BLANKS = Object.fromEntries(
  ["count", "line", "name", "names", "pattern", "reason", "reference", "server"].map((name) => [name, `{${name}}`]),
);

/** Why the validator of a page may check nothing. */
const REASONS = ["too-deep", "steps-spent", "slow-pattern", "item-unjudged", "digits", "unresolved", "no-schema", "discriminator"] as const;

/** The words of composing. Those of sending come with it. */
const COMPOSING: readonly WordKey[] = [
  "try.title", "try.message", "try.payload", "try.unchecked", "try.line", "try.reset", "try.open", "try.stale", "try.lost", "try.not-loaded",
  "try.no-server",
]; // prettier-ignore

/** Words that the builder writes into the data of an operation. */
const WRITTEN: readonly WordKey[] = ["try.of-language", "try.of-type", "try.dynamic"];

const isOfSending = (key: string): key is WordKey => key.startsWith("try.") && ![...COMPOSING, ...WRITTEN].some((other) => other === key);

/** The words that a script of the tool shows, to stand before it. */
function wordsBefore(name: string, words: Words): string {
  const said = (keys: readonly WordKey[]) => Object.fromEntries(keys.map((key) => [key.slice(4), words(key, BLANKS)]));
  if (name === "send.js") return dataScript({ words: said(Object.keys(englishWords).filter(isOfSending)) });
  if (name !== "compose.js") return "";
  const shared = {
    problems: words("example.problems", BLANKS),
    copy: words("site.copy"),
    copied: words("site.copied"),
    fits: words("example.matches"),
    problem: words("example.problems", { count: 1 }),
  };
  const reasons = Object.fromEntries(REASONS.map((key) => [key, words(`reason.${key}`, BLANKS)]));
  return dataScript({ words: { ...shared, reasons, ...said(COMPOSING) } });
}

/** The file of a message's payload schema, as a script. */
export function trySchemaFile(site: SiteContext, message: Message, schema: string): SiteFile {
  const path = pathOf(site, message);
  return { path, contents: dataScript({ message: path, schema }) };
}

/** The messages that pages judge, by the path of their schema file. */
export function triedMessages(site: SiteContext): ReadonlyMap<string, Message> {
  const all = site.api.operations.filter((operation) => mayCompose(site, operation)).map(messagesOf);
  const messages = new Set(all.flatMap(({ sent, received }) => [...sent, ...received]));
  return new Map(
    [...messages].flatMap((message) => {
      const path = uncheckedReason(site, message) === undefined ? site.schemaFiles.pathOf({ message, part: "payload" }) : undefined;
      return path === undefined ? [] : [[path, message] as const];
    }),
  );
}

/** The files of the tool, and the data of each operation. */
export function* tryFiles(site: SiteContext): Generator<SiteFile> {
  const operations = site.api.operations.filter((operation) => mayCompose(site, operation));
  if (operations.length === 0) return;
  const hasMqtt = operations.some((operation) => tryServers(site, operation).some(({ protocol }) => protocol === "mqtt"));
  for (const [name, script] of site.tool?.files ?? []) {
    if (name !== "mqtt.js" || hasMqtt) yield { path: `${FOLDER}/${name}`, contents: wordsBefore(name, site.words) + script };
  }
  for (const operation of operations) yield { path: pathOf(site, operation), contents: dataScript(operationData(site, operation)) };
}
