import type { Channel, Entity, Operation } from "#model";
import { displayName } from "#model";

/** Whether `x-displayName` names an entity. */
export function isDisplayNamed({ node }: Entity): boolean {
  return displayName(node) !== undefined;
}

/** The name of an entity for readers: for a channel without `x-displayName` its address, for others the title. */
export function nameOf(entity: Entity): string {
  const { address } = entity as Entity & Partial<Pick<Channel, "address">>;
  const name = entity.kind === "channel" && address && !isDisplayNamed(entity) ? address : entity.title;
  return name;
}

/**
 * The address of an operation without a name of its own. It is shown instead of the made title beside a direction, because the verb in
 * that title is right for one side only.
 */
export function addressInsteadOfName(operation: Operation): string | undefined {
  const { channel, isNamed } = operation;
  return isNamed || isDisplayNamed(operation) || !channel ? undefined : nameOf(channel);
}
