import type { Adversary } from "./adversary.ts";
import { lists } from "./lists.ts";
import { shared } from "./references.ts";
import { longRuns } from "./runs.ts";
import { schemas } from "./schemas.ts";
import { syntax } from "./syntax.ts";
import { texts } from "./texts.ts";
import { values } from "./values.ts";

/** Every way that is known to us of costing more than one weighs. */
export const adversaries: readonly Adversary[] = [...syntax, ...lists, ...schemas, ...values, ...texts, ...shared, ...longRuns];
