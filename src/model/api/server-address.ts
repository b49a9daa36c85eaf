import { joinedPath } from "./wire-address.ts";

/** The parts of a server's address that tools ask for. */
export interface AddressParts {
  readonly url: string;
  readonly host: string;
  readonly port: string | undefined;
  readonly secure: boolean;
  /** Host and port without scheme and path; several are separated by commas. */
  readonly brokers: string;
  /** The scheme as written, in lower case. */
  readonly scheme: string;
  /** The path without the slash before it and without the query. */
  readonly path: string;
  /** Scheme, host and port alone, with the protocol's usual port where the server names none. */
  origin(secure: boolean): string;
  /** The URL with `path` appended, without what it repeats. A `path` that is a full URL is returned as it is. */
  withPath(path: string): string;
}

/** RFC 3986 § 3, as far as servers write it: the scheme and the path may be missing. */
const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(?:[^@/]*@)?([^/?#]*)([^]*)$/;

const SECURE = /^(?:.*-secure|secure-.*|mqtts|amqps|stomps|tcps|wss|https|rediss|tls|ssl|(?:pulsar|stomp)\+ssl)$/i;

/** The schemes that tools expect, by protocol, if the document has another scheme or none. All other protocols use those of HTTP. */
const SCHEMES: Readonly<Record<string, readonly [plain: string, secure: string]>> = {
  amqp: ["amqp", "amqps"],
  mqtt: ["mqtt", "mqtts"],
  mqtt5: ["mqtt", "mqtts"],
  ws: ["ws", "wss"],
  nats: ["nats", "tls"],
  redis: ["redis", "rediss"],
  pulsar: ["pulsar", "pulsar+ssl"],
  solace: ["tcp", "tcps"],
};

/** The usual ports of protocols whose libraries want one in a URL. */
const PORTS: Readonly<Record<string, readonly [plain: string, secure: string]>> = {
  amqp: ["5672", "5671"],
  mqtt: ["1883", "8883"],
  mqtt5: ["1883", "8883"],
};

/** The scheme of the URL for a tool. */
function schemeOf(protocol: string, secure: boolean): string {
  const [plain, safe] = (Object.hasOwn(SCHEMES, protocol) ? SCHEMES[protocol] : undefined) ?? ["http", "https"];
  return secure ? safe : plain;
}

/** Splits a path from its query. The fragment is dropped: it is never sent. */
function splitQuery(text: string): [path: string, query: string | undefined] {
  const [path = "", ...query] = text.replace(/#[^]*$/, "").split("?");
  return [path, query.length > 0 ? query.join("?") : undefined];
}

/** Host and port of the first broker. */
function firstOf(authority: string): Pick<AddressParts, "host" | "port"> {
  const [first = ""] = authority.split(",");
  const [, host = first, port] = /^(\[[^\]]*\]|(?:\{[^{}]*\}|[^:{])*)(?::(\d+|\{[^{}]*\}))?$/.exec(first) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port };
}

export function serverAddress(text: string, { protocol, written }: { protocol: string; written: string }): AddressParts {
  const [, scheme = "", authority = "", rest = ""] = PARTS.exec(text) ?? [];
  const secure = SECURE.test(scheme) || SECURE.test(written);
  const own = schemeOf(protocol, secure);
  const [path, query] = splitQuery(rest);
  const { host, port } = firstOf(authority);
  const url = `${own}://${text.slice(scheme === "" ? 0 : scheme.length + 3)}`;
  const base = url.slice(0, url.length - rest.length) + path.replace(/\/$/, "");
  return {
    url,
    host,
    port,
    secure,
    brokers: authority,
    scheme: scheme.toLowerCase(),
    path: path.replace(/^\//, ""),
    origin(isSecure) {
      const usual = (Object.hasOwn(PORTS, protocol) ? PORTS[protocol] : undefined)?.[isSecure ? 1 : 0];
      const end = port ?? usual;
      return `${schemeOf(protocol, isSecure)}://${host.includes(":") ? `[${host}]` : host}${end === undefined ? "" : `:${end}`}`;
    },
    withPath(below) {
      if (/^[a-z][a-z0-9+.-]*:\/\//i.test(below)) return below;
      const whole = joinedPath(base, below);
      return query === undefined ? whole : `${whole}${below.includes("?") ? "&" : "?"}${query}`;
    },
  };
}
