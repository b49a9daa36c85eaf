import type { ServerAddress } from "./server-address.ts";
import { serverAddress } from "./server-address.ts";
import { quote } from "./quote.ts";

/** One use of a channel at a server, by the reader. All texts are as they go over the wire, with variables and parameters filled. */
export interface Call {
  /** The canonical key of the protocol, such as `kafka`. */
  readonly protocol: string;
  /** The protocol as written (`kafka-secure`), which may ask for TLS. */
  readonly written: string;
  readonly server: string;
  readonly address: string;
  /** What the reader does: the opposite of what the application does. */
  readonly way: "send" | "receive";
  /** The example's payload; absent where it is not text, or too long for a line: then the command reads a file. */
  readonly payload?: string | undefined;
  readonly contentType: string;
  /** A field of the bindings of server, channel, operation or message, where it is a plain value. */
  readonly binding: (...path: readonly string[]) => string | undefined;
}

export interface Command {
  readonly tool: string;
  readonly text: string;
}

/** What a command reads where no payload fits into it. */
const FILE = "payload";

type Words = readonly (string | readonly [option: string, value: string | undefined])[];

/** Words of a command, quoted; options whose value is not known are left out. */
function line(...words: Words): string {
  return words
    .flatMap((word) => {
      if (typeof word === "string") return [quote(word)];
      const [option, value] = word;
      return value === undefined ? [] : [option.endsWith("=") ? option + quote(value) : `${option} ${quote(value)}`];
    })
    .join(" ");
}

interface Use extends Call {
  readonly at: ServerAddress;
}

function kafka({ at, address, way, payload, binding }: Use): Command[] {
  const topic = binding("channel", "topic") ?? address;
  const broker = line(["-b", at.brokers], ...(at.secure ? [["-X", "security.protocol=SSL"] as const] : []));
  if (way === "receive") {
    const group = binding("operation", "groupId");
    const text =
      group === undefined ? `kcat -C ${broker} ${line(["-t", topic], "-o", "end")}` : `kcat ${broker} ${line(["-G", group], topic)}`;
    return [{ tool: "kcat", text }];
  }
  const rest = `kcat -P ${broker} ${line(["-t", topic], ["-k", binding("message", "key")])}`;
  // Without a file each line of the input is a message.
  return [
    { tool: "kcat", text: payload === undefined || payload.includes("\n") ? `${rest} ${FILE}` : `printf '%s' ${quote(payload)} | ${rest}` },
  ];
}

function mqtt({ at, protocol, address, way, payload, binding }: Use): Command[] {
  const broker = line(
    ["-h", at.host],
    ["-p", at.port],
    ...(protocol === "mqtt5" ? [["-V", "mqttv5"] as const] : []),
    ...(at.secure ? ["--tls-use-os-certs"] : []),
  );
  const qos = ["-q", binding("operation", "qos")] as const;
  if (way === "receive")
    return [{ tool: "mosquitto_sub", text: `mosquitto_sub ${broker} ${line(["-t", address.replace(/\{[^{}]*\}/g, "+")], qos, "-v")}` }];
  const retain = binding("operation", "retain") === "true" ? ["-r"] : [];
  const body = payload === undefined ? (["-f", FILE] as const) : (["-m", payload] as const);
  return [{ tool: "mosquitto_pub", text: `mosquitto_pub ${broker} ${line(["-t", address], qos, ...retain, body)}` }];
}

function ws({ at, address, way, payload }: Use): Command[] {
  const send = way === "send" ? payload : undefined;
  return [{ tool: "wscat", text: line("wscat", ["-c", at.withPath(address)], ["-x", send]) }];
}

function nats({ at, address, way, payload, binding }: Use): Command[] {
  if (way === "receive") {
    const subject = address.replace(/\{[^{}]*\}/g, "*");
    return [{ tool: "nats", text: line("nats", "sub", ["--server=", at.url], ["--queue=", binding("operation", "queue")], "--", subject) }];
  }
  const text = line("nats", "pub", ["--server=", at.url], "--", address);
  return [{ tool: "nats", text: payload === undefined ? `${text} < ${FILE}` : `${text} ${quote(payload)}` }];
}

function amqp({ at, address, way, payload, contentType, binding }: Use): Command[] {
  const queue = binding("channel", "queue", "name");
  if (way === "receive") {
    const exchange = queue === undefined ? binding("channel", "exchange", "name") : undefined;
    const key = exchange === undefined ? undefined : address;
    return [
      {
        tool: "amqp-consume",
        text: line(
          "amqp-consume",
          ["--url=", at.url],
          ["--queue=", queue ?? (exchange === undefined ? address : undefined)],
          ["--exchange=", exchange],
          ["--routing-key=", key],
          "cat",
        ),
      },
    ];
  }
  const exchange = binding("channel", "exchange", "name");
  const persistent = binding("operation", "deliveryMode") === "2" ? ["--persistent"] : [];
  const key = exchange === undefined ? (queue ?? address) : address;
  const text = line(
    "amqp-publish",
    ["--url=", at.url],
    ["--exchange=", exchange],
    ["--routing-key=", key],
    ["--content-type=", contentType],
    ...persistent,
    ["--body=", payload],
  );
  return [{ tool: "amqp-publish", text: payload === undefined ? `${text} < ${FILE}` : text }];
}

function http({ at, address, way, payload, contentType, binding }: Use): Command[] {
  const url = at.withPath(address);
  const method = binding("operation", "method");
  if (way === "receive") return [{ tool: "curl", text: line("curl", "--no-buffer", ["-X", method], url) }];
  const body = payload ?? `@${FILE}`;
  return [
    {
      tool: "curl",
      text: line(
        "curl",
        ["-X", method ?? "POST"],
        ["-H", `Content-Type: ${contentType}`],
        [payload === undefined ? "--data-binary" : "--data-raw", body],
        url,
      ),
    },
  ];
}

function mercure({ at, address, way, payload }: Use): Command[] {
  if (way === "receive")
    return [{ tool: "curl", text: line("curl", "--no-buffer", "--get", ["--data-urlencode", `topic=${address}`], at.url) }];
  const data = payload === undefined ? `data@${FILE}` : `data=${payload}`;
  return [{ tool: "curl", text: line("curl", ["--data-urlencode", `topic=${address}`], ["--data-urlencode", data], at.url) }];
}

function redis({ at, address, way, payload }: Use): Command[] {
  if (way === "receive") return [{ tool: "redis-cli", text: line("redis-cli", ["-u", at.url], "SUBSCRIBE", address) }];
  const text = line("redis-cli", ["-u", at.url], ...(payload === undefined ? ["-x"] : []), "PUBLISH", address);
  return [{ tool: "redis-cli", text: payload === undefined ? `${text} < ${FILE}` : `${text} ${quote(payload)}` }];
}

const tools: ReadonlyMap<string, (use: Use) => Command[]> = new Map([
  ["kafka", kafka],
  ["mqtt", mqtt],
  ["mqtt5", mqtt],
  ["ws", ws],
  ["nats", nats],
  ["amqp", amqp],
  ["http", http],
  ["sse", http],
  ["mercure", mercure],
  ["redis", redis],
]);

/** What to paste for a call; nothing for a protocol without a usual tool. */
export function commandsFor(call: Call): readonly Command[] {
  return tools.get(call.protocol)?.({ ...call, at: serverAddress(call.server, call) }) ?? [];
}
