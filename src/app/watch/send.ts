import type { IncomingMessage, ServerResponse } from "node:http";
import { hostname, networkInterfaces } from "node:os";
import { extname } from "node:path";

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** Headers of all answers: types are not guessed, nothing is cached, and no other site may embed it. */
export const COMMON: Readonly<Record<string, string>> = {
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** Sends an answer whole. A preview is near: nothing is gained by keeping a copy, or by asking for a part. */
export function send({ method }: IncomingMessage, response: ServerResponse, { status, type, body }: HttpAnswer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...COMMON, "Content-Type": type, "Content-Length": bytes.length });
  response.end(method === "HEAD" ? undefined : bytes);
}

const TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
  ".yml": "application/yaml; charset=utf-8",
  ".zip": "application/zip",
};

/** The media type of a file by its name. Unknown files are offered as a download. */
export function contentType(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
}

/** The names at which the preview answers, without port, in lower case, IPv6 addresses in brackets. */
export type Hosts = ReadonlySet<string>;

const OWN = ["127.0.0.1", "localhost", "[::1]"];
const ALL = ["0.0.0.0", "::", "[::]"];

const bracketed = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);

/** All addresses and names of this machine. */
function everyName(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => bracketed(address)) ?? []);
  return [...addresses, hostname().toLowerCase()];
}

/**
 * The names for a host: this machine's own names, and that of `--host`; all names of this machine if that stands for all interfaces. A
 * request with any other name comes from another site, whose name a stranger made point here (DNS rebinding).
 */
export function hostsFor(host: string | undefined): Hosts {
  if (host === undefined) return new Set(OWN);
  return new Set([...OWN, ...(ALL.includes(host) ? everyName() : [bracketed(host.toLowerCase())])]);
}

/** The form of a Host header (RFC 9110 § 7.2): a name or address, and a port. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;

/** Whether a Host header, or the authority of a URL, is ours. */
export function isOurs(authority: string, hosts: Hosts, port: number): boolean {
  const [, name = "", digits] = HOST.exec(authority.toLowerCase()) ?? [];
  return hosts.has(name) && (digits === undefined ? port === 80 : Number(digits) === port);
}

/** Whether an Origin header is ours. */
export function isOurOrigin(origin: string, hosts: Hosts, port: number): boolean {
  return origin.startsWith("http://") && isOurs(origin.slice("http://".length), hosts, port);
}
