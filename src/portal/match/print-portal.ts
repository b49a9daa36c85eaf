import type { ApiIndex } from "./api-index.ts";
import type { FitRow } from "./judge-channels.ts";
import type { ChannelParty, SharedChannel } from "./match-channels.ts";
import type { Portal, PortalApi } from "./portal.ts";
import { pathOfApi } from "./portal.ts";

function countOf(index: ApiIndex | undefined, direction: "send" | "receive"): number {
  return index?.operations.filter((operation) => operation.direction === direction && !operation.isReply).length ?? 0;
}

function apiEntry({ index, name, title, versions, status, owner, group }: PortalApi): object {
  return {
    name,
    title,
    summary: index?.summary ?? "",
    id: index?.id ?? null,
    version: index?.version ?? "",
    path: pathOfApi(name),
    versions,
    status,
    owner,
    tags: index?.tags ?? [],
    group,
    protocols: index?.protocols ?? [],
    sends: countOf(index, "send"),
    receives: countOf(index, "receive"),
    examples: index?.examples ?? { passed: 0, failed: 0, notChecked: 0 },
  };
}

function partyEntry({ api, operation }: ChannelParty): object {
  const messages = operation.messages.flatMap((at) => api.messages[at]?.id ?? []);
  return { api: api.name, operation: operation.id, messages, page: pathOfApi(api.name) + operation.page };
}

function channelEntry(channel: SharedChannel, { pages }: Portal): object {
  const { broker, address, senders, receivers } = channel;
  return { broker, address, path: pages.get(channel), senders: senders.map(partyEntry), receivers: receivers.map(partyEntry) };
}

/** The witness already is JSON. Parsing and printing it again could lose digits. */
function fitText(row: FitRow): string {
  const { sender, receiver, broker, channel, message, verdict, why, witness, at, missing, because } = row;
  const { address } = channel;
  const before = JSON.stringify({ sender, receiver, broker, address, message, verdict, reading: "documented", why }).slice(0, -1);
  const after = JSON.stringify({ at: at ?? "", missing: missing ?? null, because }).slice(1);
  return `${before}${witness === undefined ? "" : `,"witness":${witness}`},${after}`;
}

function* list(name: string, texts: Iterable<string>): Generator<string> {
  let before = `,\n"${name}":[\n`;
  let isEmpty = true;
  for (const text of texts) {
    yield before + text;
    before = ",\n";
    isEmpty = false;
  }
  yield isEmpty ? `,\n"${name}":[]` : "\n]";
}

function* mapped<T>(items: Iterable<T>, print: (item: T) => string): Generator<string> {
  for (const item of items) yield print(item);
}

/** Prints `portal.json` in pieces. `problems` have the shape of the JSON report. */
export function* printPortal(portal: Portal, problems: Iterable<object>): Generator<string> {
  const order = new Map(portal.channels.map((channel, at) => [channel, at]));
  yield `{"portal":1,"title":${JSON.stringify(portal.title)}`;
  yield* list(
    "apis",
    mapped(portal.apis, (api) => JSON.stringify(apiEntry(api))),
  );
  yield* list(
    "channels",
    mapped(portal.channels, (channel) => JSON.stringify(channelEntry(channel, portal))),
  );
  const links = portal.links.map(({ from, to, why }) => ({ from: order.get(from), to: order.get(to), why }));
  yield* list(
    "links",
    mapped(links, (link) => JSON.stringify(link)),
  );
  yield* list("fit", mapped(portal.fit, fitText));
  yield* list(
    "problems",
    mapped(problems, (problem) => JSON.stringify(problem)),
  );
  yield "}\n";
}
