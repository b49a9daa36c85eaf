import { credentialFields, isFieldName, isTold, withKey } from "./credentials.ts";
import type { Variables } from "./line.ts";
import { UNKNOWN_METHOD, type NamedText, type Use } from "./use.ts";

/** Encodes a value of a query, except that a name in braces stays readable. */
function encoded(text: string): string {
  return /^\{[^{}]*\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

/** The URL of the address with the query that a binding requires, without parameters that the credentials add. */
function urlOf(use: Use, query: readonly NamedText[]): string {
  const url = use.at.withPath(use.address);
  const given = query.filter(([name]) => !isTold(use, "query", name));
  const added = given.map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encoded(value)}`).join("&");
  return added === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${added}`;
}

/** Headers, each name once, without those that the credentials add and without the content type, which is passed separately. */
function ownFields(use: Use, headers: readonly NamedText[]): readonly NamedText[] {
  const names = new Set<string>();
  return headers.filter(([name]) => {
    const key = name.toLowerCase();
    if (!isFieldName(name) || names.has(key) || key === "content-type" || isTold(use, "header", name)) return false;
    names.add(key);
    return true;
  });
}

/** Methods whose requests have no body. */
const BODILESS = new Set(["GET", "HEAD"]);

/** Whether a use is a request to the server. A message that the server sends on its own, such as a webhook, is not. */
export function isRequest({ protocol, way, binding }: Use): boolean {
  const isAnswer = protocol === "sse" || binding("operation", "type") === "response";
  return (way === "receive") === isAnswer;
}

/** A request over HTTP, or one that opens a WebSocket. */
interface WebRequest {
  readonly method: string;
  readonly hasBody: boolean;
  readonly url: string | Variables;
  /** Whether the URL holds braces or brackets, which some tools would expand. */
  readonly hasBraces: boolean;
  /** Whether the URL or a header holds a secret. */
  readonly isSecret: boolean;
  /** All headers, first those that authenticate, but for a name with a password. */
  readonly headers: readonly (readonly [name: string, value: string | Variables])[];
}

/** The protocols whose addresses are paths of a server's URL. */
export const WEB: ReadonlySet<string> = new Set(["ws", "http", "sse", "mercure"]);

/** What is asked of the server. Mercure has one URL for all its topics. */
export function requestOf(use: Use): WebRequest {
  const { protocol, way, at, binding, required } = use;
  if (protocol === "mercure") {
    const [url, headers] = [withKey(use, at.url), credentialFields(use)];
    return {
      method: "GET",
      hasBody: way === "send",
      url,
      hasBraces: false,
      isSecret: typeof url !== "string" || headers.length > 0,
      headers,
    };
  }
  const isSocket = protocol === "ws";
  const isSending = way === "send" && !isSocket;
  const method = isSending ? (binding("operation", "method") ?? UNKNOWN_METHOD) : "GET";
  const hasBody = isSending && !BODILESS.has(method.toUpperCase());
  const own = isSocket ? required("channel", "headers") : isSending ? [...use.headers, ...required("message", "headers")] : [];
  const type = hasBody ? [["Content-Type", use.contentType] as const] : [];
  const address = urlOf(use, required(isSocket ? "channel" : "operation", "query"));
  const [url, access] = [withKey(use, address), credentialFields(use)];
  const isSecret = typeof url !== "string" || access.length > 0;
  return { method, hasBody, url, hasBraces: /[[\]{}]/.test(address), isSecret, headers: [...type, ...access, ...ownFields(use, own)] };
}
