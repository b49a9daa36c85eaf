/**
 * What makes a schema look for others by a name instead of a reference: discriminators, identifiers (JSON Schema § 8.2, draft-04's
 * `id`), and the names of other languages' types. Characters written as escapes could spell any of these.
 */
const LOOKUPS = /discriminator|\$id|\$anchor|\$dynamic|\$recursive|draft-0[34]|avro|protobuf|raml/i;
const ESCAPES = /\\(?:u00[2-7]|x[2-7]|U000000[2-7])/;

/** Whether a text of a document may look something up by a name. Says so too often rather than too rarely. */
export function looksUpNames(text: string): boolean {
  return LOOKUPS.test(text) || ESCAPES.test(text);
}
