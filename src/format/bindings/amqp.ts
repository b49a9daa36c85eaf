import { boolean, integer, list, oneOf, string } from "../fields.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, row } from "./binding-field.ts";

const vhost = row(string, "The virtual host it belongs to.", { default: "/", since: "0.2.0" });

const exchange = inline("AMQP exchange", {
  name: row(string, "Name of the exchange, at most 255 characters."),
  type: row(oneOf("topic", "direct", "fanout", "default", "headers"), "How the exchange routes messages to queues."),
  durable: row(boolean, "Whether the exchange survives a restart of the broker."),
  autoDelete: row(boolean, "Whether the exchange goes when its last queue is unbound."),
  vhost,
});

const queue = inline("AMQP queue", {
  name: row(string, "Name of the queue, at most 255 characters."),
  durable: row(boolean, "Whether the queue survives a restart of the broker."),
  exclusive: row(boolean, "Whether only one connection may use the queue."),
  autoDelete: row(boolean, "Whether the queue goes when its last consumer unsubscribes."),
  vhost,
});

export const amqp: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0"],
  folder: "amqp",
  channel: {
    is: row(oneOf("queue", "routingKey"), "What the channel is: a queue, or a routing key of an exchange.", { default: "routingKey" }),
    exchange: row(exchange, "The exchange, where the channel is a routing key."),
    queue: row(queue, "The queue, where the channel is one."),
  },
  operation: {
    expiration: row({ kind: "integer", minimum: 0 }, "How long a message lives.", { unit: "milliseconds" }),
    userId: row(string, "The user who sends the message."),
    cc: row(list(string), "Further routing keys that the message is published with."),
    priority: row(integer, "Priority of the message."),
    deliveryMode: row({ kind: "integer", oneOf: [1, 2] }, "Whether the message is transient (1) or persistent (2)."),
    mandatory: row(boolean, "Whether the broker returns a message that no queue takes."),
    bcc: row(list(string), "Further routing keys that consumers do not see."),
    replyTo: row(string, "Name of the queue for the response.", { until: "0.3.0" }),
    timestamp: row(boolean, "Whether the message carries a timestamp."),
    ack: row(boolean, "Whether the consumer acknowledges the message."),
  },
  message: {
    contentEncoding: row(string, "MIME encoding of the content, such as gzip."),
    messageType: row(string, "The application's own type of the message."),
  },
};
