import { exchangeOf, vhostOf } from "./brokers.ts";
import { CERTIFICATE, hasCertificate, hasToken, loginOf, mechanismOf } from "./credentials.ts";
import { FILE, type Use } from "./use.ts";
import { wildcards } from "./patterns.ts";
import { requestFields, requestUrl } from "./web.ts";
import { variable } from "./line.ts";

/** A user's template of code: prints what stands in its holes as literals of its language. */
export type CodeTemplate = (context: object) => string;

/** Templates by `<protocol>.<language>`. */
export type CodeTemplates = ReadonlyMap<string, CodeTemplate>;

/** Fields of bindings by the kind of object that they stand in. What the document does not say is absent. */
const BINDINGS = {
  server: ["keepAlive", "msgVpn", "tenant"],
  channel: ["is", "method", "namespace", "persistence", "topic"],
  operation: ["qos", "retain", "groupId", "clientId", "queue", "method", "type", "deliveryMode", "ack"],
  message: ["key", "responseTopic"],
} as const;

const numberOrText = (text: string | undefined): string | number | undefined => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text); // prettier-ignore

/** What a template of code may use: `docs/guide/code.md` describes every field. */
export function codeContext(use: Use): object {
  const { at, address, protocol, way, payload, body, contentType, binding, required } = use;
  const login = loginOf(use);
  const bindings = Object.fromEntries(
    Object.entries(BINDINGS).map(([kind, fields]) => [
      kind,
      Object.fromEntries(fields.map((field) => [field, numberOrText(binding(kind, field))])),
    ]),
  );
  const isWeb = protocol === "ws" || protocol === "http";
  const asked = protocol === "ws" ? required("channel", "headers") : [...use.headers, ...required("message", "headers")];
  const query = required(protocol === "ws" ? "channel" : "operation", "query");
  return {
    protocol,
    sends: way === "send",
    receives: way === "receive",
    address,
    filter: wildcards(address, protocol === "nats" || protocol === "amqp" ? "." : "/", protocol.startsWith("mqtt") ? "+" : "*"),
    server: { url: at.url, host: at.host, port: numberOrText(at.port), secure: at.secure, brokers: at.brokers.split(",") },
    url: isWeb ? requestUrl(use, query) : at.url,
    contentType,
    headers: (isWeb ? requestFields(use, asked) : use.headers).map(([name, value]) => ({ name, value })),
    payload: body ?? payload,
    file: FILE,
    credentials: {
      username: login?.user,
      password: login?.password,
      token: hasToken(use) ? variable("TOKEN") : undefined,
      mechanism: mechanismOf(use),
      certificate: hasCertificate(use) ? CERTIFICATE.certificate : undefined,
      key: hasCertificate(use) ? CERTIFICATE.key : undefined,
    },
    exchange: exchangeOf(use),
    queue: binding("channel", "queue", "name"),
    vhost: vhostOf(use),
    bindings,
  };
}
