/**
 * What the public set `spectral:asyncapi` asks for beyond the format, as a ruleset of data. A rule with a severity alone is one of our own
 * that is off by default; all others of the set are looked for anyway. The facts are those of the set's documentation.
 */
export const publicRules = `
rules:
  asyncapi-channel-no-trailing-slash: { given: ["$.channels.*~", "$.channels[*].address"], then: { function: pattern, functionOptions: { notMatch: ".+/$" } }, description: The address of a channel ends with a slash }
  asyncapi-info-contact: warn
  asyncapi-info-contact-properties: { given: $.info.contact, then: [{ field: name, function: truthy }, { field: url, function: truthy }, { field: email, function: truthy }], description: The contact lacks a name, url or email }
  asyncapi-info-description: { given: $.info, then: { field: description, function: truthy }, description: The info has no description }
  asyncapi-info-license: { given: $.info, then: { field: license, function: truthy }, description: The info has no license }
  asyncapi-info-license-url: { given: $.info.license, then: { field: url, function: truthy }, description: The license has no url, recommended: false }
  asyncapi-operation-description: { given: ["$.channels[*][publish,subscribe]", "$.operations[*]"], then: { field: description, function: truthy }, description: The operation has no description }
  asyncapi-operation-operationId: { formats: [aas2], given: "$.channels[*][publish,subscribe]", severity: error, then: { field: operationId, function: defined }, description: The operation has no operationId }
  asyncapi-parameter-description: { given: "$.channels[*].parameters[*]", then: { field: description, function: truthy }, description: The parameter has no description, recommended: false }
  asyncapi-server-no-trailing-slash: { given: ["$.servers[*].url", "$.servers[*].pathname"], then: { function: pattern, functionOptions: { notMatch: "/$" } }, description: The server ends with a slash }
  asyncapi-server-not-example-com: { given: ["$.servers[*].url", "$.servers[*].host"], then: { function: pattern, functionOptions: { notMatch: "example\\\\.com" } }, description: The server is example.com, recommended: false }
  asyncapi-servers: { given: $, then: { field: servers, function: truthy }, description: There are no servers }
  asyncapi-tag-description: { given: ["$.tags[*]", "$.info.tags[*]"], then: { field: description, function: truthy }, description: The tag has no description, recommended: false }
  asyncapi-tags: { formats: [aas2], given: $, then: { field: tags, function: truthy }, description: The document has no tags }
  asyncapi-3-tags: { formats: [aas3], given: $.info, then: { field: tags, function: truthy }, description: The info has no tags }
  asyncapi-tags-alphabetical: { severity: warn, recommended: false }
`;
