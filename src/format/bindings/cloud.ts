import { anyMap, boolean, integer, list, oneOf, string, any, either, nonEmptyList } from "../fields.ts";
import type { Shape, Requirement } from "../shape.ts";
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

const storage = inline("message storage policy", {
  allowedPersistenceRegions: inner(list(string), "The regions in which messages may be stored."),
});

const settings = inline("schema settings", {
  encoding: row(string, "How messages are encoded.", "any", { required: { schema: "googlepubsub 0.1.0, 0.2.0" } }),
  firstRevisionId: row(string, "The first revision of the schema that is allowed.", "unclear"),
  lastRevisionId: row(string, "The last revision of the schema that is allowed.", "unclear"),
  name: row(string, "Name of the schema that messages are validated against.", "unclear", {
    required: { schema: "googlepubsub 0.1.0, 0.2.0" },
  }),
});

const definition = inline("schema definition", {
  name: row(string, "Name of the schema.", "unclear", { required: { schema: "googlepubsub 0.1.0, 0.2.0" } }),
  type: row(string, "Type of the schema.", "any", { until: "0.2.0", required: { schema: "googlepubsub 0.1.0" } }),
});

export const googlepubsub: BindingSource = {
  versions: ["0.1.0", "0.2.0"],
  folder: "googlepubsub",
  channel: {
    topic: row(string, "Name of the topic.", "any", {
      needed: "all",
      address: { name: true },
      until: "0.2.0",
      required: { schema: "googlepubsub 0.1.0" },
    }),
    labels: row(anyMap, "Labels of the topic, by name.", "words"),
    messageRetentionDuration: row(string, "How long at least a message is kept, as a duration such as 86400s.", ["lower", "receivers"]),
    messageStoragePolicy: row(storage, "Where messages may be stored.", "harmless"),
    // The published schema requires schemaSettings; the text does not, and a topic may have no schema.
    schemaSettings: inner(settings, "How messages are validated."),
  },
  message: {
    attributes: row(anyMap, "Attributes of the message, by name.", ["any", "other"]),
    orderingKey: row(string, "Messages with the same key are delivered in order.", ["any", "other"]),
    schema: inner(definition, "The schema that validates the payload."),
  },
};

const count: Shape = { kind: "integer", minimum: 0 };

const retention = inline("retention policy", {
  time: row(count, "How long messages are kept.", ["lower", "receivers"], { unit: "minutes", default: 0 }),
  size: row(count, "How much is kept.", ["lower", "receivers"], { unit: "megabytes", default: 0 }),
});

export const pulsar: BindingSource = {
  versions: ["0.1.0"],
  folder: "pulsar",
  server: { tenant: row(string, "The tenant.", "any", { default: "public" }) },
  channel: {
    namespace: row(string, "The namespace of the topic.", "any", {
      needed: "all",
      address: { space: true },
      required: { text: "pulsar 0.1.0" },
    }),
    persistence: row(oneOf("persistent", "non-persistent"), "Whether messages are stored.", "any", {
      needed: "all",
      required: { text: "pulsar 0.1.0" },
    }),
    compaction: row(count, "From which size on the topic is compacted.", "harmless", { unit: "megabytes" }),
    "geo-replication": row(list(string), "The clusters that the topic is replicated to.", ["less", "all"]),
    retention: inner(retention, "How long and how much is kept."),
    ttl: row(integer, "How long a message lives.", ["lower", "receivers"], { unit: "seconds" }),
    deduplication: row(boolean, "Whether a message that is sent twice is stored once.", ["less", "receivers"]),
  },
};

const quality = inline("quality of service", {
  reliability: row(oneOf("best_effort", "reliable"), "Whether delivery is tried or assured.", ["any", "other"]),
  history: row(oneOf("keep_last", "keep_all", "unknown"), "How many samples are kept.", "harmless"),
  durability: row(oneOf("transient_local", "volatile"), "Whether late subscribers get earlier samples.", ["any", "other"]),
  lifespan: row(integer, "How long a message counts as fresh; -1 for ever.", ["lower", "other"]),
  deadline: row(integer, "The longest time between two messages; -1 for none.", ["raise", "other"]),
  liveliness: row(oneOf("automatic", "manual"), "How a publisher shows that it is alive.", ["any", "other"]),
  leaseDuration: row(integer, "How long a publisher may be silent before it counts as gone; -1 for ever.", ["raise", "other"]),
});

const roles = oneOf("publisher", "action_client", "service_client", "subscriber", "action_server", "service_server");

export const ros2: BindingSource = {
  versions: ["0.1.0"],
  folder: "ros2",
  server: {
    rmwImplementation: row(string, "The middleware that carries messages, such as rmw_fastrtps_cpp.", "any"),
    domainId: row({ kind: "integer", minimum: 0, maximum: 231 }, "The domain that separates groups of computers on one network.", "any", {
      default: 0,
    }),
  },
  operation: {
    role: row(roles, "What the node is in this operation.", "any", { required: { schema: "ros2 0.1.0" } }),
    node: row(string, "Name of the node that implements the operation.", "harmless", { required: { schema: "ros2 0.1.0" } }),
    qosPolicies: inner(quality, "Quality of service of the topic."),
  },
};
