import { anyMap, boolean, integer, list, oneOf, string } from "../fields.ts";
import type { Shape } from "../shape.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, inner, row } from "./binding-field.ts";

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
