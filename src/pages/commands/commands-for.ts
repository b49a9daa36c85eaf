import { amqp, nats, pulsar, redis } from "./brokers.ts";
import { googlepubsub, sns, sqs } from "./cloud.ts";
import type { CredentialKind } from "./credentials.ts";
import { CERTIFICATE, hasCertificate, hasPassword, kindOf, loginOf, mechanismOf } from "./credentials.ts";
import type { CommandLine } from "./line.ts";
import { line, quote, variable } from "./line.ts";
import { programFor } from "./code/programs-for.ts";
import type { ProgramLanguage } from "./code/source.ts";
import { codeContext, type CodeTemplates } from "./context.ts";
import { isTopicFilter, isTopicName, wildcards } from "./patterns.ts";
import { serverAddress } from "./server-address.ts";
import type { Call, Command, Use } from "./use.ts";
import { FILE } from "./use.ts";
import { http, mercure, ws } from "./web.ts";

/**
 * The options to connect and authenticate. The client id and will in the bindings belong to the application and are not used: with its
 * id, a reader would take over its session (MQTT 5.0 § 3.1.4); with its will, others would think it is gone.
 */
function connection(use: Use): CommandLine {
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

/** The words of an option that sets one property of MQTT 5 (§ 2.2.2.2). */
function property(...words: readonly string[]): string[] {
  return ["-D", "publish", ...words];
}

function mqtt(use: Use): Command[] {
  const { protocol, address, way, payload, contentType, headers, binding } = use;
  const broker = line(...connection(use));
  const qos = ["-q", binding("operation", "qos")] as const;
  if (way === "receive") {
    const text = `mosquitto_sub ${broker} ${line(["-t", wildcards(address, "/", "+")], qos, "-v")}`;
    return [{ tool: "mosquitto_sub", text }];
  }
  if (isTopicFilter(address)) return [];
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

/** Settings of librdkafka for authentication and TLS. */
function security(use: Use): CommandLine {
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

/** Commands for kcat, which reads each line of its input, or a whole file, as a message. */
function kafka(use: Use): Command[] {
  const { at, address: topic, way, payload, binding, headers } = use;
  if (!isTopicName(topic)) return [];
  const broker = line(["-b", at.brokers], ...security(use));
  if (way === "receive") {
    const group = binding("operation", "groupId");
    // A topic that begins with `-` would be read as an option.
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

interface Tool {
  /** Makes the commands; absent if only libraries speak the protocol. */
  readonly make?: (use: Use) => Command[];
  /** The kinds of credentials it accepts; absent if the tool uses an account of its own. */
  readonly takes?: readonly CredentialKind[];
  /** Whether addresses are paths of the server's URL. */
  readonly isWeb?: boolean;
}

const BROKER = ["password", "certificate", "user-key"] as const;
const WEB = ["password", "certificate", "token", "key"] as const;

/**
 * The protocols with a commonly used tool or library. The others of the format have none that is available everywhere: JMS is a Java
 * interface, and IBM MQ and Anypoint MQ need clients of their vendors.
 */
const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ["kafka", { make: kafka, takes: ["password", "certificate", "kerberos"] }],
  ["mqtt", { make: mqtt, takes: BROKER }],
  ["mqtt5", { make: mqtt, takes: BROKER }],
  ["nats", { make: nats, takes: BROKER }],
  ["amqp", { make: amqp, takes: BROKER }],
  ["redis", { make: redis, takes: BROKER }],
  ["solace", { takes: ["password"] }],
  ["stomp", { takes: BROKER }],
  ["pulsar", { make: pulsar, takes: ["token", "certificate"] }],
  ["ws", { make: ws, takes: WEB, isWeb: true }],
  ["http", { make: http, takes: WEB, isWeb: true }],
  ["sse", { make: http, takes: WEB, isWeb: true }],
  ["mercure", { make: mercure, takes: WEB, isWeb: true }],
  ["sns", { make: sns }],
  ["sqs", { make: sqs }],
  ["googlepubsub", { make: googlepubsub }],
]);

/** Whether a tool can do what a call needs. */
function canDo({ takes, isWeb = false }: Tool, { at, address, credentials }: Use): boolean {
  // A tool without this list has its own account and its own servers.
  if (!takes) return address !== "";
  // A relative URL names no server, and no broker tool speaks its protocol over a WebSocket.
  if (at.host === "" || (!isWeb && (address === "" || /^(?:ws|http)s?$/.test(at.scheme)))) return false;
  return credentials.every((each) => takes.includes(kindOf(each)));
}

/** Whether a header fits on one line. With a line break in it, some tools would cut it and others refuse it. */
function isLine([name, value]: readonly [string, string]): boolean {
  return name !== "" && !/[\r\n]/.test(name + value);
}

/** One sample for one language. */
export interface CommandSample {
  readonly language: string;
  readonly text: string;
  /** The command line tool that is used. */
  readonly tool?: string;
}

/**
 * Makes the samples of a call in some languages. The list is empty if the protocol has no common tool or the tool cannot do it. Where
 * addresses are paths of a server, the application is that server, so it gets no samples.
 */
export function samplesFor(
  call: Call,
  languages: readonly string[],
  side: "client" | "application" = "client",
  templates?: CodeTemplates,
): readonly CommandSample[] {
  const tool = tools.get(call.protocol);
  if (side === "application" && tool?.isWeb === true) return [];
  const use = { ...call, headers: call.headers.filter(isLine), at: serverAddress(call.server, call) };
  const made = tool && canDo(tool, use) ? tool : undefined;
  return languages.flatMap((language): CommandSample[] => {
    const template = templates?.get(`${call.protocol}.${language}`);
    if (template) return [{ language, text: template(codeContext(use)).trim() }];
    if (!made) return [];
    if (language === "cli") return (made.make?.(use) ?? []).map((command) => ({ language, ...command }));
    const text = programFor(use, language as ProgramLanguage);
    return text === undefined ? [] : [{ language, text }];
  });
}
