import type { Rule } from "./rule.ts";
import { channelAddress } from "./rules/channel-address.ts";
import { channelParameters } from "./rules/channel-parameters.ts";
import { channelReferences } from "./rules/channel-references.ts";
import { channelServers } from "./rules/channel-servers.ts";
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

/** Every rule. The order does not matter: the report sorts by place. */
export const rules: readonly Rule[] = [
  channelAddress,
  channelParameters,
  channelReferences,
  channelServers,
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
