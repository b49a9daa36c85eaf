import type { Documents, Inspection, CheckHistory } from "#documents";
import { inspect } from "#documents";
import type { Api, SchemaSource } from "#model";
import type { SchemaPlace, Schemas } from "#schema";
import { isJsonSchema } from "#schema";
import type { Code, Diagnostic, Node, Place, DiagnosticReporter, RuleLevels } from "#text";
import { isOff } from "#text";
import type { Rule, RuleContext } from "./rule.ts";
import { channelAddress } from "./rules/channel-address.ts";
import { channelParameters } from "./rules/channel-parameters.ts";
import { channelReferences } from "./rules/channel-references.ts";
import { channelServers } from "./rules/channel-servers.ts";
import { codeSamples } from "./rules/code-samples.ts";
import { components } from "./rules/components.ts";
import { duplicateIds } from "./rules/duplicate-ids.ts";
import { duplicateTags } from "./rules/duplicate-tags.ts";
import { emptyParts } from "./rules/empty-parts.ts";
import { messageSchemas } from "./rules/message-schemas.ts";
import { names } from "./rules/names.ts";
import { operationReferences } from "./rules/operation-references.ts";
import { runtimeExpressions } from "./rules/runtime-expressions.ts";
import { schemaCycles } from "./rules/schema-cycles.ts";
import { schemaDiscriminators } from "./rules/schema-discriminators.ts";
import { securityRequirements } from "./rules/security-requirements.ts";
import { securitySchemes } from "./rules/security-schemes.ts";
import { serverVariables } from "./rules/server-variables.ts";
import { style } from "./rules/style.ts";
import { textValues } from "./rules/text-values.ts";

const OF_SCHEMAS: ReadonlySet<Code> = new Set([...schemaCycles.codes, ...schemaDiscriminators.codes]);
const OF_TEXTS: ReadonlySet<Code> = new Set(textValues.codes);

/** Finds the parts of a document that rules may skip, because an earlier run found no problem in them. */
class CleanParts {
  readonly #known: CheckHistory;
  readonly #schemas: Schemas;
  readonly #ofSchemas: Inspection;
  readonly #ofTexts: Inspection;
  readonly #faults = { schemas: [] as Place[], texts: [] as Place[] };

  constructor(known: CheckHistory, schemas: Schemas) {
    this.#known = known;
    this.#schemas = schemas;
    this.#ofSchemas = inspect("schemas", known, { lookups: true });
    this.#ofTexts = inspect("texts", known, { lookups: false });
  }

  schema(source: SchemaSource): boolean {
    const language = this.#schemas.languageOf(source);
    return isJsonSchema(language) && this.#ofSchemas.canSkip(source.node, language);
  }

  text(node: Node): boolean {
    return this.#known.fingerprints.parts.has(node) && this.#ofTexts.canSkip(node);
  }

  found({ code, place }: Diagnostic): void {
    if (OF_SCHEMAS.has(code)) this.#faults.schemas.push(place);
    if (OF_TEXTS.has(code)) this.#faults.texts.push(place);
  }

  /** Records the parts in which no problem was found. */
  end(): void {
    this.#ofSchemas.end(this.#faults.schemas);
    this.#ofTexts.end(this.#faults.texts);
  }
}

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
  runtimeExpressions,
  schemaCycles,
  schemaDiscriminators,
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
  /** The results of earlier runs. They save time; the problems are the same without them. */
  readonly known?: CheckHistory | undefined;
}

/** Runs every rule that is not off over an API, and passes each problem to `report`. Mistakes in the document never make a rule throw. */
export function checkRules({ known, levels, ...subject }: RuleSubject, report: DiagnosticReporter): void {
  const { schemas } = subject;
  let all: ReadonlySet<SchemaPlace> | undefined;
  const spared = known && new CleanParts(known, schemas);
  const context: RuleContext = {
    ...subject,
    isOff: (code) => isOff(code, levels),
    report: (diagnostic) => {
      spared?.found(diagnostic);
      report(diagnostic);
    },
    allSchemas: () => (all ??= schemas.all(spared && ((source) => spared.schema(source)))),
    spares: (node) => spared?.text(node) === true,
  };
  for (const rule of rules) if (!rule.codes.every(context.isOff)) rule.check(context);
  spared?.end();
}
