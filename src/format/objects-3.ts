import {
  anyMap,
  changed,
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
import type { Field, ObjectTable, Shape } from "./shape.ts";

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

type Added = "Messages" | "Operations";

/** The draft of 3.0.0, as differences from 2.4. */
export const objectsDraft: ObjectsOf2 & Record<Added, ObjectTable> = {
  ...objects24,
  Root: changed(objects24.Root, {
    add: { channels: field(object("Channels")), operations: field(object("Operations")) },
    drop: ["tags", "externalDocs"],
  }),
  Info: changed(objects24.Info, { add: grouping }),
  Server: changed(objects24.Server, { add: { ...naming, ...grouping } }),
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
  Message: changed(objects24.Message, { add: grouping }),
  MessageTrait: changed(objects24.MessageTrait, { add: grouping }),
  Tag: changed(objects24.Tag, { add: { externalDocs: field(externalDocs) } }),
  Components: changed(objects24.Components, {
    add: fields({ operations: group(orReference("Operation")), externalDocs: group(externalDocs), tags: group(orReference("Tag")) }),
  }),
  Schema: schemaTable(externalDocs),
};

/** A schema, or one that names its format. */
const anySchema: Shape = either({ kind: "object", object: "MultiFormatSchema", when: ["schemaFormat", "schema"] }, schema);
const schemes: Readonly<Record<string, Field>> = { security: field(list(orReference("SecurityScheme"))) };
const messageChange = { add: { headers: field(anySchema) }, drop: ["messageId", "schemaFormat"] };

/** Released 3.x, as differences from the draft. */
export const objects30 = {
  ...objectsDraft,
  Server: changed(objectsDraft.Server, { add: { host: required(string), pathname: field(string), ...schemes }, drop: ["url"] }),
  Operation: changed(objectsDraft.Operation, {
    add: { ...schemes, messages: field(list(reference("Message"))), reply: field(orReference("OperationReply")) },
  }),
  OperationTrait: changed(objectsDraft.OperationTrait, { add: schemes }),
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
  Message: changed(changed(objectsDraft.Message, messageChange), { add: { payload: field(anySchema) } }),
  MessageTrait: changed(objectsDraft.MessageTrait, messageChange),
  MessageExample: changed(objectsDraft.MessageExample, { add: { headers: field(anyMap) } }),
  MultiFormatSchema: table("Multi Format Schema Object", {
    // The public text calls it required and gives it a default in the same row.
    schemaFormat: field(string),
    schema: { shape: orReference("Payload"), required: true, public: true },
  }),
  SecurityScheme: changed(objectsDraft.SecurityScheme, { add: { scopes: field(list(string)) } }),
  OAuthFlow: changed(objectsDraft.OAuthFlow, { add: { availableScopes: field(map(string)) }, drop: ["scopes"] }),
  Components: changed(objectsDraft.Components, {
    add: fields({
      schemas: group(anySchema),
      replies: group(orReference("OperationReply")),
      replyAddresses: group(orReference("OperationReplyAddress")),
    }),
  }),
};
