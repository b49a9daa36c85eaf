import { didYouMean, problem } from "#diagnostics";
import { parseUriTemplate } from "#format";
import { entryOf, valueOf } from "#json";
import type { Rule } from "../rule.ts";
import { addressPlace } from "./channel-address.ts";

/** The names in braces of an address; what is no template gives the names that can still be read. */
export function addressNames(address: string): Set<string> {
  return new Set(parseUriTemplate(address).expressions.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

/** The parameters map holds every parameter of the address, and no other. */
export const channelParameters: Rule = {
  codes: ["channel/parameter-undefined", "channel/parameter-unused"],
  check({ api, documents, report }) {
    for (const channel of api.channels) {
      const used = addressNames(channel.address ?? "");
      const defined = channel.parameters.map(({ name }) => name);
      const known = new Set(defined);
      for (const name of used) {
        if (known.has(name)) continue;
        const hint = didYouMean(name, defined) ?? `Add ${JSON.stringify(name)} to the channel's parameters.`;
        report(problem("channel/parameter-undefined", addressPlace(channel, api), { name: JSON.stringify(name), hint }));
      }
      const map = valueOf(channel.node, "parameters");
      const followed = map && documents.follow(map);
      for (const name of defined) {
        if (used.has(name)) continue;
        const place = entryOf(followed, name) ?? followed ?? channel.node;
        const address = channel.address === null ? "(unknown)" : JSON.stringify(channel.address);
        report(problem("channel/parameter-unused", place, { name: JSON.stringify(name), address, hint: didYouMean(name, used) }));
      }
    }
  },
};
