/**
 * The network, off unless the user names what may be read: exact origins and path prefixes, https, public addresses, pinned;
 * bounded in bytes, time and count; recorded by hash in a lock file, from which a later run needs no network at all.
 */
export type { Network, NetworkRequest } from "./open-network.ts";
export { openNetwork } from "./open-network.ts";
export type { RemoteLimits, Wire } from "./request.ts";
export { realWire } from "./request.ts";
export type { Refusal } from "./read-policy.ts";
