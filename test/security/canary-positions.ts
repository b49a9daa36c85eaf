type Part = Readonly<Record<string, unknown>>;
export const document = (parts: Part): Part => ({ asyncapi: "2.4.0", info: { title: "t", version: "1" }, channels: {}, ...parts });
export const numbered = (refs: readonly string[], each: (ref: string) => unknown): Part =>
  Object.fromEntries(refs.map((ref, at) => [`a${at}`, each(ref)]));
export const schemas = (refs: readonly string[], each: (ref: string) => unknown): Part =>
  document({ components: { schemas: numbered(refs, each) } });
const messages = (refs: readonly string[], each: (ref: string) => unknown): Part =>
  document({ components: { messages: numbered(refs, each) } });

interface Position {
  readonly where: string;
  readonly extension: string;
  readonly document: (refs: readonly string[]) => Part;
  /** Each spelling is an error here; elsewhere it may be data. */
  readonly isReference?: true;
}

/** Everywhere that a document names something else. */
export const positions: readonly Position[] = [
  { where: "a schema", extension: "yaml", isReference: true, document: (refs) => schemas(refs, ($ref) => ({ $ref })) },
  { where: "a schema in JSON", extension: "json", isReference: true, document: (refs) => schemas(refs, ($ref) => ({ $ref })) },
  {
    where: "a part of a schema",
    extension: "yml",
    isReference: true,
    document: (refs) => schemas(refs, ($ref) => ({ properties: { a: { items: { $ref } } } })),
  },
  {
    where: "a pointer into a file",
    extension: "yaml",
    isReference: true,
    document: (refs) => schemas(refs, (ref) => ({ $ref: `${ref}#/title` })),
  },
  { where: "a message", extension: "yaml", isReference: true, document: (refs) => messages(refs, ($ref) => ({ $ref })) },
  {
    where: "a channel",
    extension: "yaml",
    isReference: true,
    document: (refs) => document({ channels: numbered(refs, ($ref) => ({ $ref })) }),
  },
  {
    where: "a file that is not what it is taken for",
    extension: "txt",
    isReference: true,
    document: (refs) => messages(refs, ($ref) => ({ payload: { $ref } })),
  },
  {
    where: "the base of a schema's $id",
    extension: "yaml",
    document: (refs) =>
      schemas(refs, (ref) => ({
        $schema: "http://json-schema.org/draft-07/schema#",
        $id: ref,
        properties: { a: { $ref: "secret.yaml" }, b: { $ref: ref } },
      })),
  },
  {
    where: "$schema, $dynamicRef, $recursiveRef, externalValue, operationRef, $include",
    extension: "yaml",
    document: (refs) =>
      schemas(refs, (ref) => ({
        $schema: ref,
        $recursiveRef: ref,
        $dynamicRef: ref,
        externalValue: ref,
        operationRef: ref,
        $include: ref,
      })),
  },
  {
    where: "Avro",
    extension: "avsc",
    document: (refs) =>
      messages(refs, (ref) => ({
        schemaFormat: "application/vnd.apache.avro;version=1.9.0",
        payload: {
          type: "record",
          name: "A",
          fields: [
            { name: "a", type: ref },
            { name: "b", type: { $ref: ref } },
          ],
        },
      })),
  },
  {
    where: "a protobuf import",
    extension: "proto",
    document: (refs) =>
      messages(refs, (ref) => ({
        schemaFormat: "application/vnd.google.protobuf;version=3",
        payload: `syntax = "proto3";\nimport "${ref}";\nimport public "${ref}";\nmessage A { Secret a = 1; }\n`,
      })),
  },
  {
    where: "a link of a text",
    extension: "md",
    document: (refs) => schemas(refs, (ref) => ({ description: `[a](<${ref}>) [b](${ref}) <${ref}> [c]\n\n[c]: <${ref}>\n` })),
  },
  {
    where: "an image of a text",
    extension: "png",
    document: (refs) => schemas(refs, (ref) => ({ description: `![a](<${ref}>) ![b](${ref})` })),
  },
  {
    where: "a drawing of a text",
    extension: "svg",
    document: (refs) => schemas(refs, (ref) => ({ description: `![a](<${ref}>) ![b](${ref})` })),
  },
  { where: "a description that is a reference", extension: "md", document: (refs) => schemas(refs, ($ref) => ({ description: { $ref } })) },
  {
    where: "external documentation",
    extension: "md",
    document: (refs) => schemas(refs, (url) => ({ externalDocs: { url, description: url } })),
  },
  {
    where: "examples and data",
    extension: "json",
    document: (refs) =>
      messages(refs, ($ref) => ({ payload: { type: "object", default: { $ref }, enum: [{ $ref }] }, examples: [{ payload: { $ref } }] })),
  },
];
