import type { Operation, SecurityRequirement, Server } from "./linked.ts";

/** Security requirements of an operation or a server: `undefined` if the document does not say, empty if none are needed. */
export interface AccessRequirement {
  readonly by: Operation | Server;
  readonly security: readonly SecurityRequirement[] | undefined;
}

function asks({ security }: Operation | Server): boolean {
  return (security?.length ?? 0) > 0;
}

/**
 * The security requirements that a client of an operation must meet: those of the operation and those of a server. If the operation has
 * requirements, servers without any are left out. The result is never empty.
 */
export function demandsOf(operation: Operation, servers: readonly Server[]): readonly AccessRequirement[] {
  const askedOf = asks(operation) ? servers.filter(asks) : servers;
  const own = asks(operation) || servers.length === 0 || (operation.security !== undefined && !servers.some(asks));
  return [...(own ? [operation] : []), ...askedOf].map((by) => ({ by, security: by.security }));
}
