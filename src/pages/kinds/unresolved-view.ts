import type { Api, Message, Operation } from "#model";
import { groupBy, MOST_IN_BOX, MOST_LISTED, namesAtEnd, parsePointer, percentDecoded } from "#text";
import type { Block } from "../blocks/index.ts";
import type { PageContext } from "../frame/index.ts";
import { entityLink, noteMarksOf, problemsAbout } from "../frame/index.ts";

/** The references of one thing that could not be followed, by what they should lead to. */
interface UnresolvedNames {
  readonly channel?: string | undefined;
  readonly servers?: readonly string[];
  readonly unreadServers?: readonly string[];
  readonly messages?: readonly string[];
}

/** The anchors of the sentences about lost references. */
type LostAnchors = Readonly<Partial<Record<"channel" | "servers" | "messages", string>>>;

/** Messages by the keys that lead to them. */
function messagesByKey({ messages }: Api): ReadonlyMap<string, readonly Message[]> {
  const keyed = messages.flatMap((message) => message.keys.map((key) => ({ key, message })));
  return new Map([...groupBy(keyed, ({ key }) => key)].map(([key, all]) => [key, all.map(({ message }) => message)]));
}

/** The only message with a name that a lost reference ends in. */
function sameName({ site }: PageContext, ref: string): Message | undefined {
  const names = namesAtEnd(parsePointer(percentDecoded(ref.split("#")[1] ?? "")) ?? []);
  const all = site.memo.of(messagesByKey, site.api);
  const [only, other] = new Set(names.flatMap((name) => all.get(name) ?? []));
  return other === undefined ? only : undefined;
}

/** Sentences about what could not be found, shown in its place. */
export function unresolvedView(
  context: PageContext,
  { channel, servers = [], unreadServers = [], messages = [] }: UnresolvedNames,
  anchors: LostAnchors,
) {
  const { words } = context.site;
  const all = { channel: channel === undefined ? [] : [channel], servers, messages };
  for (const [what, anchor] of Object.entries(anchors) as [keyof LostAnchors, string][]) {
    const refs = all[what].slice(0, MOST_LISTED).filter((ref) => ref !== "");
    if (refs.length > 0) noteMarksOf(context, problemsAbout(context.site, refs), { anchor, text: words(`site.${what}`) });
  }
  const unread = new Set(unreadServers);
  // The problems of the page name all.
  const say = (key: "site.lost-channel" | "site.lost-server" | "site.lost-message", refs: readonly string[]) => [
    ...refs.slice(0, MOST_IN_BOX).map((ref) => words(unread.has(ref) ? "site.unread-server" : key, { ref })),
    ...(refs.length > MOST_IN_BOX ? [words("site.more", { count: refs.length - MOST_IN_BOX })] : []),
  ];
  return {
    channel: say("site.lost-channel", all.channel),
    servers: say("site.lost-server", all.servers),
    messages: say("site.lost-message", all.messages).map((text, at) => {
      const named = at < MOST_IN_BOX ? sameName(context, all.messages[at] ?? "") : undefined;
      return { text, ...(named ? { named: { says: words("site.lost-named"), link: entityLink(context, named) } } : {}) };
    }),
  };
}

/** Whether the document has servers, but none could be read. */
export function areServersUnread({ servers, otherFields }: Api): boolean {
  return servers.length === 0 && otherFields.some(({ key, unread }) => unread && key === "servers");
}

/** Whether the document gives the operation no message. A message that could not be read counts as given. */
export function hasNoMessage({ messages, unresolved, channel, otherFields }: Operation): boolean {
  const given = [...otherFields, ...(channel?.otherFields ?? [])].filter(({ unread }) => unread);
  return (
    messages.length === 0 && unresolved.messages.length === 0 && !given.some(({ key }) => /^(?:\$ref|channel|messages?)(?:\.|$)/.test(key))
  );
}

/** Sentences about what could not be found. */
export function lostBlocks(lost: Partial<ReturnType<typeof unresolvedView>>): Block[] {
  const { messages = [], ...others } = lost;
  const plain = Object.values(others).flatMap((lines) => lines.map((line) => ({ line })));
  return [...plain, ...messages.map(({ text, named }) => ({ line: named ? [`${text} ${named.says} `, named.link] : text }))];
}
