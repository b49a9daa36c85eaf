import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import ipaddr from "ipaddr.js";
import { counted } from "#text";

/** The only IPv6 range allocated for global unicast (RFC 4291 § 2.4, IANA: 2000::/3). */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether an address is public: not private, local, shared, reserved or multicast, and no IPv6 form of an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo), which could be an alias of one of those.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL) : ipaddr.IPv4.isValidFourPartDecimal(address);
}

/** A request to an address that was checked before. */
interface HttpRequest {
  readonly url: URL;
  /** The address to connect to, whatever the name resolves to by now. */
  readonly address: string;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
  /** The most bytes of the body after decompression. */
  readonly bytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly location: string | undefined;
  readonly mediaType: string;
  readonly body: Uint8Array;
}

/** The body is longer than the limit. */
export class BodyTooLong extends Error {}

const decoders: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decodeBody(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  if (!decoder) throw new Error(`its content encoding is ${JSON.stringify(encoding)}`);
  response.on("error", (error) => decoder.emit("error", error));
  return response.pipe(decoder);
}

/** Reads a body up to the limit, which counts decompressed bytes. */
async function readBody(response: IncomingMessage, { bytes, signal }: HttpRequest): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  let stream: Readable | undefined;
  const stop = (): void => void stream?.destroy(new Error("it took too long"));
  signal.addEventListener("abort", stop, { once: true });
  try {
    stream = decodeBody(response);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      total += chunk.length;
      if (total > bytes) throw new BodyTooLong(`it is longer than ${counted(bytes, "byte")}`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", stop);
    response.destroy();
  }
}

async function respond(given: HttpRequest): Promise<IncomingMessage> {
  const { url, address, authorization, signal } = given;
  // Loaded only in runs with network.
  const { request } = await (url.protocol === "http:" ? import("node:http") : import("node:https"));
  const family = address.includes(":") ? 6 : 4;
  const pinned: LookupFunction = (_, options, done) => {
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  return new Promise((resolve, reject) => {
    const headers = {
      accept: "application/yaml, application/json;q=0.9, text/plain;q=0.5, */*;q=0.1",
      "accept-encoding": "gzip, br",
      "user-agent": "msgdocs",
      ...(authorization === undefined ? {} : { authorization }),
    };
    const call = request(url, { lookup: pinned, agent: false, signal, headers, maxHeaderSize: 16_384 }, resolve);
    call.on("error", reject);
    call.end();
  });
}

/** Sends one request to one address. Redirects are returned, not followed. Throws if it fails. */
export async function sendRequest(given: HttpRequest): Promise<HttpResponse> {
  const response = await respond(given);
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  const mediaType = (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (status !== 200) {
    response.destroy();
    return { status, location, mediaType, body: new Uint8Array() };
  }
  return { status, location, mediaType, body: await readBody(response, given) };
}

/** Access to DNS and addresses. Only tests replace it, in code: no flag, setting or variable does. */
export interface Transport {
  /** All addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>;
  /** Whether connections to an address are allowed. */
  permits(address: string): boolean;
  /** The allowed schemes. */
  readonly schemes: readonly ("http:" | "https:")[];
}

export const systemTransport: Transport = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  permits: isPublic,
  schemes: ["https:"],
};

/** The limits of a run. */
export interface RemoteLimits {
  /** The number of files, not counting redirects. */
  readonly files: number;
  /** Bytes of one file, after decompression. */
  readonly bytes: number;
  /** Milliseconds for one file, including redirects and name resolution. */
  readonly ms: number;
}

export const remoteLimits: RemoteLimits = { files: 20, bytes: 5 * 1024 * 1024, ms: 10_000 };

/** The access that the user requests, as written. */
export interface RemoteAccess {
  /** Allowed URLs: `https://host/path`. */
  readonly allow: readonly string[];
  /** Origin → name of the environment variable that holds its `Authorization` header. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** The allowed origins and paths, and the credentials for each origin. */
export interface NetworkPolicy {
  readonly allowed: readonly { readonly origin: string; readonly path: string }[];
  /** Origin → value of the `Authorization` header. */
  readonly credentials: ReadonlyMap<string, string>;
}

interface PolicyContext {
  readonly schemes: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why the requested access is invalid. */
export interface PolicyError {
  readonly reason: string;
}

function parseOrigin(text: string, { schemes }: PolicyContext): { origin: string; path: string } | PolicyError {
  const name = JSON.stringify(text);
  if (!URL.canParse(text))
    return { reason: `${name} is not a URL. Name an origin and a path, such as https://schemas.example.com/orders/.` };
  const url = new URL(text);
  if (!schemes.includes(url.protocol)) return { reason: `${name} is not an https URL.` };
  if (url.username !== "" || url.password !== "")
    return { reason: `${name} holds a password. Name an environment variable for it instead.` };
  if (url.search !== "" || url.hash !== "") return { reason: `${name} has a query or a fragment; an origin and a path are meant.` };
  return { origin: url.origin, path: url.pathname };
}

/** Turns the requested access into a policy. Each credential must exist and belong to an allowed origin. */
export function readPolicy(wish: RemoteAccess, reading: PolicyContext): NetworkPolicy | PolicyError {
  const allowed: { origin: string; path: string }[] = [];
  for (const text of wish.allow) {
    const found = parseOrigin(text, reading);
    if ("reason" in found) return found;
    allowed.push(found);
  }
  const credentials = new Map<string, string>();
  for (const [text, variable] of Object.entries(wish.credentials)) {
    const found = parseOrigin(text, reading);
    if ("reason" in found) return found;
    if (found.path !== "/") return { reason: `${JSON.stringify(text)} is not an origin: credentials belong to a whole origin.` };
    if (!allowed.some(({ origin }) => origin === found.origin))
      return { reason: `Nothing of ${found.origin} may be read, so it gets no credentials.` };
    const value = reading.env[variable];
    if (value === undefined || value === "") return { reason: `The environment variable ${JSON.stringify(variable)} is empty.` };
    if (/[^\x20-\x7e]/.test(value)) return { reason: `The environment variable ${JSON.stringify(variable)} holds no header value.` };
    credentials.set(found.origin, value);
  }
  return { allowed, credentials };
}

/** Why a policy denies a URL, or `undefined`. */
export function denialOf(policy: NetworkPolicy, url: URL): "origin" | "path" | "password" | undefined {
  if (url.username !== "" || url.password !== "") return "password";
  const ofOrigin = policy.allowed.filter(({ origin }) => origin === url.origin);
  if (ofOrigin.length === 0) return "origin";
  // A server may decode an encoded slash or backslash, which could leave the allowed path.
  if (/%2f|%5c|\\/i.test(url.pathname)) return "path";
  const under = ofOrigin.some(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`));
  return under ? undefined : "path";
}
