import type { Entry, Node } from "#text";
import { counted, didYouMean, entriesOf, inQuotes, problem, valueOf } from "#text";
import type { ChannelSubject, Rule, RuleContext } from "../rule.ts";
import { addressNames, channelSubjects } from "../rule.ts";

/** A channel with the names in its address, and those among them without a parameter. */
interface ParameterUser extends ChannelSubject {
  readonly used: ReadonlySet<string>;
  readonly missing: readonly string[];
}

/** A map of parameters and the channels that use it. Many channels may share a large map, so no loop visits all of it for each channel. */
interface SharedMap {
  readonly entries: readonly Entry[];
  readonly names: ReadonlySet<string>;
  readonly users: ParameterUser[];
}

/** The maps of parameters of all channels. Those of channels without one are empty. */
function sharedMaps({ api, documents }: RuleContext): Iterable<SharedMap> {
  const maps = new Map<Node | undefined, SharedMap>();
  // References can give thousands of channels one long address.
  const namesIn = new Map<string, ReadonlySet<string>>();
  for (const channel of channelSubjects(api)) {
    const written = valueOf(channel.node, "parameters");
    const map = written && documents.follow(written);
    // A map that could not be found has been reported, and its content is unknown.
    if (written && !map) continue;
    const entries = entriesOf(map);
    const shared: SharedMap = maps.get(map) ?? { entries, names: new Set(entries.map(({ key }) => key)), users: [] };
    maps.set(map, shared);
    const { names, users } = shared;
    const address = channel.address ?? "";
    const used = namesIn.get(address) ?? addressNames(address);
    namesIn.set(address, used);
    users.push({ ...channel, used, missing: [...used].filter((name) => !names.has(name)) });
  }
  return maps.values();
}

/** The parameters that an address does not use. They are collected once, and only if something is looked for among them. */
function unusedNames({ names }: SharedMap, { used }: ParameterUser): Iterable<string> {
  let unused: readonly string[] | undefined;
  return { [Symbol.iterator]: () => (unused ??= [...names].filter((name) => !used.has(name)))[Symbol.iterator]() };
}

function reportUndefined(user: ParameterUser, map: SharedMap, { report }: RuleContext): void {
  const unused = unusedNames(map, user);
  for (const name of user.missing) {
    const hint = didYouMean(name, unused) ?? `Add ${inQuotes(name)} to the channel's parameters.`;
    report(problem("channel/parameter-undefined", user.place, { name: inQuotes(name), hint }));
  }
}

/** The most channels named whose addresses lack a parameter. */
const NAMED = 5;

/** The first channels that do not use a parameter. */
function firstWithout(key: string, { users }: SharedMap): ParameterUser[] {
  const found: ParameterUser[] = [];
  for (const user of users) {
    if (!user.used.has(key)) found.push(user);
    if (found.length === NAMED) break;
  }
  return found;
}

function reportUnused(map: SharedMap, { report }: RuleContext): void {
  const uses = new Map<string, number>();
  for (const { used } of map.users) for (const name of used) uses.set(name, (uses.get(name) ?? 0) + 1);
  for (const entry of map.entries) {
    const [first, ...others] = firstWithout(entry.key, map);
    if (!first) continue;
    const count = map.users.length - (uses.get(entry.key) ?? 0) - 1;
    const address = first.address === null ? "of this channel, which is unknown" : inQuotes(first.address);
    const more = count === 0 ? "" : `, nor in those of ${counted(count, "more channel")} with the same parameters`;
    const related = others.map(({ place }) => ({ message: "nor in the address of this channel", place }));
    const blanks = { name: inQuotes(entry.key), address: `${address}${more}`, hint: didYouMean(entry.key, first.missing), related };
    report(problem("channel/parameter-unused", entry, blanks));
  }
}

/** The map of parameters must have exactly the parameters of the address. */
export const channelParameters: Rule = {
  codes: ["channel/parameter-undefined", "channel/parameter-unused"],
  check(context) {
    for (const map of sharedMaps(context)) {
      for (const user of map.users) reportUndefined(user, map, context);
      reportUnused(map, context);
    }
  },
};
