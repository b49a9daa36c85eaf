import { boolean, integer, list, number, oneOf, string } from "../fields.ts";
import { canonicalProtocol } from "../protocols.ts";
import { schema } from "../schema-keywords.ts";
import type { BindingKind, Shape } from "../shape.ts";
import type { BindingField, BindingFields, BindingSource, BindingTable } from "./binding-field.ts";
import { inline, inner, row } from "./binding-field.ts";
import { sns, sqs, googlepubsub, pulsar, ros2 } from "./cloud.ts";
import { kafka } from "./kafka.ts";
import { mqtt, mqtt5 } from "./mqtt.ts";
import { anypointmq, ibmmq, jms, nats, solace } from "./queues.ts";

const methods = oneOf("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE");

const http: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0"],
  folder: "http",
  operation: {
    type: row(oneOf("request", "response"), "Whether the operation is a request or a response.", "any", {
      needed: "all",
      until: "0.2.0",
      required: { text: "http 0.1.0" },
    }),
    method: row(methods, "The method of the request.", "any", {
      needed: "all",
      required: { schema: "http 0.1.0", when: { field: "type", is: "request" }, until: "0.2.0" },
    }),
    query: row(schema, "Schema of the query parameters: an object with a property for each.", "filled", { needed: "all" }),
  },
  message: {
    headers: row(schema, "Schema of the HTTP headers: an object with a property for each.", "headers"),
    statusCode: row(number, "Status code of the response (RFC 9110); it counts for replies only.", ["any", "other"], { since: "0.3.0" }),
  },
};

const ws: BindingSource = {
  versions: ["0.1.0"],
  folder: "websockets",
  channel: {
    method: row(oneOf("GET", "POST"), "The method of the request that opens the connection.", "any", { needed: "all" }),
    query: row(schema, "Schema of the query parameters of that request: an object with a property for each.", "filled", { needed: "all" }),
    headers: row(schema, "Schema of the HTTP headers of that request: an object with a property for each.", "filled", { needed: "all" }),
  },
};

const vhost = row(string, "The virtual host it belongs to.", "any", { default: "/", since: "0.2.0" });

const exchange = inline("AMQP exchange", {
  name: row(string, "Name of the exchange, at most 255 characters.", "any", {
    needed: "all",
    address: {
      // A fanout or headers exchange passes the routing key over.
      name: ["fanout", "headers"].map((is) => ({ path: "exchange.type", is })),
      space: ["routingKey", ""].map((is) => ({ path: "is", is })),
    },
  }),
  type: row(oneOf("topic", "direct", "fanout", "default", "headers"), "How the exchange routes messages to queues.", "any", {
    needed: "all",
  }),
  durable: row(boolean, "Whether the exchange survives a restart of the broker.", "any"),
  autoDelete: row(boolean, "Whether the exchange goes when its last queue is unbound.", "any"),
  vhost,
});

const queue = inline("AMQP queue", {
  name: row(string, "Name of the queue, at most 255 characters.", "any", {
    needed: "all",
    address: {
      // The default exchange, which has no name, routes to a queue by its name.
      name: [
        { path: "is", is: "queue" },
        { path: "exchange.name", is: "" },
      ],
    },
  }),
  durable: row(boolean, "Whether the queue survives a restart of the broker.", "any"),
  exclusive: row(boolean, "Whether only one connection may use the queue.", "any"),
  autoDelete: row(boolean, "Whether the queue goes when its last consumer unsubscribes.", "any"),
  vhost,
});

// The JSON Schema of 0.3.0 requires exchange or queue by what the channel is. The text does not, and documents often leave both out.
const amqp: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0"],
  folder: "amqp",
  channel: {
    is: row(oneOf("queue", "routingKey"), "What the channel is: a queue, or a routing key of an exchange.", "any", {
      needed: "all",
      default: "routingKey",
    }),
    exchange: inner(exchange, "The exchange, where the channel is a routing key."),
    queue: inner(queue, "The queue, where the channel is one."),
  },
  operation: {
    expiration: row({ kind: "integer", minimum: 0 }, "How long a message lives.", ["lower", "other"], { unit: "milliseconds" }),
    userId: row(string, "The user who sends the message.", "any"),
    cc: row(list(string), "Further routing keys that the message is published with.", ["less", "receivers"], { needed: "all" }),
    priority: row(integer, "Priority of the message.", "harmless"),
    deliveryMode: row({ kind: "integer", oneOf: [1, 2] }, "Whether the message is transient (1) or persistent (2).", ["lower", "other"], {
      needed: "all",
    }),
    mandatory: row(boolean, "Whether the broker returns a message that no queue takes.", "harmless"),
    bcc: row(list(string), "Further routing keys that consumers do not see.", ["less", "receivers"]),
    replyTo: row(string, "Name of the queue for the response.", "any", { until: "0.3.0" }),
    timestamp: row(boolean, "Whether the message carries a timestamp.", ["less", "receivers"]),
    ack: row(boolean, "Whether the consumer acknowledges the message.", ["any", "other"], { needed: "receivers" }),
  },
  message: {
    contentEncoding: row(string, "MIME encoding of the content, such as gzip.", "any"),
    messageType: row(string, "The application's own type of the message.", ["any", "other"]),
  },
};

/** A protocol whose bindings are reserved and have no fields yet. */
function reserved(folder: string): BindingSource {
  return { versions: ["0.1.0"], folder };
}

const sources: ReadonlyMap<string, BindingSource> = new Map(
  Object.entries({
    ...{
      amqp,
      amqp1: reserved("amqp1"),
      anypointmq,
      googlepubsub,
      http,
      ibmmq,
      jms,
      kafka,
      mercure: reserved("mercure"),
      mqtt,
      mqtt5,
      nats,
    },
    ...{ pulsar, redis: reserved("redis"), ros2, sns, solace, sqs, stomp: reserved("stomp"), ws },
  }),
);

const documentation = "https://github.com/asyncapi/bindings/blob/master/";

const bindingVersion = row({ kind: "string" }, "The version of this binding.", "words", { default: "latest" });

/** The index of a version; that of the newest for `latest`, for `undefined` and for an unknown version. */
function rank(versions: readonly string[], version: string | undefined): number {
  const at = version === undefined ? -1 : versions.indexOf(version);
  return at < 0 ? versions.length - 1 : at;
}

interface VersionSelection {
  readonly versions: readonly string[];
  readonly rank: number;
  /** Whether to include fields of older versions, because the document does not name a version. */
  readonly older: boolean;
}

function isInVersion(field: BindingField, at: VersionSelection): boolean {
  if (field.since !== undefined && at.versions.indexOf(field.since) > at.rank) return false;
  return field.until === undefined || at.older || at.versions.indexOf(field.until) > at.rank;
}

function shapeAt(shape: Shape, at: VersionSelection): Shape {
  if (shape.kind === "list") return { ...shape, items: shapeAt(shape.items, at) };
  if (shape.kind !== "inline") return shape;
  return { ...shape, table: { ...shape.table, fields: fieldsAt(shape.table.fields as BindingFields, at) } };
}

/** Drops the requirement of a field if the version no longer has it. */
function requiredAt({ required }: BindingField, at: VersionSelection): Pick<BindingField, "required"> {
  const until = typeof required === "object" ? required.until : undefined;
  return until !== undefined && at.versions.indexOf(until) <= at.rank ? { required: false } : {};
}

/** Marks a field that later versions have removed. Without a version in the document it is optional. */
function markRemoved({ older }: VersionSelection): Pick<BindingField, "deprecated" | "required"> {
  return { deprecated: true, ...(older ? { required: false } : {}) };
}

function fieldsAt(fields: BindingFields, at: VersionSelection): BindingFields {
  const kept = Object.entries(fields).filter(([, field]) => isInVersion(field, at));
  return Object.fromEntries(
    kept.map(([name, field]) => [
      name,
      { ...field, shape: shapeAt(field.shape, at), ...requiredAt(field, at), ...(field.until === undefined ? {} : markRemoved(at)) },
    ]),
  );
}

const tableCache = new Map<string, BindingTable>();

function createTable(protocol: string, kind: BindingKind, version: string | undefined): BindingTable | undefined {
  const source = sources.get(protocol);
  if (!source) return undefined;
  const { versions } = source;
  const at: VersionSelection = { versions, rank: rank(versions, version), older: version === undefined };
  return {
    title: `${protocol} ${kind} binding`,
    protocol,
    kind,
    version: versions[at.rank] ?? "",
    extensible: true,
    fields: { ...fieldsAt(source[kind] ?? {}, at), bindingVersion },
    documentation: `${documentation}${source.folder}/README.md#${kind}`,
  };
}

/**
 * The table of a binding: of the named version; of the newest for `latest` and for an unknown version (see {@link bindingVersions});
 * without a version of the newest, with the removed fields of older versions. `undefined` for an unknown protocol.
 */
export function bindingTable(protocol: string, kind: BindingKind, version?: string): BindingTable | undefined {
  const name = canonicalProtocol(protocol);
  const known = version === undefined || bindingVersions(name).includes(version) ? version : "latest";
  const id = `${name} ${kind} ${known ?? ""}`;
  const found = tableCache.get(id) ?? createTable(name, kind, known);
  if (found) tableCache.set(id, found);
  return found;
}

/** The versions of a protocol's binding, oldest first; empty for an unknown protocol. */
export function bindingVersions(protocol: string): readonly string[] {
  return sources.get(canonicalProtocol(protocol))?.versions ?? [];
}

const kinds: readonly BindingKind[] = ["server", "channel", "operation", "message"];

/** Who must know the value at a path of a binding to connect, whatever the kind and version of the binding; `undefined` for nobody. */
export function neededBy(protocol: string, path: string): BindingField["needed"] {
  const source = sources.get(canonicalProtocol(protocol));
  const fields = kinds.map((kind) => fieldAt(source?.[kind] ?? {}, path));
  return fields.find((field) => field?.needed !== undefined)?.needed;
}

/** The field at a path such as `queue.name`. */
function fieldAt(fields: BindingFields, path: string): BindingField | undefined {
  if (Object.hasOwn(fields, path)) return fields[path];
  const dot = path.indexOf(".");
  const [name, below] = [path.slice(0, Math.max(dot, 0)), path.slice(dot + 1)];
  const shape = Object.hasOwn(fields, name) ? fields[name]?.shape : undefined;
  return shape?.kind === "inline" ? fieldAt(shape.table.fields as BindingFields, below) : undefined;
}

/** Where else a missing binding field exists, for a hint. */
interface BindingFieldHistory {
  readonly since?: string;
  readonly until?: string;
  /** The other kinds of bindings of the protocol that have the field. */
  readonly elsewhere: readonly BindingKind[];
}

export function bindingFieldHistory({ protocol, kind, version }: BindingTable, field: string): BindingFieldHistory {
  const fields = sources.get(protocol)?.[kind] ?? {};
  const elsewhere = kinds.filter((each) => each !== kind && Object.hasOwn(bindingTable(protocol, each, version)?.fields ?? {}, field));
  const { since, until } = (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? {};
  return { elsewhere, ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}
