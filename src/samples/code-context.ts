import { serverAddress } from "#model";
import type { Variables, Lines, Member, NumberText, Call, Use, NamedText, Credential } from "./literals.ts";
import { variable, FILE, UNKNOWN_METHOD } from "./literals.ts";

const PASSWORDS: ReadonlySet<string> = new Set(["userPassword", "plain", "scramSha256", "scramSha512"]);

/** Whether one of the credentials is a name and password. */
function hasPassword({ credentials }: Use): boolean {
  return credentials.some(({ type, scheme }) => PASSWORDS.has(type) || (type === "http" && scheme?.toLowerCase() === "basic"));
}

function hasCertificate({ credentials }: Use): boolean {
  return credentials.some(({ type }) => type === "X509");
}

/** User and password for a broker's tool: a name with its password, or an API key in the place of one of them. */
function loginOf(use: Use): { readonly user: Variables | string; readonly password?: Variables } | undefined {
  if (hasPassword(use)) return { user: variable("API_USERNAME"), password: variable("API_PASSWORD") };
  const key = use.credentials.find((each) => kindOf(each) === "user-key");
  if (!key) return undefined;
  return key.in === "user" ? { user: variable("API_KEY") } : { user: "{username}", password: variable("API_KEY") };
}

/** Whether one of the credentials is a bearer token. */
function hasToken({ credentials }: Use): boolean {
  const bearer = ({ type, scheme }: Credential): boolean => type === "http" && scheme?.toLowerCase() === "bearer";
  return credentials.some((each) => each.type === "oauth2" || each.type === "openIdConnect" || bearer(each));
}

/** Kinds of credentials, grouped by what a tool needs to know. */
export type CredentialKind = "password" | "certificate" | "token" | "key" | "user-key" | "kerberos" | "other";

/** The kind of a credential. */
export function kindOf({ type, scheme, in: place }: Credential): CredentialKind {
  if (type === "httpApiKey") return place === "header" || place === "query" || place === "cookie" ? "key" : "other";
  if (type === "apiKey") return place === "user" || place === "password" ? "user-key" : "other";
  if (type === "http") return { basic: "password", bearer: "token" }[scheme?.toLowerCase() ?? ""] as CredentialKind | undefined ?? "other"; // prettier-ignore
  if (PASSWORDS.has(type)) return "password";
  if (type === "oauth2" || type === "openIdConnect") return "token";
  if (type === "X509") return "certificate";
  return type === "gssapi" ? "kerberos" : "other";
}

/** Names of files that hold the reader's certificate and its key. */
export const CERTIFICATE = { certificate: "client.crt", key: "client.key" } as const;

const MECHANISMS: Readonly<Record<string, string>> = {
  userPassword: "PLAIN",
  plain: "PLAIN",
  scramSha256: "SCRAM-SHA-256",
  scramSha512: "SCRAM-SHA-512",
  gssapi: "GSSAPI",
  oauth2: "OAUTHBEARER",
  // A name and password of type `http`: no tool supports its other schemes.
  http: "PLAIN",
};

/** The SASL mechanism (RFC 4422) for the credentials; `undefined` for none. */
function mechanismOf({ credentials }: Use): string | undefined {
  return credentials.map(({ type }) => (Object.hasOwn(MECHANISMS, type) ? MECHANISMS[type] : undefined)).find((name) => name !== undefined);
}

/** Whether a text is a valid header name (RFC 9110 § 5.6.2). curl would read others differently, such as `@name` as a file. */
function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** The names of API keys in one part of a request, each once: the server and the operation may ask for the same key. */
function keysIn({ credentials }: Use, place: string): string[] {
  const names = credentials.flatMap((each) =>
    each.type === "httpApiKey" && each.in === place && each.name !== undefined && isFieldName(each.name) ? [each.name] : [],
  );
  return names.filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at);
}

/** Whether the credentials already set a header or query parameter. */
function isTold(use: Use, place: "header" | "query", name: string): boolean {
  if (keysIn(use, place).some((key) => (place === "header" ? key.toLowerCase() === name.toLowerCase() : key === name))) return true;
  return place === "header" && name.toLowerCase() === "authorization" && (hasToken(use) || hasPassword(use));
}

/** The headers of a request that authenticate. Name and password are left out: tools and libraries have options of their own for them. */
function credentialFields(use: Use): (readonly [name: string, value: Variables])[] {
  const isAuthorized = hasToken(use) || hasPassword(use);
  const keys = keysIn(use, "header").filter((name) => !isAuthorized || name.toLowerCase() !== "authorization");
  return [
    ...(hasToken(use) ? [["Authorization", variable("API_TOKEN", "Bearer ")] as const] : []),
    ...keys.map((name) => [name, variable("API_KEY")] as const),
    ...keysIn(use, "cookie")
      .slice(0, 1)
      .map((name) => ["Cookie", variable("API_KEY", `${name}=`)] as const),
  ];
}

/** Adds the API key to a URL if it belongs into the query. */
function withKey(use: Use, url: string): string | Variables {
  const [name] = keysIn(use, "query");
  if (name === undefined || url.includes("#")) return url;
  return variable("API_KEY", `${url}${url.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=`);
}

/** Encodes a value of a query, except that a name in braces stays readable. */
function encoded(text: string): string {
  return /^\{[^{}]*\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

/** The URL of the address with the query that a binding requires, without parameters that the credentials add. */
function urlOf(use: Use, query: readonly NamedText[]): string {
  const url = use.at.withPath(use.address);
  const given = query.filter(([name]) => !isTold(use, "query", name));
  const added = given.map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encoded(value)}`).join("&");
  return added === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${added}`;
}

/** Headers, each name once, without those that the credentials add and without the content type, which is passed separately. */
function ownFields(use: Use, headers: readonly NamedText[]): readonly NamedText[] {
  const names = new Set<string>();
  return headers.filter(([name]) => {
    const key = name.toLowerCase();
    if (!isFieldName(name) || names.has(key) || key === "content-type" || isTold(use, "header", name)) return false;
    names.add(key);
    return true;
  });
}

/** Methods whose requests have no body. */
const BODILESS = new Set(["GET", "HEAD"]);

/** Whether a use is a request to the server. A message that the server sends on its own, such as a webhook, is not. */
export function isRequest({ protocol, way, binding }: Use): boolean {
  const isAnswer = protocol === "sse" || binding("operation", "type") === "response";
  return (way === "receive") === isAnswer;
}

/** A request over HTTP, or one that opens a WebSocket. */
interface WebRequest {
  readonly method: string;
  readonly hasBody: boolean;
  readonly url: string | Variables;
  /** Whether the URL holds braces or brackets, which some tools would expand. */
  readonly hasBraces: boolean;
  /** Whether the URL or a header holds a secret. */
  readonly isSecret: boolean;
  /** All headers, first those that authenticate, but for a name with a password. */
  readonly headers: readonly (readonly [name: string, value: string | Variables])[];
}

/** The protocols whose addresses are paths of a server's URL. */
export const WEB: ReadonlySet<string> = new Set(["ws", "http", "sse", "mercure"]);

/** What is asked of the server. Mercure has one URL for all its topics. */
function requestOf(use: Use): WebRequest {
  const { protocol, way, at, binding, required } = use;
  if (protocol === "mercure") {
    const [url, headers] = [withKey(use, at.url), credentialFields(use)];
    return {
      method: "GET",
      hasBody: way === "send",
      url,
      hasBraces: false,
      isSecret: typeof url !== "string" || headers.length > 0,
      headers,
    };
  }
  const isSocket = protocol === "ws";
  const isSending = way === "send" && !isSocket;
  const method = isSending ? (binding("operation", "method") ?? UNKNOWN_METHOD) : "GET";
  const hasBody = isSending && !BODILESS.has(method.toUpperCase());
  const own = isSocket ? required("channel", "headers") : isSending ? [...use.headers, ...required("message", "headers")] : [];
  const type = hasBody ? [["Content-Type", use.contentType] as const] : [];
  const address = urlOf(use, required(isSocket ? "channel" : "operation", "query"));
  const [url, access] = [withKey(use, address), credentialFields(use)];
  const isSecret = typeof url !== "string" || access.length > 0;
  return { method, hasBody, url, hasBraces: /[[\]{}]/.test(address), isSecret, headers: [...type, ...access, ...ownFields(use, own)] };
}

/** A part of an address that is one parameter and nothing else. */
const PARAMETER = /^\{[^{}]*\}$/;

/** Turns an address into a pattern: parts that are parameters become the wildcard `any`. */
function wildcards(address: string, separator: string, any: string): string {
  const parts = address.split(separator);
  return parts.map((part) => (PARAMETER.test(part) ? any : part)).join(separator);
}

/** The addresses that nothing can be sent to, because they are patterns. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  // MQTT 5.0 § 4.7.1.
  mqtt: /[+#]/,
  mqtt5: /[+#]/,
  nats: /(?:^|\.)[*>](?:\.|$)/,
  // `*` stands for the rest of one level and `>` for all levels that follow.
  solace: /(?:^|\/)(?:[^/]*\*|>$)/,
};

export function isPattern(protocol: string, address: string): boolean {
  return Object.hasOwn(PATTERNS, protocol) && PATTERNS[protocol]?.test(address) === true;
}

/** The names of topics that Kafka takes (Kafka: Topic.java), and braces. */
export function isTopicName(topic: string): boolean {
  return /^(?:[\w.-]|\{[^{}]*\})+$/.test(topic);
}

/** Whether the tool of AWS would replace a value by the content of a file or URL. */
export function isRead(text: string): boolean {
  return /^(?:fileb?|https?):\/\//i.test(text);
}

/** Fields of bindings that are texts, by the kind of object that they stand in. What the document does not say is absent. */
const TEXTS = {
  server: ["msgVpn", "tenant", "schemaRegistryUrl"],
  channel: ["is", "method", "namespace", "persistence", "topic"],
  operation: ["groupId", "clientId", "queue", "method", "type"],
  message: ["key", "responseTopic"],
} as const;

type Binding = Use["binding"];

const numberIn = (text: string | undefined, form = /^\d{1,9}$/): NumberText | undefined => (text !== undefined && form.test(text) ? { number: text } : undefined); // prettier-ignore
const truthIn = (text: string | undefined): boolean | undefined => (text === "true" ? true : text === "false" ? false : undefined);

function textsIn(binding: Binding, kind: keyof typeof TEXTS): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(TEXTS[kind].map((field) => [field, binding(kind, field)]));
}

/** What the bindings say, each field of the kind that templates can rely on. */
function bindingsOf(binding: Binding) {
  const server = textsIn(binding, "server");
  return {
    server: {
      ...server,
      msgVpn: server.msgVpn ?? binding("server", "msvVpn"),
      keepAlive: numberIn(binding("server", "keepAlive"), /^(?:0|[1-9]\d{0,8})$/),
    },
    channel: { ...textsIn(binding, "channel"), vhost: binding("channel", "exchange", "vhost") ?? binding("channel", "queue", "vhost") },
    operation: {
      ...textsIn(binding, "operation"),
      qos: numberIn(binding("operation", "qos"), /^[012]$/),
      retain: truthIn(binding("operation", "retain")),
      deliveryMode: numberIn(binding("operation", "deliveryMode")),
      ack: truthIn(binding("operation", "ack")),
    },
    message: textsIn(binding, "message"),
  };
}

/** The virtual host in the path of an `amqp` URL: what follows the first slash, decoded (AMQP URI specification). */
function vhostIn(path: string): string | undefined {
  try {
    return path === "" ? undefined : decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Where messages of AMQP are sent to and received from. Without an exchange, a queue is named by the address. */
function routeOf({ address, binding }: Use) {
  // A channel that is a queue is reached by the default exchange, which has no name.
  const exchange = binding("channel", "is") === "queue" ? undefined : binding("channel", "exchange", "name");
  return { exchange, queue: binding("channel", "queue", "name") ?? (exchange === undefined ? address : undefined) };
}

/** The address to subscribe to, with the wildcards of the protocol for parameters. */
function filterOf({ protocol, address, binding }: Use): string {
  if (protocol.startsWith("mqtt")) return wildcards(address, "/", "+");
  if (protocol === "nats") return wildcards(address, ".", "*");
  if (protocol === "solace") return wildcards(address, "/", "*");
  return protocol === "amqp" && binding("channel", "exchange", "type") === "topic" ? wildcards(address, ".", "*") : address;
}

/** The full name of a topic of Pulsar, with the defaults of a fresh cluster, or of Pub/Sub, if the document has it. */
function topicOf({ protocol, address, binding }: Use): string | undefined {
  if (protocol === "googlepubsub") return address.startsWith("projects/") ? address : undefined;
  if (protocol !== "pulsar" || /^(?:non-)?persistent:\/\//.test(address)) return address;
  const [persistence = "persistent", tenant = "public", namespace = "default"] = [
    binding("channel", "persistence"),
    binding("server", "tenant"),
    binding("channel", "namespace"),
  ];
  return `${persistence}://${tenant}/${namespace}/${address}`;
}

const AWS_HOST = /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|amazon\.com|api\.aws)$/i;

/**
 * Where a server imitates one of AWS, as LocalStack does. The tools find the hosts of AWS by the region. A name without a dot and a port
 * is a host only with a scheme: documents write regions there, too.
 */
function endpointOf({ protocol, at }: Use): string | undefined {
  const isHost = at.port !== undefined || /^https?$/.test(at.scheme) || /\.|^localhost$/.test(at.host);
  if ((protocol !== "sns" && protocol !== "sqs") || at.host === "" || !isHost || AWS_HOST.test(at.host)) return undefined;
  return `${at.origin(at.secure)}${at.path === "" ? "" : `/${at.path}`}`;
}

/** Whether a topic or queue of AWS keeps the order of its messages, and whether it finds duplicates by their content. */
function orderOf({ protocol, binding }: Use) {
  const isTopic = protocol === "sns";
  const ordered = isTopic ? binding("channel", "ordering", "type") === "FIFO" : binding("channel", "queue", "fifoQueue") === "true";
  return { ordered, byContent: binding("channel", isTopic ? "ordering" : "queue", "contentBasedDeduplication") === "true" };
}

/**
 * Headers as the command line tools of clouds take them: the JSON of SNS and SQS, or a list that names a separator which no header
 * contains (`gcloud topic escaping`).
 */
function attributesOf({ protocol, headers }: Use): string | undefined {
  if (headers.length === 0) return undefined;
  if (protocol !== "googlepubsub")
    return JSON.stringify(Object.fromEntries(headers.map(([name, value]) => [name, { DataType: "String", StringValue: value }])));
  const pairs = headers.map(([name, value]) => `${name}=${value}`);
  const separator = ["|", ";", "~", "#"].find((each) => !pairs.some((pair) => pair.includes(each)));
  return separator === undefined ? undefined : `^${separator}^${pairs.join(separator)}`;
}

/** The security protocol of Kafka, unless it is PLAINTEXT. */
function kafkaSecurity(mechanism: string | undefined, secure: boolean): string | undefined {
  if (mechanism === undefined) return secure ? "SSL" : undefined;
  return secure ? "SASL_SSL" : "SASL_PLAINTEXT";
}

function headerView([name, value]: readonly [string, string | Variables]) {
  const line = typeof value === "string" ? `${name}: ${value}` : { ...value, before: `${name}: ${value.before}` };
  return { name, value, line, key: { member: name } satisfies Member };
}

/** Headers of a frame that libraries of STOMP write themselves. */
const FRAME = new Set(["destination", "content-type", "content-length"]);

function headersOf({ protocol, headers }: Use): Use["headers"] {
  return protocol === "stomp" ? headers.filter(([name]) => !FRAME.has(name.toLowerCase())) : headers;
}

/** The payload for a tool of the command line, on one line. Some cannot be given every text. */
function wordOf({ protocol, payload }: Use): string | undefined {
  if (protocol === "kafka" && payload?.includes("\n") === true) return undefined;
  return (protocol === "sns" || protocol === "sqs") && isRead(payload ?? "") ? undefined : payload;
}

/** What a template of code may use: `docs/guide/code.md` describes every field. Commands have the payload on one line. */
export function codeContext(use: Use): (language: string) => object {
  const { at, address, protocol, way, body } = use;
  const secure = at.secure || hasCertificate(use);
  const [login, mechanism] = [loginOf(use), mechanismOf(use)];
  const bindings = bindingsOf(use.binding);
  const web = WEB.has(protocol) ? requestOf(use) : undefined;
  const context = {
    protocol,
    sends: way === "send",
    receives: way === "receive",
    address,
    filter: filterOf(use),
    topic: topicOf(use),
    server: {
      url: at.url,
      origin: at.origin(secure),
      host: at.host,
      port: at.port === undefined ? undefined : ({ number: at.port } satisfies NumberText),
      path: at.path,
      secure,
      bootstrap: at.brokers,
      brokers: at.brokers.split(","),
    },
    url: web?.url ?? at.url,
    hasBraces: web?.hasBraces ?? false,
    method: web?.method,
    hasBody: web?.hasBody ?? way === "send",
    contentType: use.contentType,
    encoding: use.encoding,
    headers: (web?.headers ?? headersOf(use)).map(headerView),
    attributes: attributesOf(use),
    file: FILE,
    credentials: {
      username: login?.user,
      password: login?.password,
      basic: hasPassword(use) ? variable("API_USERNAME", "", "API_PASSWORD") : undefined,
      token: hasToken(use) ? variable("API_TOKEN") : undefined,
      mechanism,
      security: kafkaSecurity(mechanism, secure),
      secret: web ? hasPassword(use) || web.isSecret : login !== undefined || hasToken(use),
      certificate: hasCertificate(use) ? CERTIFICATE.certificate : undefined,
      key: hasCertificate(use) ? CERTIFICATE.key : undefined,
    },
    ...routeOf(use),
    ...orderOf(use),
    endpoint: endpointOf(use),
    vhost: bindings.channel.vhost ?? vhostIn(at.path),
    bindings,
  };
  const lines = body === undefined ? undefined : ({ lines: body } satisfies Lines);
  return (language) => ({ ...context, payload: language === "cli" ? wordOf(use) : lines });
}

/** The names of all fields of a context. Lists and objects are always there; what stands in them may be absent. */
export function templateFields(): ReadonlySet<string> {
  const call: Call = {
    protocol: "kafka",
    written: "kafka",
    server: "host",
    address: "address",
    way: "send",
    contentType: "",
    headers: [["name", "value"]],
    credentials: [],
    binding: () => undefined,
    required: () => [],
  };
  const names = new Set<string>();
  const add = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) add(item);
    else if (typeof value === "object" && value !== null)
      for (const [name, own] of Object.entries(value)) {
        names.add(name);
        add(own);
      }
  };
  add(codeContext({ ...call, at: serverAddress(call.server, call) })("cli"));
  return names;
}
