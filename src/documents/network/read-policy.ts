/** What the user asked for, as written. */
export interface RemoteWish {
  /** `https://host/path` of what may be read. */
  readonly allow: readonly string[];
  /** Origin → name of the environment variable that holds its `Authorization` header. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** What may be read, and who gets which credentials. */
export interface Policy {
  readonly allowed: readonly { readonly origin: string; readonly path: string }[];
  /** Origin → value of the `Authorization` header. */
  readonly credentials: ReadonlyMap<string, string>;
}

interface Reading {
  readonly schemes: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A wish that cannot be granted, in words. */
export interface Refusal {
  readonly reason: string;
}

function place(text: string, { schemes }: Reading): { origin: string; path: string } | Refusal {
  const name = JSON.stringify(text);
  if (!URL.canParse(text))
    return { reason: `${name} is not a URL. Name an origin and a path, such as https://schemas.example.com/orders/.` };
  const url = new URL(text);
  if (!schemes.includes(url.protocol)) return { reason: `${name} is not an https URL.` };
  if (url.username !== "" || url.password !== "")
    return { reason: `${name} holds a password. Name an environment variable for it instead.` };
  if (url.search !== "" || url.hash !== "") return { reason: `${name} has a query or a fragment; an origin and a path are meant.` };
  return { origin: url.origin, path: url.pathname };
}

/** Turns what was asked for into a policy. Every credential belongs to one origin that may be read, and must be there. */
export function readPolicy(wish: RemoteWish, reading: Reading): Policy | Refusal {
  const allowed: { origin: string; path: string }[] = [];
  for (const text of wish.allow) {
    const found = place(text, reading);
    if ("reason" in found) return found;
    allowed.push(found);
  }
  const credentials = new Map<string, string>();
  for (const [text, variable] of Object.entries(wish.credentials)) {
    const found = place(text, reading);
    if ("reason" in found) return found;
    if (found.path !== "/") return { reason: `${JSON.stringify(text)} is not an origin: credentials belong to a whole origin.` };
    if (!allowed.some(({ origin }) => origin === found.origin))
      return { reason: `Nothing of ${found.origin} may be read, so it gets no credentials.` };
    const value = reading.env[variable];
    if (value === undefined || value === "") return { reason: `The environment variable ${JSON.stringify(variable)} is empty.` };
    if (/[^\x20-\x7e]/.test(value)) return { reason: `The environment variable ${JSON.stringify(variable)} holds no header value.` };
    credentials.set(found.origin, value);
  }
  return { allowed, credentials };
}

/** Why a URL may not be read; `undefined` where it may. */
export function refusedBy(policy: Policy, url: URL): "origin" | "path" | "password" | undefined {
  if (url.username !== "" || url.password !== "") return "password";
  const ofOrigin = policy.allowed.filter(({ origin }) => origin === url.origin);
  if (ofOrigin.length === 0) return "origin";
  // A server may take an encoded slash or backslash for a real one, and climb out of the path with it.
  if (/%2f|%5c|\\/i.test(url.pathname)) return "path";
  const under = ofOrigin.some(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`));
  return under ? undefined : "path";
}
