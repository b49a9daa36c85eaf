import { CERTIFICATE, credentialFields, hasCertificate, httpCredentials, isFieldName, isTold, withKey } from "./credentials.ts";
import { line, type Variables, type CommandLine } from "./line.ts";
import { FILE, type Command, type NamedText, type Use } from "./use.ts";

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

/** Headers as options. */
function headerOptions(use: Use, headers: readonly NamedText[]): CommandLine {
  return ownFields(use, headers).map(([name, value]) => ["-H", `${name}: ${value}`] as const);
}

/** All headers of a request, first those that authenticate. */
export function requestFields(use: Use, headers: readonly NamedText[]): (readonly [name: string, value: string | Variables])[] {
  return [...credentialFields(use), ...ownFields(use, headers)];
}

/** The URL of a request with its query, including an API key. */
export function requestUrl(use: Use, query: readonly NamedText[]): string | Variables {
  return withKey(use, urlOf(use, query));
}

function certificate(use: Use): CommandLine {
  return hasCertificate(use) ? [["--cert", CERTIFICATE.certificate], ["--key", CERTIFICATE.key]] : []; // prettier-ignore
}

/** Commands for wscat. It cannot send files, and opens connections only with GET. */
export function ws(use: Use): Command[] {
  const { way, payload, binding, required } = use;
  const method = binding("channel", "method") ?? "GET";
  if (method.toUpperCase() !== "GET" || (way === "send" && payload === undefined)) return [];
  const url = requestUrl(use, required("channel", "query"));
  const given = [...httpCredentials(use, { header: "-H", user: "--auth" }), ...headerOptions(use, required("channel", "headers"))];
  return [{ tool: "wscat", text: line("wscat", ["-c", url], ...given, ...certificate(use), ["-x", way === "send" ? payload : undefined]) }];
}

/** Methods whose requests have no body. */
const BODILESS = new Set(["GET", "HEAD"]);

export function hasBody(method: string): boolean {
  return !BODILESS.has(method.toUpperCase());
}

/** Whether a use is a request to the server. A message that the server sends on its own, such as a webhook, is not. */
export function isRequest({ protocol, way, binding }: Use): boolean {
  const isAnswer = protocol === "sse" || binding("operation", "type") === "response";
  return (way === "receive") === isAnswer;
}

export function http(use: Use): Command[] {
  const { way, payload, contentType, headers, binding, required } = use;
  if (!isRequest(use)) return [];
  const address = urlOf(use, required("operation", "query"));
  // curl would expand braces and brackets in a URL.
  const literal = /[[\]{}]/.test(address) ? ["--globoff"] : [];
  const url = withKey(use, address);
  const access = [...httpCredentials(use, { header: "-H", user: "-u" }), ...certificate(use)];
  if (way === "receive") return [{ tool: "curl", text: line("curl", "--no-buffer", ...literal, ...access, url) }];
  const method = binding("operation", "method") ?? "{method}";
  const given = [...access, ...headerOptions(use, [...headers, ...required("message", "headers")])];
  if (!hasBody(method)) return [{ tool: "curl", text: line("curl", ...literal, ["-X", method], ...given, url) }];
  const body = payload === undefined ? (["--data-binary", `@${FILE}`] as const) : (["--data-raw", payload] as const);
  const text = line("curl", ...literal, ["-X", method], ["-H", `Content-Type: ${contentType}`], ...given, body, url);
  return [{ tool: "curl", text }];
}

export function mercure(use: Use): Command[] {
  const { at, address, way, payload } = use;
  const access = [...httpCredentials(use, { header: "-H", user: "-u" }), ...certificate(use)];
  const topic = ["--data-urlencode", `topic=${address}`] as const;
  if (way === "receive") return [{ tool: "curl", text: line("curl", "--no-buffer", "--get", ...access, topic, withKey(use, at.url)) }];
  const data = payload === undefined ? `data@${FILE}` : `data=${payload}`;
  return [{ tool: "curl", text: line("curl", ...access, topic, ["--data-urlencode", data], withKey(use, at.url)) }];
}
