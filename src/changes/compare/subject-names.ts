/** Names of things in sentences. */
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

/** A sentence's subject within a sentence. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Whether a name that both have is at another position. What is filled in there is then something else. */
export function isReordered(names: readonly string[], others: readonly string[]): boolean {
  return (
    names.length === others.length &&
    names.some((name, at) => others.includes(name) && others.indexOf(name) !== names.indexOf(name) && others[at] !== name)
  );
}

/** What the parameters of an address are, by their position: names may change. */
export function byPosition<Item extends Named>(address: string, all: readonly Item[]): readonly (Item | undefined)[] {
  return namesInBraces(address).map((name) => all.find((each) => each.name === name));
}

interface Named {
  readonly name: string;
}

/** Those of which an address has no name in braces. */
export function unfilled<Item extends Named>(all: readonly Item[], names: readonly string[]): readonly Item[] {
  return all.filter(({ name }) => !names.includes(name));
}

/** Calls back for each name that both lists have. */
export function comparePairs<Item extends Named>(
  old: readonly Item[],
  now: readonly Item[],
  compare: (old: Item, now: Item) => void,
): void {
  for (const one of old) {
    const other = now.find(({ name }) => name === one.name);
    if (other) compare(one, other);
  }
}
