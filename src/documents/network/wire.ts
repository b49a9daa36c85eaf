import { lookup } from "node:dns/promises";
import { isPublic } from "./is-public.ts";

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
