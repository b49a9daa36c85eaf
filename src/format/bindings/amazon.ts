import { any, anyMap, boolean, either, integer, list, oneOf, nonEmptyList, string } from "../fields.ts";
import type { Requirement, Shape } from "../shape.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, inner, row } from "./binding-field.ts";

const strings: Shape = either(string, list(string));
const tags = row(anyMap, "Amazon's tags, by name.", "words");

const statement = inline("policy statement", {
  effect: inner(oneOf("Allow", "Deny"), "Whether it allows or denies.", { required: { text: "sns 1.0.0, sqs 0.3.0" } }),
  principal: inner(either(string, list(string), anyMap), "The accounts or resources that it applies to.", {
    required: { text: "sns 1.0.0, sqs 0.3.0" },
  }),
  action: inner(strings, "The permissions that it allows or denies.", { required: { text: "sns 1.0.0, sqs 0.3.0" } }),
  resource: inner(strings, "The resources that it is about."),
  condition: inner(either(anyMap, list(anyMap)), "When it applies."),
});

const snsPolicy = inline("policy", {
  statements: inner(list(statement), "What is allowed and denied.", { required: { text: "sns 1.0.0" } }),
});

const sqsPolicy = inline("policy", {
  statements: inner(list(statement), "What is allowed and denied."),
  // The text of SQS has a capital letter where its published JSON Schema has none.
  Statements: inner(list(statement), "What is allowed and denied.", { required: { text: "sqs 0.3.0", when: { field: "statements" } } }),
});

const identifierFields = {
  url: inner(string, "The endpoint is a URL."),
  email: inner(string, "The endpoint is an email address."),
  phone: inner(string, "The endpoint is a phone number."),
  arn: inner(string, "The endpoint is an Amazon resource name."),
  name: inner(string, "The endpoint is what another binding of the operation calls by this name."),
};

const identifier = inline("identifier", identifierFields);

function redrivePolicy(required: Requirement): Shape {
  return inline("redrive policy", {
    deadLetterQueue: inner(identifier, "The queue for messages that cannot be processed.", { required }),
    maxReceiveCount: inner(integer, "How often a message is delivered before it goes there.", { default: 10 }),
  });
}

const deliveryPolicy = inline("delivery policy", {
  minDelayTarget: inner(integer, "The shortest wait before a retry.", { unit: "seconds" }),
  maxDelayTarget: inner(integer, "The longest wait before a retry.", { unit: "seconds" }),
  numRetries: inner(integer, "How many retries in all."),
  numNoDelayRetries: inner(integer, "How many retries at once, without a wait."),
  numMinDelayRetries: inner(integer, "How many retries with the shortest wait."),
  numMaxDelayRetries: inner(integer, "How many retries with the longest wait."),
  backoffFunction: inner(oneOf("arithmetic", "exponential", "geometric", "linear"), "How waits grow from one retry to the next."),
  maxReceivesPerSecond: inner(integer, "The most deliveries a second to one subscription."),
});

const protocols = oneOf("http", "https", "email", "email-json", "sms", "sqs", "application", "lambda", "firehose");

const consumer = inline("consumer", {
  protocol: inner(protocols, "How the endpoint receives messages.", { required: { text: "sns 1.0.0" } }),
  endpoint: inner(identifier, "Where messages are delivered.", { required: { text: "sns 1.0.0" } }),
  filterPolicy: inner(anyMap, "Which messages are received."),
  filterPolicyScope: inner(oneOf("MessageAttributes", "MessageBody"), "What the filter looks at.", { default: "MessageAttributes" }),
  rawMessageDelivery: inner(boolean, "Whether the message is delivered without SNS's own attributes in its body.", {
    required: { text: "sns 1.0.0" },
  }),
  redrivePolicy: inner(redrivePolicy({ text: "sns 1.0.0" }), "What happens to messages that cannot be processed."),
  deliveryPolicy: inner(deliveryPolicy, "How deliveries over HTTP are retried, in place of the topic's policy."),
  displayName: inner(string, "The name shown with text messages."),
});

const ordering = inline("ordering", {
  type: row(oneOf("standard", "FIFO"), "Whether the topic keeps the order of messages.", "any", { required: { text: "sns 1.0.0" } }),
  contentBasedDeduplication: row(boolean, "Whether equal messages are delivered once.", ["any", "senders"], { default: false }),
});

export const sns: BindingSource = {
  versions: ["0.1.0", "0.2.0", "1.0.0"],
  folder: "sns/3.0.0",
  channel: {
    name: row(string, "Name of the topic, which may differ from that of the channel.", "any", {
      needed: "all",
      address: { name: true },
      required: { text: "sns 1.0.0" },
    }),
    ordering: inner(ordering, "How a FIFO topic is set up; without, the topic is not ordered."),
    policy: row(snsPolicy, "The security policy of the topic.", "unclear"),
    tags,
  },
  operation: {
    topic: row(
      inline("identifier", { ...identifierFields, name: { ...identifierFields.name, address: { name: true } } }),
      "The topic, where the channel's name is not its name.",
      "any",
    ),
    // The text requires consumers only if the application receives.
    consumers: row(nonEmptyList(consumer), "Who listens to the topic, and how.", ["unclear", "receivers"]),
    deliveryPolicy: row(deliveryPolicy, "How deliveries over HTTP are retried, where a consumer does not say.", "harmless"),
  },
};

const queueFields = {
  name: row(string, "Name of the queue.", "any", { needed: "all", required: { text: "sqs 0.3.0" } }),
  fifoQueue: row(boolean, "Whether the queue keeps the order of messages.", "any", { required: { text: "sqs 0.3.0" } }),
  deduplicationScope: row(oneOf("queue", "messageGroup"), "Where equal messages count as one.", ["any", "senders"], {
    default: "queue",
    since: "0.2.0",
  }),
  fifoThroughputLimit: row(oneOf("perQueue", "perMessageGroupId"), "What the throughput quota applies to.", "harmless", {
    default: "perQueue",
    since: "0.2.0",
  }),
  deliveryDelay: row(
    { kind: "integer", minimum: 0, maximum: 900 },
    "How long a message waits before it can be received.",
    ["raise", "receivers"],
    { unit: "seconds", default: 0 },
  ),
  visibilityTimeout: row({ kind: "integer", minimum: 0, maximum: 43_200 }, "How long a consumer locks a message.", ["lower", "receivers"], {
    unit: "seconds",
    default: 30,
  }),
  receiveMessageWaitTime: row(integer, "How long a read waits for messages: short polling with 0, else long.", "harmless", {
    unit: "seconds",
    default: 0,
  }),
  messageRetentionPeriod: row({ kind: "integer", minimum: 60, maximum: 1_209_600 }, "How long a message is kept.", ["lower", "receivers"], {
    unit: "seconds",
    default: 345_600,
  }),
  redrivePolicy: row(redrivePolicy({ schema: "sqs 0.2.0" }), "What happens to messages that cannot be processed.", "harmless"),
  policy: row(sqsPolicy, "The security policy of the queue.", "unclear"),
  tags,
};

const queue = inline("SQS queue", queueFields);
const channelQueue = inline("SQS queue", { ...queueFields, name: { ...queueFields.name, address: { name: true } } });

export const sqs: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0"],
  folder: "sqs",
  channel: {
    queue: inner(channelQueue, "The queue that the channel is.", { required: { text: "sqs 0.3.0" } }),
    deadLetterQueue: row(queue, "The queue for messages that cannot be processed.", "harmless"),
  },
  operation: {
    queues: row(list(either(queue, any)), "The queues that the operation speaks of.", ["any", "receivers"], {
      required: { text: "sqs 0.3.0" },
    }),
  },
};
