import { CERTIFICATE, hasCertificate, loginOf } from "./credentials.ts";
import { line, type Words } from "./line.ts";
import { FILE, type Command, type Use } from "./use.ts";

/**
 * The connection, and how to be let in. The client id and the will of the bindings are the application's: with its id a reader
 * would take its session over (MQTT 5.0 § 3.1.4), with its will tell others that it is gone.
 */
function connection(use: Use): Words {
  const { at, protocol, binding } = use;
  const login = loginOf(use);
  return [
    ["-h", at.host],
    ["-p", at.port],
    ...(protocol === "mqtt5" ? [["-V", "mqttv5"] as const] : []),
    ...(at.secure ? ["--tls-use-os-certs"] : []),
    ["-u", login?.user],
    ["-P", login?.password],
    ...(hasCertificate(use) ? [["--cert", CERTIFICATE.certificate] as const, ["--key", CERTIFICATE.key] as const] : []),
    ["-k", binding("server", "keepAlive")],
  ];
}

/** An option of one property of MQTT 5 (§ 2.2.2.2), which takes several words. */
function property(...words: readonly string[]): string[] {
  return ["-D", "publish", ...words];
}

export function mqtt(use: Use): Command[] {
  const { protocol, address, way, payload, contentType, headers, binding } = use;
  const broker = line(...connection(use));
  const qos = ["-q", binding("operation", "qos")] as const;
  if (way === "receive") {
    const levels = address.split("/").map((level) => (/^\{[^{}]*\}$/.test(level) ? "+" : level));
    const text = `mosquitto_sub ${broker} ${line(["-t", levels.join("/")], qos, "-v")}`;
    return [{ tool: "mosquitto_sub", text }];
  }
  // Nothing can be sent to a filter (MQTT 5.0 § 4.7.1).
  if (/[+#]/.test(address)) return [];
  const answer = binding("message", "responseTopic");
  const properties =
    protocol === "mqtt5"
      ? [
          ...property("content-type", contentType),
          ...(answer === undefined ? [] : property("response-topic", answer)),
          ...headers.flatMap(([name, value]) => property("user-property", name, value)),
        ]
      : [];
  const retain = binding("operation", "retain") === "true" ? ["-r"] : [];
  const body = payload === undefined ? (["-f", FILE] as const) : (["-m", payload] as const);
  return [{ tool: "mosquitto_pub", text: `mosquitto_pub ${broker} ${line(["-t", address], qos, ...retain, ...properties, body)}` }];
}
