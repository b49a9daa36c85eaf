import type { IncomingMessage } from "node:http";
import type { Hosts } from "./send.ts";
import { isOurOrigin, isOurs } from "./send.ts";

/** A request to answer: the decoded path without its first slash. */
export interface PreviewRequest {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A request to refuse. */
export interface RefusedRequest {
  readonly status: 400 | 403 | 405 | 414;
  readonly reason: string;
}

export interface ListenAddress {
  readonly hosts: Hosts;
  readonly port: number;
}

const LONGEST = 4096;

const bad = (reason: string): RefusedRequest => ({ status: 400, reason });
const forbidden = (reason: string): RefusedRequest => ({ status: 403, reason });

const asking = {
  frame: "another site, or an editor, shows it in a frame: open the address in a browser",
  other: "another site asks",
};

/** Why a request from another site is refused. Other sites may link here, but neither read nor embed anything. */
function strangeness({ headers, headersDistinct }: IncomingMessage, { hosts, port }: ListenAddress): RefusedRequest | undefined {
  const [host = "", ...others] = headersDistinct.host ?? [];
  if (others.length > 0) return bad("more than one Host");
  if (!isOurs(host, hosts, port)) return forbidden("the Host is not this machine (see --host)");
  if (headers.origin !== undefined && !isOurOrigin(headers.origin, hosts, port)) return forbidden("the Origin is another site");
  return foreignAsking(headers);
}

function foreignAsking(headers: IncomingMessage["headers"]): RefusedRequest | undefined {
  const from = headers["sec-fetch-site"];
  const isForeign = from === "cross-site" || from === "same-site";
  // Loading a frame is navigation too, so the destination counts.
  const leads = headers["sec-fetch-mode"] === "navigate" && (headers["sec-fetch-dest"] ?? "document") === "document";
  return isForeign && !leads ? forbidden(asking[headers["sec-fetch-mode"] === "navigate" ? "frame" : "other"]) : undefined;
}

/** The path and query of a request target in origin form or absolute form (RFC 9112 § 3.2). */
function targetOf(url: string, { hosts, port }: ListenAddress): string | undefined {
  if (url.startsWith("/")) return url;
  const [, authority = "", rest = ""] = /^http:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (!isOurs(authority, hosts, port)) return undefined;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The path, decoded once; `undefined` if it is not a plain path. It is only a key of the site's content: no path ever reaches the disk. */
function decoded(path: string): string | undefined {
  try {
    const plain = decodeURIComponent(path);
    if (/[\p{Cc}\\]/u.test(plain) || plain.split("/").some((segment) => segment === "." || segment === "..")) return undefined;
    return plain;
  } catch {
    return undefined;
  }
}

/** What a request asks for, or why it is refused. Never throws. */
export function judgeRequest(request: IncomingMessage, listening: ListenAddress): PreviewRequest | RefusedRequest {
  const { method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return { status: 405, reason: "only GET and HEAD" };
  if (url.length > LONGEST) return { status: 414, reason: "the URL is too long" };
  const strange = strangeness(request, listening);
  if (strange) return strange;
  const target = targetOf(url, listening);
  if (target === undefined) return bad("the request target is no path");
  const [rest = ""] = target.split("#", 1);
  const mark = rest.indexOf("?");
  const path = decoded(mark < 0 ? rest : rest.slice(0, mark));
  if (path === undefined) return bad("the path is malformed");
  return { path: path.slice(1), query: new URLSearchParams(mark < 0 ? "" : rest.slice(mark + 1)) };
}
