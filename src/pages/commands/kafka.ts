import { CERTIFICATE, hasCertificate, hasPassword, mechanismOf } from "./credentials.ts";
import { line, variable, type Words } from "./line.ts";
import { quote } from "./quote.ts";
import { FILE, type Command, type Use } from "./use.ts";

/** Settings of librdkafka: how to be let in. */
function security(use: Use): Words {
  const mechanism = mechanismOf(use);
  const { secure } = use.at;
  const protocol = mechanism === undefined ? (secure ? "SSL" : undefined) : secure ? "SASL_SSL" : "SASL_PLAINTEXT";
  return [
    ["-X security.protocol=", protocol],
    ["-X sasl.mechanisms=", mechanism],
    ...(hasPassword(use)
      ? [["-X sasl.username=", variable("USERNAME")] as const, ["-X sasl.password=", variable("PASSWORD")] as const]
      : []),
    ...(hasCertificate(use)
      ? [["-X ssl.certificate.location=", CERTIFICATE.certificate] as const, ["-X ssl.key.location=", CERTIFICATE.key] as const]
      : []),
  ];
}

/** kcat: a message is a line of its input, or a file. */
export function kafka(use: Use): Command[] {
  const { at, address, way, payload, binding, headers } = use;
  const topic = binding("channel", "topic") ?? address;
  // Brokers take no other names (Kafka: Topic.java), so that nothing could come of it.
  if (!/^(?:[\w.-]|\{[^{}]*\})+$/.test(topic)) return [];
  const broker = line(["-b", at.brokers], ...security(use));
  if (way === "receive") {
    const group = binding("operation", "groupId");
    // What begins like an option would be one.
    const dashed = topic.startsWith("-") ? ["--"] : [];
    const text =
      group === undefined
        ? `kcat -C ${broker} ${line(["-t", topic], "-o", "end")}`
        : `kcat ${broker} ${line(["-G", group], ...dashed, topic)}`;
    return [{ tool: "kcat", text }];
  }
  const given = headers.map(([name, value]) => ["-H", `${name}=${value}`] as const);
  const rest = `kcat -P ${broker} ${line(["-t", topic], ["-k", binding("message", "key")], ...given)}`;
  const isLine = payload !== undefined && !payload.includes("\n");
  return [{ tool: "kcat", text: isLine ? `printf '%s' ${quote(payload)} | ${rest}` : `${rest} ${FILE}` }];
}
