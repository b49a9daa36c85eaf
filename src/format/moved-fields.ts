/** Fields that other versions of the format have elsewhere. */
import type { Dialect } from "./dialect.ts";
import type { ObjectName } from "./shape.ts";

type MovedFieldTable = Readonly<Partial<Record<ObjectName, Readonly<Record<string, string>>>>>;

const toInfo = "From 3.0 on it belongs into info.";
const toOperations = (action: string): string =>
  `From 3.0 on an operation is an entry of the root's operations, with action: ${action} and a reference to its channel.`;
const toKey = (map: string): string => `From 3.0 on the key in ${map} is the id.`;
const toChannelMessages = "From 3.0 on messages belong into the messages of the channel that the operation refers to.";

/** A Multi Format Schema Object where a schema must stand. */
const besidePayload = "Write it into the message, beside the payload, and the schema itself as the payload: schemaFormat, payload.";
const atTheRoot = "A schema with its schemaFormat can only be a whole payload, headers or component: write the schema itself here.";

/** Fields of 2.x in 3.x, the draft included. */
const inDraft: MovedFieldTable = {
  Schema: { schemaFormat: besidePayload },
  Root: { tags: toInfo, externalDocs: toInfo },
  Channel: { publish: toOperations("receive"), subscribe: toOperations("send") },
  Operation: { message: toChannelMessages, operationId: toKey("operations") },
  OperationTrait: { operationId: toKey("operations") },
};

const toMultiFormat = "From 3.0 on it belongs into the payload, beside the schema: payload: { schemaFormat, schema }.";

/** Fields of 2.x and the draft in released 3.x. */
const inReleased: MovedFieldTable = {
  ...inDraft,
  Schema: { schemaFormat: atTheRoot },
  Server: { url: "From 3.0 on it is split into host and pathname." },
  Message: { messageId: toKey("messages"), schemaFormat: toMultiFormat },
  MessageTrait: { messageId: toKey("messages"), schemaFormat: toMultiFormat },
  Parameter: { schema: "From 3.0 on a parameter is a string; list its values in enum, default and examples." },
  OAuthFlow: { scopes: "From 3.0 on the scopes of a flow are its availableScopes." },
};

const toOperation = "In 2.x an operation is the publish or subscribe of its channel.";
const toRoot = "In 2.x it belongs to the root.";
const toSchema = "In 2.x the values of a parameter are described by its schema.";
const toUrl = "In 2.x it is a part of url.";
const noReply = "In 2.x there are no replies.";

/** Fields of 3.x in 2.x. */
const in2: MovedFieldTable = {
  Schema: { schemaFormat: besidePayload },
  Root: { operations: toOperation },
  Info: { tags: toRoot, externalDocs: toRoot },
  Server: { host: toUrl, pathname: toUrl },
  Channel: {
    address: "In 2.x the key of the channel is its address.",
    messages: "In 2.x messages belong into the message of publish or subscribe.",
  },
  Operation: {
    action: toOperation,
    channel: toOperation,
    messages: "In 2.x the messages of an operation are its message, several under oneOf.",
    reply: noReply,
  },
  Parameter: { enum: toSchema, default: toSchema, examples: toSchema },
  Components: { operations: toOperation, replies: noReply, replyAddresses: noReply },
  OAuthFlow: { availableScopes: "In 2.x the scopes of a flow are its scopes." },
};

const byLine: Readonly<Record<Dialect["line"], MovedFieldTable>> = { "2": in2, "draft-3": inDraft, "3": inReleased };

/** A sentence that says where a field of another version belongs in this one; `undefined` for any other field. */
export function movedField(dialect: Dialect, object: ObjectName, field: string): string | undefined {
  const fields = byLine[dialect.line][object];
  return fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
}
