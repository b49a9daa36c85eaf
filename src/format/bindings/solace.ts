import { boolean, either, integer, list, oneOf, string } from "../fields.ts";
import { schema } from "../schema-keywords.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, inner, row } from "./binding-field.ts";

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
