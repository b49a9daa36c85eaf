import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { hostname, networkInterfaces } from "node:os";
import { extname } from "node:path";

/** An answer before conditions and ranges of the request are applied. */
export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Headers of all answers: types are not guessed, nothing is cached, and no other site may embed it. */
export const COMMON: Readonly<Record<string, string>> = {
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** Whether If-None-Match contains an entity tag, by weak comparison (RFC 9110 § 13.1.2). */
function isMatch(field: string | undefined, tag: string): boolean {
  if (field === undefined) return false;
  return field.trim() === "*" || field.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}

interface ByteRange {
  readonly start: number;
  /** The end, exclusive. */
  readonly end: number;
}

/** The numbers in a Range header: a first and last byte, or a number of bytes at the end. */
function numbersOf(text: string): { first?: number; last?: number; suffix?: number } {
  const suffix = /^bytes=-(\d{1,15})$/.exec(text)?.[1];
  const [, first, last = ""] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(text) ?? [];
  if (suffix !== undefined) return { suffix: Number(suffix) };
  return { ...(first === undefined ? {} : { first: Number(first) }), ...(last === "" ? {} : { last: Number(last) }) };
}

/** The range in a Range header (RFC 9110 § 14.2). Several ranges or invalid ones are ignored. */
function rangeOf(field: string | undefined, length: number): ByteRange | "unsatisfiable" | undefined {
  const { first, last = Infinity, suffix } = numbersOf(field?.trim() ?? "");
  const start = suffix === undefined ? first : Math.max(0, length - suffix);
  if (start === undefined || last < start) return undefined;
  return start >= length ? "unsatisfiable" : { start, end: Math.min(length, last + 1) };
}

/** Sends an answer, or the part of it that the request's conditions and range ask for. */
export function send(request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void {
  const { headers, method } = request;
  const body = Buffer.from(answer.body);
  const tag = `"${createHash("sha256").update(body).digest("hex").slice(0, 24)}"`;
  const common = { ...COMMON, ...answer.headers, ETag: tag };
  const end = (status: number, sent: Buffer, further: Readonly<Record<string, string | number>>): void => {
    response.writeHead(status, { ...common, ...further });
    response.end(method === "HEAD" ? undefined : sent);
  };
  const whole = { "Content-Type": answer.type, "Content-Length": body.length };
  if (answer.status !== 200) return end(answer.status, body, whole);
  if (isMatch(headers["if-none-match"], tag)) return end(304, Buffer.alloc(0), {});
  const isSame = headers["if-range"] === undefined || headers["if-range"] === tag;
  const range = isSame && method === "GET" ? rangeOf(headers.range, body.length) : undefined;
  if (range === undefined) return end(200, body, { ...whole, "Accept-Ranges": "bytes" });
  if (range === "unsatisfiable") return end(416, Buffer.alloc(0), { "Content-Range": `bytes */${body.length}`, "Content-Length": 0 });
  const part = body.subarray(range.start, range.end);
  end(206, part, {
    ...whole,
    "Content-Length": part.length,
    "Content-Range": `bytes ${range.start}-${range.end - 1}/${body.length}`,
  });
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
