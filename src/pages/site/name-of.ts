import type { Channel, Entity } from "#model";
import { displayName } from "#model";
import { visible } from "./visible.ts";

/** Whether an entity has a name to be shown by (`x-displayName`). */
export function isDisplayNamed({ node }: Entity): boolean {
  return displayName(node) !== undefined;
}

/** What a reader calls an entity: a channel without a name to be shown by goes by its address, anything else by its title. */
export function nameOf(entity: Entity): string {
  const { address } = entity as Entity & Partial<Pick<Channel, "address">>;
  const name = entity.kind === "channel" && address && !isDisplayNamed(entity) ? address : entity.title;
  return visible(name);
}
