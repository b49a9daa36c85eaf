/** `protocol` values of a server that the specification lists, and the key of their bindings. The list is open-ended. */
const bindingOf: Readonly<Record<string, string>> = {
  amqp: "amqp",
  amqps: "amqp",
  amqp1: "amqp1",
  http: "http",
  https: "http",
  ibmmq: "ibmmq",
  jms: "jms",
  kafka: "kafka",
  "kafka-secure": "kafka",
  anypointmq: "anypointmq",
  mqtt: "mqtt",
  "secure-mqtt": "mqtt",
  mqtt5: "mqtt5",
  nats: "nats",
  sns: "sns",
  sqs: "sqs",
  solace: "solace",
  stomp: "stomp",
  stomps: "stomp",
  ws: "ws",
  wss: "ws",
  mercure: "mercure",
  redis: "redis",
  googlepubsub: "googlepubsub",
  pulsar: "pulsar",
  ros2: "ros2",
};

/** What people write instead: found in real documents, in brokers' own connection strings, and as their products' names. */
const alias: Readonly<Record<string, string>> = {
  mqtts: "mqtt",
  rabbit: "amqp",
  rabbitmq: "amqp",
  websocket: "ws",
  websockets: "ws",
  "ibm-mq": "ibmmq",
  "google-pubsub": "googlepubsub",
  pubsub: "googlepubsub",
  rediss: "redis",
  ros: "ros2",
};

function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The binding key that a protocol or a binding key in another spelling stands for; lower-cased as written where it is not known. */
export function canonicalProtocol(written: string): string {
  const key = written.trim().toLowerCase();
  return own(bindingOf, key) ?? own(alias, key) ?? key;
}
