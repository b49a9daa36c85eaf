import type { Channel, Entity, Message, NamedValue, Operation, Server, Tag } from "#model";
import type { Node } from "#text";
import type { PageContext } from "../frame/index.ts";
import { summaryOf, distinctName } from "../frame/index.ts";

/** A value of the document for templates. Numbers keep their digits. */
type PlainValue = string | boolean | readonly PlainValue[] | { readonly [key: string]: PlainValue };

function plainValue(node: Node): PlainValue {
  switch (node.kind) {
    case "string":
      return node.value;
    case "number":
      return node.raw;
    case "boolean":
      return node.value;
    case "null":
      return "";
    case "list":
      return node.items.map(plainValue);
    default:
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
  }
}

function extensionsOf(extensions: readonly NamedValue[]): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries(extensions.map(({ key, value }) => [key, plainValue(value)]));
}

/** A link to an entity by the name that pages use. */
function linkTo(context: PageContext, entity: Entity) {
  return { href: context.href(entity), name: distinctName(context.site, entity), kind: entity.kind };
}

type Link = ReturnType<typeof linkTo>;

/** The fields that every entity has. */
function entityView(context: PageContext, entity: Entity) {
  return {
    ...linkTo(context, entity),
    id: entity.id,
    summary: summaryOf(context, entity),
    deprecated: entity.deprecated,
    tags: entity.tags.map(({ tag }) => linkTo(context, tag)),
    extensions: extensionsOf(entity.extensions),
  };
}

/**
 * The API for the user's own templates: all entities with links to their pages. Lists are made when a template reads them, since most
 * templates show few.
 */
export function apiView(context: PageContext) {
  const { api, prose } = context.site;
  const links = (entities: readonly Entity[]): readonly Link[] => entities.map((entity) => linkTo(context, entity));
  const serverView = (server: Server) => ({
    ...entityView(context, server),
    address: server.address,
    protocol: server.protocol?.value ?? "",
    get channels() {
      return links(server.channels);
    },
  });
  const channelView = (channel: Channel) => ({
    ...entityView(context, channel),
    address: channel.address ?? "",
    get servers() {
      return links(channel.availableOn);
    },
    get operations() {
      return links(channel.operations);
    },
    get messages() {
      return links(channel.messages);
    },
  });
  const operationView = (operation: Operation) => ({
    ...entityView(context, operation),
    direction: operation.isDirectionKnown ? operation.direction : "",
    get channels() {
      return links(operation.channel ? [operation.channel] : []);
    },
    get messages() {
      return links(operation.messages);
    },
  });
  const messageView = (message: Message) => ({
    ...entityView(context, message),
    contentType: message.effectiveContentType,
    get channels() {
      return links(message.channels);
    },
    get operations() {
      return links(message.operations);
    },
  });
  const tagView = (tag: Tag) => ({
    ...entityView(context, tag),
    get things() {
      return links(tag.taggedBy.filter((each) => each !== "api"));
    },
  });
  return {
    title: api.info.title,
    version: api.info.version,
    summary: prose.plain(api.info.description),
    extensions: extensionsOf(api.info.extensions),
    get servers() {
      return api.servers.map(serverView);
    },
    get channels() {
      return api.channels.map(channelView);
    },
    get operations() {
      return api.operations.map(operationView);
    },
    get messages() {
      return api.messages.map(messageView);
    },
    get schemas() {
      return api.schemas.map((schema) => entityView(context, schema));
    },
    get tags() {
      return api.allTags.map(tagView);
    },
  };
}
