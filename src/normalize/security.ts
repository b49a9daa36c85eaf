import type { MapNode } from "#json";
import { valueOf } from "#json";
import type { AlternativePart } from "./description.ts";
import type { Reading, Understood } from "./reading.ts";

/** The `security` of a server or an operation, `undefined` where it has none; `standing` names it. */
export function securityOf(node: MapNode, standing: string, reading: Reading): Understood<readonly AlternativePart[]> | undefined {
  const security = valueOf(node, "security");
  if (security?.kind !== "list") return undefined;
  const read = security.items.map((item) => reading.line.alternative(item, standing, reading));
  const understood = read.filter((each) => each !== undefined);
  const whole = understood.length === read.length && understood.every((each) => each.whole);
  return { part: understood.map(({ part }) => part), whole };
}
