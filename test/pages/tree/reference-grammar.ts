/** What may stand in a described API, as little of it as following references takes; written from the format's text, not the product's tables. */
export type Kind =
  | "Root"
  | "Info"
  | "Server"
  | "Channel"
  | "Operation"
  | "Reply"
  | "Messages" // one, or one of several
  | "Message"
  | "Parameter"
  | "Schema"
  | "SchemaOrList"
  | "Bindings"
  | "Binding"
  | "Security"
  | "SecurityScheme"
  | "Tag"
  | "Components"
  | "CorrelationId"
  | "ServerVariable"
  | "ReplyAddress"
  | "ExternalDocs";

/** A value of a field: one of a kind, a list or a map of them. */
export interface Field {
  readonly kind: Kind;
  readonly many?: "list" | "map";
}

const one = (kind: Kind): Field => ({ kind });
const list = (kind: Kind): Field => ({ kind, many: "list" });
const map = (kind: Kind): Field => ({ kind, many: "map" });

const operationTrait = { tags: list("Tag"), security: list("Security"), bindings: one("Bindings"), externalDocs: one("ExternalDocs") };
const messageTrait = {
  headers: one("Schema"),
  correlationId: one("CorrelationId"),
  tags: list("Tag"),
  bindings: one("Bindings"),
  externalDocs: one("ExternalDocs"),
};

const schema = Object.fromEntries([
  ...["not", "if", "then", "else", "contains", "propertyNames", "additionalItems", "additionalProperties", "schema"].map((key) => [
    key,
    one("Schema"),
  ]),
  ...["allOf", "oneOf", "anyOf", "prefixItems"].map((key) => [key, list("Schema")]),
  ...["properties", "patternProperties", "dependencies"].map((key) => [key, map("Schema")]),
  ["items", one("SchemaOrList")],
]) as Readonly<Record<string, Field>>;

/** Fields in which references may stand; everything else is text, or an example in which `$ref` is only a name. */
export const grammar: Readonly<Record<Kind, Readonly<Record<string, Field>>>> = {
  Root: {
    info: one("Info"),
    servers: map("Server"),
    channels: map("Channel"),
    operations: map("Operation"),
    components: one("Components"),
  },
  Info: { externalDocs: one("ExternalDocs") },
  Server: {
    variables: map("ServerVariable"),
    security: list("Security"),
    tags: list("Tag"),
    externalDocs: one("ExternalDocs"),
    bindings: one("Bindings"),
  },
  Channel: {
    servers: list("Server"),
    parameters: map("Parameter"),
    publish: one("Operation"),
    subscribe: one("Operation"),
    messages: map("Message"),
    tags: list("Tag"),
    externalDocs: one("ExternalDocs"),
    bindings: one("Bindings"),
  },
  Operation: {
    ...operationTrait,
    message: one("Messages"),
    messages: list("Message"),
    channel: one("Channel"),
    reply: one("Reply"),
    traits: list("Operation"),
  },
  Reply: { channel: one("Channel"), messages: list("Message"), address: one("ReplyAddress") },
  Messages: {},
  Message: { ...messageTrait, payload: one("Schema"), traits: list("Message") },
  Parameter: { schema: one("Schema") },
  Schema: schema,
  SchemaOrList: {},
  Bindings: {},
  Binding: Object.fromEntries(["groupId", "clientId", "key", "query", "headers", "correlationData"].map((key) => [key, one("Schema")])),
  Security: {},
  SecurityScheme: {},
  Tag: { externalDocs: one("ExternalDocs") },
  // The only components that count without being referred to: they have pages.
  Components: { schemas: map("Schema"), messages: map("Message") },
  CorrelationId: {},
  ServerVariable: {},
  ReplyAddress: {},
  ExternalDocs: {},
};
