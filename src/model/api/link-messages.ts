/** Links messages. */
import type { Node } from "#text";
import type { ExamplePart, MessagePart } from "../normalize/index.ts";
import type { CorrelationId } from "./entity.ts";
import type { ObjectFields } from "./entity-fields.ts";
import { linkBindings } from "./link-channels.ts";
import type { Channel, Message, MessageExample, Operation } from "./linked.ts";
import type { LinkContext, Owners } from "./linking.ts";
import { uniqueIds } from "./linking.ts";

/** What is needed to link the messages of one document. */
interface MessageLinkContext {
  readonly linking: LinkContext;
  readonly defaultContentType: string;
  readonly correlationIds: ReadonlyMap<Node, string>;
  /** Record later which operations and channels use which messages. */
  readonly operations: Owners<Message, Operation>;
  readonly channels: Owners<Message, Channel>;
}

function linkExample({ node, free }: ExamplePart, linking: LinkContext): MessageExample {
  if (free || node.kind !== "map") return { node, free: node, extensions: [], otherFields: [] };
  const fields = linking.fields({ object: "MessageExample", node });
  return {
    name: fields.text("name"),
    summary: fields.text("summary"),
    headers: fields.value("headers"),
    payload: fields.value("payload"),
    ...fields.described(),
  };
}

function linkCorrelationId(fields: ObjectFields, { correlationIds }: MessageLinkContext): CorrelationId | undefined {
  const read = fields.object("correlationId", "CorrelationId");
  return read && { location: read.text("location"), name: correlationIds.get(read.node), ...read.described() };
}

function linkMessage(part: MessagePart, id: string, shared: MessageLinkContext): Message {
  const { linking } = shared;
  const fields = linking.fields(part);
  const name = fields.text("name");
  const contentType = fields.text("contentType");
  const message: Message = {
    written: part.written,
    isNamed: part.made === undefined,
    keys: [...part.keys],
    messageId: part.messageId,
    name,
    headers: part.headers,
    payload: part.payload,
    contentType,
    effectiveContentType: contentType?.value.trim() ? contentType.value : shared.defaultContentType,
    correlationId: linkCorrelationId(fields, shared),
    bindings: linkBindings(fields, "message", linking),
    examples: part.examples.map((example) => linkExample(example, linking)),
    traits: part.traits,
    used: part.used,
    get operations() {
      return shared.operations.of(message);
    },
    get channels() {
      return shared.channels.of(message);
    },
    ...linking.named("message", fields, { id, name, made: part.made }),
    ...fields.described(),
  };
  linking.enter(message, part.nodes);
  return message;
}

/** Links all messages that have a page. `defaultContentType` is the document's, or `application/json`. */
export function linkMessages(parts: readonly MessagePart[], shared: MessageLinkContext): ReadonlyMap<MessagePart, Message> {
  const ids = uniqueIds(parts);
  return new Map(parts.map((part) => [part, linkMessage(part, ids.get(part) ?? part.id, shared)]));
}
