/** The parts of a server's address that tools ask for. */
export interface ServerAddress {
  readonly url: string;
  readonly host: string;
  readonly port: string | undefined;
  readonly secure: boolean;
  /** Host and port, several separated by commas, without scheme and path. */
  readonly brokers: string;
  /** The URL with a path below it. */
  withPath(path: string): string;
}

/** RFC 3986 § 3, as far as servers write it: the scheme and the path may be missing. */
const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(?:[^@/]*@)?([^/?#]*)([^]*)$/;

const SECURE = /^(?:.*-secure|secure-.*|mqtts|amqps|wss|https|rediss|tls|ssl|pulsar\+ssl)$/i;

/** Schemes that tools want, by protocol, where the document writes another or none. */
const SCHEMES: Readonly<Record<string, readonly [plain: string, secure: string]>> = {
  amqp: ["amqp", "amqps"],
  ws: ["ws", "wss"],
  nats: ["nats", "tls"],
  redis: ["redis", "rediss"],
  pulsar: ["pulsar", "pulsar+ssl"],
};

/** The scheme of the URL for a tool: as written, else the protocol's own. A hub of Mercure is reached by HTTP. */
function schemeOf(scheme: string, protocol: string, secure: boolean): string {
  if (scheme !== "" && scheme.toLowerCase() !== "mercure") return scheme;
  const [plain, safe] = (Object.hasOwn(SCHEMES, protocol) ? SCHEMES[protocol] : undefined) ?? ["http", "https"];
  return secure ? safe : plain;
}

/** Host and port of the first of the brokers. */
function firstOf(authority: string): Pick<ServerAddress, "host" | "port"> {
  const [first = ""] = authority.split(",");
  const [, host = first, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(first) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port };
}

export function serverAddress(text: string, { protocol, written }: { protocol: string; written: string }): ServerAddress {
  const [, scheme = "", authority = "", path = ""] = PARTS.exec(text) ?? [];
  const secure = SECURE.test(scheme) || SECURE.test(written);
  const url = `${schemeOf(scheme, protocol, secure)}://${text.slice(scheme === "" ? 0 : scheme.length + 3)}`;
  return {
    url,
    ...firstOf(authority),
    secure,
    brokers: authority,
    withPath: (below) => (path.includes("?") ? url : `${url.replace(/\/$/, "")}/${below.replace(/^\//, "")}`),
  };
}
