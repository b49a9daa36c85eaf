import type { Channel, Entity } from "#model";
import type { SiteContext } from "./context.ts";
import { isDisplayNamed, nameOf } from "./name-of.ts";
import { shorten } from "./shorten.ts";
import { visible } from "./visible.ts";

/** Addresses that several channels of a site have: over one socket, say. */
const shared = new WeakMap<SiteContext, ReadonlySet<string>>();

function sharedAddresses(site: SiteContext): ReadonlySet<string> {
  let known = shared.get(site);
  if (!known) {
    const seen = new Set<string>();
    const twice = new Set<string>();
    for (const { address } of site.api.channels) {
      if (address !== null && seen.has(address)) twice.add(address);
      if (address !== null) seen.add(address);
    }
    shared.set(site, (known = twice));
  }
  return known;
}

/** Whether a channel's address does not tell it from another one. */
export function sharesAddress(site: SiteContext, entity: Entity): boolean {
  if (entity.kind !== "channel" || isDisplayNamed(entity)) return false;
  return sharedAddresses(site).has((entity as Channel).address ?? "");
}

/** The name of an entity among others: where channels share an address, what tells them apart comes first. */
export function distinctName(site: SiteContext, entity: Entity): string {
  const name = nameOf(entity);
  return sharesAddress(site, entity) ? `${visible(entity.id)} (${shorten(name)})` : name;
}
