import { any, boolean, list, oneOf, string, either, integer } from "../fields.ts";
import { schema } from "../schema-keywords.ts";
import type { AddressCondition, BindingSource } from "./binding-field.ts";
import { inline, inner, row } from "./binding-field.ts";

export const anypointmq: BindingSource = {
  versions: ["0.0.1", "0.1.0"],
  folder: "anypointmq",
  channel: {
    destination: row(string, "Name of the queue or exchange, where it is not that of the channel.", "any", {
      needed: "all",
      address: { name: true },
    }),
    destinationType: row(oneOf("exchange", "queue", "fifo-queue"), "What the destination is.", "any", { needed: "all", default: "queue" }),
  },
  message: { headers: row(schema, "Schema of the protocol's own headers: an object with a property for each.", "headers") },
};

export const jms: BindingSource = {
  // 0.1.0 was the version of an empty specification. The first one with content started again at 0.0.1.
  versions: ["0.1.0", "0.0.1"],
  folder: "jms",
  server: {
    jmsConnectionFactory: row(string, "Class name of the provider's connection factory.", "any", { required: { text: "jms 0.0.1" } }),
    properties: row(
      list(
        inline(
          "JMS property",
          {
            name: inner(string, "Name of the property.", { required: { schema: "jms 0.0.1" } }),
            value: inner(any, "Its value.", { required: { schema: "jms 0.0.1" } }),
          },
          "open",
        ),
      ),
      "Further properties of the connection factory.",
      "any",
    ),
    clientID: row(string, "Client identifier of the applications that use this connection factory.", "harmless"),
  },
  channel: {
    destination: row(string, "Name of the queue, where it is not that of the channel.", "any", { needed: "all", address: { name: true } }),
    destinationType: row(oneOf("queue", "fifo-queue"), "What the destination is.", "any", { needed: "all", default: "queue" }),
  },
  message: { headers: row(schema, "Schema of the JMS headers: an object with a property for each.", "headers") },
};

const mqQueue = inline("IBM MQ queue", {
  objectName: row(string, "Name of the queue, at most 48 characters.", "any", {
    needed: "all",
    address: { name: [{ path: "destinationType", is: "queue" }] },
    required: { text: "ibmmq 0.1.0" },
  }),
  isPartitioned: row(boolean, "Whether it is a cluster queue, and so partitioned.", "harmless", { default: false }),
  exclusive: row(boolean, "Whether to open the queue exclusively.", ["more", "receivers"], { default: false }),
});

const isTopic: AddressCondition = ["topic", ""].map((is) => ({ path: "destinationType", is }));

const mqTopic = inline("IBM MQ topic", {
  string: row(string, "The topic string, where it is not the name of the channel; at most 10240 characters.", "any", {
    needed: "all",
    address: { name: isTopic },
  }),
  objectName: row(string, "Name of the topic object, at most 48 characters.", "any", { needed: "all", address: { name: isTopic } }),
  durablePermitted: row(boolean, "Whether a subscription may be durable.", ["less", "receivers"], { default: true }),
  lastMsgRetained: row(boolean, "Whether new subscriptions get the last message.", ["less", "receivers"], { default: false }),
});

export const ibmmq: BindingSource = {
  versions: ["0.1.0"],
  folder: "ibmmq",
  server: {
    groupId: row(string, "The logical group of servers that this one belongs to.", "harmless"),
    ccdtQueueManagerName: row(string, "The queue manager to bind to in the client channel definition table.", "any", { default: "*" }),
    cipherSpec: row(string, "The cipher specification recommended for TLS connections.", "any"),
    multiEndpointServer: row(boolean, "Whether connections may be balanced over several endpoints.", "harmless", { default: false }),
    heartBeatInterval: row(
      { kind: "integer", minimum: 0, maximum: 999_999 },
      "How often the queue manager is sent a sign of life; 0 for never.",
      "harmless",
      { unit: "seconds", default: 300 },
    ),
  },
  channel: {
    destinationType: row(oneOf("topic", "queue"), "What the channel is.", "any", { needed: "all", default: "topic" }),
    queue: inner(mqQueue, "The queue, where the channel is one.", {
      required: { text: "ibmmq 0.1.0", when: { field: "destinationType", is: "queue" } },
    }),
    topic: inner(mqTopic, "The topic, where the channel is one."),
    maxMsgLength: row(
      { kind: "integer", minimum: 0, maximum: 104_857_600 },
      "The longest message that topic or queue accept.",
      ["lower", "senders"],
      { unit: "bytes" },
    ),
  },
  message: {
    type: row(oneOf("string", "jms", "binary"), "What kind of message it is.", "any", { default: "string" }),
    headers: row(string, "The MQ headers of a binary message, separated by commas.", "any"),
    description: row({ kind: "string", markdown: true }, "What application developers should know of the message.", "words"),
    expiry: row({ kind: "integer", minimum: 0 }, "How long the message should live.", ["lower", "other"], { unit: "milliseconds" }),
  },
};

export const nats: BindingSource = {
  versions: ["0.1.0"],
  folder: "nats",
  operation: { queue: row(string, "Name of the queue group, at most 255 characters.", ["any", "other"], { needed: "receivers" }) },
};

const subscriptions = inner(list(string), "Topics to subscribe to; without any, the one that the channel names.", {
  address: { name: true },
});

const queue = inline("Solace queue", {
  name: inner(string, "Name of the queue."),
  topicSubscriptions: subscriptions,
  accessType: inner(oneOf("exclusive", "nonexclusive", "nonExclusive"), "Whether one consumer or many take messages from the queue."),
  maxMsgSpoolSize: inner(string, "How much of the message spool the queue may use.", { since: "0.3.0" }),
  // The published JSON Schema uses this name for the same field.
  maxMsgSpoolUsage: inner(string, "How much of the message spool the queue may use.", { since: "0.3.0" }),
  maxTtl: inner(string, "The longest time that a message may live in the queue.", { since: "0.3.0" }),
});

const destination = inline("Solace destination", {
  bindingVersion: inner(string, "The version of this binding."),
  destinationType: inner(oneOf("queue", "topic"), "Whether it is a queue or a topic."),
  deliveryMode: inner(oneOf("direct", "persistent"), "The quality of service that messages are published with.", { default: "persistent" }),
  queue: inner(queue, "The queue, where the destination is one."),
  topic: inner(inline("Solace topic", { topicSubscriptions: subscriptions }), "The topic, where the destination is one.", {
    since: "0.2.0",
  }),
  topicSubscriptions: { ...subscriptions, since: "0.2.0" },
});

export const solace: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0", "0.4.0"],
  folder: "solace",
  server: {
    msgVpn: row(string, "The virtual private network of the broker.", "any"),
    clientName: row(string, "A unique name to register with, a valid topic name of at most 160 bytes.", "harmless", { since: "0.4.0" }),
  },
  operation: {
    destinations: row(list(destination), "The queues and topics that messages go to or come from.", ["any", "other"], { needed: "all" }),
    timeToLive: row(either(integer, schema), "How long a message lives, or a schema of that time.", ["lower", "other"], {
      unit: "milliseconds",
      since: "0.4.0",
    }),
    priority: row(
      either({ kind: "integer", minimum: 0, maximum: 255 }, schema),
      "Priority from 0, the lowest, to 255, or a schema of it.",
      "harmless",
      { since: "0.4.0" },
    ),
    dmqEligible: row(boolean, "Whether the message may be moved to a dead message queue.", "harmless", { default: false, since: "0.4.0" }),
  },
};
