import type { ServerPart } from "#normalize";
import type { Fields } from "./fields.ts";
import { linkBindings } from "./link-bindings.ts";
import type { Channel, Server, ServerVariable } from "./linked.ts";
import type { Linking } from "./linking.ts";

function linkVariable([name, fields]: readonly [string, Fields]): ServerVariable {
  return {
    name,
    enum: fields.list("enum") ?? [],
    default: fields.value("default"),
    examples: fields.list("examples") ?? [],
    ...fields.described(),
  };
}

/** A server whose channels are filled in later. */
export interface LinkedServer {
  readonly server: Server;
  readonly channels: Channel[];
}

function linkServer(part: ServerPart, linking: Linking): LinkedServer {
  const fields = linking.fields(part);
  const channels: Channel[] = [];
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
    channels,
    ...linking.named("server", fields, { id: part.key }),
    ...fields.described(),
  };
  linking.enter(server, part.nodes);
  linking.secured(server, part.security);
  return { server, channels };
}

export function linkServers(parts: readonly ServerPart[], linking: Linking): ReadonlyMap<ServerPart, LinkedServer> {
  return new Map(parts.map((part) => [part, linkServer(part, linking)]));
}
