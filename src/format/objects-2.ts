/** The tables of objects of 2.x, and of security objects. */
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
  oneOf,
} from "./fields.ts";
import { earlierTable, laterTable, openapiTable, schema, schemaTable } from "./schema-keywords.ts";
import type { FieldRule, ObjectTable, ObjectTables, Shape } from "./shape.ts";

const types = [
  "userPassword",
  "apiKey",
  "X509",
  "symmetricEncryption",
  "asymmetricEncryption",
  "httpApiKey",
  "http",
  "oauth2",
  "openIdConnect",
  "plain",
  "scramSha256",
  "scramSha512",
  "gssapi",
];

/** The values of `in` by `type`; for any other type the field has no meaning. */
const places: Readonly<Record<string, Shape>> = { apiKey: oneOf("user", "password"), httpApiKey: oneOf("query", "header", "cookie") };

/** The shape of `in` for a `type`. */
export function credentialPlace(type: string | undefined): Shape {
  return (type !== undefined && Object.hasOwn(places, type) ? places[type] : undefined) ?? string;
}

const url = text("absolute-url");

/** Security objects of 2.x and the draft. Fields that a `type` requires are checked by `security/required-field`. */
const security = {
  SecurityScheme: table("Security Scheme Object", {
    type: required(oneOf(...types)),
    ...fields({
      description: markdown,
      name: string,
      in: string,
      scheme: string,
      bearerFormat: string,
      flows: object("OAuthFlows"),
      openIdConnectUrl: url,
    }),
  }),
  SecurityRequirement: mapTable("Security Requirement Object", list(string)),
  OAuthFlows: table(
    "OAuth Flows Object",
    fields({
      implicit: object("OAuthFlow"),
      password: object("OAuthFlow"),
      clientCredentials: object("OAuthFlow"),
      authorizationCode: object("OAuthFlow"),
    }),
  ),
  OAuthFlow: table("OAuth Flow Object", {
    authorizationUrl: field(url),
    tokenUrl: field(url),
    refreshUrl: publicField(url),
    scopes: field(map(string)),
  }),
} satisfies Record<string, ObjectTable>;

/** A schema of another format than the Schema Object. Its own reader finds the references in it. */
const foreignSchema: ObjectTable = { title: "schema", extensible: true, fields: {}, others: { shape: any } };

const NAME = /^[A-Za-z0-9_-]+$/;
const COMPONENT = /^[a-zA-Z0-9._-]+$/;

const tags: Shape = list(object("Tag"));
const requirements: Shape = list(object("SecurityRequirement"));
const externalDocs: Shape = object("ExternalDocs");

/** The fields of a message and of a message trait. */
const messageFields: Readonly<Record<string, FieldRule>> = {
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

/** The fields of an operation and of an operation trait. */
const operationFields = fields({
  operationId: string,
  summary: string,
  description: markdown,
  security: requirements,
  tags,
  externalDocs,
  bindings: orReference("OperationBindings"),
});

/** A map of the components. All of them have the same pattern for keys. */
export function group(values: Shape): Shape {
  return map(values, COMPONENT);
}

/** Objects about the application and its servers. */
const applicationObjects = {
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

/** Objects about channels, operations and messages. */
const channelObjects = {
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

const componentObjects = {
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
  EarlierSchema: earlierTable,
  LaterSchema: laterTable,
  Payload: foreignSchema,
};

export type ObjectsOf2 = Omit<
  ObjectTables,
  "Messages" | "Operations" | "OperationReply" | "OperationReplyAddress" | "MultiFormatSchema" | BindingsName
>;
type BindingsName = "ServerBindings" | "ChannelBindings" | "OperationBindings" | "MessageBindings" | "Binding";

/** 2.4, from which all other versions are derived. */
export const objects24: ObjectsOf2 = { ...applicationObjects, ...channelObjects, ...componentObjects, ...security };

/** The example of 2.0: a free map in the text, only `headers` and `payload` in the published schema. Other fields are allowed. */
export const freeExample: ObjectTable = {
  ...mapTable("Message Example Object", any),
  fields: fields({ headers: any, payload: any }),
};
