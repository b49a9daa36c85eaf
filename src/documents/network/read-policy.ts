/** The access that the user requests, as written. */
export interface RemoteAccess {
  /** Allowed URLs: `https://host/path`. */
  readonly allow: readonly string[];
  /** Origin → name of the environment variable that holds its `Authorization` header. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** The allowed origins and paths, and the credentials for each origin. */
export interface NetworkPolicy {
  readonly allowed: readonly { readonly origin: string; readonly path: string }[];
  /** Origin → value of the `Authorization` header. */
  readonly credentials: ReadonlyMap<string, string>;
}

interface PolicyContext {
  readonly schemes: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why the requested access is invalid. */
export interface PolicyError {
  readonly reason: string;
}

function parseOrigin(text: string, { schemes }: PolicyContext): { origin: string; path: string } | PolicyError {
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

/** Turns the requested access into a policy. Each credential must exist and belong to an allowed origin. */
export function readPolicy(wish: RemoteAccess, reading: PolicyContext): NetworkPolicy | PolicyError {
  const allowed: { origin: string; path: string }[] = [];
  for (const text of wish.allow) {
    const found = parseOrigin(text, reading);
    if ("reason" in found) return found;
    allowed.push(found);
  }
  const credentials = new Map<string, string>();
  for (const [text, variable] of Object.entries(wish.credentials)) {
    const found = parseOrigin(text, reading);
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

/** Why a policy denies a URL, or `undefined`. */
export function denialOf(policy: NetworkPolicy, url: URL): "origin" | "path" | "password" | undefined {
  if (url.username !== "" || url.password !== "") return "password";
  const ofOrigin = policy.allowed.filter(({ origin }) => origin === url.origin);
  if (ofOrigin.length === 0) return "origin";
  // A server may decode an encoded slash or backslash, which could leave the allowed path.
  if (/%2f|%5c|\\/i.test(url.pathname)) return "path";
  const under = ofOrigin.some(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`));
  return under ? undefined : "path";
}
