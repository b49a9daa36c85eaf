/** Links servers and security schemes. */
import type { FlowPart, SchemePart, ServerPart } from "../normalize/index.ts";
import type { ObjectFields } from "./entity-fields.ts";
import { linkBindings } from "./link-channels.ts";
import type { Channel, OAuthFlow, Operation, SecurityScheme, Server, ServerVariable } from "./linked.ts";
import type { LinkContext, Owners } from "./linking.ts";
import { uniqueIds } from "./linking.ts";

function linkVariable([name, fields]: readonly [string, ObjectFields]): ServerVariable {
  return {
    name,
    enum: fields.list("enum") ?? [],
    default: fields.value("default"),
    examples: fields.list("examples") ?? [],
    ...fields.described(),
  };
}

function linkServer(part: ServerPart, channels: Owners<Server, Channel>, linking: LinkContext): Server {
  const fields = linking.fields(part);
  const server: Server = {
    url: part.url,
    host: part.host,
    pathname: part.pathname,
    address: part.address,
    protocol: fields.text("protocol"),
    protocolVersion: fields.text("protocolVersion"),
    variables: fields.objects("variables", "ServerVariable").map(linkVariable),
    security: linking.security(part.security),
    bindings: linkBindings(fields, "server", linking),
    get channels() {
      return channels.of(server);
    },
    ...linking.named("server", fields, { id: part.key }),
    ...fields.described(),
  };
  linking.enter(server, part.nodes);
  linking.secured(server, part.security);
  return server;
}

/** Links servers under their keys. `channels` records later which channels are available on them. */
export function linkServers(
  parts: readonly ServerPart[],
  channels: Owners<Server, Channel>,
  linking: LinkContext,
): ReadonlyMap<ServerPart, Server> {
  return new Map(parts.map((part) => [part, linkServer(part, channels, linking)]));
}

function linkFlow(part: FlowPart, linking: LinkContext): OAuthFlow {
  const fields = linking.fields(part);
  return {
    name: part.name,
    authorizationUrl: fields.text("authorizationUrl"),
    tokenUrl: fields.text("tokenUrl"),
    refreshUrl: fields.text("refreshUrl"),
    scopes: part.scopes,
    ...fields.described(),
  };
}

function linkScheme(part: SchemePart, id: string, linking: LinkContext): SecurityScheme {
  const fields = linking.fields(part);
  const usedBy: (Server | Operation)[] = [];
  const read = {
    ...linking.named("security-scheme", fields, { id }),
    type: fields.text("type"),
    name: fields.text("name"),
    in: fields.text("in"),
    scheme: fields.text("scheme"),
    bearerFormat: fields.text("bearerFormat"),
    openIdConnectUrl: fields.text("openIdConnectUrl"),
  };
  const scheme: SecurityScheme = {
    ...read,
    ...fields.described(),
    flows: part.flows.map((flow) => linkFlow(flow, linking)),
    scopes: part.scopes,
    usedBy,
  };
  linking.enterScheme(part, scheme, usedBy);
  return scheme;
}

/** Links security schemes, those of the components first. */
export function linkSchemes(parts: readonly SchemePart[], linking: LinkContext): readonly SecurityScheme[] {
  const ids = uniqueIds(parts);
  return parts.map((part) => linkScheme(part, ids.get(part) ?? part.id, linking));
}
