import type { Operation, SecurityRequirement, Server } from "./linked.ts";

/** What one side asks for: `undefined` where the document does not say, an empty list where nothing is needed. */
export interface AccessRequirement {
  readonly by: Operation | Server;
  readonly security: readonly SecurityRequirement[] | undefined;
}

function asks({ security }: Operation | Server): boolean {
  return (security?.length ?? 0) > 0;
}

/**
 * What using an operation takes. Both the operation's and the server's demand must be met, so where the operation asks for
 * something, a server that does not adds nothing. Never empty.
 */
export function demandsOf(operation: Operation, servers: readonly Server[]): readonly AccessRequirement[] {
  const askedOf = asks(operation) ? servers.filter(asks) : servers;
  const own = asks(operation) || servers.length === 0 || (operation.security !== undefined && !servers.some(asks));
  return [...(own ? [operation] : []), ...askedOf].map((by) => ({ by, security: by.security }));
}
