import type { Server } from "./linked.ts";

/** Protocols for which a channel is a path of the server's URL. For others it is a topic or queue, and no part of the URL. */
const PATHS = new Set(["ws", "wss", "http", "https", "mercure"]);

/** Whether channels on a server are paths below its URL. */
export function takesPaths({ protocol }: Pick<Server, "protocol">): boolean {
  return PATHS.has(protocol?.value.toLowerCase() ?? "");
}

/** The path of a server's URL, without its query. */
export function pathOfUrl(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? "";
}

/** What an address adds to the path of its server. `undefined` if it does not repeat that path. */
export function afterRepeatedPath(path: string, address: string): string | undefined {
  const base = path.replace(/^\/|\/$/g, "");
  const own = address.replace(/^\//, "");
  // One step without a slash may well be the name of a thing below a path of that name.
  if (base === "" || (own === address && !base.includes("/")) || !own.startsWith(base)) return undefined;
  const rest = own.slice(base.length);
  return rest === "" || /^[/?#]/.test(rest) ? rest : undefined;
}

/** A path below another as a URL. What it repeats of that path is there once. */
export function joinedPath(base: string, address: string): string {
  const rest = afterRepeatedPath(pathOfUrl(base), address);
  return rest === undefined ? `${base.replace(/\/$/, "")}/${address.replace(/^\//, "")}` : base.replace(/\/$/, "") + rest;
}
