import { boolean, either, integer, string } from "../fields.ts";
import { schema } from "../schema-keywords.ts";
import type { Shape } from "../shape.ts";
import type { BindingSource } from "./binding-field.ts";
import { inline, inner, row } from "./binding-field.ts";

const qos: Shape = { kind: "integer", oneOf: [0, 1, 2] };
const seconds = { unit: "seconds", since: "0.2.0" };

/** The greatest number that MQTT 5 can carry in four bytes. */
const FOUR_BYTES = 4_294_967_295;

const lastWill = inline("MQTT last will", {
  topic: row(string, "The topic that the last will is sent to.", ["any", "receivers"]),
  qos: row(qos, "Quality of service of the last will.", ["lower", "receivers"]),
  message: row(string, "The message that is sent.", ["any", "receivers"]),
  retain: row(boolean, "Whether the broker retains the last will.", ["less", "receivers"]),
});

export const mqtt: BindingSource = {
  versions: ["0.1.0", "0.2.0"],
  folder: "mqtt",
  server: {
    clientId: row(string, "The client's identifier.", "harmless", { needed: "application" }),
    cleanSession: row(boolean, "Whether a connection starts without an earlier session (clean start in MQTT 5).", "harmless", {
      needed: "all",
    }),
    lastWill: inner(lastWill, "What the broker sends for a client that is gone."),
    keepAlive: row(integer, "The longest time that broker and client may be silent.", "harmless", { unit: "seconds" }),
    sessionExpiryInterval: row(
      either({ kind: "integer", minimum: 0 }, schema),
      "How long the broker keeps the session of a client that is gone, or a schema of that time (MQTT 5).",
      ["lower", "receivers"],
      { ...seconds, needed: "all" },
    ),
    maximumPacketSize: row(
      either({ kind: "integer", minimum: 1, maximum: FOUR_BYTES }, schema),
      "The largest packet that the client accepts, or a schema of that size (MQTT 5).",
      ["lower", "senders"],
      { unit: "bytes", since: "0.2.0" },
    ),
  },
  operation: {
    qos: row(qos, "Quality of service: at most once (0), at least once (1) or exactly once (2).", ["lower", "other"], { needed: "all" }),
    retain: row(boolean, "Whether the broker keeps the message for later subscribers.", ["less", "other"], { needed: "all" }),
    messageExpiryInterval: row(
      either({ kind: "integer", minimum: 0, maximum: FOUR_BYTES }, schema),
      "How long a message lives, or a schema of that time (MQTT 5).",
      ["lower", "other"],
      seconds,
    ),
  },
  message: {
    payloadFormatIndicator: row(
      { kind: "integer", oneOf: [0, 1] },
      "Whether the payload is unspecified bytes (0) or UTF-8 text (1) (MQTT 5).",
      "any",
      { default: 0, since: "0.2.0" },
    ),
    correlationData: row(schema, "Schema of the data that relates a response to its request (MQTT 5).", "schema", { since: "0.2.0" }),
    contentType: row(string, "Content type of the payload as MQTT 5 carries it.", "any", { since: "0.2.0" }),
    responseTopic: row(either(string, schema), "The topic for the response, or a schema of it (MQTT 5).", "any", { since: "0.2.0" }),
  },
};

export const mqtt5: BindingSource = {
  versions: ["0.1.0", "0.2.0"],
  folder: "mqtt5",
  server: {
    sessionExpiryInterval: row(
      either({ kind: "integer", minimum: 0 }, schema),
      "How long the broker keeps a session, or a schema of that time.",
      ["lower", "receivers"],
      seconds,
    ),
  },
};
