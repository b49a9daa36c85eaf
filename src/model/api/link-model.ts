/** Links the whole model. */
import type { Documents } from "#documents";
import { tablesOf } from "#format";
import type { Node, StringNode } from "#text";
import { entriesOf, valueOf } from "#text";
import type { Description } from "../normalize/index.ts";
import type { Api, Info } from "./api.ts";
import type { DescribedObject, NamedValue } from "./entity.ts";
import type { ObjectFields } from "./entity-fields.ts";
import { externalDocsOf } from "./entity-fields.ts";
import { linkChannels } from "./link-channels.ts";
import { linkComponents } from "./link-components.ts";
import { linkMessages } from "./link-messages.ts";
import { linkOperations } from "./link-operations.ts";
import { linkSchemas } from "./link-schemas.ts";
import { linkSchemes, linkServers } from "./link-servers.ts";
import { LinkedLists, LinkContext, Owners } from "./linking.ts";
import type { Channel, Message, Operation, Server } from "./linked.ts";
import { groupTags } from "./tags.ts";

/** A required text. If it was written as a number or boolean, it is shown as written. */
function scalarText(fields: ObjectFields, name: string): string {
  const text = fields.text(name);
  if (text) return text.value;
  const value: Node | undefined = valueOf(fields.node, name);
  if (value?.kind === "number") return value.raw;
  return value?.kind === "boolean" ? String(value.value) : "";
}

type ContactInfo = DescribedObject & { readonly name?: StringNode; readonly url?: StringNode; readonly email?: StringNode };

function linkContact(fields: ObjectFields | undefined): ContactInfo | undefined {
  return fields && { name: fields.text("name"), url: fields.text("url"), email: fields.text("email"), ...fields.described() };
}

/** The information about the application. Without a title, the name of the file is used. */
function linkInfo(fields: ObjectFields, fallback: string): Info {
  const license = fields.object("license", "License");
  return {
    title: scalarText(fields, "title").trim() || fallback,
    version: scalarText(fields, "version"),
    termsOfService: fields.text("termsOfService"),
    contact: linkContact(fields.object("contact", "Contact")),
    license: license && { name: license.text("name"), url: license.text("url"), ...license.described() },
    ...fields.described(),
  };
}

/** Links the information, tags and documentation of the application. */
function linkTop(
  description: Description,
  linking: LinkContext,
): Pick<Api, "info" | "tags" | "externalDocs" | "identifier" | "defaultContentType"> & {
  readonly top: Pick<Api, "extensions" | "plainFields" | "otherFields">;
} {
  const root = linking.fields(description.root);
  const info = linking.fields(description.info);
  // Tags are at the root in 2.x and in the Info Object in 3.x. The tables allow only one of the two.
  const tags = [...linking.tags.uses(root, true), ...linking.tags.uses(info, true)];
  const externalDocs = externalDocsOf(root) ?? externalDocsOf(info);
  const identifier = root.text("id");
  const defaultContentType = root.text("defaultContentType");
  const { extensions, plainFields = [], otherFields } = root.described();
  const title = linking.source.documents.main.name.split("/").at(-1) ?? "";
  return { info: linkInfo(info, title), tags, externalDocs, identifier, defaultContentType, top: { extensions, plainFields, otherFields } };
}

function correlationIdsOf(documents: Documents): ReadonlyMap<Node, string> {
  const entries = entriesOf(valueOf(valueOf(documents.root, "components"), "correlationIds"));
  return new Map(entries.toReversed().map(({ key, value }) => [documents.follow(value) ?? value, key]));
}

function isExtension({ key }: NamedValue): boolean {
  return key.startsWith("components.x-");
}

interface LinkedEntities {
  readonly servers: readonly Server[];
  readonly messages: readonly Message[];
  readonly channels: readonly Channel[];
  readonly operations: readonly Operation[];
}

/** Links servers, channels, messages and operations. References back to earlier objects are filled in as later ones are linked. */
function linkExchange(description: Description, defaultContentType: string, linking: LinkContext): LinkedEntities {
  const onServers = new Owners<Server, Channel>();
  const sent = new Owners<Message, Operation>();
  const carried = new Owners<Message, Channel>();
  const servers = linkServers(description.servers, onServers, linking);
  const correlationIds = correlationIdsOf(linking.source.documents);
  const shared = { linking, defaultContentType, correlationIds, operations: sent, channels: carried };
  const messages = linkMessages(description.messages, shared);
  const allServers = [...servers.values()];
  const lists = { servers: new LinkedLists(servers), messages: new LinkedLists(messages) };
  const channels = linkChannels(description.channels, { ...lists, allServers, onServers, ofMessages: carried }, linking);
  const operations = linkOperations(description.operations, { ...lists, channels, linking, ofMessages: sent });
  return {
    servers: allServers,
    messages: [...messages.values()],
    channels: [...channels.values()].map(({ channel }) => channel),
    operations,
  };
}

/** Links a description. It takes linear time; nodes are shared, never copied. */
export function linkModel(description: Description, documents: Documents): Api {
  const linking = new LinkContext({ documents, tables: tablesOf(description.dialect), asWritten: new Set() });
  const { top, ...about } = linkTop(description, linking);
  const type = about.defaultContentType?.value;
  const defaultContentType = type?.trim() ? type : "application/json";
  const securitySchemes = linkSchemes(description.schemes, linking);
  const { servers, messages, channels, operations } = linkExchange(description, defaultContentType, linking);
  const schemas = linkSchemas(description, linking);
  const { components, strays } = linkComponents(description.root.node, {
    source: linking.source,
    traited: [...messages, ...operations],
    messageIds: new Set(messages.map(({ id }) => id)),
  });
  const api: Api = {
    ...about,
    dialect: description.dialect,
    node: description.root.node,
    extensions: [...top.extensions, ...strays.filter(isExtension)],
    plainFields: top.plainFields,
    otherFields: [...top.otherFields, ...strays.filter((stray) => !isExtension(stray))],
    servers,
    channels,
    operations,
    messages,
    schemas,
    securitySchemes,
    allTags: groupTags(linking.tags.all(), top.extensions).flatMap(({ tags }) => tags),
    components,
    entityAt: (node) => linking.entityAt(node),
  };
  linking.tags.tagged("api", api.tags);
  for (const entity of [...servers, ...channels, ...operations, ...messages]) linking.tags.tagged(entity, entity.tags);
  return api;
}
