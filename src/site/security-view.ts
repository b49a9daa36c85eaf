import type { Operation, SecurityRequirement, Server } from "#model";
import type { PageContext } from "./context.ts";
import { visible } from "./visible.ts";

interface SchemeView {
  readonly name: string;
  readonly href?: string;
  readonly type: string;
  readonly scopes: readonly string[];
}

/** Alternatives, of which one is enough; inside each, all schemes together. */
export interface SecurityView {
  readonly alternatives: readonly { readonly schemes: readonly SchemeView[]; readonly nothing: boolean }[];
  readonly several: boolean;
}

/** What a server or an operation asks for, or `undefined` where it asks for nothing. */
export function securityView(context: PageContext, requirements: readonly SecurityRequirement[] | undefined): SecurityView | undefined {
  if (!requirements || requirements.length === 0) return undefined;
  const alternatives = requirements.map(({ schemes }) => ({
    schemes: schemes.map(({ name, scheme, scopes }) => ({
      name: visible(scheme?.title ?? name),
      ...(scheme ? { href: context.href(scheme) } : {}),
      type: visible(scheme?.type?.value ?? ""),
      scopes: scopes.map((scope) => (scope.kind === "string" ? visible(scope.value) : "")).filter((text) => text !== ""),
    })),
    nothing: schemes.length === 0,
  }));
  return { alternatives, several: alternatives.length > 1 };
}

/** What using an operation takes: what its own line says, and what the server asks for besides. */
export interface AccessView {
  readonly own?: SecurityView;
  readonly servers: readonly { readonly name: string; readonly href: string; readonly security: SecurityView }[];
  readonly both: boolean;
}

/** Both the server's and the operation's security must be satisfied. */
export function accessView(context: PageContext, operation: Operation, servers: readonly Server[]): AccessView | undefined {
  const own = securityView(context, operation.security);
  const asking = servers.flatMap((server) => {
    const security = securityView(context, server.security);
    return security ? [{ name: visible(server.title), href: context.href(server), security }] : [];
  });
  if (!own && asking.length === 0) return undefined;
  return { ...(own ? { own } : {}), servers: asking, both: own !== undefined && asking.length > 0 };
}
