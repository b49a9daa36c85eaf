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

/** Ids with the prefix of a tool's rules for every version, or for one. */
const byName: Readonly<Record<string, readonly Code[]>> = {
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
  "tags-alphabetical": [],
  "tags-uniqueness": tags,
  "unused-securityScheme": ["component/unused"],
};

/** Ids that exist without a version only, and those of references and syntax. */
const single: Readonly<Record<string, readonly Code[]>> = {
  "asyncapi-defaultContentType": [],
  "asyncapi-document-resolved": structure,
  "asyncapi-document-unresolved": structure,
  "asyncapi-id": [],
  "asyncapi-info-contact": [],
  "asyncapi-info-contact-properties": [],
  "asyncapi-info-description": [],
  "asyncapi-info-license": [],
  "asyncapi-info-license-url": [],
  "asyncapi-is-asyncapi": version,
  "asyncapi-latest-version": [],
  "asyncapi-servers": [],
  "asyncapi-unused-component": ["component/unused"],
  "asyncapi-unused-components-schema": ["component/unused"],
  "asyncapi-unused-components-server": ["component/unused"],
  "invalid-ref": ["reference/not-found", "reference/syntax"],
  "no-$ref-siblings": ["reference/siblings-ignored"],
};

const prefixes = ["asyncapi-", "asyncapi2-", "asyncapi3-"];

/**
 * Rule ids that people have in their settings today, and the codes that take their place here. An empty list: there is no such rule,
 * because the format does not ask for it.
 */
export const legacyRules: ReadonlyMap<string, readonly Code[]> = new Map([
  ...Object.entries(byName).flatMap(([name, codes]) => prefixes.map((prefix) => [`${prefix}${name}`, codes] as const)),
  ...Object.entries(single),
]);

/** What takes the place of an id of today, in the words of its note. */
export function insteadOf(name: string): string {
  const codes = (legacyRules.get(name) ?? []).map((code) => JSON.stringify(code));
  if (codes.length === 0) return "the format does not ask for it";
  return codes.length === 1
    ? `its place is taken by ${codes.join("")}`
    : `its place is taken by ${codes.slice(0, -1).join(", ")} and ${codes.at(-1) ?? ""}`;
}

/** The codes that a name stands for: itself, or those in the place of an id of today; `undefined` where nobody knows it. */
export function codesNamed(name: string): readonly Code[] | undefined {
  return Object.hasOwn(catalog, name) ? [name as Code] : legacyRules.get(name);
}
