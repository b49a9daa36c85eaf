import type { Entry, Node } from "#text";
import { entriesOf, entryOf, itemsOf } from "#text";
import {
  any,
  anyMap,
  boolean,
  either,
  field,
  fields,
  list,
  map,
  mapTable,
  markdown,
  object,
  orReference,
  publicField,
  required,
  string,
  table,
  text,
} from "./fields.ts";
import { security } from "./objects-security.ts";
import type { Objects } from "./objects.ts";
import { openapiTable, schema, schemaTable } from "./schema-keywords.ts";
import type { Field, ObjectTable, Shape } from "./shape.ts";

/** A schema of a format that is not the Schema Object's: its own reader knows what is a reference in it. */
const payloads: ObjectTable = { title: "schema", extensible: true, fields: {}, others: { shape: any } };

const NAME = /^[A-Za-z0-9_-]+$/;
const COMPONENT = /^[a-zA-Z0-9._-]+$/;

const tags: Shape = list(object("Tag"));
const requirements: Shape = list(object("SecurityRequirement"));
const externalDocs: Shape = object("ExternalDocs");

/** What a message and a message trait share. */
const messageFields: Readonly<Record<string, Field>> = {
  ...fields({
    messageId: string,
    headers: schema,
    correlationId: orReference("CorrelationId"),
    schemaFormat: string,
    contentType: text("media-type"),
    name: string,
    title: string,
    summary: string,
    description: markdown,
    tags,
    externalDocs,
    bindings: orReference("MessageBindings"),
    examples: list(object("MessageExample")),
  }),
  deprecated: publicField(boolean),
};

/** What an operation and an operation trait share. */
const operationFields = fields({
  operationId: string,
  summary: string,
  description: markdown,
  security: requirements,
  tags,
  externalDocs,
  bindings: orReference("OperationBindings"),
});

/** A group of the components: every one keyed by the same pattern. */
export function group(values: Shape): Shape {
  return map(values, COMPONENT);
}

/** Objects about the application and where it is reached. */
const top = {
  Root: table("root object", {
    msgapi: required(text("version")),
    id: field(text("uri")),
    info: required(object("Info")),
    servers: field(object("Servers")),
    defaultContentType: field(text("media-type")),
    channels: required(object("Channels")),
    components: field(object("Components")),
    tags: field(tags),
    externalDocs: field(externalDocs),
  }),
  Info: table(
    "Info Object",
    { title: required(string), version: required(string) },
    fields({ description: markdown, termsOfService: text("absolute-url"), contact: object("Contact"), license: object("License") }),
  ),
  Contact: table("Contact Object", fields({ name: string, url: text("absolute-url"), email: text("email") })),
  License: table("License Object", { name: { shape: string, required: true, public: true }, url: field(text("absolute-url")) }),
  Servers: mapTable("Servers Object", orReference("Server"), NAME),
  Server: table("Server Object", {
    url: required(string),
    protocol: required(string),
    ...fields({
      protocolVersion: string,
      description: markdown,
      variables: map(orReference("ServerVariable")),
      security: requirements,
      bindings: orReference("ServerBindings"),
    }),
  }),
  ServerVariable: table(
    "Server Variable Object",
    fields({ enum: list(string), default: string, description: markdown, examples: list(string) }),
  ),
  Tag: table("Tag Object", { name: required(string), ...fields({ description: markdown, externalDocs }) }),
  ExternalDocs: table("External Documentation Object", { description: field(markdown), url: required(text("absolute-url")) }),
};

/** Objects about channels and what goes over them. */
const exchange = {
  Channels: mapTable("Channels Object", orReference("Channel")),
  Channel: table(
    "Channel Item Object",
    { $ref: { shape: string, deprecated: true } },
    fields({
      description: markdown,
      servers: list(string),
      subscribe: object("Operation"),
      publish: object("Operation"),
      parameters: object("Parameters"),
      bindings: orReference("ChannelBindings"),
    }),
    { deprecated: publicField(boolean) },
  ),
  Operation: table("Operation Object", operationFields, {
    traits: field(list(orReference("OperationTrait"))),
    message: field(either({ kind: "object", object: "OperationMessage", when: ["oneOf"] }, orReference("Message"))),
  }),
  OperationTrait: table("Operation Trait Object", operationFields),
  OperationMessage: { title: "object with oneOf", extensible: false, fields: { oneOf: required(list(orReference("Message"))) } },
  Message: table("Message Object", messageFields, {
    payload: field(orReference("Payload")),
    traits: field(list(orReference("MessageTrait"))),
  }),
  MessageTrait: table("Message Trait Object", messageFields),
  MessageExample: table("Message Example Object", fields({ headers: anyMap, payload: any, name: string, summary: string })),
  Parameters: mapTable("Parameters Object", orReference("Parameter"), NAME),
  Parameter: table("Parameter Object", fields({ description: markdown, schema, location: text("runtime-expression") })),
  CorrelationId: table("Correlation ID Object", { description: field(markdown), location: required(text("runtime-expression")) }),
};

const holders = {
  Components: table(
    "Components Object",
    fields({
      schemas: group(schema),
      servers: group(orReference("Server")),
      serverVariables: group(orReference("ServerVariable")),
      channels: group(orReference("Channel")),
      messages: group(orReference("Message")),
      securitySchemes: group(orReference("SecurityScheme")),
      parameters: group(orReference("Parameter")),
      correlationIds: group(orReference("CorrelationId")),
      operationTraits: group(orReference("OperationTrait")),
      messageTraits: group(orReference("MessageTrait")),
      serverBindings: group(orReference("ServerBindings")),
      channelBindings: group(orReference("ChannelBindings")),
      operationBindings: group(orReference("OperationBindings")),
      messageBindings: group(orReference("MessageBindings")),
    }),
  ),
  Schema: schemaTable(externalDocs),
  OpenapiSchema: openapiTable,
  Payload: payloads,
};

export type ObjectsOf2 = Omit<
  Objects,
  "Messages" | "Operations" | "OperationReply" | "OperationReplyAddress" | "MultiFormatSchema" | BindingsName
>;
type BindingsName = "ServerBindings" | "ChannelBindings" | "OperationBindings" | "MessageBindings" | "Binding";

/** 2.4, the base that every other version differs from. */
export const objects24: ObjectsOf2 = { ...top, ...exchange, ...holders, ...security };

/** 2.0: the text has a free map, the published schema nothing but `headers` and `payload`; what else stands there is no mistake. */
export const freeExample: ObjectTable = {
  ...mapTable("Message Example Object", any),
  fields: fields({ headers: any, payload: any }),
};

/** Where a field stands that only the released 3.x has; `*` is every key or item. */
const paths = [
  "servers/*/host",
  "servers/*/pathname",
  "operations/*/messages",
  "operations/*/reply",
  "channels/*/parameters/*/enum",
  "channels/*/parameters/*/default",
  "channels/*/parameters/*/examples",
  "components/replies",
  "components/replyAddresses",
  "components/servers/*/host",
  "components/operations/*/messages",
  "components/operations/*/reply",
  "components/parameters/*/enum",
  "components/parameters/*/default",
  "components/parameters/*/examples",
  "components/securitySchemes/*/scopes",
  "components/securitySchemes/*/flows/*/availableScopes",
  "servers/*/security/*/$ref",
  "operations/*/security/*/$ref",
].map((path) => path.split("/"));

/** A Multi Format Schema has both fields; a schema alone may have a property-like keyword of either name. */
const schemas = [
  "components/schemas/*",
  "components/messages/*/payload",
  "components/messages/*/headers",
  "channels/*/messages/*/payload",
  "channels/*/messages/*/headers",
].map((path) => path.split("/"));

function children(node: Node): readonly Node[] {
  return node.kind === "list" ? itemsOf(node) : entriesOf(node).map((entry) => entry.value);
}

/** Every value that a path leads to. */
function reached(root: Node, path: readonly string[]): readonly Node[] {
  let nodes: readonly Node[] = [root];
  for (const token of path) {
    // Aliases may lead to one node by many ways; each is looked at once.
    nodes = [...new Set(nodes.flatMap((node) => (token === "*" ? children(node) : (entryOf(node, token)?.value ?? []))))];
  }
  return nodes;
}

function entryAt(root: Node, path: readonly string[]): Entry | undefined {
  const last = path.at(-1) ?? "";
  for (const node of reached(root, path.slice(0, -1))) {
    const entry = entryOf(node, last);
    if (entry) return entry;
  }
  return undefined;
}

/** The first field found that the draft of 3.0.0 does not have and the released 3.0.0 does, or `undefined`. */
export function releasedOnly(root: Node): Entry | undefined {
  for (const path of paths) {
    const entry = entryAt(root, path);
    if (entry) return entry;
  }
  for (const path of schemas) {
    const node = reached(root, path).find((each) => entryOf(each, "schemaFormat") && entryOf(each, "schema"));
    if (node) return entryOf(node, "schemaFormat");
  }
  return undefined;
}
