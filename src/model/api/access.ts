import type { Operation, SecurityRequirement, Server } from "./linked.ts";

/** The security that an operation or a server requires: `undefined` if the document does not say, empty if none is needed. */
export interface AccessRequirement {
  readonly by: Operation | Server;
  readonly security: readonly SecurityRequirement[] | undefined;
}

function asks({ security }: Operation | Server): boolean {
  return (security?.length ?? 0) > 0;
}

/**
 * The security that a client of an operation must fulfil. The operation's and the server's requirements both apply. If the
 * operation has requirements, servers without any are left out. The result is never empty.
 */
export function demandsOf(operation: Operation, servers: readonly Server[]): readonly AccessRequirement[] {
  const askedOf = asks(operation) ? servers.filter(asks) : servers;
  const own = asks(operation) || servers.length === 0 || (operation.security !== undefined && !servers.some(asks));
  return [...(own ? [operation] : []), ...askedOf].map((by) => ({ by, security: by.security }));
}
