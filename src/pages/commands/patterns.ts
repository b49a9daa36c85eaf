/** A part of an address that is one parameter and nothing else. */
const PARAMETER = /^\{[^{}]*\}$/;

/** Turns an address into a pattern: parts that are parameters become the wildcard `any`. */
export function wildcards(address: string, separator: string, any: string): string {
  const parts = address.split(separator);
  return parts.map((part) => (PARAMETER.test(part) ? any : part)).join(separator);
}

/** Whether an address of MQTT is a filter, to which nothing can be sent (MQTT 5.0 § 4.7.1). */
export function isTopicFilter(address: string): boolean {
  return /[+#]/.test(address);
}

/** Whether an address of NATS is a pattern of subjects, to which nothing can be sent. */
export function isSubjectPattern(address: string): boolean {
  return address.split(".").some((token) => token === "*" || token === ">");
}

/** The names of topics that Kafka takes (Kafka: Topic.java), and braces. */
export function isTopicName(topic: string): boolean {
  return /^(?:[\w.-]|\{[^{}]*\})+$/.test(topic);
}
