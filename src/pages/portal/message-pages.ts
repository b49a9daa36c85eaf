import { fileNames, numberedPages, relativeUrl } from "#model";
import type { ApiIndex, MessageIndex, SharedChannel } from "#portal";
import type { Page } from "../site/index.ts";
import { breakablePath } from "../site/index.ts";
import { comparisonView, nameOfMessage } from "./message-comparison.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import { apiLink, brokerText, channelLink, pageInApi } from "./portal-context.ts";
import { portalFrame } from "./portal-frame.ts";

/** The most rows on one page. */
const ROWS = 200;
/** The most APIs that a row names. */
const PARTIES = 6;

/** One use of a message by an API. */
interface ApiMessageUse {
  readonly api: ApiIndex;
  readonly message: MessageIndex;
  readonly sends: boolean;
  readonly receives: boolean;
  readonly channels: readonly SharedChannel[];
}

/** A message that APIs describe alike: the same name and schema. */
interface SharedMessage {
  readonly name: string;
  readonly key: string;
  readonly uses: readonly ApiMessageUse[];
}

function usesOf({ facts }: PortalContext, api: ApiIndex): ApiMessageUse[] {
  const of = new Map<number, { sends: boolean; receives: boolean; channels: Set<SharedChannel> }>();
  for (const { direction, messages, channel } of api.operations) {
    const own = api.channels[channel];
    for (const at of messages) {
      const use = of.get(at) ?? { sends: false, receives: false, channels: new Set() };
      of.set(at, use);
      if (direction === "send") use.sends = true;
      else use.receives = true;
      for (const each of own ? facts.sharedChannels(own) : []) use.channels.add(each);
    }
  }
  return [...of].flatMap(([at, { sends, receives, channels }]) => {
    const message = api.messages[at];
    return message ? [{ api, message, sends, receives, channels: [...channels] }] : [];
  });
}

/** The messages of all APIs by name. */
function sharedMessages(context: PortalContext): SharedMessage[] {
  const found = new Map<string, { name: string; key: string; uses: ApiMessageUse[] }>();
  for (const { index } of context.portal.apis) {
    for (const use of index ? usesOf(context, index) : []) {
      const name = nameOfMessage(use.message);
      const { payload, headers } = use.message;
      const key = `${name}\n${payload?.hash ?? ""}\n${headers?.hash ?? ""}`;
      const known = found.get(key);
      if (known) known.uses.push(use);
      else found.set(key, { name, key, uses: [use] });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.key < b.key ? -1 : 1));
}

interface Messages {
  readonly all: readonly SharedMessage[];
  /** The pages of messages that several APIs use. */
  readonly paths: ReadonlyMap<SharedMessage, string>;
  readonly byName: ReadonlyMap<string, readonly SharedMessage[]>;
}

function messagesOf(context: PortalContext): Messages {
  const all = sharedMessages(context);
  const shared = all.filter(({ uses }) => new Set(uses.map(({ api }) => api)).size > 1);
  // The hashes of a key's schemas are in a name only where messages of one name differ: a message that changes keeps its page.
  const labels = new Map(shared.map(({ key, name }) => [key, name]));
  const names = fileNames([...labels.keys()], (key) => labels.get(key) ?? "");
  const byName = new Map<string, SharedMessage[]>();
  for (const message of all) {
    const known = byName.get(message.name);
    if (known) known.push(message);
    else byName.set(message.name, [message]);
  }
  return { all, paths: new Map(shared.map((message) => [message, `messages/${names.get(message.key) ?? "x"}.html`])), byName };
}

function messageHref({ path }: PortalPage, message: SharedMessage, paths: Messages["paths"]): string {
  const own = paths.get(message);
  if (own !== undefined) return relativeUrl(path, own);
  const [use] = message.uses;
  return use ? pageInApi(path, use.api, use.message.page) : "";
}

function parties(context: PortalPage, uses: readonly ApiMessageUse[]) {
  const names = [...new Set(uses.map(({ api }) => api.name))];
  return { items: names.slice(0, PARTIES).map((name) => apiLink(context, name)), more: Math.max(0, names.length - PARTIES) };
}

function messageRow(context: PortalPage, message: SharedMessage, { paths, byName }: Messages) {
  const { uses, name } = message;
  const summary = uses.find(({ message: { summary: text } }) => text !== "")?.message.summary ?? "";
  const channels = [...new Set(uses.flatMap((use) => use.channels))];
  const shown = channels.slice(0, 2);
  const variants = byName.get(name) ?? [];
  const side = (which: "sends" | "receives") => ({
    ...parties(
      context,
      uses.filter((use) => use[which]),
    ),
    none: context.words(variants.some((each) => each.uses.some((use) => use[which])) ? "portal.other-schema" : "portal.nobody"),
  });
  return {
    text: name,
    href: messageHref(context, message, paths),
    summary: summary.slice(0, 200).toWellFormed(),
    senders: side("sends"),
    receivers: side("receives"),
    channels: {
      items: shown.map((channel) => ({
        ...channelLink(context, channel),
        // Two of one address are told apart by their brokers.
        broker: shown.every(({ address }) => address === channel.address) && shown.length > 1 ? brokerText(channel.broker ?? "") : "",
      })),
      more: Math.max(0, channels.length - shown.length),
    },
    variants: variants.length > 1,
  };
}

function messagesView(context: PortalPage, messages: Messages, pages: readonly string[]) {
  const { path, words } = context;
  const at = pages.indexOf(path);
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.messages"),
      section: "messages",
      summary: words("portal.messages-lead"),
      pages,
      markdown: path.replace(/html$/, "md"),
    }),
    lead: words("portal.messages-lead"),
    count: messages.all.length,
    rows: messages.all.slice(at * ROWS, (at + 1) * ROWS).map((message) => messageRow(context, message, messages)),
  };
}

function messageView(context: PortalPage, message: SharedMessage, { paths, byName }: Messages) {
  const { path, words } = context;
  const { uses, name } = message;
  const others = (byName.get(name) ?? []).filter((each) => each !== message);
  const [first] = uses;
  const summary = (first?.message.summary ?? "").slice(0, 400).toWellFormed();
  const compared = [message, ...others].flatMap((each) => each.uses);
  return {
    ...portalFrame(context, {
      kind: "message",
      title: name,
      section: "messages",
      crumbs: [{ text: words("portal.messages"), href: relativeUrl(path, "messages.html") }],
      markdown: path.replace(/html$/, "md"),
    }),
    summary,
    ...(summary === "" ? {} : { lead: summary }),
    ...(first?.message.contentType ? { contentType: first.message.contentType } : {}),
    usedBy: uses.map(({ api, message: own, sends, receives, channels }) => ({
      api: apiLink(context, api.name),
      sends,
      receives,
      message: { text: own.title === "" ? own.id : own.title, href: pageInApi(path, api, own.page) },
      channels: channels.slice(0, 8).map((channel) => channelLink(context, channel)),
      source: `${own.place.file}:${own.place.start.line}`,
      sourceLabel: { html: breakablePath(`${own.place.file}:${own.place.start.line}`) },
    })),
    comparisons: [
      comparisonView(context, {
        name,
        messages: compared,
        clashes: compared.flatMap(({ api, message: sent }) =>
          context.facts.clashesOf(api.name).filter((row) => row.sender === api.name && row.message === sent.id),
        ),
      }) ?? [],
    ].flat(),
    otherSchemas: others.slice(0, 50).map((other) => ({
      text: other.name,
      href: messageHref(context, other, paths),
      users: { ...parties(context, other.uses), none: words("portal.nobody-uses") },
    })),
  };
}

/** The list of all messages, and a page for each message that several APIs use. */
export function* messagePages(context: PortalContext): Generator<Page> {
  const messages = messagesOf(context);
  const pages = numberedPages("messages", messages.all.length, ROWS);
  for (const path of pages) {
    yield {
      path,
      kind: "list",
      id: null,
      title: context.words("portal.messages"),
      template: "portal/messages",
      view: () => messagesView({ ...context, path }, messages, pages),
      twin: context.twinOf(path),
    };
  }
  for (const [message, path] of messages.paths) {
    yield {
      path,
      kind: "message",
      id: message.name,
      title: message.name,
      template: "portal/message",
      view: () => messageView({ ...context, path }, message, messages),
      twin: context.twinOf(path),
    };
  }
}
