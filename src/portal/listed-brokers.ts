import { compareTexts } from "#text";
import type { SharedChannel } from "./match-channels.ts";

/** The endpoints that all who name a server on a channel may use. */
function endpointsOf({ members }: SharedChannel): readonly string[] {
  const [first = [], ...others] = members.flatMap(({ broker }) => (broker ? [broker.endpoints] : []));
  return first.filter((endpoint) => others.every((each) => each.includes(endpoint)));
}

/**
 * The broker under which each channel is listed, as a URL; `null` if no document names a server. Documents write one broker in several
 * ways: with or without its default port, by its host or by a template that can make this host. The first literal one by the name of its
 * API stands for all. A template is listed by itself if no known host is one that it can make, or several are.
 */
export function listedBrokers(channels: readonly SharedChannel[]): ReadonlyMap<SharedChannel, string | null> {
  const literal = channels.flatMap(({ members }) =>
    members.flatMap(({ api, broker }) => (broker?.isLiteral === true ? [{ api: api.name, broker }] : [])),
  );
  const texts = new Map<string, string>();
  for (const { broker } of literal.sort((a, b) => compareTexts(a.api, b.api))) {
    const known = broker.endpoints.find((endpoint) => texts.has(endpoint));
    const text = known === undefined ? broker.text : (texts.get(known) ?? broker.text);
    for (const endpoint of broker.endpoints) if (!texts.has(endpoint)) texts.set(endpoint, text);
  }
  return new Map(
    channels.map((channel) => {
      const found = new Set(endpointsOf(channel).flatMap((endpoint) => texts.get(endpoint) ?? []));
      const [only] = found;
      return [channel, found.size === 1 && only !== undefined ? only : channel.broker];
    }),
  );
}
