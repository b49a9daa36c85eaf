import type { Dialect } from "./dialect.ts";
import type { BindingKind } from "./shape.ts";

/** Keys of every bindings object of 2.4; the operation's lacks `ibmmq`. */
const keys24 = [
  "http",
  "ws",
  "kafka",
  "anypointmq",
  "amqp",
  "amqp1",
  "mqtt",
  "mqtt5",
  "nats",
  "jms",
  "sns",
  "solace",
  "sqs",
  "stomp",
  "redis",
  "mercure",
];

/**
 * The protocol keys that a bindings object lists in a version: 2.4 (`ibmmq` not for operations), the draft and 2.5 add
 * `googlepubsub`, 2.6 and the released 3.0 add `pulsar`, 3.1 adds `ros2`.
 */
export function bindingKeys(dialect: Dialect, kind: BindingKind): readonly string[] {
  const later = dialect.line !== "2";
  const keys = [...keys24];
  if (later || kind !== "operation") keys.push("ibmmq");
  if (later || dialect.minor >= 5) keys.push("googlepubsub");
  if (dialect.line === "3" || dialect.minor >= 5) keys.push("pulsar");
  if (dialect.line === "3" && dialect.minor >= 1) keys.push("ros2");
  return keys;
}
