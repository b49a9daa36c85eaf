import type { ServerPart } from "../normalize/index.ts";
import type { Fields } from "./fields.ts";
import { linkBindings } from "./link-bindings.ts";
import type { Channel, Server, ServerVariable } from "./linked.ts";
import type { Linking } from "./linking.ts";
import type { Owners } from "./owners.ts";

function linkVariable([name, fields]: readonly [string, Fields]): ServerVariable {
  return {
    name,
    enum: fields.list("enum") ?? [],
    default: fields.value("default"),
    examples: fields.list("examples") ?? [],
    ...fields.described(),
  };
}

function linkServer(part: ServerPart, channels: Owners<Server, Channel>, linking: Linking): Server {
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
    bindings: linkBindings(fields, "server", linking.source),
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

/** Servers under their keys; `channels` learns later who is available on them. */
export function linkServers(
  parts: readonly ServerPart[],
  channels: Owners<Server, Channel>,
  linking: Linking,
): ReadonlyMap<ServerPart, Server> {
  return new Map(parts.map((part) => [part, linkServer(part, channels, linking)]));
}
