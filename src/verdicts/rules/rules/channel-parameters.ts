import { didYouMean, entriesOf, inQuotes, problem, valueOf } from "#text";
import type { ChannelSubject, Rule, RuleContext } from "../rule.ts";
import { addressNames, channelSubjects } from "../rule.ts";

function checkChannel({ node, address, place }: ChannelSubject, { documents, report }: RuleContext): void {
  const map = valueOf(node, "parameters");
  const followed = map && documents.follow(map);
  // A map that cannot be had has been reported, and says nothing of what it holds.
  if (map && !followed) return;
  const used = addressNames(address ?? "");
  const entries = entriesOf(followed);
  const known = new Set(entries.map(({ key }) => key));
  const unused = [...known].filter((each) => !used.has(each));
  const missing = [...used].filter((each) => !known.has(each));
  for (const name of used) {
    if (known.has(name)) continue;
    const hint = didYouMean(name, unused) ?? `Add ${inQuotes(name)} to the channel's parameters.`;
    report(problem("channel/parameter-undefined", place, { name: inQuotes(name), hint }));
  }
  // Once: a long address may have as many unused parameters.
  const where = address === null ? "of this channel, which is unknown" : inQuotes(address);
  for (const entry of entries) {
    if (used.has(entry.key)) continue;
    const blanks = { name: inQuotes(entry.key), address: where, hint: didYouMean(entry.key, missing) };
    report(problem("channel/parameter-unused", entry, blanks));
  }
}

/** The parameters map holds every parameter of the address, and no other. */
export const channelParameters: Rule = {
  codes: ["channel/parameter-undefined", "channel/parameter-unused"],
  check(context) {
    for (const channel of channelSubjects(context.api)) checkChannel(channel, context);
  },
};
