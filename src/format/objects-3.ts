/** The tables of objects of 3.x, and of its draft. */
import {
  anyMap,
  derive,
  either,
  field,
  fields,
  list,
  map,
  mapTable,
  markdown,
  nothing,
  object,
  oneOf,
  orReference,
  reference,
  required,
  string,
  table,
  text,
} from "./fields.ts";
import type { ObjectsOf2 } from "./objects-2.ts";
import { group, objects24 } from "./objects-2.ts";
import { schema, schemaTable } from "./schema-keywords.ts";
import type { FieldRule, ObjectTable, Shape } from "./shape.ts";

const externalDocs: Shape = orReference("ExternalDocs");
const tags: Shape = list(orReference("Tag"));
const grouping = fields({ tags, externalDocs });
const naming = fields({ title: string, summary: string });

const operationFields = fields({
  title: string,
  summary: string,
  description: markdown,
  security: list(object("SecurityRequirement")),
  tags,
  externalDocs,
  bindings: orReference("OperationBindings"),
});

/** The draft of 3.0.0, derived from 2.4. */
export const objectsDraft: ObjectsOf2 & Record<"Messages" | "Operations", ObjectTable> = {
  ...objects24,
  Root: derive(objects24.Root, {
    add: { channels: field(object("Channels")), operations: field(object("Operations")) },
    drop: ["tags", "externalDocs"],
  }),
  Info: derive(objects24.Info, { add: grouping }),
  Server: derive(objects24.Server, { add: { ...naming, ...grouping } }),
  Channel: table(
    "Channel Object",
    fields({
      address: either(string, nothing),
      messages: object("Messages"),
      title: string,
      summary: string,
      description: markdown,
      servers: list(reference("Server")),
      parameters: object("Parameters"),
      tags,
      externalDocs,
      bindings: orReference("ChannelBindings"),
    }),
  ),
  Messages: mapTable("Messages Object", orReference("Message")),
  Operations: mapTable("Operations Object", orReference("Operation")),
  Operation: table(
    "Operation Object",
    { action: required(oneOf("send", "receive")), channel: required(reference("Channel")) },
    operationFields,
    fields({ traits: list(orReference("OperationTrait")) }),
  ),
  OperationTrait: table("Operation Trait Object", operationFields),
  Message: derive(objects24.Message, { add: grouping }),
  MessageTrait: derive(objects24.MessageTrait, { add: grouping }),
  Tag: derive(objects24.Tag, { add: { externalDocs: field(externalDocs) } }),
  Components: derive(objects24.Components, {
    add: fields({ operations: group(orReference("Operation")), externalDocs: group(externalDocs), tags: group(orReference("Tag")) }),
  }),
  Schema: schemaTable(externalDocs),
};

/** A schema, or a schema with its format. */
const anySchema: Shape = either({ kind: "object", object: "MultiFormatSchema", when: ["schemaFormat", "schema"] }, schema);
const schemes: Readonly<Record<string, FieldRule>> = { security: field(list(orReference("SecurityScheme"))) };
const messageChange = { add: { headers: field(anySchema) }, drop: ["messageId", "schemaFormat"] };

/** The released 3.x, derived from the draft. */
export const objects30 = {
  ...objectsDraft,
  Server: derive(objectsDraft.Server, { add: { host: required(string), pathname: field(string), ...schemes }, drop: ["url"] }),
  Operation: derive(objectsDraft.Operation, {
    add: { ...schemes, messages: field(list(reference("Message"))), reply: field(orReference("OperationReply")) },
  }),
  OperationTrait: derive(objectsDraft.OperationTrait, { add: schemes }),
  OperationReply: table(
    "Operation Reply Object",
    fields({ address: orReference("OperationReplyAddress"), channel: reference("Channel"), messages: list(reference("Message")) }),
  ),
  OperationReplyAddress: table("Operation Reply Address Object", {
    description: field(markdown),
    location: required(text("runtime-expression")),
  }),
  Parameter: table(
    "Parameter Object",
    fields({ enum: list(string), default: string, description: markdown, examples: list(string), location: text("runtime-expression") }),
  ),
  Message: derive(derive(objectsDraft.Message, messageChange), { add: { payload: field(anySchema) } }),
  MessageTrait: derive(objectsDraft.MessageTrait, messageChange),
  MessageExample: derive(objectsDraft.MessageExample, { add: { headers: field(anyMap) } }),
  MultiFormatSchema: table("Multi Format Schema Object", {
    // The public text calls it required and gives it a default in the same row.
    schemaFormat: field(string),
    schema: { shape: orReference("Payload"), required: true, public: true },
  }),
  SecurityScheme: derive(objectsDraft.SecurityScheme, { add: { scopes: field(list(string)) } }),
  OAuthFlow: derive(objectsDraft.OAuthFlow, { add: { availableScopes: field(map(string)) }, drop: ["scopes"] }),
  Components: derive(objectsDraft.Components, {
    add: fields({
      schemas: group(anySchema),
      replies: group(orReference("OperationReply")),
      replyAddresses: group(orReference("OperationReplyAddress")),
    }),
  }),
};
