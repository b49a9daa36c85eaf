import type { Documents } from "#documents";
import type { Api } from "#model";
import type { Schemas } from "#schema";
import type { Code, DiagnosticReporter, RuleLevels } from "#text";
import { failureReason, isOff } from "#text";
import type { Rule, RuleContext } from "./rule.ts";
import { channelAddress, channelReferences, channelServers, channelParameters } from "./rules/channels.ts";
import { duplicateIds, duplicateTags, names } from "./rules/names.ts";
import { operationReferences, perspective } from "./rules/operation-references.ts";
import { runtimeExpressions } from "./rules/runtime-expressions.ts";
import { messageSchemas, schemaDiscriminators, schemaCycles, schemaSense } from "./rules/schema-sense.ts";
import { securityRequirements, securitySchemes } from "./rules/security.ts";
import { serverVariables } from "./rules/server-variables.ts";
import { codeSamples, style, textValues } from "./rules/texts.ts";
import { components, emptyParts } from "./rules/unused-and-empty.ts";

/** Every rule. The order does not matter: the report sorts by place. */
const rules: readonly Rule[] = [
  channelAddress,
  channelParameters,
  channelReferences,
  channelServers,
  codeSamples,
  components,
  duplicateIds,
  duplicateTags,
  emptyParts,
  messageSchemas,
  names,
  operationReferences,
  perspective,
  runtimeExpressions,
  schemaCycles,
  schemaDiscriminators,
  schemaSense,
  securityRequirements,
  securitySchemes,
  serverVariables,
  style,
  textValues,
];

/** The input of all rules. */
interface RuleSubject {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  /** The levels of the settings: a rule whose codes are all off does not run. */
  readonly levels: RuleLevels;
}

/** A rule on which msgdocs itself failed: the codes that it may report, and why. */
export interface RuleFailure {
  readonly codes: readonly Code[];
  readonly reason: string;
}

/**
 * Runs every rule that is not off over an API, and passes each problem to `report`. Mistakes in the document never make a rule throw; one
 * that does is our failure, which costs what that rule would still have found.
 */
export function checkRules({ levels, ...subject }: RuleSubject, report: DiagnosticReporter): readonly RuleFailure[] {
  const context: RuleContext = { ...subject, isOff: (code) => isOff(code, levels), report };
  return rules.flatMap((rule) => {
    const { codes } = rule;
    if (codes.every(context.isOff)) return [];
    try {
      rule.check(context);
      return [];
    } catch (error) {
      return [{ codes, reason: failureReason(error) }];
    }
  });
}
