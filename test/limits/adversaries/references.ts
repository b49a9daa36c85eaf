import type { Adversary } from "./adversary.ts";
import { many } from "./adversary.ts";

/** Large parts that as many others refer to as fit. */

const head = "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\n";
const ref = (pointer: string): string => `{ $ref: "#/${pointer}" }`;

interface Kind {
  readonly name: string;
  /** The group of components, the part, and the list of its members. */
  readonly part: readonly [group: string, text: (members: string) => string, member: (at: number) => string];
  /** What refers to it. */
  readonly users: readonly [group: string, user: (at: number, part: string) => string];
  readonly more?: string;
}

const entries =
  (name: string) =>
  (at: number): string =>
    `${name}${at}: {}`;
const channels = (user: (part: string) => string): Kind["users"] => ["channels", (at, part) => `c${at}: ${user(part)}`];
const servers = (user: (part: string) => string): Kind["users"] => ["servers", (at, part) => `s${at}: ${user(part)}`];
const operations = (field: (part: string) => string): Kind["users"] => [
  "operations",
  (at, part) => `o${at}: { action: send, channel: ${ref("channels/c")}, ${field(part)} }`,
];
const channel = "channels: { c: { address: a } }\n";

const kinds: readonly Kind[] = [
  {
    name: "parameters",
    part: ["channels", (members) => `{ address: a, parameters: { ${members} } }`, entries("p")],
    users: channels((part) => part),
  },
  {
    name: "messages",
    part: ["channels", (members) => `{ address: a, messages: { ${members} } }`, entries("m")],
    users: channels((part) => part),
  },
  {
    name: "values of a parameter",
    part: ["parameters", (members) => `{ enum: [${members}] }`, (at) => `v${at}`],
    users: channels((part) => `{ address: "{p}", parameters: { p: ${part} } }`),
  },
  {
    name: "variables",
    part: ["servers", (members) => `{ host: a, protocol: b, variables: { ${members} } }`, entries("v")],
    users: servers((part) => part),
  },
  {
    name: "scopes",
    part: ["securitySchemes", (members) => `{ type: oauth2, scopes: [${members}], flows: {} }`, (at) => `s${at}`],
    users: servers((part) => `{ host: a, protocol: b, security: [${part}] }`),
  },
  {
    name: "bindings of servers",
    part: ["serverBindings", (members) => `{ ${members} }`, entries("b")],
    users: servers((part) => `{ host: a, protocol: b, bindings: ${part} }`),
  },
  {
    name: "bindings of operations",
    part: ["operationBindings", (members) => `{ kafka: { ${members} } }`, entries("x-")],
    users: operations((part) => `bindings: ${part}`),
    more: channel,
  },
  {
    name: "tags of a trait",
    part: ["operationTraits", (members) => `{ tags: [${members}] }`, (at) => `{ name: t${at} }`],
    users: operations((part) => `traits: [${part}]`),
    more: channel,
  },
  {
    name: "examples of a trait",
    part: ["messageTraits", (members) => `{ examples: [${members}] }`, (at) => `{ payload: ${at} }`],
    users: channels((part) => `{ address: a, messages: { m: { traits: [${part}] } } }`),
  },
  {
    name: "security of a trait",
    part: ["operationTraits", (members) => `{ security: [${members}] }`, () => "{ type: http, scheme: basic }"],
    users: operations((part) => `traits: [${part}]`),
    more: channel,
  },
  {
    name: "messages of a reply",
    part: ["replies", (members) => `{ messages: [${members}] }`, () => ref("channels/c/messages/m")],
    users: operations((part) => `reply: ${part}`),
    more: "channels: { c: { address: a, messages: { m: {} } } }\n",
  },
];

/** Half of the bytes for the part, and half for those that refer to it. */
export const shared: readonly Adversary[] = kinds.map(({ name, part: [group, text, member], users: [list, user], more = "" }) => ({
  name: `references to many ${name}`,
  make: (bytes) => {
    const using = many(bytes / 2, (at) => user(at, ref(`components/${group}/part`)), ", ");
    return `${head}${more}${list}: { ${using} }\ncomponents: { ${group}: { part: ${text(many(bytes / 2, member, ", "))} } }\n`;
  },
}));
