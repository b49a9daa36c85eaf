/** A part of an address that is one parameter and nothing else. */
const PARAMETER = /^\{[^{}]*\}$/;

/** Turns an address into a pattern: parts that are parameters become the wildcard `any`. */
export function wildcards(address: string, separator: string, any: string): string {
  const parts = address.split(separator);
  return parts.map((part) => (PARAMETER.test(part) ? any : part)).join(separator);
}

/** The addresses that nothing can be sent to, because they are patterns. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  // MQTT 5.0 § 4.7.1.
  mqtt: /[+#]/,
  mqtt5: /[+#]/,
  nats: /(?:^|\.)[*>](?:\.|$)/,
  // `*` stands for the rest of one level and `>` for all levels that follow.
  solace: /(?:^|\/)(?:[^/]*\*|>$)/,
};

export function isPattern(protocol: string, address: string): boolean {
  return Object.hasOwn(PATTERNS, protocol) && PATTERNS[protocol]?.test(address) === true;
}

/** The names of topics that Kafka takes (Kafka: Topic.java), and braces. */
export function isTopicName(topic: string): boolean {
  return /^(?:[\w.-]|\{[^{}]*\})+$/.test(topic);
}

/** Whether the tool of AWS would replace a value by the content of a file or URL. */
export function isRead(text: string): boolean {
  return /^(?:fileb?|https?):\/\//i.test(text);
}
