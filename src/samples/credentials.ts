import type { Variables } from "./line.ts";
import { variable } from "./line.ts";
import type { Credential, Use } from "./use.ts";

const PASSWORDS: ReadonlySet<string> = new Set(["userPassword", "plain", "scramSha256", "scramSha512"]);

/** Whether one of the credentials is a name and password. */
export function hasPassword({ credentials }: Use): boolean {
  return credentials.some(({ type, scheme }) => PASSWORDS.has(type) || (type === "http" && scheme?.toLowerCase() === "basic"));
}

export function hasCertificate({ credentials }: Use): boolean {
  return credentials.some(({ type }) => type === "X509");
}

/** User and password for a broker's tool: a name with its password, or an API key in the place of one of them. */
export function loginOf(use: Use): { readonly user: Variables | string; readonly password?: Variables } | undefined {
  if (hasPassword(use)) return { user: variable("API_USERNAME"), password: variable("API_PASSWORD") };
  const key = use.credentials.find((each) => kindOf(each) === "user-key");
  if (!key) return undefined;
  return key.in === "user" ? { user: variable("API_KEY") } : { user: "{username}", password: variable("API_KEY") };
}

/** Whether one of the credentials is a bearer token. */
export function hasToken({ credentials }: Use): boolean {
  const bearer = ({ type, scheme }: Credential): boolean => type === "http" && scheme?.toLowerCase() === "bearer";
  return credentials.some((each) => each.type === "oauth2" || each.type === "openIdConnect" || bearer(each));
}

/** Kinds of credentials, grouped by what a tool needs to know. */
export type CredentialKind = "password" | "certificate" | "token" | "key" | "user-key" | "kerberos" | "other";

/** The kind of a credential. */
export function kindOf({ type, scheme, in: place }: Credential): CredentialKind {
  if (type === "httpApiKey") return place === "header" || place === "query" || place === "cookie" ? "key" : "other";
  if (type === "apiKey") return place === "user" || place === "password" ? "user-key" : "other";
  if (type === "http") return { basic: "password", bearer: "token" }[scheme?.toLowerCase() ?? ""] as CredentialKind | undefined ?? "other"; // prettier-ignore
  if (PASSWORDS.has(type)) return "password";
  if (type === "oauth2" || type === "openIdConnect") return "token";
  if (type === "X509") return "certificate";
  return type === "gssapi" ? "kerberos" : "other";
}

/** Names of files that hold the reader's certificate and its key. */
export const CERTIFICATE = { certificate: "client.crt", key: "client.key" } as const;

const MECHANISMS: Readonly<Record<string, string>> = {
  userPassword: "PLAIN",
  plain: "PLAIN",
  scramSha256: "SCRAM-SHA-256",
  scramSha512: "SCRAM-SHA-512",
  gssapi: "GSSAPI",
  oauth2: "OAUTHBEARER",
  // A name and password of type `http`: no tool supports its other schemes.
  http: "PLAIN",
};

/** The SASL mechanism (RFC 4422) for the credentials; `undefined` for none. */
export function mechanismOf({ credentials }: Use): string | undefined {
  return credentials.map(({ type }) => (Object.hasOwn(MECHANISMS, type) ? MECHANISMS[type] : undefined)).find((name) => name !== undefined);
}

/** Whether a text is a valid header name (RFC 9110 § 5.6.2). curl would read others differently, such as `@name` as a file. */
export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** The names of API keys in one part of a request, each once: the server and the operation may ask for the same key. */
function keysIn({ credentials }: Use, place: string): string[] {
  const names = credentials.flatMap((each) =>
    each.type === "httpApiKey" && each.in === place && each.name !== undefined && isFieldName(each.name) ? [each.name] : [],
  );
  return names.filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at);
}

/** Whether the credentials already set a header or query parameter. */
export function isTold(use: Use, place: "header" | "query", name: string): boolean {
  if (keysIn(use, place).some((key) => (place === "header" ? key.toLowerCase() === name.toLowerCase() : key === name))) return true;
  return place === "header" && name.toLowerCase() === "authorization" && (hasToken(use) || hasPassword(use));
}

/** The headers of a request that authenticate. Name and password are left out: tools and libraries have options of their own for them. */
export function credentialFields(use: Use): (readonly [name: string, value: Variables])[] {
  const isAuthorized = hasToken(use) || hasPassword(use);
  const keys = keysIn(use, "header").filter((name) => !isAuthorized || name.toLowerCase() !== "authorization");
  return [
    ...(hasToken(use) ? [["Authorization", variable("API_TOKEN", "Bearer ")] as const] : []),
    ...keys.map((name) => [name, variable("API_KEY")] as const),
    ...keysIn(use, "cookie")
      .slice(0, 1)
      .map((name) => ["Cookie", variable("API_KEY", `${name}=`)] as const),
  ];
}

/** Adds the API key to a URL if it belongs into the query. */
export function withKey(use: Use, url: string): string | Variables {
  const [name] = keysIn(use, "query");
  if (name === undefined || url.includes("#")) return url;
  return variable("API_KEY", `${url}${url.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=`);
}
