import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import ipaddr from "ipaddr.js";
import { counted } from "#text";

/** The only IPv6 space that is given out to networks of the world (RFC 4291 § 2.4, IANA: 2000::/3). */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether an address is one of the public network: nothing private, local, shared, reserved or multicast, and no IPv6 form
 * that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo), which would reach one of those by another name.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL) : ipaddr.IPv4.isValidFourPartDecimal(address);
}

/** One exchange with an address that was checked before. */
interface Exchange {
  readonly url: URL;
  /** The address that is connected to, whatever the name says by then. */
  readonly address: string;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
}

export interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly mediaType: string;
  readonly body: Uint8Array;
}

/** A body that is longer than allowed. */
export class TooLong extends Error {}

const decoders: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined;
  if (!decoder) throw new Error(`its content encoding is ${JSON.stringify(encoding)}`);
  response.on("error", (error) => decoder.emit("error", error));
  return response.pipe(decoder);
}

/** Reads a body to its end, but never more than is allowed of it: what is decompressed counts, not what is sent. */
async function readBody(response: IncomingMessage, { bytes, signal }: Exchange): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  let stream: Readable | undefined;
  const stop = (): void => void stream?.destroy(new Error("it took too long"));
  signal.addEventListener("abort", stop, { once: true });
  try {
    stream = decoded(response);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      total += chunk.length;
      if (total > bytes) throw new TooLong(`it is longer than ${counted(bytes, "byte")}`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", stop);
    response.destroy();
  }
}

async function respond(exchange: Exchange): Promise<IncomingMessage> {
  const { url, address, authorization, signal } = exchange;
  // Not loaded in a run without the network.
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

/** Asks one address once; redirects are answered, not followed. Throws what went wrong. */
export async function exchange(given: Exchange): Promise<Answer> {
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

/** How this process reaches others. Replaced only by tests, from code: no flag, setting or variable leads here. */
export interface Wire {
  /** Every address of a host name. */
  resolve(host: string): Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  permits(address: string): boolean;
  /** Schemes that are spoken. */
  readonly schemes: readonly ("http:" | "https:")[];
}

export const realWire: Wire = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  permits: isPublic,
  schemes: ["https:"],
};

/** What all of a run may fetch. */
export interface RemoteLimits {
  /** Files, redirects not counted. */
  readonly files: number;
  /** Bytes of one file, after decompression. */
  readonly bytes: number;
  /** Milliseconds for one file, redirects and name resolution included. */
  readonly ms: number;
}

export const remoteLimits: RemoteLimits = { files: 20, bytes: 5 * 1024 * 1024, ms: 10_000 };
