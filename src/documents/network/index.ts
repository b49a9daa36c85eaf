/**
 * Access to the network. It is off unless the user allows origins and path prefixes. Only https and public, pinned addresses; limits of
 * bytes, time and number of files. A lock file records hashes, and copies of the files serve later runs without network.
 */
export type { Network, NetworkRequest } from "./open-network.ts";
export { openNetwork } from "./open-network.ts";
export type { RemoteLimits, Transport, PolicyError } from "./request.ts";
export { systemTransport } from "./request.ts";
