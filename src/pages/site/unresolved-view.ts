import type { Api, Operation } from "#model";
import type { Diagnostic } from "#text";
import type { PageContext } from "./context.ts";
import { noteMarksOf } from "./problems-view.ts";
import { visible } from "./visible.ts";

/** References of one thing that lead nowhere, by what they should lead to. */
interface UnresolvedNames {
  readonly channel?: string | undefined;
  readonly servers?: readonly string[];
  readonly messages?: readonly string[];
}

/** Things that are listed as lost at most. */
const MOST = 20;

/** Problems that are about one of some references. */
export function problemsAbout({ site }: PageContext, refs: readonly string[]): readonly Diagnostic[] {
  const isAbout = ({ message, place }: Diagnostic): boolean => {
    const written = place.end - place.start > LONGEST ? "" : place.file.text.slice(place.start, place.end);
    return refs.some((ref) => message.includes(`"${ref}"`) || written.includes(ref));
  };
  return site.problems.filter(isAbout);
}

/** A place that a reference to something lost is written in is not longer. */
const LONGEST = 500;

/** Where sentences on lost things stand on their page. */
type LostAnchors = Readonly<Partial<Record<keyof UnresolvedNames, string>>>;

/** Sentences on what could not be found, to stand where it would. */
export function unresolvedView(context: PageContext, { channel, servers = [], messages = [] }: UnresolvedNames, anchors: LostAnchors) {
  const { words } = context.site;
  const all = { channel: channel === undefined ? [] : [channel], servers, messages };
  for (const [what, anchor] of Object.entries(anchors) as [keyof UnresolvedNames, string][]) {
    const refs = all[what].slice(0, MOST).filter((ref) => ref !== "");
    if (refs.length > 0) noteMarksOf(context, problemsAbout(context, refs), { anchor, text: words(`site.${what}`) });
  }
  const say = (key: "site.lost-channel" | "site.lost-server" | "site.lost-message", refs: readonly string[]) =>
    refs.slice(0, MOST).map((ref) => words(key, { ref: visible(ref) }));
  return {
    channel: say("site.lost-channel", all.channel),
    servers: say("site.lost-server", all.servers),
    messages: say("site.lost-message", all.messages),
  };
}

/** Whether the document has servers, and none of them could be read. */
export function areServersUnread({ servers, otherFields }: Api): boolean {
  return servers.length === 0 && otherFields.some(({ key, unread }) => unread && key === "servers");
}

/** Whether nothing in the document gives the operation a message: not where one is given that could not be read. */
export function hasNoMessage({ messages, unresolved, channel, otherFields }: Operation): boolean {
  const given = [...otherFields, ...(channel?.otherFields ?? [])].filter(({ unread }) => unread);
  return messages.length === 0 && unresolved.messages.length === 0 && !given.some(({ key }) => /^(?:\$ref|channel|messages?)(?:\.|$)/.test(key));
}
