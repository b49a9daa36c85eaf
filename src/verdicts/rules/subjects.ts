import { parseUriTemplate } from "#format";
import type { Node, Place } from "#text";
import { entryOf, stringOf, valueOf } from "#text";
import type { Api } from "#model";

/** A channel as the rules of its address see it: linked, or a component that nothing refers to. */
export interface ChannelSubject {
  readonly node: Node;
  readonly address: string | null;
  /** Where the address is written: the value of `address` (3.x), or the channel's key (2.x). */
  readonly place: Place;
}

/** The objects of a group of the components that the model did not link, because nothing leads to them. */
export function unlinked(api: Api, group: string): Node[] {
  return api.components.filter((each) => each.group === group && !api.entityAt(each.node)).map(({ node }) => node);
}

/** Every channel, those of the components too. A component of 2.x has no address of its own. */
export function channelSubjects(api: Api): ChannelSubject[] {
  const channels = valueOf(api.node, "channels");
  const linked = api.channels.map(({ node, id, address }) => {
    const place = valueOf(node, "address") ?? entryOf(channels, id) ?? node;
    return { node, address, place };
  });
  if (api.dialect.line === "2") return linked;
  const others = unlinked(api, "channels").map((node) => {
    return { node, address: stringOf(node, "address") ?? null, place: valueOf(node, "address") ?? node };
  });
  return [...linked, ...others];
}

/** The names in braces of an address; what is no template gives the names that can still be read. */
export function addressNames(address: string): Set<string> {
  return new Set(parseUriTemplate(address).expressions.flatMap(({ variables }) => variables.map(({ name }) => name)));
}
