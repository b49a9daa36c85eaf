import type { Report } from "#diagnostics";
import type { Api } from "#model";
import type { Documents } from "#reference";
import type { Schemas } from "#schema";
import { rules } from "./rules.ts";

/** Runs every rule over an API; each problem goes to `report`. A document's own mistakes never make a rule throw. */
export function checkRules(subject: { readonly api: Api; readonly documents: Documents; readonly schemas: Schemas }, report: Report): void {
  const context = { ...subject, report };
  for (const rule of rules) rule.check(context);
}
