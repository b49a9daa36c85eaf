import type { Report } from "#text";
import type { Documents, Known } from "#documents";
import type { Api } from "#model";
import type { SchemaPlace, Schemas } from "#schema";
import type { RuleContext } from "./rule.ts";
import { rules } from "./rules.ts";
import { SparedParts } from "./spared-parts.ts";

/** What the rules look at. */
export interface RuleSubject {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  /** What is known from before: the problems are the same with it and without. */
  readonly known?: Known | undefined;
}

/** Runs every rule over an API; each problem goes to `report`. A document's own mistakes never make a rule throw. */
export function checkRules({ known, ...subject }: RuleSubject, report: Report): void {
  const { schemas } = subject;
  let all: ReadonlySet<SchemaPlace> | undefined;
  const spared = known && new SparedParts(known, schemas);
  const context: RuleContext = {
    ...subject,
    report: (diagnostic) => {
      spared?.found(diagnostic);
      report(diagnostic);
    },
    allSchemas: () => (all ??= schemas.all(spared && ((source) => spared.schema(source)))),
    spares: (node) => spared?.text(node) === true,
  };
  for (const rule of rules) rule.check(context);
  spared?.end();
}
