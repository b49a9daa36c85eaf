import { CERTIFICATE, hasCertificate, hasPassword } from "./credentials.ts";
import { line, variable, type Words } from "./line.ts";
import { quote } from "./quote.ts";
import { FILE, type Command, type Use } from "./use.ts";

/** Name and password as the two options of a tool. */
function login(use: Use, user: string, password: string): Words {
  return hasPassword(use) ? [[user, variable("USERNAME")], [password, variable("PASSWORD")]] : []; // prettier-ignore
}

/** A command that takes its payload as the last word, or reads it. */
function withBody(text: string, payload: string | undefined): string {
  return payload === undefined ? `${text} < ${FILE}` : `${text} ${quote(payload)}`;
}

export function nats(use: Use): Command[] {
  const { at, address, way, payload, headers, binding } = use;
  const certificate: Words = hasCertificate(use) ? [["--tlscert=", CERTIFICATE.certificate], ["--tlskey=", CERTIFICATE.key]] : []; // prettier-ignore
  const server: Words = [["--server=", at.url], ...login(use, "--user=", "--password="), ...certificate];
  if (way === "receive") {
    const subject = address.replace(/\{[^{}]*\}/g, "*");
    return [{ tool: "nats", text: line("nats", "sub", ...server, ["--queue=", binding("operation", "queue")], "--", subject) }];
  }
  const given = headers.map(([name, value]) => ["--header=", `${name}:${value}`] as const);
  return [{ tool: "nats", text: withBody(line("nats", "pub", ...server, ...given, "--", address), payload) }];
}

/** The tools of rabbitmq-c take a name either in the URL or not at all beside one, so that it goes to the parts. */
function amqpServer(use: Use): Words {
  const { at } = use;
  if (!hasPassword(use)) return [["--url=", at.url]];
  return [["--server=", at.host], ["--port=", at.port], ...(at.secure ? ["--ssl"] : []), ...login(use, "--username=", "--password=")];
}

export function amqp(use: Use): Command[] {
  const { address, way, payload, contentType, headers, binding } = use;
  const queue = binding("channel", "queue", "name");
  const named = binding("channel", "exchange", "name");
  if (way === "receive") {
    const exchange = queue === undefined ? named : undefined;
    const from = queue ?? (exchange === undefined ? address : undefined);
    const key = exchange === undefined ? undefined : address;
    const text = line("amqp-consume", ...amqpServer(use), ["--queue=", from], ["--exchange=", exchange], ["--routing-key=", key], "cat");
    return [{ tool: "amqp-consume", text }];
  }
  const text = line(
    "amqp-publish",
    ...amqpServer(use),
    ["--exchange=", named],
    ["--routing-key=", named === undefined ? (queue ?? address) : address],
    ["--content-type=", contentType],
    ...headers.map(([name, value]) => ["--header=", `${name}: ${value}`] as const),
    ...(binding("operation", "deliveryMode") === "2" ? ["--persistent"] : []),
    ["--body=", payload],
  );
  return [{ tool: "amqp-publish", text: payload === undefined ? `${text} < ${FILE}` : text }];
}

export function redis(use: Use): Command[] {
  const { at, address, way, payload } = use;
  const server: Words = [["-u", at.url], ...login(use, "--user", "--pass")];
  if (way === "receive") return [{ tool: "redis-cli", text: line("redis-cli", ...server, "SUBSCRIBE", address) }];
  return [
    {
      tool: "redis-cli",
      text: withBody(line("redis-cli", ...server, ...(payload === undefined ? ["-x"] : []), "PUBLISH", address), payload),
    },
  ];
}

/** `persistent://tenant/namespace/topic`, of which tenant and namespace have the names that a fresh cluster has. */
function pulsarTopic({ address, binding }: Use): string {
  if (/^(?:non-)?persistent:\/\//.test(address)) return address;
  const [persistence = "persistent", tenant = "public", namespace = "default"] = [
    binding("channel", "persistence"),
    binding("server", "tenant"),
    binding("channel", "namespace"),
  ];
  return `${persistence}://${tenant}/${namespace}/${address}`;
}

export function pulsar(use: Use): Command[] {
  const { at, way, payload, headers } = use;
  const client = line("pulsar-client", ["--url", at.url]);
  const topic = pulsarTopic(use);
  if (way === "receive")
    return [{ tool: "pulsar-client", text: `${client} ${line("consume", ["-s", "my-subscription"], ["-n", "0"], topic)}` }];
  // Without the empty separator a comma ends a message.
  const body: Words = payload === undefined ? [["-f", FILE]] : [["-s", ""], ["-m", payload]]; // prettier-ignore
  const given = headers.map(([name, value]) => ["-p", `${name}=${value}`] as const);
  return [{ tool: "pulsar-client", text: `${client} ${line("produce", ...given, ...body, topic)}` }];
}
