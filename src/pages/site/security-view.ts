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

/** What a server or an operation asks for; `undefined` where the document does not say. An empty list asks for nothing. */
export function securityView(context: PageContext, requirements: readonly SecurityRequirement[] | undefined): SecurityView | undefined {
  if (!requirements) return undefined;
  if (requirements.length === 0) return { alternatives: [{ schemes: [], nothing: true }], several: false };
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

/** One demand, and who makes it: the operation itself, servers, or both. */
interface Demand {
  readonly security: SecurityView;
  readonly own: boolean;
  readonly servers: readonly { readonly name: string; readonly href: string }[];
  /** "for the server", of the servers that are named. */
  readonly forServers: string;
}

/** What using an operation takes: what its own line says, and what servers ask for besides. */
export interface AccessView {
  readonly demands: readonly Demand[];
  /** Whether it matters who asks: not where only the operation does. */
  readonly named: boolean;
  /** Two different demands, of the operation and of a server, must both be met. */
  readonly both: boolean;
}

/** Whether the document says that something is needed. */
function asksFor({ security }: Server | Operation): boolean {
  return (security?.length ?? 0) > 0;
}

/** Both the server's and the operation's security must be satisfied. Who asks for the same is named together. */
export function accessView(context: PageContext, operation: Operation, servers: readonly Server[]): AccessView | undefined {
  const demands = new Map<string, { security: SecurityView; own: boolean; servers: { name: string; href: string }[] }>();
  const demand = (security: SecurityView) => {
    const key = JSON.stringify(security);
    const known = demands.get(key) ?? { security, own: false, servers: [] };
    demands.set(key, known);
    return known;
  };
  const own = asksFor(operation) && securityView(context, operation.security);
  if (own) demand(own).own = true;
  for (const server of servers) {
    const security = asksFor(server) && securityView(context, server.security);
    if (security) demand(security).servers.push({ name: visible(server.title), href: context.href(server) });
  }
  const all = [...demands.values()].map((each) => ({ ...each, forServers: context.site.words("site.authorize-servers", { count: each.servers.length }) }));
  if (all.length === 0) return undefined;
  return { demands: all, named: all.some((each) => each.servers.length > 0), both: Boolean(own) && all.length > 1 };
}
