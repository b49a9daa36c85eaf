import { CERTIFICATE, hasCertificate, hasToken, loginOf } from "./credentials.ts";
import { line, quote, type Variables, type CommandLine, variable } from "./line.ts";
import { isSubjectPattern, wildcards } from "./patterns.ts";
import { FILE, type Command, type Use } from "./use.ts";

/** Name and password as two options of a tool; empty for other credentials. */
function login(use: Use, user: string, password: string): CommandLine {
  const given = loginOf(use);
  return given ? [[user, given.user], [password, given.password]] : []; // prettier-ignore
}

/** The file names of the reader's certificate and key as two options of a tool; empty without a certificate. */
function certificateOptions(use: Use, certificate: string, key: string): CommandLine {
  return hasCertificate(use) ? [[certificate, CERTIFICATE.certificate], [key, CERTIFICATE.key]] : []; // prettier-ignore
}

/** Appends the payload as the last word of a command, or makes the command read it from a file. */
function withBody(text: string, payload: string | undefined): string {
  return payload === undefined ? `${text} < ${FILE}` : `${text} ${quote(payload)}`;
}

export function nats(use: Use): Command[] {
  const { at, address, way, payload, headers, binding } = use;
  const server: CommandLine = [
    ["--server=", at.url],
    ...login(use, "--user=", "--password="),
    ...certificateOptions(use, "--tlscert=", "--tlskey="),
  ];
  if (way === "receive") {
    const subject = wildcards(address, ".", "*");
    return [{ tool: "nats", text: line("nats", "sub", ...server, ["--queue=", binding("operation", "queue")], "--", subject) }];
  }
  // Nothing can be sent to a pattern.
  if (isSubjectPattern(address)) return [];
  const given = headers.map(([name, value]) => ["--header=", `${name}:${value}`] as const);
  return [{ tool: "nats", text: withBody(line("nats", "pub", ...server, ...given, "--", address), payload) }];
}

/** The virtual host in the path of an `amqp` URL: what follows the first slash, decoded (AMQP URI specification). */
function vhostIn(path: string): string | undefined {
  if (path === "") return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The virtual host from the bindings, otherwise from the URL. */
export function vhostOf({ at, binding }: Use): string | undefined {
  return binding("channel", "exchange", "vhost") ?? binding("channel", "queue", "vhost") ?? vhostIn(at.path);
}

/**
 * The server as options. The tools of rabbitmq-c refuse options that repeat a part of `--url`, so with credentials the URL is taken
 * apart.
 */
function amqpServer(use: Use): CommandLine {
  const { at, binding } = use;
  const named = binding("channel", "exchange", "vhost") ?? binding("channel", "queue", "vhost");
  const credentials = [...login(use, "--username=", "--password="), ...certificateOptions(use, "--cert=", "--key=")];
  if (credentials.length === 0 && named === undefined) return [["--url=", at.url]];
  return [["--server=", at.host], ["--port=", at.port], ["--vhost=", vhostOf(use)], ...(at.secure ? ["--ssl"] : []), ...credentials];
}

/** The exchange that messages are sent to. A channel that is a queue is reached by the default exchange, which has no name. */
export function exchangeOf({ binding }: Use): string | undefined {
  return binding("channel", "is") === "queue" ? undefined : binding("channel", "exchange", "name");
}

export function amqp(use: Use): Command[] {
  const { address, way, payload, contentType, headers, binding } = use;
  const queue = binding("channel", "queue", "name");
  const named = exchangeOf(use);
  if (way === "receive") {
    const exchange = queue === undefined ? named : undefined;
    const from = queue ?? (exchange === undefined ? address : undefined);
    const pattern = binding("channel", "exchange", "type") === "topic" ? wildcards(address, ".", "*") : address;
    const key = exchange === undefined ? undefined : pattern;
    const text = line("amqp-consume", ...amqpServer(use), ["--queue=", from], ["--exchange=", exchange], ["--routing-key=", key], "cat");
    return [{ tool: "amqp-consume", text }];
  }
  const text = line(
    "amqp-publish",
    ...amqpServer(use),
    ["--exchange=", named],
    ["--routing-key=", address],
    ["--content-type=", contentType],
    ...headers.map(([name, value]) => ["--header=", `${name}: ${value}`] as const),
    ...(binding("operation", "deliveryMode") === "2" ? ["--persistent"] : []),
    ["--body=", payload],
  );
  return [{ tool: "amqp-publish", text: payload === undefined ? `${text} < ${FILE}` : text }];
}

export function redis(use: Use): Command[] {
  const { at, address, way, payload } = use;
  const server: CommandLine = [["-u", at.url], ...login(use, "--user", "--pass"), ...certificateOptions(use, "--cert", "--key")];
  if (way === "receive") return [{ tool: "redis-cli", text: line("redis-cli", ...server, "SUBSCRIBE", address) }];
  return [
    {
      tool: "redis-cli",
      text: withBody(line("redis-cli", ...server, ...(payload === undefined ? ["-x"] : []), "PUBLISH", address), payload),
    },
  ];
}

/** The full topic name, `persistent://tenant/namespace/topic`. The defaults are those of a fresh cluster. */
export function pulsarTopic({ address, binding }: Use): string {
  if (/^(?:non-)?persistent:\/\//.test(address)) return address;
  const [persistence = "persistent", tenant = "public", namespace = "default"] = [
    binding("channel", "persistence"),
    binding("server", "tenant"),
    binding("channel", "namespace"),
  ];
  return `${persistence}://${tenant}/${namespace}/${address}`;
}

/** The package of the Java classes with which the client authenticates. */
const PULSAR_AUTHENTICATION = "org.apache.pulsar.client.impl.auth.Authentication";

function pulsarAccess(use: Use): CommandLine {
  const plugin = (name: string, parameters: string | Variables): CommandLine => [["--auth-plugin", PULSAR_AUTHENTICATION + name], ["--auth-params", parameters]]; // prettier-ignore
  if (hasToken(use)) return plugin("Token", variable("TOKEN", "token:"));
  return hasCertificate(use) ? plugin("Tls", `tlsCertFile:${CERTIFICATE.certificate},tlsKeyFile:${CERTIFICATE.key}`) : [];
}

export function pulsar(use: Use): Command[] {
  const { at, way, payload, headers } = use;
  const client = line("pulsar-client", ["--url", at.url], ...pulsarAccess(use));
  const topic = pulsarTopic(use);
  if (way === "receive")
    return [{ tool: "pulsar-client", text: `${client} ${line("consume", ["-s", "my-subscription"], ["-n", "0"], topic)}` }];
  // Without an empty separator, a comma would end the message.
  const body: CommandLine = payload === undefined ? [["-f", FILE]] : [["-s", ""], ["-m", payload]]; // prettier-ignore
  const given = headers.map(([name, value]) => ["-p", `${name}=${value}`] as const);
  return [{ tool: "pulsar-client", text: `${client} ${line("produce", ...given, ...body, topic)}` }];
}
