import type { Variables, Words } from "./line.ts";
import { variable } from "./line.ts";
import type { Credential, Use } from "./use.ts";

const PASSWORDS: ReadonlySet<string> = new Set(["userPassword", "plain", "scramSha256", "scramSha512"]);

/** Whether one of the ways is a name and a password. */
export function hasPassword({ credentials }: Use): boolean {
  return credentials.some(({ type, scheme }) => PASSWORDS.has(type) || (type === "http" && scheme?.toLowerCase() === "basic"));
}

export function hasCertificate({ credentials }: Use): boolean {
  return credentials.some(({ type }) => type === "X509");
}

/** Whether one of the ways is a token that goes with each request. */
export function hasToken({ credentials }: Use): boolean {
  const bearer = ({ type, scheme }: Credential): boolean => type === "http" && scheme?.toLowerCase() === "bearer";
  return credentials.some((each) => each.type === "oauth2" || each.type === "openIdConnect" || bearer(each));
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
};

/** The SASL mechanism (RFC 4422) that a way asks for. */
export function mechanismOf({ credentials }: Use): string | undefined {
  return credentials.map(({ type }) => (Object.hasOwn(MECHANISMS, type) ? MECHANISMS[type] : undefined)).find((name) => name !== undefined);
}

/** RFC 9110 § 5.6.2. Of anything else curl might make something else: `@name` is a file to it. */
export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** Keys that go at a place of a request, the first of each name: server and operation may ask for the same one. */
function keysIn({ credentials }: Use, place: string): string[] {
  const names = credentials.flatMap((each) =>
    each.type === "httpApiKey" && each.in === place && each.name !== undefined && isFieldName(each.name) ? [each.name] : [],
  );
  return names.filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at);
}

/** What HTTP and WebSocket tools send with a request; `header` is the option of one (`Name: value`). */
export function httpCredentials(use: Use, { header, user }: { readonly header: string; readonly user: string }): Words {
  const isTold = hasToken(use) || hasPassword(use);
  const keys = keysIn(use, "header").filter((name) => !isTold || name.toLowerCase() !== "authorization");
  return [
    ...(hasToken(use) ? [[header, variable("TOKEN", "Authorization: Bearer ")] as const] : []),
    ...(hasPassword(use) ? [[user, { before: "", names: ["USERNAME", "PASSWORD"] }] as const] : []),
    ...keys.map((name) => [header, variable("API_KEY", `${name}: `)] as const),
    ...keysIn(use, "cookie")
      .slice(0, 1)
      .map((name) => [header, variable("API_KEY", `Cookie: ${name}=`)] as const),
  ];
}

/** A URL with the key that its query asks for. */
export function withKey(use: Use, url: string): string | Variables {
  const [name] = keysIn(use, "query");
  if (name === undefined || url.includes("#")) return url;
  return variable("API_KEY", `${url}${url.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=`);
}
