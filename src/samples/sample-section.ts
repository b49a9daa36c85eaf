import { codeLanguages } from "#config";
import { canonicalProtocol } from "#format";
import type { Channel, CodeSample, Operation, Server } from "#model";
import { anchorFor, codeSamplesOf, opposite, wireAddress, serverAddress } from "#model";
import type { Block, CodePart, CodeSamples, CodeText, Line, PageContext, PayloadPlace, SiteContext } from "#pages";
import { areServersUnread, codes, htmlOnly, joinLines, named, protocolName, sentence } from "#pages";
import { tokenize } from "#prose";
import type { CodeTemplates, CodeTemplate } from "#render";
import type { WordKey, Words } from "#text";
import { MOST_IN_BOX } from "#text";
import type { CredentialKind } from "./code-context.ts";
import { codeContext, isPattern, isRead, isTopicName, isRequest, WEB, CERTIFICATE, kindOf } from "./code-context.ts";
import type { Call, Use } from "./literals.ts";
import { onLines, templateLanguages, onOneLine, FILE } from "./literals.ts";
import { callOf, protocolChoices, sentOf, serverChoices } from "./operation-calls.ts";

const BROKER = ["password", "certificate", "user-key"] as const;
const REQUEST = ["password", "certificate", "token", "key"] as const;

/** The credentials that our templates of a protocol can pass. The clouds are not here: their tools have accounts and servers of their own. */
const TAKEN: ReadonlyMap<string, readonly CredentialKind[]> = new Map<string, readonly CredentialKind[]>([
  ["kafka", ["password", "certificate", "kerberos"]],
  ["mqtt", BROKER],
  ["mqtt5", BROKER],
  ["nats", BROKER],
  ["amqp", BROKER],
  ["redis", BROKER],
  ["stomp", BROKER],
  ["solace", ["password"]],
  ["pulsar", ["token", "certificate"]],
  ["ws", REQUEST],
  ["http", REQUEST],
  ["sse", REQUEST],
  ["mercure", REQUEST],
]);

/** Whether our templates can do what a call needs. */
function canConnect({ protocol, at, address, credentials }: Use): boolean {
  const taken = TAKEN.get(protocol);
  if (!taken) return address !== "";
  // A relative URL names no server, and no broker tool speaks its protocol over a WebSocket.
  if (at.host === "" || (!WEB.has(protocol) && (address === "" || /^(?:ws|http)s?$/.test(at.scheme)))) return false;
  return credentials.every((each) => taken.includes(kindOf(each)));
}

/** Whether the protocol has such a use at all, whatever the code is written in. */
function isPossible(use: Use): boolean {
  const { protocol, way, address, binding } = use;
  switch (protocol) {
    case "kafka":
      return isTopicName(address);
    case "ws":
      // Clients open a WebSocket only with GET.
      return (binding("channel", "method") ?? "GET").toUpperCase() === "GET";
    case "http":
    case "sse":
      return isRequest(use);
    case "sqs":
      return !isRead(address);
    default:
      return way === "receive" || !isPattern(protocol, address);
  }
}

/** Protocols that are written like another one, unless they have templates of their own. */
const KIN: Readonly<Record<string, string>> = { mqtt5: "mqtt", sse: "http" };

function templateOf(templates: CodeTemplates, protocol: string, language: string): CodeTemplate | undefined {
  const own = templates.get(`${protocol}.${language}`);
  return own ?? (Object.hasOwn(KIN, protocol) ? templates.get(`${KIN[protocol] ?? ""}.${language}`) : undefined);
}

/** Whether a header fits on one line. With a line break in it, some tools would cut it and others refuse it. */
function isLine([name, value]: readonly [string, string]): boolean {
  return name !== "" && !/[\r\n]/.test(name + value);
}

/** One sample for one language. */
export interface CommandSample {
  readonly language: string;
  readonly text: string;
}

/**
 * Makes the samples of a call in some languages. A language has none if no template is of it, or if its template prints nothing. Where
 * addresses are paths of a server, the application is that server, so it gets no samples.
 */
export function samplesFor(
  call: Call,
  languages: readonly string[],
  side: "client" | "application",
  templates: CodeTemplates,
): readonly CommandSample[] {
  if (side === "application" && WEB.has(call.protocol)) return [];
  const use = { ...call, headers: call.headers.filter(isLine), at: serverAddress(call.server, call) };
  if (!isPossible(use)) return [];
  const isOpen = canConnect(use);
  let contextOf: ReturnType<typeof codeContext> | undefined;
  return languages.flatMap((language): CommandSample[] => {
    const template = templateOf(templates, call.protocol, language);
    if (!template || (template.isBuiltIn && !isOpen)) return [];
    contextOf ??= codeContext(use);
    const printed = template.print(contextOf(language));
    const text = language === "cli" ? onOneLine(printed) : printed.trim();
    return text === "" ? [] : [{ language, text }];
  });
}

interface SampleView {
  readonly language: string;
  readonly name: string;
  readonly text?: string;
  readonly html?: CodeText;
  /** What the reader has to fill in or set in the environment. */
  readonly fill: readonly FillView[];
}

interface ServerSamples {
  readonly anchor: string;
  readonly server: string;
  /** Names of servers whose samples differ only by the address. */
  readonly others: string;
  /** That payloads are in a binary encoding, which programs here do not read. */
  readonly encoded: string;
  /** "to send" or "to receive". */
  readonly name: string;
  /** A language whose library cannot do it has no text. */
  readonly samples: readonly SampleView[];
}

/** The languages of the highlighter, where their names differ from ours. */
const HIGHLIGHTED: Readonly<Record<string, string>> = { cli: "sh" };

/** Highlighted code with marks around what the reader fills in. */
function marked(text: string, language: string, names: ReadonlySet<string>): CodeText {
  // Few samples have a name to mark, and most names are of bindings that this operation has not.
  const all = [...names].filter((name) => text.includes(name)).map((name) => name.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  const cut = all.length > 0 ? new RegExp(`(${all.join("|")})`) : undefined;
  const place = (piece: string): CodePart => (names.has(piece) ? { text: piece, mark: true } : piece);
  const parts = tokenize(text, HIGHLIGHTED[language] ?? language).map((token): CodePart =>
    cut ? { parts: token.text.split(cut).map(place), type: token.type } : token,
  );
  return { parts };
}

/** Something that the reader fills in: how it is spelled in the sample, and what it means. */
interface FillView {
  readonly names: readonly string[];
  readonly what: string;
}

/** Environment variables, as the samples of each language read them. */
const VARIABLES =
  /(?:\$\{?|\benv\.|\benviron\["|\b[gG]etenv\(")(KEYSTORE_PASSWORD|API_(?:PASSWORD|USERNAME|TOKEN|KEY)|AWS_REGION|AWS_ACCOUNT_ID|ENDPOINT|GOOGLE_CLOUD_PROJECT|SUBSCRIPTION)\b/g;

/** Whether the payload or a header of a call contains text that looks like an environment variable. */
function hasVariableText({ payload, headers }: Call): boolean {
  return [payload ?? "", ...headers.flat()].some((text) => text.search(VARIABLES) >= 0);
}

/** What the reader has to fill into a sample, each once. Variables and certificates are only searched in `read`. */
function fillsOf(
  { words }: SiteContext,
  call: Call & { readonly braces: ReadonlyMap<string, WordKey> },
  { text, read }: { text: string; read: string },
): FillView[] {
  const braces = [...call.braces].filter(([name]) => text.includes(name));
  const variables = new Set(Array.from(read.matchAll(VARIABLES), ([, name = ""]) => name));
  const files = Object.values(CERTIFICATE).filter((file) => read.includes(file));
  // A payload in the sample may itself name such a file.
  const isRead = text.includes(FILE) && (call.body === undefined || call.payload?.includes(FILE) !== true);
  return [
    ...braces.map(([name, what]) => ({ names: [name], what: words(what) })),
    ...(isRead ? [{ names: [FILE], what: words("site.fill-file") }] : []),
    ...(files.length > 0 ? [{ names: files, what: words("site.fill-certificate") }] : []),
    ...(variables.size > 0 ? [{ names: [...variables], what: words("site.fill-secret") }] : []),
  ];
}

/** The language names that documents use, for languages that we make samples for. */
const SPELLINGS: Readonly<Record<string, string>> = {
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
  return samples.slice(0, MOST_IN_BOX).map(({ language, label, text }, at) => ({
    language: `own-${at + 1}`,
    name: label || language || context.site.words("site.code-own"),
    text,
    html: marked(text, language.trim().toLowerCase(), new Set()),
    fill: [],
  }));
}

/** The languages of the settings, then those that only templates of the user have. No language turns off theirs, too. */
function languagesOf({ settings: { code } }: SiteContext, templates: CodeTemplates): readonly string[] {
  if (code.length === 0) return [];
  const own = [...templates.keys()].map((name) => name.replace(/^.*\./, ""));
  return [...new Set([...code, ...own.filter((language) => !(codeLanguages as readonly string[]).includes(language)).sort()])];
}

/** All samples of an operation by server and language, after those of the document; `undefined` if there are none. */
function sectionView(context: PageContext, operation: Operation, templates: CodeTemplates) {
  const { samples } = codeSamplesOf(operation.extensions);
  const own = ownSamples(context, samples);
  const given = new Set(samples.map(languageOf));
  const languages = languagesOf(context.site, templates).filter((language) => !given.has(language));
  const made = madeSamples(context, operation, { languages, templates });
  if (own.length === 0 && made.servers.length === 0) return undefined;
  const tabs = own.map(({ language, name }) => ({ language, name }));
  const [first, ...others] = operation.messages;
  return {
    group: `code-${context.path}`,
    tabs: [...tabs, ...made.tabs],
    ...(own.length > 0 ? { own: { name: "", samples: own } } : {}),
    servers: made.servers,
    several: made.servers.length > 1,
    // Of several messages the samples send one, and say which.
    sends: first && others.length > 0 && made.way === "send" ? first.title : "",
  };
}

function choicesFor({ site: { api, memo } }: PageContext, operation: Operation, { availableOn }: Channel) {
  const isServerless = api.servers.length === 0 && !areServersUnread(api);
  return isServerless ? protocolChoices(operation) : memo.of(serverChoices, availableOn);
}

/** The calls of an operation, by server. */
function callsFor(context: PageContext, operation: Operation) {
  const { channel, direction } = operation;
  const { settings } = context.site;
  if (!channel || !operation.isDirectionKnown) return [];
  const choices = choicesFor(context, operation, channel).filter(({ protocol }) => wireAddress(channel, protocol).address !== null);
  const sent = sentOf(context, operation.messages[0]);
  const way = settings.reader === "client" ? opposite[direction] : direction;
  return choices.map((choice) => ({ ...choice, call: callOf(context, operation, { ...choice, channel, way, sent }) }));
}

const shownText = ({ language, text }: { language: string; text: string }): string => (language === "cli" ? onLines(text) : text);

const anchorOf = (server: Server | undefined, protocol: string): string => anchorFor("command", server?.id ?? protocol);

/** A payload that no sample holds otherwise. Its blank makes a shell quote it. */
const STAND_IN = "msgdocs payload";

/**
 * Where the payload stands in each sample, so that a page can put another there: the literal of the sample is what differs from the same
 * sample with another payload. A sample in which it stands twice, or not at all, has no such place.
 */
function payloadPlaces(context: PageContext, operation: Operation, templates: CodeTemplates): PayloadPlace[] {
  const { settings } = context.site;
  const languages = languagesOf(context.site, templates);
  return callsFor(context, operation).flatMap(({ server, protocol, call }) => {
    if (call.payload === undefined) return [];
    const stood = samplesFor({ ...call, payload: STAND_IN, body: STAND_IN }, languages, settings.reader, templates).map(shownText);
    return samplesFor(call, languages, settings.reader, templates).flatMap((sample, at) => {
      const text = shownText(sample);
      const [before = "", after = "", ...more] = (stood[at] ?? "").split(STAND_IN);
      // Without the quotes around it.
      const [start, end] = [before.slice(0, -1), after.slice(1)];
      const isOne = more.length === 0 && start !== "" && text.startsWith(start) && text.endsWith(end);
      const place = { at: anchorOf(server, protocol), language: sample.language, before: start.length, after: end.length };
      return isOne && text.length > start.length + end.length ? [place] : [];
    });
  });
}

/** The generated samples with their tabs. */
function madeSamples(
  context: PageContext,
  operation: Operation,
  { languages, templates }: { readonly languages: readonly string[]; readonly templates: CodeTemplates },
) {
  const { words } = context.site;
  const nameOf = (language: string): string =>
    language === "cli" ? words("site.command-line") : (templateLanguages.get(language) ?? language);
  const { reader } = context.site.settings;
  const calls = callsFor(context, operation);
  const servers = calls.flatMap(({ server, protocol, others, call }): ServerSamples[] => {
    const samples = samplesFor(call, languages, reader, templates);
    if (samples.length === 0) return [];
    // Variables are searched in samples without the document's texts, since those may look like variables.
    const read = hasVariableText(call)
      ? samplesFor({ ...call, payload: undefined, body: undefined, headers: [] }, languages, reader, templates)
      : samples;
    const names = new Set(call.braces.keys());
    const shown = languages.map((language): SampleView => {
      const sample = samples.find((each) => each.language === language);
      const view = { language, name: nameOf(language), fill: [] };
      if (!sample) return view;
      const said = read.find((each) => each.language === language)?.text ?? "";
      const text = shownText(sample);
      return { ...view, text, html: marked(text, language, names), fill: fillsOf(context.site, call, { text, read: said }) };
    });
    const name = server?.title ?? protocolName(protocol);
    const same =
      others.length === 0 ? "" : words("site.code-other-servers", { server: name, names: others.map(({ title }) => title).join(", ") });
    const { encoding } = call;
    const encoded = encoding ? words("site.code-encoded", { language: encoding === "avro" ? "Avro" : "Protobuf" }) : "";
    return [
      { anchor: anchorOf(server, protocol), server: name, others: same, encoded, name: words(`site.code-${call.way}`), samples: shown },
    ];
  });
  const used = new Set(servers.flatMap(({ samples }) => samples.filter(({ text }) => text !== undefined).map(({ language }) => language)));
  const tabs = languages.filter((language) => used.has(language)).map((language) => ({ language, name: nameOf(language) }));
  // Without a tab nobody could hide what a page says of a language, and paper would show it.
  const reached = servers.map((each) => ({ ...each, samples: each.samples.filter(({ language }) => used.has(language)) }));
  return { servers: reached, tabs, way: calls[0]?.call.way };
}

/** The most samples for one server in Markdown beside a page. Programs read it too, and the page has the others. */
const MOST_IN_MARKDOWN = 2;

/** The names of languages in code fences, where they differ from ours. */
const FENCES: Readonly<Record<string, string>> = { cli: "sh" };

/** Samples, each as a section, and what to fill in. */
function sectionBlocks(view: NonNullable<ReturnType<typeof sectionView>>, words: Words, most: number): Block[] {
  const { own, servers, tabs, sends, ...rest } = view;
  htmlOnly(rest, { group: "a name for the folds", several: "whether servers are folded" });
  const written = own?.samples ?? [];
  const ours = written.map(({ name, text = "" }) => named(name, [{ code: { text, language: "" } }]));
  const made = servers.flatMap(({ server, others, encoded, name, samples }) => {
    const shown = samples.slice(0, most).filter(({ text }) => text !== undefined);
    const fills = shown.flatMap(({ fill }) => fill.map(({ names, what }): Line => [codes(names), ` ${what}`]));
    const distinct = [...new Map(fills.map((line) => [JSON.stringify(line), line])).values()];
    return [
      { line: server },
      ...shown.map(({ name: language, text = "", language: key }) =>
        named(`${language} ${name}`, [{ code: { text, language: FENCES[key] ?? key } }]),
      ),
      ...sentence(distinct.length === 0 ? "" : [`${words("site.fill-in")}: `, joinLines(distinct, " · ")]),
      ...sentence(encoded),
      ...sentence(others),
    ];
  });
  const more = tabs.slice(written.length + most).map(({ name }) => name);
  const message = sends === "" ? "" : `${words("site.code-sends")}: ${sends}`;
  return [
    ...ours,
    ...made,
    ...sentence(message),
    ...sentence(more.length === 0 ? "" : words("site.code-more", { names: more.join(", ") })),
  ];
}

/**
 * Why an operation has no samples, in one sentence. Empty where the settings ask for none, and where the page says what it could not read.
 */
function absenceOf(context: PageContext, operation: Operation, templates: CodeTemplates): string {
  const { words, settings, api } = context.site;
  const languages = languagesOf(context.site, templates);
  const { channel, isDirectionKnown } = operation;
  if (languages.length === 0 || !channel || !isDirectionKnown) return "";
  const choices = choicesFor(context, operation, channel);
  const protocols = [...new Set(choices.map(({ protocol }) => canonicalProtocol(protocol)))].filter((name) => name !== "");
  if (choices.length === 0) return api.servers.length === 0 && !areServersUnread(api) ? words("site.no-code-server") : "";
  if (protocols.length === 0) return words("site.no-code-protocol");
  if (settings.reader === "application" && protocols.every((name) => WEB.has(name))) return words("site.no-code-host");
  if (!protocols.some((name) => languages.some((language) => templateOf(templates, name, language))))
    return words("site.no-code-templates", { protocol: protocols.map(protocolName).join(", ") });
  const calls = callsFor(context, operation);
  if (calls.every(({ call }) => call.address === "" && !WEB.has(call.protocol))) return words("site.no-code-address");
  const isCalled = calls.every(({ call }) => call.protocol === "http" && call.way === "receive");
  return words(isCalled ? "site.no-code-called" : "site.code-none");
}

/** The samples of operations, printed by templates. */
export function createCodeSamples(templates: CodeTemplates): CodeSamples {
  return {
    section(context, operation) {
      const view = sectionView(context, operation, templates);
      const { words, settings } = context.site;
      return view && { view, blocks: () => sectionBlocks(view, words, settings.markdownOnly ? Infinity : MOST_IN_MARKDOWN) };
    },
    absence: (context, operation) => absenceOf(context, operation, templates),
    payloadPlaces: (context, operation) => payloadPlaces(context, operation, templates),
  };
}
