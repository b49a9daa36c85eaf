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

/** The most pages that listen. A browser shares one stream among its pages. */
const MOST = 64;
/** The interval of heartbeats in milliseconds. */
const BEAT = 15_000;
/** A listener that is this many bytes behind is disconnected. It reconnects by itself. */
const BEHIND = 1024 * 1024;

/** Sends server-sent events (HTML Living Standard § 9.2) to all listeners. A new one gets the latest state at once. */
export class Events {
  readonly #listeners = new Set<ServerResponse>();
  readonly #beat = setInterval(() => this.#write(": still here\n\n"), BEAT).unref();
  #latest = "";

  add(response: ServerResponse): void {
    if (this.#listeners.size >= MOST) {
      response.writeHead(503, COMMON).end();
      return;
    }
    response.writeHead(200, { ...COMMON, "Content-Type": "text/event-stream; charset=utf-8" });
    response.write(`retry: 500\n\n${this.#latest}`);
    this.#listeners.add(response);
    response.on("close", () => this.#listeners.delete(response));
  }

  send(state: object): void {
    this.#latest = `data: ${JSON.stringify(state)}\n\n`;
    this.#write(this.#latest);
  }

  close(): void {
    clearInterval(this.#beat);
    for (const each of this.#listeners) each.end();
  }

  #write(text: string): void {
    for (const each of this.#listeners) {
      if (each.writableLength > BEHIND) each.destroy();
      else each.write(text);
    }
  }
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
