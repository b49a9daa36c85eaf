/** Compares operations. */
import { withoutNames } from "#format";
import type { Channel, Direction, Operation } from "#model";
import { opposite } from "#model";
import type { ChangeVerdict } from "../report/index.ts";
import { compareBindings } from "./compare-bindings.ts";
import { otherSide } from "./compare-schemas.ts";
import { compareSecurity } from "./compare-servers.ts";
import { compareWords, capital, channelName, operationName, subjectOf } from "./compare-words.ts";
import type { Comparison } from "./comparison.ts";
import { matchOperations } from "./match.ts";

/** The fields of an operation that are compared by what they mean. */
const JUDGED = ["action", "channel", "message", "messages", "reply", "security", "bindings", "traits"];

const code = "change/operation" as const;

/** Reports the changes in the operations of a channel. If none is left in a direction, the direction was removed or reversed. */
export function compareOperations(old: Channel, now: Channel, comparison: Comparison): void {
  for (const direction of ["send", "receive"] as const) {
    const own = (channel: Channel): readonly Operation[] => channel.operations.filter((each) => each.direction === direction);
    const [before, after] = [own(old), own(now)];
    const [gone] = before;
    const [first] = after;
    if (gone && !first) {
      const turned = isTurned(old, now, direction) ? ` It now ${verbs[opposite[direction]]} there.` : "";
      const message = `The application no longer ${verbs[direction]} ${by(gone)}.${turned}`;
      const affects = otherSide[direction];
      comparison.add({ code, verdict: "breaking", affects, message, subject: subjectOf(gone), old: gone.node, within: now.node });
    } else if (first && !gone) {
      const how = old.operations.length > 0 ? "now also" : "now says that it";
      const message = `The application ${how} ${verbs[direction]} ${by(first)}.`;
      comparison.add({ code, verdict: "compatible", message, subject: subjectOf(first), new: first.node });
    }
    for (const [one, other] of matchOperations(before, after).pairs) {
      comparison.match("operation", one, other);
      compareOperation(one, other, comparison);
    }
  }
}

/** Whether the opposite direction is new, so that the operation was reversed. */
function isTurned(old: Channel, now: Channel, direction: Direction): boolean {
  const has = ({ operations }: Channel): boolean => operations.some((each) => each.direction === opposite[direction]);
  return has(now) && !has(old);
}

const verbs: Readonly<Record<Direction, string>> = { send: "sends", receive: "receives" };

/** How the application sends or receives: by a named operation, otherwise on a channel. */
function by(operation: Operation): string {
  const { isNamed, channel, direction } = operation;
  if (isNamed || !channel) return `by ${operationName(operation)}`;
  return `${direction === "send" ? "to" : "from"} ${channelName(channel)}`;
}

function compareOperation(old: Operation, now: Operation, comparison: Comparison): void {
  const subject = subjectOf(now);
  const what = operationName(now);
  compareSecurity(old, now, { what, subject }, comparison);
  compareReply(old, now, comparison);
  if (comparison.areSame(old.node, now.node)) return;
  compareBindings(old, now, { what, subject, directions: [now.direction] }, comparison);
  compareWords(old, now, { what, subject, judged: JUDGED }, comparison);
}

/** Compares the messages of replies with those of the channel they use. */
function compareReply(old: Operation, now: Operation, comparison: Comparison): void {
  const [before, after] = [old.reply, now.reply];
  const subject = subjectOf(now);
  const name = operationName(now);
  const tell = (verdict: ChangeVerdict, message: string): void => {
    const places = { old: before?.node, new: after?.node, within: now.node };
    comparison.add({ code: "change/reply", verdict, affects: otherSide[now.direction], message, subject, ...places });
  };
  if (before && !after) tell("breaking", `${capital(name)} no longer has a reply.`);
  else if (after && !before) tell("compatible", `${capital(name)} now has a reply.`);
  else if (before && after) {
    const [from, to] = [addressOf(before), addressOf(after)];
    if (from !== to) return tell("breaking", `The address of the reply of ${name} was ${from} and is ${to}.`);
    const replies = { what: `the reply of ${name}`, subject };
    compareWords(before, after, { ...replies, judged: ["address", "channel", "messages"] }, comparison);
    if (before.address && after.address) compareWords(before.address, after.address, { ...replies, judged: ["location"] }, comparison);
  }
}

function addressOf({ address, channel }: NonNullable<Operation["reply"]>): string {
  return JSON.stringify(address?.location?.value ?? withoutNames(channel?.address ?? "not stated"));
}
