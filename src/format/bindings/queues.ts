import { any, boolean, list, oneOf, string } from "../fields.ts";
import { schema } from "../schema-keywords.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, row } from "./binding-field.ts";

export const anypointmq: BindingSource = {
  versions: ["0.0.1", "0.1.0"],
  folder: "anypointmq",
  channel: {
    destination: row(string, "Name of the queue or exchange, where it is not that of the channel."),
    destinationType: row(oneOf("exchange", "queue", "fifo-queue"), "What the destination is.", { default: "queue" }),
  },
  message: { headers: row(schema, "Schema of the protocol's own headers: an object with a property for each.") },
};

export const jms: BindingSource = {
  // 0.1.0 was the version of an empty specification. The first one with content started again at 0.0.1.
  versions: ["0.1.0", "0.0.1"],
  folder: "jms",
  server: {
    jmsConnectionFactory: row(string, "Class name of the provider's connection factory.", { required: { text: "jms 0.0.1" } }),
    properties: row(
      list(
        inline(
          "JMS property",
          {
            name: row(string, "Name of the property.", { required: { schema: "jms 0.0.1" } }),
            value: row(any, "Its value.", { required: { schema: "jms 0.0.1" } }),
          },
          "open",
        ),
      ),
      "Further properties of the connection factory.",
    ),
    clientID: row(string, "Client identifier of the applications that use this connection factory."),
  },
  channel: {
    destination: row(string, "Name of the queue, where it is not that of the channel."),
    destinationType: row(oneOf("queue", "fifo-queue"), "What the destination is.", { default: "queue" }),
  },
  message: { headers: row(schema, "Schema of the JMS headers: an object with a property for each.") },
};

const mqQueue = inline("IBM MQ queue", {
  objectName: row(string, "Name of the queue, at most 48 characters.", { required: { text: "ibmmq 0.1.0" } }),
  isPartitioned: row(boolean, "Whether it is a cluster queue, and so partitioned.", { default: false }),
  exclusive: row(boolean, "Whether to open the queue exclusively.", { default: false }),
});

const mqTopic = inline("IBM MQ topic", {
  string: row(string, "The topic string, where it is not the name of the channel; at most 10240 characters."),
  objectName: row(string, "Name of the topic object, at most 48 characters."),
  durablePermitted: row(boolean, "Whether a subscription may be durable.", { default: true }),
  lastMsgRetained: row(boolean, "Whether new subscriptions get the last message.", { default: false }),
});

export const ibmmq: BindingSource = {
  versions: ["0.1.0"],
  folder: "ibmmq",
  server: {
    groupId: row(string, "The logical group of servers that this one belongs to."),
    ccdtQueueManagerName: row(string, "The queue manager to bind to in the client channel definition table.", { default: "*" }),
    cipherSpec: row(string, "The cipher specification recommended for TLS connections."),
    multiEndpointServer: row(boolean, "Whether connections may be balanced over several endpoints.", { default: false }),
    heartBeatInterval: row(
      { kind: "integer", minimum: 0, maximum: 999_999 },
      "How often the queue manager is sent a sign of life; 0 for never.",
      {
        unit: "seconds",
        default: 300,
      },
    ),
  },
  channel: {
    destinationType: row(oneOf("topic", "queue"), "What the channel is.", { default: "topic" }),
    queue: row(mqQueue, "The queue, where the channel is one.", {
      required: { text: "ibmmq 0.1.0", when: { field: "destinationType", is: "queue" } },
    }),
    topic: row(mqTopic, "The topic, where the channel is one."),
    maxMsgLength: row({ kind: "integer", minimum: 0, maximum: 104_857_600 }, "The longest message that topic or queue accept.", {
      unit: "bytes",
    }),
  },
  message: {
    type: row(oneOf("string", "jms", "binary"), "What kind of message it is.", { default: "string" }),
    headers: row(string, "The MQ headers of a binary message, separated by commas."),
    description: row({ kind: "string", markdown: true }, "What application developers should know of the message."),
    expiry: row({ kind: "integer", minimum: 0 }, "How long the message should live.", { unit: "milliseconds" }),
  },
};

export const nats: BindingSource = {
  versions: ["0.1.0"],
  folder: "nats",
  operation: { queue: row(string, "Name of the queue group, at most 255 characters.") },
};
