import type { Channel, Entity } from "#model";
import { displayName } from "#model";
import { visible } from "./visible.ts";

/** Whether `x-displayName` names an entity. */
export function isDisplayNamed({ node }: Entity): boolean {
  return displayName(node) !== undefined;
}

/** The name of an entity for readers: for a channel without `x-displayName` its address, for others the title. */
export function nameOf(entity: Entity): string {
  const { address } = entity as Entity & Partial<Pick<Channel, "address">>;
  const name = entity.kind === "channel" && address && !isDisplayNamed(entity) ? address : entity.title;
  return visible(name);
}
