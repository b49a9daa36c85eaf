import { any, anyMap, boolean, either, integer, list, oneOf, nonEmptyList, string } from "../fields.ts";
import type { Requirement, Shape } from "../shape.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, row } from "./binding-field.ts";

const strings: Shape = either(string, list(string));
const tags = row(anyMap, "Amazon's tags, by name.");

const statement = inline("policy statement", {
  effect: row(oneOf("Allow", "Deny"), "Whether it allows or denies.", { required: { text: "sns 1.0.0, sqs 0.3.0" } }),
  principal: row(either(string, list(string), anyMap), "The accounts or resources that it applies to.", {
    required: { text: "sns 1.0.0, sqs 0.3.0" },
  }),
  action: row(strings, "The permissions that it allows or denies.", { required: { text: "sns 1.0.0, sqs 0.3.0" } }),
  resource: row(strings, "The resources that it is about."),
  condition: row(either(anyMap, list(anyMap)), "When it applies."),
});

const snsPolicy = inline("policy", {
  statements: row(list(statement), "What is allowed and denied.", { required: { text: "sns 1.0.0" } }),
});

const sqsPolicy = inline("policy", {
  statements: row(list(statement), "What is allowed and denied."),
  // The text of SQS has a capital letter where its published JSON Schema has none.
  Statements: row(list(statement), "What is allowed and denied.", { required: { text: "sqs 0.3.0", when: { field: "statements" } } }),
});

const identifier = inline("identifier", {
  url: row(string, "The endpoint is a URL."),
  email: row(string, "The endpoint is an email address."),
  phone: row(string, "The endpoint is a phone number."),
  arn: row(string, "The endpoint is an Amazon resource name."),
  name: row(string, "The endpoint is what another binding of the operation calls by this name."),
});

function redrivePolicy(required: Requirement): Shape {
  return inline("redrive policy", {
    deadLetterQueue: row(identifier, "The queue for messages that cannot be processed.", { required }),
    maxReceiveCount: row(integer, "How often a message is delivered before it goes there.", { default: 10 }),
  });
}

const deliveryPolicy = inline("delivery policy", {
  minDelayTarget: row(integer, "The shortest wait before a retry.", { unit: "seconds" }),
  maxDelayTarget: row(integer, "The longest wait before a retry.", { unit: "seconds" }),
  numRetries: row(integer, "How many retries in all."),
  numNoDelayRetries: row(integer, "How many retries at once, without a wait."),
  numMinDelayRetries: row(integer, "How many retries with the shortest wait."),
  numMaxDelayRetries: row(integer, "How many retries with the longest wait."),
  backoffFunction: row(oneOf("arithmetic", "exponential", "geometric", "linear"), "How waits grow from one retry to the next."),
  maxReceivesPerSecond: row(integer, "The most deliveries a second to one subscription."),
});

const protocols = oneOf("http", "https", "email", "email-json", "sms", "sqs", "application", "lambda", "firehose");

const consumer = inline("consumer", {
  protocol: row(protocols, "How the endpoint receives messages.", { required: { text: "sns 1.0.0" } }),
  endpoint: row(identifier, "Where messages are delivered.", { required: { text: "sns 1.0.0" } }),
  filterPolicy: row(anyMap, "Which messages are received."),
  filterPolicyScope: row(oneOf("MessageAttributes", "MessageBody"), "What the filter looks at.", { default: "MessageAttributes" }),
  rawMessageDelivery: row(boolean, "Whether the message is delivered without SNS's own attributes in its body.", {
    required: { text: "sns 1.0.0" },
  }),
  redrivePolicy: row(redrivePolicy({ text: "sns 1.0.0" }), "What happens to messages that cannot be processed."),
  deliveryPolicy: row(deliveryPolicy, "How deliveries over HTTP are retried, in place of the topic's policy."),
  displayName: row(string, "The name shown with text messages."),
});

const ordering = inline("ordering", {
  type: row(oneOf("standard", "FIFO"), "Whether the topic keeps the order of messages.", { required: { text: "sns 1.0.0" } }),
  contentBasedDeduplication: row(boolean, "Whether equal messages are delivered once.", { default: false }),
});

export const sns: BindingSource = {
  versions: ["0.1.0", "0.2.0", "1.0.0"],
  folder: "sns/3.0.0",
  channel: {
    name: row(string, "Name of the topic, which may differ from that of the channel.", { required: { text: "sns 1.0.0" } }),
    ordering: row(ordering, "How a FIFO topic is set up; without, the topic is not ordered."),
    policy: row(snsPolicy, "The security policy of the topic."),
    tags,
  },
  operation: {
    topic: row(identifier, "The topic, where the channel's name is not its name."),
    // The text requires consumers only if the application receives.
    consumers: row(nonEmptyList(consumer), "Who listens to the topic, and how."),
    deliveryPolicy: row(deliveryPolicy, "How deliveries over HTTP are retried, where a consumer does not say."),
  },
};

const queue = inline("SQS queue", {
  name: row(string, "Name of the queue.", { required: { text: "sqs 0.3.0" } }),
  fifoQueue: row(boolean, "Whether the queue keeps the order of messages.", { required: { text: "sqs 0.3.0" } }),
  deduplicationScope: row(oneOf("queue", "messageGroup"), "Where equal messages count as one.", { default: "queue", since: "0.2.0" }),
  fifoThroughputLimit: row(oneOf("perQueue", "perMessageGroupId"), "What the throughput quota applies to.", {
    default: "perQueue",
    since: "0.2.0",
  }),
  deliveryDelay: row({ kind: "integer", minimum: 0, maximum: 900 }, "How long a message waits before it can be received.", {
    unit: "seconds",
    default: 0,
  }),
  visibilityTimeout: row({ kind: "integer", minimum: 0, maximum: 43_200 }, "How long a consumer locks a message.", {
    unit: "seconds",
    default: 30,
  }),
  receiveMessageWaitTime: row(integer, "How long a read waits for messages: short polling with 0, else long.", {
    unit: "seconds",
    default: 0,
  }),
  messageRetentionPeriod: row({ kind: "integer", minimum: 60, maximum: 1_209_600 }, "How long a message is kept.", {
    unit: "seconds",
    default: 345_600,
  }),
  redrivePolicy: row(redrivePolicy({ schema: "sqs 0.2.0" }), "What happens to messages that cannot be processed."),
  policy: row(sqsPolicy, "The security policy of the queue."),
  tags,
});

export const sqs: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0"],
  folder: "sqs",
  channel: {
    queue: row(queue, "The queue that the channel is.", { required: { text: "sqs 0.3.0" } }),
    deadLetterQueue: row(queue, "The queue for messages that cannot be processed."),
  },
  operation: { queues: row(list(either(queue, any)), "The queues that the operation speaks of.", { required: { text: "sqs 0.3.0" } }) },
};
