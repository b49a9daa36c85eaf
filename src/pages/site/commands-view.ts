import { canonicalProtocol } from "#format";
import type { Binding, Channel, CodeSample, Direction, Message, MessageExample, Operation, Parameter, Server } from "#model";
import { anchorFor, codeSamplesOf, opposite, wireAddress } from "#model";
import type { Node, WordKey } from "#text";
import { entriesOf, hasAtMost, itemsOf, printTokens, valueOf } from "#text";
import { codeLanguages, type CodeLanguage } from "#config";
import { tokenize } from "#prose";
import type { Call, Credential, NamedText } from "../commands/index.ts";
import { FILE, onLines, samplesFor, templateLanguages } from "../commands/index.ts";
import { contentTypeOf, isEncoded } from "./content-type.ts";
import type { Words } from "#text";
import { codes, htmlOnly, joinLines, named, sentence, type Block, type Line } from "../blocks/index.ts";
import type { PageContext, SafeHtml, SiteContext } from "./context.ts";
import { MOST_EXAMPLES } from "./example-panel-view.ts";
import { protocolName } from "./protocol-name.ts";
import { unnamedVariables } from "./server-view.ts";
import { areServersUnread } from "./unresolved-view.ts";
import { escapeCode } from "./value-html.ts";
import { variantOf, variantsOf } from "./variants.ts";

/** The text of a scalar, as it is written without quotes. */
export function scalar(node: Node | undefined): string | undefined {
  if (node?.kind === "string") return node.value;
  if (node?.kind === "number") return node.raw;
  return node?.kind === "boolean" ? String(node.value) : undefined;
}

/** The first scalar in some lists. The search stops there, because the lists may be long. */
function firstScalar(...lists: readonly (readonly (Node | undefined)[])[]): string | undefined {
  for (const list of lists) {
    for (const node of list) {
      const text = scalar(node);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

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
function chosen(servers: readonly Server[]): readonly ServerChoice[] {
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
function bound({ channel, bindings, messages }: Operation): readonly ServerChoice[] {
  const all = [...(channel?.bindings ?? []), ...bindings, ...(messages[0]?.bindings ?? [])];
  const protocols = new Set(all.map(({ protocol }) => canonicalProtocol(protocol)));
  return [...protocols].slice(0, MOST).map((protocol) => ({ server: undefined, protocol, others: [] }));
}

/** A longer payload is read from a file. */
const LONGEST = 4000;
const MOST_HEADERS = 12;
const LONGEST_HEADER = 300;
const UNKNOWN_PAYLOAD = "{payload}";
const UNKNOWN_TYPE = "{contentType}";

/** A value that a schema gives. Kafka bindings describe keys and groups by schemas. */
function givenBy(
  context: PageContext,
  node: Node | undefined,
  chosen = (allowed: readonly Node[]): readonly Node[] => allowed,
): string | undefined {
  const schema = node && context.site.documents.follow(node);
  const single = [schema, valueOf(schema, "const"), valueOf(schema, "default")];
  return firstScalar(single, itemsOf(valueOf(schema, "examples")), chosen(itemsOf(valueOf(schema, "enum"))));
}

function parameterValue(
  { enum: allowed = [], default: standard, examples = [], schema }: Parameter,
  context: PageContext,
): string | undefined {
  return firstScalar([standard], examples, onlyOne(allowed)) ?? givenBy(context, schema?.node, onlyOne);
}

/** The most schemas searched for required properties: the schema itself and those it combines. */
const MOST_PARTS = 20;

/** The required properties of a JSON Schema, each with the value that it gives, or its name in braces. */
function requiredBy(context: PageContext, node: Node | undefined): NamedText[] {
  const parts = new Set<Node>();
  const add = (part: Node | undefined): void => {
    const followed = part && context.site.documents.follow(part);
    if (followed && parts.size < MOST_PARTS) parts.add(followed);
  };
  add(node);
  for (const part of parts) itemsOf(valueOf(part, "allOf")).forEach(add);
  const all = [...parts];
  const names = new Set(
    all.flatMap((part) =>
      itemsOf(valueOf(part, "required"))
        .slice(0, MOST_HEADERS)
        .flatMap((name) => scalar(name) ?? []),
    ),
  );
  return [...names].map((name) => {
    const stated = all.map((part) => valueOf(valueOf(part, "properties"), name)).find((property) => property !== undefined);
    return [name, givenBy(context, stated) ?? `{${name}}`];
  });
}

function addressOf(context: PageContext, channel: Channel, address: string): string {
  return filled(address, new Map(channel.parameters.map((each) => [each.name, parameterValue(each, context)])));
}

const JSON_TYPE = /^[^;]*[/+]json\b/i;
const TEXT_TYPE = /^text\/|^[^;]*[/+](?:xml|yaml|x-yaml)\b/i;

/** Whether a message is sent as text. */
function isText(message: Message): boolean {
  const { effectiveContentType } = message;
  if (isEncoded(message)) return false;
  return JSON_TYPE.test(effectiveContentType) || TEXT_TYPE.test(effectiveContentType);
}

/** A value as sent with a text content type; `undefined` if it cannot be. */
function wireText(node: Node, contentType: string): string | undefined {
  if (JSON_TYPE.test(contentType)) return compact(node, LONGEST);
  return node.kind === "string" ? node.value : undefined;
}

/** The written example in front on the page: the first one, or the first one of the first variant if there are variants. */
function exampleInFront(context: PageContext, message: Message): MessageExample | undefined {
  const written = message.examples.filter(({ payload }) => payload);
  if (variantsOf(context, message).length === 0) return written[0];
  return written.slice(0, MOST_EXAMPLES).find(({ payload }) => variantOf(context, message, payload) === 1);
}

/** The payload of the example in front, or one that the schema gives. A generated text or number would only look like a real one. */
function payloadValue(context: PageContext, message: Message): Node | undefined {
  const example = exampleInFront(context, message)?.payload;
  if (example || !message.payload) return example;
  const { samples } = context.site.samples.of(message.payload);
  const [first] = variantsOf(context, message);
  const made = (samples.find(({ branch }) => branch && branch === first) ?? samples[0])?.value;
  const isGiven = made?.kind === "map" || made?.kind === "list" || givenBy(context, message.payload.node) !== undefined;
  return isGiven ? made : message.examples.find(({ payload }) => payload)?.payload;
}

/** A payload for a command, or a placeholder in braces if the document gives none; `undefined` if it is not text. */
function payloadOf(context: PageContext, message: Message | undefined): string | undefined {
  if (!message) return UNKNOWN_PAYLOAD;
  if (!isText(message)) return undefined;
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
    const text = scalar(value);
    return text === undefined || text.length > LONGEST_HEADER ? [] : [[key, text]];
  });
  const names = new Set(fields.map(([name]) => name));
  const sample = message?.headers && context.site.samples.of(message.headers).samples[0]?.value;
  const required = requiredBy(context, message?.headers?.node)
    .filter(([name]) => !names.has(name))
    .map(([name, value]): NamedText => [name, sample && scalar(valueOf(sample, name)) !== value ? `{${name}}` : value]);
  return [...fields, ...required].slice(0, MOST_HEADERS);
}

/** The credentials of the first alternative of the server and of the operation: only their names, never a secret. */
function credentialsOf(server: Server | undefined, operation: Operation): Credential[] {
  return [server?.security, operation.security].flatMap((alternatives) =>
    (alternatives?.[0]?.schemes ?? []).flatMap(({ scheme }) =>
      scheme?.type ? [{ type: scheme.type.value, scheme: scheme.scheme?.value, name: scheme.name?.value, in: scheme.in?.value }] : [],
    ),
  );
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

/** The sample of one language. */
interface SampleView {
  readonly language: string;
  readonly name: string;
  readonly text?: string;
  readonly html?: SafeHtml;
  /** What the reader has to fill in or set in the environment. */
  readonly fill: readonly FillView[];
}

interface ServerSamples {
  readonly anchor: string;
  readonly server: string;
  /** Names of servers whose samples differ only by the address. */
  readonly others: string;
  /** "to send" or "to receive". */
  readonly name: string;
  /** A language whose library cannot do it has no text. */
  readonly samples: readonly SampleView[];
}

/** The languages of the highlighter, where their names differ from ours. */
const HIGHLIGHTED: Readonly<Record<string, string>> = { cli: "sh" };

/** Highlighted code with marks around what the reader fills in. */
function marked(text: string, language: string, names: ReadonlySet<string>): SafeHtml {
  const all = [...names].map((name) => name.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  const cut = all.length > 0 ? new RegExp(`(${all.join("|")})`) : undefined;
  const place = (piece: string): string => (names.has(piece) ? `<mark>${escapeCode(piece)}</mark>` : escapeCode(piece));
  const html = tokenize(text, HIGHLIGHTED[language] ?? language).map(({ text: token, type }) => {
    const inner = (cut ? token.split(cut) : [token]).map(place).join("");
    return type === undefined ? inner : `<span class="${type}">${inner}</span>`;
  });
  return { html: html.join("") };
}

/** All names in braces in some texts. */
function bracesIn(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => text?.match(/\{[^{}\s"'`]+\}/g) ?? []);
}

/** The values that are only their name in braces. Braces in other values are the document's own text. */
function unknownOf(fields: readonly NamedText[]): string[] {
  return fields.flatMap(([name, value]) => (value === `{${name}}` ? [value] : []));
}

/** Something that the reader fills in: how it is spelled in the sample, and what it means. */
interface FillView {
  readonly names: readonly string[];
  readonly what: string;
}

/** Environment variables, as the samples of each language read them. */
const VARIABLES =
  /(?:\$\{?|\benv\.|\benviron\["|\b[gG]etenv\(")((?:KEYSTORE_)?PASSWORD|USERNAME|TOKEN|API_KEY|AWS_REGION|AWS_ACCOUNT_ID|ENDPOINT|GOOGLE_CLOUD_PROJECT|SUBSCRIPTION|QUEUE_URL)\b/g;

/** Whether the payload or a header of a call contains text that looks like an environment variable. */
function hasVariableText({ payload, headers }: Call): boolean {
  return [payload ?? "", ...headers.flat()].some((text) => text.search(VARIABLES) >= 0);
}

/** What the reader has to fill into a sample, each once. Variables are only searched in `read`. */
function fillsOf(
  { words }: SiteContext,
  call: Call & { readonly braces: ReadonlyMap<string, WordKey> },
  { text, read }: { text: string; read: string },
): FillView[] {
  const braces = [...call.braces].filter(([name]) => text.includes(name));
  const variables = new Set(Array.from(read.matchAll(VARIABLES), ([, name = ""]) => name));
  const isRead = (call.payload === undefined || call.body === undefined) && text.includes(FILE);
  return [
    ...braces.map(([name, what]) => ({ names: [name], what: words(what) })),
    ...(isRead ? [{ names: [FILE], what: words("site.fill-file") }] : []),
    ...(variables.size > 0 ? [{ names: [...variables], what: words("site.fill-secret") }] : []),
  ];
}

/** What is sent: the same at every server. */
type Sent = Pick<Call, "payload" | "body" | "contentType" | "headers">;

function sentOf(context: PageContext, message: Message | undefined): Sent {
  const payload = payloadOf(context, message);
  const known = message ? contentTypeOf(context.site.api, message) : "";
  return {
    payload,
    body: bodyOf(context, message, payload),
    contentType: known === "" ? UNKNOWN_TYPE : known,
    headers: headersOf(context, message),
  };
}

interface CallSpot extends Pick<ServerChoice, "server" | "protocol"> {
  readonly channel: Channel;
  readonly way: Direction;
  readonly sent: Sent;
}

/** The call that the reader makes at a server. */
function callOf(context: PageContext, operation: Operation, { server, protocol: written, channel, way, sent }: CallSpot) {
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
  const [text, address] = [
    server ? context.site.memo.of(serverText, server) : UNKNOWN_SERVER,
    addressOf(context, channel, wireAddress(channel, written).address ?? ""),
  ];
  if (sent.contentType === UNKNOWN_TYPE) note("site.fill-content-type", UNKNOWN_TYPE);
  note(server ? "site.fill-variable" : "site.fill-server", text);
  note("site.fill-parameter", address);
  if (sent.payload === UNKNOWN_PAYLOAD) note("site.fill-payload", UNKNOWN_PAYLOAD);
  note("site.fill-header", ...unknownOf(sent.headers));
  const call: Call & { readonly braces: ReadonlyMap<string, WordKey> } = {
    ...sent,
    protocol,
    written,
    server: text,
    address,
    way,
    credentials: credentialsOf(server, operation),
    binding(...path) {
      const node = bound(path);
      const given = givenBy(context, node);
      if (given !== undefined || node?.kind !== "map") return given;
      const name = `{${path.at(-1) ?? ""}}`;
      note("site.fill-binding", name);
      return name;
    },
    required(...path) {
      const fields = requiredBy(context, bound(path));
      note("site.fill-binding", ...unknownOf(fields));
      return fields;
    },
    braces,
  };
  return call;
}

/** The most samples of the document that get a tab. All of them are also listed among its extensions. */
const MOST_OWN = 8;

/** The language names that documents use, for languages that we make samples for. */
const SPELLINGS: Readonly<Record<string, CodeLanguage>> = {
  bash: "cli",
  shell: "cli",
  sh: "cli",
  js: "javascript",
  node: "javascript",
  nodejs: "javascript",
  py: "python",
  golang: "go",
};

function languageOf({ language }: CodeSample): string {
  const name = language.trim().toLowerCase();
  return Object.hasOwn(SPELLINGS, name) ? (SPELLINGS[name] ?? "") : name;
}

/** The samples in the document, each with its own tab. */
function ownSamples(context: PageContext, samples: readonly CodeSample[]): SampleView[] {
  return samples.slice(0, MOST_OWN).map(({ language, label, text }, at) => ({
    language: `own-${at + 1}`,
    name: label || language || context.site.words("site.code-own"),
    text,
    html: marked(text, language.trim().toLowerCase(), new Set()),
    fill: [],
  }));
}

/** The languages of the settings, then those that only templates of the user have. No language turns off theirs, too. */
function languagesOf({ settings: { code }, code: templates }: SiteContext): readonly string[] {
  if (code.length === 0) return [];
  const own = [...templates.keys()].map((name) => name.replace(/^.*\./, ""));
  return [...new Set([...code, ...own.filter((language) => !(codeLanguages as readonly string[]).includes(language)).sort()])];
}

/** All samples of an operation by server and language, after those of the document; `undefined` if there are none. */
export function commandsView(context: PageContext, operation: Operation) {
  const { samples } = codeSamplesOf(operation.extensions);
  const own = ownSamples(context, samples);
  const given = new Set(samples.map(languageOf));
  const languages = languagesOf(context.site).filter((language) => !given.has(language));
  const made = madeSamples(context, operation, languages);
  if (own.length === 0 && made.servers.length === 0) return undefined;
  const tabs = own.map(({ language, name }) => ({ language, name }));
  return {
    group: `code-${context.path}`,
    tabs: [...tabs, ...made.tabs],
    ...(own.length > 0 ? { own: { name: "", samples: own } } : {}),
    servers: made.servers,
    several: made.servers.length > 1,
  };
}

/** The generated samples with their tabs. */
function madeSamples(context: PageContext, operation: Operation, code: readonly string[]) {
  const { channel, direction } = operation;
  const { memo, words } = context.site;
  if (!channel || !operation.isDirectionKnown) return { servers: [], tabs: [] };
  const nameOf = (language: string): string =>
    language === "cli" ? words("site.command-line") : (templateLanguages.get(language) ?? language);
  const { servers: declared } = context.site.api;
  const isServerless = declared.length === 0 && !areServersUnread(context.site.api);
  const choices = (isServerless ? bound(operation) : memo.of(chosen, channel.availableOn)).filter(
    ({ protocol }) => wireAddress(channel, protocol).address !== null,
  );
  const sent = sentOf(context, operation.messages[0]);
  const { reader } = context.site.settings;
  const way = reader === "client" ? opposite[direction] : direction;
  const servers = choices.flatMap(({ server, protocol, others }): ServerSamples[] => {
    const call = callOf(context, operation, { server, protocol, channel, way, sent });
    const samples = samplesFor(call, code, reader, context.site.code);
    if (samples.length === 0) return [];
    // Variables are searched in samples without the document's texts, since those may look like variables.
    const read = hasVariableText(call)
      ? samplesFor({ ...call, payload: undefined, body: undefined, headers: [] }, code, reader, context.site.code)
      : samples;
    const names = new Set(call.braces.keys());
    const shown = code.map((language): SampleView => {
      const sample = samples.find((each) => each.language === language);
      const view = { language, name: nameOf(language), fill: [] };
      if (!sample) return view;
      const said = read.find((each) => each.language === language)?.text ?? "";
      const text = language === "cli" ? onLines(sample.text) : sample.text;
      return { ...view, text, html: marked(text, language, names), fill: fillsOf(context.site, call, { text, read: said }) };
    });
    const name = server?.title ?? protocolName(protocol);
    const same =
      others.length === 0 ? "" : words("site.code-other-servers", { server: name, names: others.map(({ title }) => title).join(", ") });
    return [
      { anchor: anchorFor("command", server?.id ?? protocol), server: name, others: same, name: words(`site.code-${way}`), samples: shown },
    ];
  });
  const used = new Set(servers.flatMap(({ samples }) => samples.filter(({ text }) => text !== undefined).map(({ language }) => language)));
  const tabs = code.filter((language) => used.has(language)).map((language) => ({ language, name: nameOf(language) }));
  return { servers, tabs };
}

/** The most samples for one server in Markdown. Programs read it too, and the page has the others. */
const MOST_IN_MARKDOWN = 2;

/** The names of languages in code fences, where they differ from ours. */
const FENCES: Readonly<Record<string, string>> = { cli: "sh" };

/** Samples, each as a section, and what to fill in. */
export function commandBlocks(view: NonNullable<ReturnType<typeof commandsView>>, words: Words): Block[] {
  const { own, servers, tabs, ...rest } = view;
  htmlOnly(rest, { group: "a name for the folds", several: "whether servers are folded" });
  const written = own?.samples ?? [];
  const ours = written.map(({ name, text = "" }) => named(name, [{ code: { text, language: "" } }]));
  const made = servers.flatMap(({ server, others, name, samples }) => {
    const shown = samples.slice(0, MOST_IN_MARKDOWN).filter(({ text }) => text !== undefined);
    const fills = shown.flatMap(({ fill }) => fill.map(({ names, what }): Line => [codes(names), ` ${what}`]));
    const distinct = [...new Map(fills.map((line) => [JSON.stringify(line), line])).values()];
    return [
      { line: server },
      ...shown.map(({ name: language, text = "", language: key }) =>
        named(`${language} ${name}`, [{ code: { text, language: FENCES[key] ?? key } }]),
      ),
      ...sentence(distinct.length === 0 ? "" : [`${words("site.fill-in")}: `, joinLines(distinct, " · ")]),
      ...sentence(others),
    ];
  });
  const more = tabs.slice(written.length + MOST_IN_MARKDOWN).map(({ name }) => name);
  return [...ours, ...made, ...sentence(more.length === 0 ? "" : words("site.code-more", { names: more.join(", ") }))];
}
