/**
 * The part of the schema of SARIF 2.1.0 (OASIS, § 3) that our logs use, closed like the published one: a property that SARIF does
 * not have there, or a value outside of its list, is refused.
 */
const closed = (required: readonly string[], properties: object) => ({ type: "object", additionalProperties: false, required, properties });
const list = (items: object) => ({ type: "array", items });
const count = (minimum: number) => ({ type: "integer", minimum });
const text = { type: "string" };

const message = closed(["text"], { text });
const region = closed(["startLine"], { startLine: count(1), startColumn: count(1), endLine: count(1), endColumn: count(1) });
const physicalLocation = closed(["artifactLocation"], {
  artifactLocation: closed(["uri"], { uri: { type: "string", format: "uri-reference" } }),
  region,
});
const location = closed([], {
  id: count(-1),
  physicalLocation,
  logicalLocations: list(closed([], { fullyQualifiedName: text })),
  message,
});
const level = { enum: ["none", "note", "warning", "error"] };
const multiformat = closed(["text"], { text, markdown: text });
const rule = closed(["id"], {
  id: text,
  name: text,
  helpUri: text,
  shortDescription: multiformat,
  fullDescription: multiformat,
  help: multiformat,
  defaultConfiguration: closed([], { level }),
});
const driver = closed(["name"], { name: text, semanticVersion: text, informationUri: text, rules: list(rule) });
const result = closed(["message"], {
  ruleId: text,
  ruleIndex: count(-1),
  level,
  message,
  locations: list(location),
  relatedLocations: list(location),
  partialFingerprints: { type: "object", additionalProperties: text },
});

export const sarifSchema = closed(["version", "runs"], {
  $schema: text,
  version: { const: "2.1.0" },
  runs: list(
    closed(["tool"], {
      tool: closed(["driver"], { driver }),
      columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
      results: list(result),
    }),
  ),
});
