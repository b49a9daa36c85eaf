import { hostname, networkInterfaces } from "node:os";

/** Names under which the preview answers, without the port; lower case, IPv6 addresses in brackets. */
export type Hosts = ReadonlySet<string>;

const OWN = ["127.0.0.1", "localhost", "[::1]"];
const ALL = ["0.0.0.0", "::", "[::]"];

const bracketed = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);

/** Every address and name of this machine. */
function everyName(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => bracketed(address)) ?? []);
  return [...addresses, hostname().toLowerCase()];
}

/**
 * This machine's own names, and with `--host` that one; every name of this machine where it stands for all interfaces. Any other
 * name in a request is another site's, which a stranger made to lead here (DNS rebinding).
 */
export function hostsFor(host: string | undefined): Hosts {
  if (host === undefined) return new Set(OWN);
  return new Set([...OWN, ...(ALL.includes(host) ? everyName() : [bracketed(host.toLowerCase())])]);
}

/** The form of RFC 9110 § 7.2: a name or address, and a port. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;

/** Whether a Host field, or the authority of a URL, is one of ours. */
export function isOurs(authority: string, hosts: Hosts, port: number): boolean {
  const [, name = "", digits] = HOST.exec(authority.toLowerCase()) ?? [];
  return hosts.has(name) && (digits === undefined ? port === 80 : Number(digits) === port);
}

/** Whether an Origin field is one of ours. */
export function isOurOrigin(origin: string, hosts: Hosts, port: number): boolean {
  return origin.startsWith("http://") && isOurs(origin.slice("http://".length), hosts, port);
}
