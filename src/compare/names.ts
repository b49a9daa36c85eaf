import { namesInBraces } from "#format";
import type { Channel, Message, Operation, Server } from "#model";

/** A name of the document in quotes, shortened to fit in a sentence. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}

/** A text with a capital letter, for the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function serverName({ id }: Server): string {
  return `server ${quoted(id)}`;
}

export function channelName({ address, id }: Channel): string {
  return `channel ${quoted(address ?? id)}`;
}

export function operationName({ isNamed, id, channel, direction }: Operation): string {
  if (isNamed || !channel) return `operation ${quoted(id)}`;
  return `the operation that ${direction === "send" ? "sends to" : "receives from"} ${channelName(channel)}`;
}

export function messageName({ title, name, isNamed }: Message): string {
  return isNamed ? `message ${quoted(name?.value ?? title)}` : "the message";
}

/** What the parameters of an address are, by their position: names may change. */
export function byPosition<Named extends { readonly name: string }>(
  address: string,
  all: readonly Named[],
): readonly (Named | undefined)[] {
  return namesInBraces(address).map((name) => all.find((each) => each.name === name));
}
