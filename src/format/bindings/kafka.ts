import { boolean, either, integer, list, oneOf, orReference, string } from "../fields.ts";
import { schema } from "../schema-keywords.ts";
import type { Shape } from "../shape.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, inner, row } from "./binding-field.ts";

const positive: Shape = { kind: "integer", minimum: 1 };
const count: Shape = { kind: "integer", minimum: 0 };
/** `-1` means no limit in Kafka. */
const limit: Shape = { kind: "integer", minimum: -1 };
/** The key. Since 0.2.0 it may be an Avro schema, which is recognised by attributes that only Avro has. */
const key = either({ ...orReference("Payload"), when: ["fields", "symbols", "logicalType", "namespace"] }, schema);

const topicConfiguration = inline(
  "Kafka topic configuration",
  {
    "cleanup.policy": row(list(oneOf("delete", "compact")), "How old segments of the log are treated: deleted, compacted, or both.", [
      "any",
      "receivers",
    ]),
    "retention.ms": row(limit, "How long a message is kept before it may be deleted; -1 for ever.", ["lower", "receivers"], {
      unit: "milliseconds",
    }),
    "retention.bytes": row(limit, "How large a partition may grow before old segments go; -1 without a limit.", ["lower", "receivers"], {
      unit: "bytes",
    }),
    "delete.retention.ms": row(count, "How long delete markers are kept in a compacted topic.", ["lower", "receivers"], {
      unit: "milliseconds",
    }),
    "max.message.bytes": row(count, "The largest batch of records that the topic accepts.", ["lower", "senders"], { unit: "bytes" }),
    "confluent.key.schema.validation": row(
      boolean,
      "Whether the broker validates message keys against the schema registry.",
      ["more", "senders"],
      { since: "0.5.0" },
    ),
    "confluent.key.subject.name.strategy": row(string, "How the registry subject of the key is named.", "any", { since: "0.5.0" }),
    "confluent.value.schema.validation": row(
      boolean,
      "Whether the broker validates message values against the schema registry.",
      ["more", "senders"],
      { since: "0.5.0" },
    ),
    "confluent.value.subject.name.strategy": row(string, "How the registry subject of the value is named.", "any", { since: "0.5.0" }),
  },
  "open",
);

export const kafka: BindingSource = {
  versions: ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0"],
  folder: "kafka",
  server: {
    schemaRegistryUrl: row(string, "Address of the schema registry that producers use.", "any", { since: "0.3.0" }),
    schemaRegistryVendor: row(string, "Vendor of the registry and its serializers, such as apicurio, confluent, ibm or karapace.", "any", {
      since: "0.3.0",
    }),
  },
  channel: {
    topic: row(string, "Name of the Kafka topic, where it is not that of the channel.", "any", {
      needed: "all",
      address: { name: true },
      since: "0.3.0",
    }),
    partitions: row(positive, "Number of partitions: how many consumers of a group can work in parallel.", ["lower", "receivers"], {
      since: "0.3.0",
    }),
    replicas: row(positive, "Number of replicas of the topic.", "harmless", { since: "0.3.0" }),
    topicConfiguration: inner(topicConfiguration, "Settings of the topic that matter to users of the API.", { since: "0.4.0" }),
  },
  operation: {
    groupId: row(schema, "Schema of the consumer group's id.", "filled", { needed: "receivers" }),
    clientId: row(schema, "Schema of the id of a consumer in its group.", "filled", { needed: "receivers" }),
  },
  message: {
    key: row(key, "Schema of the message key.", "schema"),
    schemaIdLocation: row(oneOf("header", "payload"), "Where the id of the registered schema is written.", "any", { since: "0.3.0" }),
    schemaIdPayloadEncoding: row(
      either(string, integer),
      "How the schema id is encoded in the payload: its size in bytes, or a vendor's name for the layout.",
      "any",
      { since: "0.3.0" },
    ),
    schemaLookupStrategy: row(string, "The naming strategy that finds the schema in the registry.", "any", { since: "0.3.0" }),
  },
};
