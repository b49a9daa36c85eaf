import type { Message, Operation } from "#model";
import { anchorFor, opposite } from "#model";
import type { Node, WordKey, Words } from "#text";
import { englishWords, printTokens, reason, translateReason, MOST_ON_PAGE } from "#text";
import type { Language } from "#schema";
import { isJsonSchema } from "#schema";
import { payloadValue } from "../examples/index.ts";
import { createPageContext, csp, type PageContext, type SiteContext, type SiteFile } from "../frame/index.ts";
import { messageSteps } from "../tree/index.ts";
import { tryServers } from "./servers.ts";

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
function uncheckedReason(site: SiteContext, { payload, effectiveContentType }: Message): string | undefined {
  const { words, schemas, documents, tool } = site;
  if (!payload) return words("try.no-schema");
  const language: Language = schemas.languageOf(payload);
  if (!isJsonSchema(language)) return words("try.of-language", { language: payload.format?.value ?? language });
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
