import type { Adversary } from "./adversary.ts";
import { head, many, message, quoted } from "./adversary.ts";

const channels = (lines: string, more = ""): string => `${head}channels:\n${lines}${more}`;
const three = "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\n";

/** What many of a thing cost, and names that look for one another. */
export const lists: readonly Adversary[] = [
  {
    name: "a location of many messages",
    make: (bytes) =>
      `${channels(many(bytes / 2, (at) => `  c${at}: { publish: { message: { traits: [{ $ref: "#/components/messageTraits/m" }] } } }\n`))}components: { messageTraits: { m: { correlationId: { location: "$message.header#${"/a".repeat(bytes / 4)}" } } } }\n`,
  },
  { name: "channels", make: (bytes) => channels(many(bytes, (at) => `  c${at}: {}\n`)) },
  { name: "channels with operations", make: (bytes) => channels(many(bytes, (at) => `  c${at}: { publish: {}, subscribe: {} }\n`)) },
  { name: "channels with messages", make: (bytes) => channels(many(bytes, (at) => `  c${at}: { publish: { message: {} } }\n`)) },
  {
    name: "empty schemas",
    make: (bytes) => `${head}channels: {}\ncomponents: { schemas: { ${many(bytes, (at) => `s${at}: {}`, ", ")} } }\n`,
  },
  {
    name: "empty messages",
    make: (bytes) => `${head}channels: {}\ncomponents: { messages: { ${many(bytes, (at) => `s${at}: {}`, ", ")} } }\n`,
  },
  {
    name: "servers",
    make: (bytes) => `${head}channels: { c: {} }\nservers: { ${many(bytes, (at) => `s${at}: { url: a, protocol: b }`, ", ")} }\n`,
  },
  {
    name: "servers and channels",
    make: (bytes) =>
      `${channels(many(bytes / 2, (at) => `  c${at}: {}\n`))}servers: { ${many(bytes / 2, (at) => `s${at}: { url: a, protocol: kafka }`, ", ")} }\n`,
  },
  {
    name: "servers and operations with commands",
    make: (bytes) =>
      `${channels(many(bytes / 2, (at) => `  c${at}: { publish: { message: { payload: { type: object, properties: { a: {} } } } } }\n`))}servers: { ${many(bytes / 2, (at) => `s${at}: { url: "a:1", protocol: kafka, security: [{ k: [] }] }`, ", ")} }\ncomponents: { securitySchemes: { k: { type: scramSha256 } } }\n`,
  },
  {
    name: "names of servers",
    make: (bytes) =>
      `${channels(many(bytes / 2, (at) => `  c${at}: { servers: [srever${at}] }\n`))}servers: { ${many(bytes / 2, (at) => `server${at}: { url: a, protocol: b }`, ", ")} }\n`,
  },
  {
    name: "unknown schemas",
    make: (bytes) =>
      `${head}channels: {}\ncomponents: { schemas: { ${many(bytes / 3, (at) => `Schema${at}: {}`, ", ")}, ${many(bytes / 1.5, (at) => `t${at}: { $ref: "#/components/schemas/Shcema${at}" }`, ", ")} } }\n`,
  },
  {
    name: "unknown files",
    make: (bytes) =>
      `${head}channels: {}\ncomponents: { schemas: { ${many(bytes, (at) => `t${at}: { $ref: "file${at}.yaml" }`, ", ")} } }\n`,
  },
  {
    name: "remote references",
    make: (bytes) =>
      `${head}channels: {}\ncomponents: { schemas: { ${many(bytes, (at) => `t${at}: { $ref: "https://h${at}.example/a" }`, ", ")} } }\n`,
  },
  { name: "unknown fields", make: (bytes) => `${head}channels: {}\n${many(bytes, (at) => `chanels${at}: 1\n`)}` },
  { name: "long unknown fields", make: (bytes) => `${head}channels: {}\n${many(bytes, (at) => `${"c".repeat(190)}${at}: 1\n`)}` },
  {
    name: "unknown schemes",
    make: (bytes) =>
      `${head}channels: {}\nservers: { a: { url: a, protocol: b, security: [${many(bytes / 2, (at) => `{ shceme${at}: [] }`, ", ")}] } }\ncomponents: { securitySchemes: { ${many(bytes / 2, (at) => `scheme${at}: { type: http, scheme: basic }`, ", ")} } }\n`,
  },
  {
    name: "scopes",
    make: (bytes) =>
      `${head}channels: {}\nservers: { a: { url: a, protocol: b, security: [{ o: [${many(bytes / 2, (at) => `soc${at}`, ", ")}] }] } }\ncomponents: { securitySchemes: { o: { type: oauth2, flows: { implicit: { authorizationUrl: "https://a.b", scopes: { ${many(bytes / 2, (at) => `sco${at}: a`, ", ")} } } } } } }\n`,
  },
  {
    name: "empty parts of a payload",
    make: (bytes) => channels(`  c: { publish: { message: { payload: { allOf: [${many(bytes, () => "{}", ",")}] } } } }\n`),
  },
  {
    name: "links of a trait in many operations",
    make: (bytes) =>
      channels(
        many(bytes / 40, (at) => `  c${at}: { publish: { traits: [{ $ref: "#/components/operationTraits/t" }] } }\n`),
        `components: { operationTraits: { t: { description: ${quoted(many(12_000, (at) => `[a${at}](#b${at}) `))} } } }\n`,
      ),
  },
  { name: "tags", make: (bytes) => `${head}channels: {}\ntags: [${many(bytes, () => "{ name: a }", ", ")}]\n` },
  {
    name: "tags of operations",
    make: (bytes) => channels(many(bytes, (at) => `  c${at}: { publish: { tags: [{ name: t${at % 300} }, { name: u${at} }] } }\n`)),
  },
  {
    name: "parameters",
    make: (bytes) =>
      channels(`  "${many(bytes / 2, (at) => `{p${at}}`)}": { parameters: { ${many(bytes / 2, (at) => `q${at}: {}`, ", ")} } }\n`),
  },
  { name: "braces", make: (bytes) => channels(`  "${"{".repeat(bytes)}": {}\n`) },
  { name: "braces with ends", make: (bytes) => channels(`  "${"{a}{".repeat(bytes / 4)}": {}\n`) },
  { name: "one long channel", make: (bytes) => channels(`  "${"a/".repeat(bytes / 2)}": { publish: {} }\n`) },
  { name: "long channels", make: (bytes) => channels(many(bytes, (at) => `  "${"a/".repeat(1000)}${at}": {}\n`)) },
  {
    name: "channels with one file name",
    make: (bytes) =>
      channels(
        many(
          bytes,
          (at) =>
            `  "a${["/", "-", "_", ".", "+"][at % 5] ?? ""}b${"-/"[at % 2] ?? ""}${" ".repeat(at % 50)}${"!".repeat(at % 47)}${at}?": {}\n`,
        ),
      ),
  },
  {
    name: "names that only case tells apart",
    make: (bytes) =>
      `${head}channels: {}\ncomponents: { schemas: { ${many(bytes, (at) => Array.from(at.toString(2).padStart(16, "0"), (bit) => (bit === "1" ? "A" : "a")).join("") + ": {}", ", ")} } }\n`,
  },
  {
    name: "addresses in a tree",
    make: (bytes) => channels(many(bytes, (at) => `  ${Array.from(String(at), (digit) => digit).join("/")}: {}\n`)),
  },
  { name: "duplicate operations", make: (bytes) => channels(many(bytes, (at) => `  c${at}: { publish: { operationId: a } }\n`)) },
  {
    name: "duplicate messages",
    make: (bytes) => channels(many(bytes, (at) => `  c${at}: { publish: { message: { messageId: a, name: a } } }\n`)),
  },
  {
    name: "variables",
    make: (bytes) =>
      `${head}channels: {}\nservers: { a: { url: "${many(bytes / 3, (at) => `{a${at}}`)}", protocol: b, variables: { ${many(bytes / 1.5, (at) => `b${at}: { enum: [c, d], default: e }`, ", ")} } } }\n`,
  },
  {
    name: "variables within values",
    make: () =>
      `${head}channels: {}\nservers: { a: { url: "${"{a}".repeat(9000)}", protocol: b, variables: { a: { default: "${"{a}".repeat(9000)}" } } } }\n`,
  },
  {
    name: "locations",
    make: (bytes) =>
      channels(
        many(
          bytes,
          (at) =>
            `  c${at}: { publish: { message: { correlationId: { location: "$message.payload#/${"a/".repeat(100)}" }, payload: { $ref: "#/components/schemas/S" } } } }\n`,
        ),
        "components: { schemas: { S: { properties: { a: { $ref: '#/components/schemas/S' } } } } }\n",
      ),
  },
  { name: "extensions", make: (bytes) => `${head}channels: {}\n${many(bytes, (at) => `x-${at}: { a: [1] }\n`)}` },
  { name: "bindings", make: (bytes) => channels(`  c: { bindings: { ${many(bytes, (at) => `kafak${at}: {}`, ", ")} } }\n`) },
  {
    name: "fields of a binding",
    make: (bytes) => channels(`  c: { bindings: { kafka: { ${many(bytes, (at) => `tpoic${at}: {}`, ", ")} } } }\n`),
  },
  {
    name: "traits",
    make: (bytes) => channels(`  c: { publish: { traits: [${many(bytes, (at) => `{ x-${at}: 1, tags: [{ name: a${at} }] }`, ", ")}] } }\n`),
  },
  {
    name: "traits that replace one another",
    make: (bytes) => channels(`  c: { publish: { traits: [${many(bytes, (at) => `{ summary: s${at}, description: d }`, ", ")}] } }\n`),
  },
  {
    name: "one title",
    make: (bytes) => `asyncapi: 2.6.0\ninfo: { title: ${quoted("title ".repeat(bytes / 6))}, version: '1' }\nchannels: { c: {} }\n`,
  },
  {
    name: "long titles",
    make: (bytes) =>
      channels(
        many(
          bytes,
          (at) =>
            `  c${at}: { publish: { summary: ${quoted("title ".repeat(300))}, operationId: ${quoted(`${at} ${"title ".repeat(300)}`)} } }\n`,
        ),
      ),
  },
  {
    name: "a long title beside many channels",
    make: (bytes) =>
      `asyncapi: 2.6.0\ninfo: { title: ${quoted("t".repeat(bytes / 2))}, version: '1' }\nchannels:\n${many(bytes / 2, (at) => `  c${at}: {}\n`)}`,
  },
  {
    name: "a long version, license and contact beside many channels",
    make: (bytes) =>
      `asyncapi: 2.6.0\ninfo: { title: T, version: "${"1".repeat(bytes / 6)}", license: { name: "${"l".repeat(bytes / 6)}" }, contact: { name: "${"c".repeat(bytes / 6)}" } }\nchannels:\n${many(bytes / 2, (at) => `  c${at}: {}\n`)}`,
  },
  {
    name: "a long operation id linked from many",
    make: (bytes) =>
      `${channels(`  c: { publish: { operationId: "${"o".repeat(bytes / 4)}", message: { $ref: "#/components/messages/m" } } }\n${many(bytes / 2, (at) => `  c${at}: { publish: { message: { $ref: "#/components/messages/m" } } }\n`)}`)}components: { messages: { m: { name: "${"m".repeat(bytes / 4)}" } } }\n`,
  },
  {
    name: "operations of one channel, 3.0",
    make: (bytes) =>
      `${three}channels: { c: { messages: { ${many(bytes / 3, (at) => `m${at}: {}`, ", ")} } } }\noperations:\n${many(bytes / 1.5, (at) => `  o${at}: { action: send, channel: { $ref: "#/channels/c" } }\n`)}`,
  },
  {
    name: "replies, 3.0",
    make: (bytes) =>
      `${three}channels: { c: { messages: { ${many(bytes / 3, (at) => `m${at}: {}`, ", ")} } } }\noperations:\n${many(bytes / 1.5, (at) => `  o${at}: { action: send, channel: { $ref: "#/channels/c" }, reply: { channel: { $ref: "#/channels/c" } } }\n`)}`,
  },
  {
    name: "security, 3.0",
    make: (bytes) =>
      `${three}servers: { ${many(bytes / 2, (at) => `s${at}: { host: a, protocol: b, security: [{ $ref: "#/components/securitySchemes/k" }] }`, ", ")} }\nchannels: { c: {} }\noperations:\n${many(bytes / 2, (at) => `  o${at}: { action: send, channel: { $ref: "#/channels/c" } }\n`)}components: { securitySchemes: { k: { type: userPassword } } }\n`,
  },
  { name: "one letter a line, everywhere", make: (bytes) => `${head}channels: {}\nx-a:\n${many(bytes, () => "- a\n")}` },
  {
    name: "distinct words",
    make: (bytes) =>
      channels(many(bytes, (at) => `  c${at}: { description: "${many(200, (nth) => (at * 9973 + nth * 7919).toString(36), " ")}" }\n`)),
  },
  {
    name: "problems under a long key",
    make: (bytes) => channels(`  "${"a".repeat(bytes / 2)}":\n${many(bytes / 2, (at) => `    tpoic${at}: 1\n`)}`),
  },
  {
    name: "messages of a long channel",
    make: (bytes) =>
      channels(
        `  "${"a".repeat(bytes / 2)}": { publish: { message: { oneOf: [${many(bytes / 2, (at) => `{ payload: { const: ${at} } }`, ", ")}] } } }\n`,
      ),
  },
  {
    name: "unused variables of a long server",
    make: (bytes) =>
      `${head}channels: {}\nservers: { ${"s".repeat(bytes / 2)}: { url: a, protocol: b, variables: { ${many(bytes / 2, (at) => `v${at}: {}`, ", ")} } } }\n`,
  },
  {
    name: "security that is none",
    make: (bytes) => `${head}servers: { s: { url: a.b, protocol: kafka, security: [${many(bytes, () => "1", ", ")}] } }\nchannels: {}\n`,
  },
  {
    name: "traits that are none",
    make: (bytes) => `${head}channels: { c: { publish: { message: { traits: [${many(bytes, () => "1", ", ")}] } } } }\n`,
  },
  { name: "wrong types", make: (bytes) => `${head}channels: {}\ntags: [${many(bytes, () => "1", ", ")}]\n` },
  {
    name: "wrong types on a line",
    file: "api.json",
    make: (bytes) => `{"asyncapi":"2.6.0","info":{"title":"T","version":"1"},"channels":{},"tags":[${many(bytes, () => "1", ",")}]}`,
  },
  {
    name: "fields of two messages that share words",
    make: (bytes) =>
      `${head}channels:\n  a: { publish: { message: { name: A, payload: { $ref: '#/components/schemas/s' } } } }\n  b: { publish: { message: { name: B, payload: { $ref: '#/components/schemas/s' } } } }\ncomponents: { schemas: { s: { properties: { ${many(bytes, (at) => `user_id_${at}: {}`, ", ")} } } } }\n`,
  },
  {
    name: "wrong examples of a message",
    make: (bytes) =>
      message(
        "{ type: string }",
        many(bytes, (at) => `{ payload: ${at} }`, ", "),
      ),
  },
];
