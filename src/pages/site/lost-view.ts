import type { Operation } from "#model";
import type { PageContext } from "./context.ts";
import { visible } from "./visible.ts";

/** References of one thing that lead nowhere, by what they should lead to. */
interface Lost {
  readonly channel?: string | undefined;
  readonly servers?: readonly string[];
  readonly messages?: readonly string[];
}

/** Things that are listed as lost at most. */
const MOST = 20;

/** Sentences on what could not be found, to stand where it would. */
export function lostThings({ site: { words } }: PageContext, { channel, servers = [], messages = [] }: Lost) {
  const say = (key: "site.lost-channel" | "site.lost-server" | "site.lost-message", refs: readonly string[]) =>
    refs.slice(0, MOST).map((ref) => words(key, { ref: visible(ref) }));
  return {
    channel: say("site.lost-channel", channel === undefined ? [] : [channel]),
    servers: say("site.lost-server", servers),
    messages: say("site.lost-message", messages),
  };
}

/** Whether nothing in the document gives the operation a message: not where one is given that could not be read. */
export function hasNoMessage({ messages, channel, otherFields }: Operation): boolean {
  const given = [...otherFields, ...(channel?.otherFields ?? [])].filter(({ unread }) => unread);
  return messages.length === 0 && !given.some(({ key }) => /^(?:channel|messages?)(?:\.|$)/.test(key));
}
