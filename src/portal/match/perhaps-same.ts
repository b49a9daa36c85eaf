import { groupBy } from "#text";
import { addressForm } from "./addresses.ts";
import type { ChannelLink, SharedChannel } from "./match-channels.ts";
import { mayMeet } from "./match-channels.ts";

/** Whether an address with open parameters can be another one. A parameter stands for a part of a level. */
function canBe(open: string, form: string): boolean {
  const [start = "", ...rest] = open.split("{}");
  if (!form.startsWith(start)) return false;
  let at = start.length;
  for (const [number, piece] of rest.entries()) {
    const found =
      number === rest.length - 1 && piece !== "" ? form.length - piece.length : piece === "" ? form.length : form.indexOf(piece, at + 1);
    if (found <= at || !form.startsWith(piece, found) || form.slice(at, found).includes("/")) return false;
    at = found + piece.length;
  }
  return at === form.length;
}

/** The most addresses with open parameters tried for one channel. */
const MOST_OPEN = 200;

/** Finds, for a channel of one side, one with open parameters that has the other side and may be the same. */
function openChannels(channels: readonly SharedChannel[]): (channel: SharedChannel) => SharedChannel | undefined {
  const startOf = (form: string): string => /^[^/.{]*/.exec(form)?.[0] ?? "";
  const open = channels.filter(({ address }) => address !== null && addressForm(address).includes("{}"));
  const byStart = groupBy(open, ({ address }) => startOf(addressForm(address ?? "")));
  return (channel) => {
    const form = addressForm(channel.address ?? "");
    const side = channel.senders.length > 0 ? "receivers" : "senders";
    return [...(byStart.get(startOf(form)) ?? []), ...(byStart.get("") ?? [])]
      .slice(0, MOST_OPEN)
      .find(
        (other) => other !== channel && other[side].length > 0 && canBe(addressForm(other.address ?? ""), form) && mayMeet(other, channel),
      );
  };
}

/** For channels that only have senders, or only receivers, channels with open parameters that may be the same and have the other side. */
export function perhapsSame(channels: readonly SharedChannel[], links: readonly ChannelLink[]): ReadonlyMap<SharedChannel, SharedChannel> {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const find = openChannels(channels);
  const found = channels.flatMap((channel): [SharedChannel, SharedChannel][] => {
    const { senders, receivers, address } = channel;
    if (address === null || linked.has(channel) || senders.length > 0 === receivers.length > 0) return [];
    const other = find(channel);
    return other ? [[channel, other]] : [];
  });
  return new Map(found);
}
