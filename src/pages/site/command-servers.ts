import { canonicalProtocol } from "#format";
import type { Server } from "#model";
import { filled, firstScalar } from "./command-values.ts";

/** So many servers have commands, one of each protocol before a second. */
const MOST = 4;

const texts = new WeakMap<Server, string>();

/** A server's address with the values of its variables. Made once: every operation may go over it. */
export function serverText(server: Server): string {
  let text = texts.get(server);
  if (text === undefined) {
    const values = server.variables.map((each) => [each.name, firstScalar([each.default], each.examples, each.enum)] as const);
    texts.set(server, (text = filled(server.address, new Map(values))));
  }
  return text;
}

function chosen(servers: readonly Server[]): readonly Server[] {
  const first = new Map<string, Server>();
  for (const server of servers) {
    const protocol = canonicalProtocol(server.protocol?.value ?? "");
    if (!first.has(protocol)) first.set(protocol, server);
  }
  const each = new Set(first.values());
  return [...each, ...servers.filter((server) => !each.has(server))].slice(0, MOST);
}

const known = new WeakMap<readonly Server[], readonly Server[]>();

/** The servers that commands are for. Chosen once of those that many channels have in common. */
export function firstServers(servers: readonly Server[]): readonly Server[] {
  let few = known.get(servers);
  if (!few) known.set(servers, (few = chosen(servers)));
  return few;
}
