import type { BindingKind } from "#format";

/**
 * How a change of a binding's field breaks.
 * - `any`: every other value. `lower`, `raise`: a lower or higher number. `less`, `more`: a removed item or a switch turned off, or an
 * added item or a switch turned on.
 * - `schema`: the values of a message, compared like its payload. `headers`: the same, but absent means no headers. `filled`: values
 * that others fill in.
 * - `unclear`: it may break, which is unknown. `harmless`: it breaks nobody. `words`: programs do not read it.
 */
export type BindingEffect =
  "any" | "lower" | "raise" | "less" | "more" | "schema" | "headers" | "filled" | "unclear" | "harmless" | "words";

/** Who is affected. `other` means the other side of the operation: receivers of what the application sends, senders of what it receives. */
type BindingReader = "senders" | "receivers" | "other" | "all";

export type BindingLine = readonly [effect: BindingEffect, who: BindingReader];

type BindingLines = Readonly<Record<string, BindingLine>>;

const any: BindingLine = ["any", "all"];
const harmless: BindingLine = ["harmless", "all"];
const words: BindingLine = ["words", "all"];
const unclear: BindingLine = ["unclear", "all"];
const schema: BindingLine = ["schema", "other"];
const headers: BindingLine = ["headers", "other"];
const filled: BindingLine = ["filled", "other"];

const amqpQueue: BindingLines = {
  "queue.name": any,
  "queue.durable": any,
  "queue.exclusive": any,
  "queue.autoDelete": any,
  "queue.vhost": any,
};

const sqsQueue = (name: string): BindingLines => ({
  [`${name}.name`]: any,
  [`${name}.fifoQueue`]: any,
  [`${name}.deduplicationScope`]: ["any", "senders"],
  [`${name}.fifoThroughputLimit`]: harmless,
  [`${name}.deliveryDelay`]: ["raise", "receivers"],
  [`${name}.visibilityTimeout`]: ["lower", "receivers"],
  [`${name}.receiveMessageWaitTime`]: harmless,
  [`${name}.messageRetentionPeriod`]: ["lower", "receivers"],
  [`${name}.redrivePolicy`]: harmless,
  [`${name}.policy`]: unclear,
  [`${name}.tags`]: words,
});

/** A line for each field of each binding, by protocol, kind and path. A line also applies to everything below its path. */
const lines: Readonly<Record<string, Partial<Record<BindingKind, BindingLines>>>> = {
  amqp: {
    channel: {
      is: any,
      "exchange.name": any,
      "exchange.type": any,
      "exchange.durable": any,
      "exchange.autoDelete": any,
      "exchange.vhost": any,
      ...amqpQueue,
    },
    operation: {
      expiration: ["lower", "other"],
      userId: any,
      cc: ["less", "receivers"],
      priority: harmless,
      deliveryMode: ["lower", "other"],
      mandatory: harmless,
      bcc: ["less", "receivers"],
      replyTo: any,
      timestamp: ["less", "receivers"],
      ack: ["any", "other"],
    },
    message: { contentEncoding: any, messageType: ["any", "other"] },
  },
  anypointmq: { channel: { destination: any, destinationType: any }, message: { headers } },
  googlepubsub: {
    channel: {
      topic: any,
      labels: words,
      messageRetentionDuration: ["lower", "receivers"],
      messageStoragePolicy: harmless,
      "schemaSettings.encoding": any,
      "schemaSettings.firstRevisionId": unclear,
      "schemaSettings.lastRevisionId": unclear,
      "schemaSettings.name": unclear,
    },
    message: { attributes: ["any", "other"], orderingKey: ["any", "other"], "schema.name": unclear, "schema.type": any },
  },
  http: {
    operation: { type: any, method: any, query: filled },
    message: { headers, statusCode: ["any", "other"] },
  },
  ibmmq: {
    server: {
      groupId: harmless,
      ccdtQueueManagerName: any,
      cipherSpec: any,
      multiEndpointServer: harmless,
      heartBeatInterval: harmless,
    },
    channel: {
      destinationType: any,
      "queue.objectName": any,
      "queue.isPartitioned": harmless,
      "queue.exclusive": ["more", "receivers"],
      "topic.string": any,
      "topic.objectName": any,
      "topic.durablePermitted": ["less", "receivers"],
      "topic.lastMsgRetained": ["less", "receivers"],
      maxMsgLength: ["lower", "senders"],
    },
    message: { type: any, headers: any, description: words, expiry: ["lower", "other"] },
  },
  jms: {
    server: { jmsConnectionFactory: any, properties: any, clientID: harmless },
    channel: { destination: any, destinationType: any },
    message: { headers },
  },
  kafka: {
    server: { schemaRegistryUrl: any, schemaRegistryVendor: any },
    channel: {
      topic: any,
      partitions: ["lower", "receivers"],
      replicas: harmless,
      "topicConfiguration.cleanup.policy": ["any", "receivers"],
      "topicConfiguration.retention.ms": ["lower", "receivers"],
      "topicConfiguration.retention.bytes": ["lower", "receivers"],
      "topicConfiguration.delete.retention.ms": ["lower", "receivers"],
      "topicConfiguration.max.message.bytes": ["lower", "senders"],
      "topicConfiguration.confluent.key.schema.validation": ["more", "senders"],
      "topicConfiguration.confluent.key.subject.name.strategy": any,
      "topicConfiguration.confluent.value.schema.validation": ["more", "senders"],
      "topicConfiguration.confluent.value.subject.name.strategy": any,
    },
    operation: { groupId: filled, clientId: filled },
    message: { key: schema, schemaIdLocation: any, schemaIdPayloadEncoding: any, schemaLookupStrategy: any },
  },
  mqtt: {
    server: {
      clientId: harmless,
      cleanSession: harmless,
      "lastWill.topic": ["any", "receivers"],
      "lastWill.qos": ["lower", "receivers"],
      "lastWill.message": ["any", "receivers"],
      "lastWill.retain": ["less", "receivers"],
      keepAlive: harmless,
      sessionExpiryInterval: ["lower", "receivers"],
      maximumPacketSize: ["lower", "senders"],
    },
    operation: { qos: ["lower", "other"], retain: ["less", "other"], messageExpiryInterval: ["lower", "other"] },
    message: { payloadFormatIndicator: any, correlationData: schema, contentType: any, responseTopic: any },
  },
  mqtt5: { server: { sessionExpiryInterval: ["lower", "receivers"] } },
  nats: { operation: { queue: ["any", "other"] } },
  pulsar: {
    server: { tenant: any },
    channel: {
      namespace: any,
      persistence: any,
      compaction: harmless,
      "geo-replication": ["less", "all"],
      "retention.time": ["lower", "receivers"],
      "retention.size": ["lower", "receivers"],
      ttl: ["lower", "receivers"],
      deduplication: ["less", "receivers"],
    },
  },
  ros2: {
    server: { rmwImplementation: any, domainId: any },
    operation: {
      role: any,
      node: harmless,
      "qosPolicies.reliability": ["any", "other"],
      "qosPolicies.history": harmless,
      "qosPolicies.durability": ["any", "other"],
      "qosPolicies.lifespan": ["lower", "other"],
      "qosPolicies.deadline": ["raise", "other"],
      "qosPolicies.liveliness": ["any", "other"],
      "qosPolicies.leaseDuration": ["raise", "other"],
    },
  },
  sns: {
    channel: { name: any, "ordering.type": any, "ordering.contentBasedDeduplication": ["any", "senders"], policy: unclear, tags: words },
    operation: { topic: any, consumers: ["unclear", "receivers"], deliveryPolicy: harmless },
  },
  solace: {
    server: { msgVpn: any, clientName: harmless },
    operation: { destinations: ["any", "other"], timeToLive: ["lower", "other"], priority: harmless, dmqEligible: harmless },
  },
  sqs: {
    channel: { ...sqsQueue("queue"), deadLetterQueue: harmless },
    operation: { queues: ["any", "receivers"] },
  },
  ws: { channel: { method: any, query: filled, headers: filled } },
};

/** The line of a field, by its own path or one that contains it; `undefined` if the format does not know the field. */
export function bindingLine(protocol: string, kind: BindingKind, path: string): BindingLine | undefined {
  if (path === "bindingVersion") return words;
  const own = Object.hasOwn(lines, protocol) ? lines[protocol]?.[kind] : undefined;
  for (let at = path.length; own && at > 0; at = path.lastIndexOf(".", at - 1)) {
    const above = path.slice(0, at);
    if (Object.hasOwn(own, above)) return own[above];
  }
  return undefined;
}

/** Whether there are lines for the fields of the object at a path, instead of one for the object. */
export function isBindingObject(protocol: string, kind: BindingKind, path: string): boolean {
  const own = Object.hasOwn(lines, protocol) ? lines[protocol]?.[kind] : undefined;
  return own !== undefined && Object.keys(own).some((each) => each.startsWith(`${path}.`));
}

/** All paths that have a line, for the test that finds outdated ones. */
export function bindingPaths(): readonly { readonly protocol: string; readonly kind: BindingKind; readonly path: string }[] {
  return Object.entries(lines).flatMap(([protocol, kinds]) =>
    Object.entries(kinds).flatMap(([kind, fields]) => Object.keys(fields).map((path) => ({ protocol, kind: kind as BindingKind, path }))),
  );
}
