import type { MapNode } from "#text";
import { valueOf } from "#text";
import type { AlternativePart } from "./description.ts";
import type { Reading, Understood } from "./reading.ts";

/** Alternatives of all servers and operations together: what thousands of them take over from one trait has no end worth waiting for. */
const MOST_ALTERNATIVES = 300_000;
const left = new WeakMap<Reading, number>();

/** Whether there is room for so many more alternatives; a list without room is shown as it is written. */
function hasRoom(count: number, reading: Reading): boolean {
  const room = (left.get(reading) ?? MOST_ALTERNATIVES) - count;
  if (room >= 0) left.set(reading, room);
  return room >= 0;
}

/** The `security` of a server or an operation, `undefined` where it has none; `standing` names it. */
export function securityOf(node: MapNode, standing: string, reading: Reading): Understood<readonly AlternativePart[]> | undefined {
  const security = valueOf(node, "security");
  if (security?.kind !== "list" || !hasRoom(security.items.length, reading)) return undefined;
  const read = security.items.map((item) => reading.line.alternative(item, standing, reading));
  const understood = read.filter((each) => each !== undefined);
  const whole = understood.length === read.length && understood.every((each) => each.whole);
  return { part: understood.map(({ part }) => part), whole };
}
