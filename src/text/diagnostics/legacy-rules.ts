import type { Code } from "./catalog.ts";
import { catalog } from "./catalog.ts";

const structure = [
  "structure/required-field",
  "structure/wrong-type",
  "structure/unknown-field",
  "structure/key-pattern",
  "structure/not-one-of",
  "structure/reference-required",
  "structure/moved-field",
] as const;
const parameters = ["channel/parameter-undefined", "channel/parameter-unused"] as const;
const examples = ["example/payload", "example/headers", "example/empty"] as const;
const security = ["security/unknown-scheme", "security/scopes-not-empty", "security/unknown-scope"] as const;
const variables = ["server/variable-undefined", "server/variable-unused", "server/variable-value"] as const;
const tags = ["tag/duplicate", "tag/duplicate-in-list"] as const;
const schemas = ["schema/keyword", "message/payload-not-in-format"] as const;
const version = ["version/newer", "version/not-a-string"] as const;

/** The codes that replace a rule of another tool, by its id without the prefix of a version. Empty if the format does not ask for it. */
const codesByStem: Readonly<Record<string, readonly Code[]>> = {
  "channel-no-empty-parameter": ["channel/uri-template"],
  "channel-no-query-nor-fragment": ["channel/query-or-fragment"],
  "channel-no-trailing-slash": [],
  "channel-parameters": parameters,
  "channel-servers": ["channel/unknown-server"],
  "headers-schema-type-object": ["message/headers-not-object"],
  "message-examples": examples,
  "message-examples-custom-format": examples,
  "message-messageId": [],
  "message-messageId-uniqueness": ["message/duplicate-id"],
  "operation-description": [],
  "operation-messages-from-referred-channel": ["reference/wrong-target"],
  "operation-operationId": [],
  "operation-operationId-uniqueness": ["operation/duplicate-id"],
  "operation-security": security,
  "parameter-description": [],
  "payload-unsupported-schemaFormat": ["message/unknown-schema-format"],
  payload: schemas,
  "payload-default": ["schema/default"],
  "payload-examples": ["schema/example"],
  "required-channel-servers-unambiguity": ["channel/unknown-server"],
  "required-operation-channel-unambiguity": ["reference/wrong-target"],
  "document-resolved": structure,
  "document-unresolved": structure,
  schema: structure,
  "schema-default": ["schema/default"],
  "schema-examples": ["schema/example"],
  schemas,
  "server-no-empty-variable": ["server/variable-undefined"],
  "server-no-trailing-slash": [],
  "server-not-example-com": [],
  "server-security": security,
  "server-variables": variables,
  "tag-description": [],
  tags: [],
  "tags-alphabetical": ["style/tags-order"],
  "tags-uniqueness": tags,
  "unused-securityScheme": ["component/unused"],
  defaultContentType: [],
  id: [],
  "info-contact": ["style/contact"],
  "info-contact-properties": [],
  "info-description": [],
  "info-license": [],
  "info-license-url": [],
  internal: [],
  "is-asyncapi": version,
  "latest-version": [],
  servers: [],
  "unused-component": ["component/unused"],
  "unused-components-schema": ["component/unused"],
  "unused-components-server": ["component/unused"],
};

/** The codes that replace rules without a prefix. */
const codesById: Readonly<Record<string, readonly Code[]>> = {
  "invalid-ref": ["reference/not-found", "reference/syntax"],
  "no-$ref-siblings": ["reference/siblings-ignored"],
};

/** The existing rules by prefix: `asyncapi2-` and `asyncapi3-` of the parser, `asyncapi-3-` of Spectral, `asyncapi-` of both. */
const stemsByPrefix: Readonly<Record<string, string>> = {
  "asyncapi-":
    "channel-no-empty-parameter channel-no-query-nor-fragment channel-no-trailing-slash channel-parameters channel-servers " +
    "defaultContentType document-resolved document-unresolved headers-schema-type-object id info-contact " +
    "info-contact-properties info-description info-license info-license-url internal is-asyncapi latest-version " +
    "message-examples message-messageId-uniqueness operation-description operation-operationId " +
    "operation-operationId-uniqueness operation-security parameter-description payload payload-default payload-examples " +
    "payload-unsupported-schemaFormat schema schema-default schema-examples server-no-empty-variable server-no-trailing-slash " +
    "server-not-example-com server-security server-variables servers tag-description tags tags-alphabetical tags-uniqueness " +
    "unused-component unused-components-schema unused-components-server",
  "asyncapi2-":
    "channel-no-empty-parameter channel-no-query-nor-fragment channel-no-trailing-slash channel-parameters channel-servers " +
    "message-examples message-examples-custom-format message-messageId message-messageId-uniqueness operation-operationId " +
    "operation-operationId-uniqueness operation-security schema-default schema-examples schemas server-no-empty-variable " +
    "server-no-trailing-slash server-security server-variables tags tags-uniqueness unused-securityScheme",
  "asyncapi3-":
    "channel-no-query-nor-fragment channel-parameters channel-servers operation-messages-from-referred-channel " +
    "required-channel-servers-unambiguity required-operation-channel-unambiguity",
  "asyncapi-3-":
    "channel-no-empty-parameter channel-no-query-nor-fragment channel-no-trailing-slash channel-servers document-resolved " +
    "document-unresolved headers-schema-type-object operation-description operation-security payload-unsupported-schemaFormat " +
    "server-no-empty-variable server-no-trailing-slash server-not-example-com tag-description tags tags-alphabetical " +
    "tags-uniqueness",
};

const ids = Object.entries(stemsByPrefix).flatMap(([prefix, stems]) => stems.split(" ").map((stem) => [`${prefix}${stem}`, stem] as const));

/**
 * Rule ids of other tools, which people have in their settings, and the codes that replace them. An empty list means that there is
 * no such rule here, because the format does not ask for it.
 */
export const legacyRules: ReadonlyMap<string, readonly Code[]> = new Map([
  ...ids.map(([id, stem]) => [id, codesByStem[stem] ?? []] as const),
  ...Object.entries(codesById),
]);

/** The codes that replace an id. Any known prefix is accepted before any known rule, even if no tool has the combination. */
function codesOf(id: string): readonly Code[] | undefined {
  const [, stem = ""] = /^asyncapi(?:2|3|-3)?-(.*)$/.exec(id) ?? [];
  return legacyRules.get(id) ?? (Object.hasOwn(codesByStem, stem) ? codesByStem[stem] : undefined);
}

/** What replaces a rule of another tool, in words. */
export function replacementNote(name: string): string {
  const codes = (codesOf(name) ?? []).map((code) => JSON.stringify(code));
  if (codes.length === 0) return "the format does not ask for it";
  return codes.length === 1
    ? `its place is taken by ${codes.join("")}`
    : `its place is taken by ${codes.slice(0, -1).join(", ")} and ${codes.at(-1) ?? ""}`;
}

/** The codes that a name stands for: itself, or those that replace a rule of another tool; `undefined` for an unknown name. */
export function codesForName(name: string): readonly Code[] | undefined {
  return Object.hasOwn(catalog, name) ? [name as Code] : codesOf(name);
}

/** Whether a name is a rule of another tool, and not a code. */
export function isLegacyRule(name: string): boolean {
  return !Object.hasOwn(catalog, name) && codesOf(name) !== undefined;
}
