/** The key of the bindings for each `protocol` of a server that the specification lists. The list is open. */
const bindingByProtocol: Readonly<Record<string, string>> = {
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

/** Other spellings, from real documents, connection strings of brokers, and names of products. */
const bindingByAlias: Readonly<Record<string, string>> = {
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

/** The binding key of a protocol in any spelling; the protocol in lower case if it is unknown. */
export function canonicalProtocol(written: string): string {
  const key = written.trim().toLowerCase();
  return own(bindingByProtocol, key) ?? own(bindingByAlias, key) ?? key;
}
