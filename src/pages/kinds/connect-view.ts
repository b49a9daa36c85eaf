import { canonicalProtocol, neededBy } from "#format";
import {
  addressOnWire,
  joinedPath,
  lostReference,
  opposite,
  takesPaths,
  type Channel,
  type Direction,
  type Operation,
  type Server,
} from "#model";
import type { Settings } from "#config";
import type { WordKey, Words } from "#text";
import { groupBy, MOST_IN_SENTENCE, MOST_NAMED } from "#text";
import type { Line, Told } from "../blocks/index.ts";
import { codes, codeText, fact, isSilent, joinLines } from "../blocks/index.ts";
import type { PageContext, ValueView } from "../frame/index.ts";
import type { Row } from "../tree/index.ts";
import { code } from "../tree/index.ts";
import { protocolName, protocolNames } from "../frame/index.ts";
import type { BindingView } from "./bindings-view.ts";
import { areServersUnread, lostBlocks, unresolvedView } from "./unresolved-view.ts";
import { accessLine, accessView } from "./security-view.ts";
import type { parameterViews } from "./server-view.ts";
import { addressLine, addressParts, serverRow, unnamedVariables, variableHref, variableValues } from "./server-view.ts";

/** Something the reader fills in: its name, and which values it may have. */
interface ConnectInput {
  readonly label: Line;
  readonly href: string;
  readonly required: string;
  /** Its type, limits and values as phrases. */
  readonly says: readonly Line[];
}

/** What one protocol needs: either single values in a row, or the fields of objects such as the query. */
interface ConnectFact {
  readonly term: string;
  readonly values: readonly Line[];
  readonly lines: readonly ConnectInput[];
  /** Lines that are folded at first. */
  readonly more: readonly ConnectInput[];
  readonly moreText: string;
  /** How many are left out, and where the first of them is. The page has all of them in full further below. */
  readonly rest?: { readonly href: string; readonly text: string };
}

/** The full URL, if the server has an absolute URL and the address is a path below it; otherwise empty. */
export function fullUrl(channel: Channel, server: Server): string {
  if (channel.address === null || !takesPaths(server) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(server.address)) return "";
  if (/[?#]/.test(server.address) || /^[a-z][a-z0-9+.-]*:\/\//i.test(channel.address)) return "";
  return joinedPath(server.address, channel.address);
}

/** Words for fields whose names in the document differ from the protocol's own terms. */
const FIELDS: Readonly<Record<string, WordKey>> = {
  "exchange.name": "site.exchange",
  "exchange.type": "site.exchange-type",
  "queue.name": "site.queue",
  cc: "site.also-routed",
  groupId: "site.consumer-group",
  clientId: "site.client-id",
};

/** Words for values that say little by themselves. */
const VALUES: Readonly<Record<string, Readonly<Record<string, WordKey>>>> = {
  is: { routingKey: "site.is-routing-key", queue: "site.is-queue" },
  "exchange.name": { "": "site.default-exchange" },
  deliveryMode: { "1": "site.transient", "2": "site.persistent" },
  ack: { true: "site.acknowledged", false: "site.not-acknowledged" },
  retain: { true: "site.retained", false: "site.not-retained" },
};

const QOS: Readonly<Record<string, WordKey>> = { "0": "site.qos-0", "1": "site.qos-1", "2": "site.qos-2" };

/** The most lines that are shown unfolded, and of those that may be left out. */
const SHOWN = 4;
const SHOWN_OPTIONAL = 2;

function textOf(value: ValueView | undefined): string | undefined {
  return value && "text" in value && typeof value.text === "string" ? value.text : undefined;
}

/** The first of some values in a line, with how many are left out and where all are. */
function valuesPhrase(words: Words, label: Line, { shown, count, href }: { shown: readonly Line[]; count: number; href: string }): Line {
  const first = shown.slice(0, MOST_IN_SENTENCE + 1);
  const left = count - first.length;
  return joinLines([label, ...first, ...(left > 0 ? [{ href, text: words("site.more", { count: left }) }] : [])], " ");
}

/** A row of a schema tree on one line: its type, limits and values. */
function phrasesOf(words: Words, { type, facts, values }: Pick<Row, "type" | "facts" | "values">, href: string): Line[] {
  const said = values.map(({ label, items, count }) =>
    valuesPhrase(words, label, { shown: items.map(({ value, block }) => (block ? "…" : { code: value })), count, href }),
  );
  return [type, ...facts, ...said].filter((line) => !isSilent(line));
}

function lineOf(words: Words, row: Row): ConnectInput {
  const href = `#${row.id}`;
  return { label: row.label, href, required: row.required, says: phrasesOf(words, row, href) };
}

type ParameterValues = Pick<ReturnType<typeof parameterViews>[number], "label" | "enum" | "default" | "examples" | "schema">;

function parameterLines(parameters: readonly (ParameterValues & { readonly href: string })[], { site }: PageContext): ConnectInput[] {
  const { words } = site;
  return parameters.map(({ label, href, enum: allowed, default: standard, examples, schema }) => {
    const list = (word: WordKey, values: readonly ValueView[]): Line[] => {
      const shown = values.flatMap((value) => textOf(value) ?? []).map(code);
      return shown.length === 0 ? [] : [valuesPhrase(words, words(word), { shown, count: values.length, href })];
    };
    const says = [
      ...(schema ? phrasesOf(words, schema.root, href) : []),
      ...list("site.one-of", allowed),
      ...list("site.default", standard),
      ...list("site.for-example", examples),
    ];
    return { label, href, required: "", says };
  });
}

/** Splits lines into shown and folded ones. */
function folded(
  words: PageContext["site"]["words"],
  lines: readonly ConnectInput[],
  most = SHOWN,
): Pick<ConnectFact, "lines" | "more" | "moreText" | "rest"> {
  const upTo = (from: number, count: number): number => (lines.length > from + count + 1 ? from + count : lines.length);
  const more = (from: number): string => (from < lines.length ? words("site.more", { count: lines.length - from }) : "");
  const at = upTo(0, most);
  const end = upTo(at, MOST_NAMED);
  const left = lines[end];
  return {
    lines: lines.slice(0, at),
    more: lines.slice(at, end),
    moreText: more(at),
    ...(left ? { rest: { href: left.href, text: more(end) } } : {}),
  };
}

/** The same for properties, the required ones first. Of the others fewer are shown. */
function foldedProperties(words: PageContext["site"]["words"], rows: readonly Row[]): ReturnType<typeof folded> {
  const required = rows.filter((row) => row.required !== "");
  const optional = rows.filter((row) => row.required === "");
  return folded(
    words,
    [...required, ...optional].map((row) => lineOf(words, row)),
    Math.min(Math.max(required.length, SHOWN_OPTIONAL), SHOWN),
  );
}

/** A single value of a binding as a phrase: its name, the value and its meaning. */
function valuePhrase({ words }: PageContext["site"], name: string, text: string): Line {
  if (name === "qos" && Object.hasOwn(QOS, text)) return ["QoS ", code(text), `, ${words(QOS[text] ?? "site.qos-0")}`];
  const values = Object.hasOwn(VALUES, name) ? (VALUES[name] ?? {}) : {};
  const word = Object.hasOwn(values, text) ? values[text] : undefined;
  if (word !== undefined) return words(word);
  return [`${fieldName(words, name)} `, code(text)];
}

function fieldName(words: PageContext["site"]["words"], name: string): string {
  return Object.hasOwn(FIELDS, name) ? words(FIELDS[name] ?? "site.exchange") : name;
}

/** Whether the reader needs a binding field to connect. The details of the page show all fields. */
function isNeeded(
  reader: Settings["reader"],
  { protocol, name, direction }: { protocol: string; name: string; direction: Direction | undefined },
): boolean {
  const who = neededBy(canonicalProtocol(protocol) === "mqtt5" ? "mqtt" : protocol, name);
  if (who === "application") return reader === "application";
  if (who === undefined || direction === undefined || who === "all") return who !== undefined;
  return (direction === "receive") === (reader === "application");
}

/** What the bindings of one protocol require: the single values in one row, and each object in a row of its own. */
function protocolFacts(
  context: PageContext,
  bindings: readonly BindingView[],
  // `said` is the name of a topic or queue that stands above the facts as the address.
  { term, direction, said }: Pick<ConnectFact, "term"> & { direction: Direction | undefined; said: string | null },
): ConnectFact[] {
  const { site } = context;
  const { reader } = site.settings;
  const needed = bindings.flatMap(({ protocol, fields }) => fields.filter(({ name }) => isNeeded(reader, { protocol, name, direction })));
  const values = needed.flatMap(({ name, value }) => {
    const text = value?.inline ? codeText(value.inline) : textOf(value);
    return text === undefined || text === said ? [] : [valuePhrase(site, name, text)];
  });
  const single: ConnectInput[] = [];
  const objects: ConnectFact[] = [];
  for (const { name, label, schema: tree } of needed) {
    if (!tree) continue;
    if (tree.rows.length === 0)
      single.push({ ...lineOf(site.words, tree.root), label: Object.hasOwn(FIELDS, name) ? fieldName(site.words, name) : label });
    else objects.push({ term: nameOfPart(site.words, name), values: [], ...foldedProperties(site.words, tree.rows) });
  }
  return [...(values.length + single.length > 0 ? [{ term, values, ...folded(site.words, single) }] : []), ...objects];
}

/** The facts for each protocol of the servers; for all bindings if no server names its protocol. */
function bindingFacts(
  context: PageContext,
  bindings: readonly BindingView[],
  { direction, servers, said }: { direction: Direction | undefined; said: string | null } & Pick<ConnectParts, "servers">,
): ConnectFact[] {
  const { words } = context.site;
  const spoken = new Set(servers.flatMap(({ protocol }) => (protocol ? [canonicalProtocol(protocol.value)] : [])));
  const isSpoken = ({ protocol }: BindingView): boolean => spoken.size === 0 || spoken.has(canonicalProtocol(protocol));
  const byProtocol = groupBy(bindings.filter(isSpoken), ({ protocol }) => canonicalProtocol(protocol));
  const readerWay = (way: Direction): Direction => (context.site.settings.reader === "client" ? opposite[way] : way);
  return [...byProtocol].flatMap(([protocol, own]) => {
    const isNamed = byProtocol.size > 1 || protocol === "ws" || protocol === "http";
    const term =
      isNamed || direction === undefined
        ? protocolName(protocol)
        : words(readerWay(direction) === "send" ? "site.publish" : "site.subscribe");
    return protocolFacts(context, own, { term, direction, said });
  });
}

function nameOfPart(words: PageContext["site"]["words"], name: string): string {
  if (name === "query") return words("site.query");
  return name === "headers" ? words("site.headers") : name;
}

/** Parts of the page that were already made. */
interface ConnectParts {
  readonly servers: readonly Server[];
  readonly parameters: ReturnType<typeof parameterViews>;
  readonly bindings: readonly BindingView[];
}

/** The variables to fill in for the servers. Servers with an equal variable share one line, which names them unless it is for all. */
function variableFacts(context: PageContext, servers: readonly Server[]): ConnectFact[] {
  const { words } = context.site;
  const lines = new Map<string, ConnectInput & { readonly of: readonly Server[] }>();
  for (const server of servers) {
    const unnamed = new Set(unnamedVariables(server));
    for (const variable of server.variables) {
      const says = unnamed.has(variable) ? [words("site.unnamed-variable")] : [];
      const values = variableValues(context, variable);
      const [line] = parameterLines([{ ...values, href: variableHref(context, server, variable), schema: undefined }], context);
      if (!line) continue;
      const key = JSON.stringify([values.name, [values.enum, values.default, values.examples].map((each) => each.map(textOf))]);
      const of = [...(lines.get(key)?.of ?? []), server];
      lines.set(key, { ...line, says: [...line.says, ...says], of });
    }
  }
  const told = [...lines.values()].map(({ of, says, ...line }): ConnectInput => {
    const names =
      of.length === servers.length
        ? []
        : [[`${words(of.length === 1 ? "site.server" : "site.servers")} `, codes(of.map(({ title }) => title))]];
    return { ...line, says: [...names, ...says] };
  });
  return told.length === 0 ? [] : [{ term: words("site.fill-in"), values: [], ...folded(words, told) }];
}

/** What a reader must know to connect: address, servers, security, bindings and parameters. `undefined` without a channel. */
export function connectView(
  context: PageContext,
  { channel, operation }: { readonly channel: Channel | undefined; readonly operation?: Operation },
  { servers, parameters, bindings }: ConnectParts,
) {
  const { routes, words } = context.site;
  const [only, other] = servers;
  const url = channel && only && !other ? fullUrl(channel, only) : "";
  const unresolved = {
    channel: operation?.unresolved.channel ?? (channel && lostReference(channel)),
    servers: channel?.unresolved.servers ?? [],
    unreadServers: channel?.unresolved.unreadServers ?? [],
  };
  const named = unresolvedView(context, unresolved, { channel: "connect", servers: "connect" });
  // A server of the root that could not be found has its mark on the page of servers.
  const empty = unresolvedView(context, { servers: servers.flatMap((server) => lostReference(server) ?? []) }, {});
  const lost = { ...named, servers: [...named.servers, ...empty.servers] };
  if (!channel && lost.channel.length === 0) return undefined;
  const address = channel ? addressOnWire(channel) : null;
  const lines = parameterLines(
    parameters.map((parameter) => ({ ...parameter, href: `#${parameter.anchor}` })),
    context,
  );
  const isSame =
    servers.length > 0 && channel?.operations.every(({ security }) => security === undefined || security.length === 0) === true;
  const known = servers.filter((server) => lostReference(server) === undefined);
  const access = operation || isSame ? accessView(context, operation, known) : undefined;
  // Where there is no server, or it could not be found, the card says that. It does not say that no security is declared.
  const isServerless = context.site.api.servers.length === 0 && !areServersUnread(context.site.api);
  const isTold =
    access && !(access.undeclared && (isServerless || lost.servers.length + lost.channel.length > 0 || areServersUnread(context.site.api)));
  const shown = url === "" ? servers.slice(0, MOST_IN_SENTENCE) : [];
  return {
    protocols: protocolNames(servers),
    /** The address of the channel, or the full URL if it is known. */
    address: addressParts(url === "" ? (address ?? "") : url),
    known: address !== null,
    /** None if the address is already the URL of the only server. */
    servers: shown.map((server) => serverRow(context, server)),
    noServer: isServerless ? words("site.no-server") : "",
    moreServers: url === "" ? servers.length - shown.length : 0,
    moreHref: channel ? routes.relative(context.path, routes.pageOf(channel), "servers") : "",
    // Not told of a channel whose operations have security requirements of their own.
    ...(isTold ? { access } : {}),
    facts: [
      ...bindingFacts(context, bindings, {
        direction: operation?.isDirectionKnown === true ? operation.direction : undefined,
        servers,
        said: address === channel?.address ? null : address,
      }),
      ...variableFacts(context, known.slice(0, MOST_IN_SENTENCE)),
      ...(lines.length > 0 ? [{ term: words("site.parameters"), values: [], ...folded(words, lines) }] : []),
    ],
    lost,
  };
}

/** What a reader must know to connect. Parameters, variables and objects of bindings have sections of their own. */
export function connectTold(connect: NonNullable<ReturnType<typeof connectView>>, words: Words): Told {
  const { protocols, address, known, servers, noServer, moreServers, moreHref, access, facts, lost } = connect;
  const places = servers.map(({ name, href, address: at }): Line => joinLines([{ text: name, href }, addressLine(at)], " "));
  const more = moreServers > 0 ? [{ text: words("site.more", { count: moreServers }), href: moreHref }] : [];
  return {
    facts: [
      ...fact(words("site.protocol"), protocols.join(", ")),
      ...fact(words("site.address"), known ? addressLine(address) : words("site.address-unknown")),
      ...fact(words("site.servers"), places.length === 0 ? noServer : joinLines([...places, ...more], ", ")),
      ...fact(words("site.authorize"), access && accessLine(access, words)),
      ...facts.flatMap(({ term, values }) => fact(term, joinLines(values, ", "))),
    ],
    parts: lostBlocks(lost),
  };
}
