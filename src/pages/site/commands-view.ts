import { canonicalProtocol } from "#format";
import type { Binding, Channel, Message, Operation, Parameter, Server } from "#model";
import { anchorFor, opposite } from "#model";
import type { Node } from "#text";
import { entriesOf, hasAtMost, itemsOf, printTokens, valueOf } from "#text";
import type { Credential, Field } from "../commands/index.ts";
import { commandsFor } from "../commands/index.ts";
import type { PageContext } from "./context.ts";
import { visible } from "./visible.ts";

/** A scalar as it is written without quotes. */
export function scalar(node: Node | undefined): string | undefined {
  if (node?.kind === "string") return node.value;
  if (node?.kind === "number") return node.raw;
  return node?.kind === "boolean" ? String(node.value) : undefined;
}

/** The first scalar of some lists, which may be long: no further one is looked at. */
function firstScalar(...lists: readonly (readonly (Node | undefined)[])[]): string | undefined {
  for (const list of lists) {
    for (const node of list) {
      const text = scalar(node);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** `{name}` replaced where a value is known; never twice. */
function filled(text: string, values: ReadonlyMap<string, string | undefined>): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Characters that a value has at least, without those in it. */
const leastOf = (node: Node): number => (node.kind === "string" ? Math.max(1, node.value.length) : 1);

/** JSON on one line, digit for digit: some tools send a message a line. `undefined` for what is longer than is asked for. */
function compact(node: Node, longest: number): string | undefined {
  if (!hasAtMost(node, longest, leastOf)) return undefined;
  const text = printTokens(node)
    .map((token) => (token.type === "plain" ? token.text.replace(/\s+/g, "") : token.text))
    .join("");
  return text.length <= longest ? text : undefined;
}

/** So many servers have commands, one of each protocol before a second. */
const MOST = 4;

/** A server's address with the values of its variables. Made once: every operation may go over it. */
function serverText(server: Server): string {
  const values = server.variables.map((each) => [each.name, firstScalar([each.default], each.examples, each.enum)] as const);
  return filled(server.address, new Map(values));
}

/** The servers that commands are for. Chosen once of those that many channels have in common. */
function chosen(servers: readonly Server[]): readonly Server[] {
  const first = new Map<string, Server>();
  for (const server of servers) {
    const protocol = canonicalProtocol(server.protocol?.value ?? "");
    if (!first.has(protocol)) first.set(protocol, server);
  }
  const each = new Set(first.values());
  return [...each, ...servers.filter((server) => !each.has(server))].slice(0, MOST);
}


/** A longer payload is a file's. */
const LONGEST = 4000;
const MOST_HEADERS = 12;
const LONGEST_HEADER = 300;
const UNKNOWN_PAYLOAD = "{payload}";

/** A value that a schema gives: of Kafka's keys and groups, which bindings describe by schemas. */
function givenBy(context: PageContext, node: Node | undefined): string | undefined {
  const schema = node && context.site.documents.follow(node);
  const single = [schema, valueOf(schema, "const"), valueOf(schema, "default")];
  return firstScalar(single, itemsOf(valueOf(schema, "examples")), itemsOf(valueOf(schema, "enum")));
}

function parameterValue({ enum: allowed = [], default: standard, examples = [], schema }: Parameter, context: PageContext): string | undefined {
  return firstScalar([standard], examples, allowed) ?? givenBy(context, schema?.node);
}

/** Schemas that are looked at for what one schema requires: itself and those that it combines. */
const MOST_PARTS = 20;

/** What a JSON Schema requires, each with the value that it gives, or its name in braces. */
function requiredBy(context: PageContext, node: Node | undefined): Field[] {
  const parts = new Set<Node>();
  const add = (part: Node | undefined): void => {
    const followed = part && context.site.documents.follow(part);
    if (followed && parts.size < MOST_PARTS) parts.add(followed);
  };
  add(node);
  for (const part of parts) itemsOf(valueOf(part, "allOf")).forEach(add);
  const all = [...parts];
  const names = new Set(all.flatMap((part) => itemsOf(valueOf(part, "required")).slice(0, MOST_HEADERS).flatMap((name) => scalar(name) ?? [])));
  return [...names].map((name) => {
    const stated = all.map((part) => valueOf(valueOf(part, "properties"), name)).find((property) => property !== undefined);
    return [name, givenBy(context, stated) ?? `{${name}}`];
  });
}

function addressOf(context: PageContext, channel: Channel): string {
  return filled(channel.address ?? "", new Map(channel.parameters.map((each) => [each.name, parameterValue(each, context)])));
}

const JSON_TYPE = /^[^;]*[/+]json\b/i;
const TEXT_TYPE = /^text\/|^[^;]*[/+](?:xml|yaml|x-yaml)\b/i;

/** Whether a message goes over the wire as text. Avro and protobuf are binary, unless the message says otherwise. */
function isText({ contentType, effectiveContentType, payload }: Message): boolean {
  if (!contentType && /avro|protobuf/i.test(payload?.format?.value ?? "")) return false;
  return JSON_TYPE.test(effectiveContentType) || TEXT_TYPE.test(effectiveContentType);
}

/** A value as it goes over the wire by a content type of text. */
function wireText(node: Node, contentType: string): string | undefined {
  if (JSON_TYPE.test(contentType)) return compact(node, LONGEST);
  return node.kind === "string" ? node.value : undefined;
}

/** The value of a payload: that of the first example, or one that the schema gives. A made text or number would only look like one. */
function payloadValue(context: PageContext, message: Message): Node | undefined {
  const example = message.examples.find(({ payload }) => payload)?.payload;
  if (example || !message.payload) return example;
  const made = context.site.samples.of(message.payload).samples[0]?.value;
  const isGiven = made?.kind === "map" || made?.kind === "list" || givenBy(context, message.payload.node) !== undefined;
  return isGiven ? made : undefined;
}

/** A payload that can stand in a command, or braces where the document gives none; `undefined` for what is not text. */
function payloadOf(context: PageContext, message: Message | undefined): string | undefined {
  if (!message) return UNKNOWN_PAYLOAD;
  if (!isText(message)) return undefined;
  const node = payloadValue(context, message);
  if (!node) return UNKNOWN_PAYLOAD;
  const text = wireText(node, message.effectiveContentType);
  return text !== undefined && text.length <= LONGEST ? text : undefined;
}

/** Headers with plain values of the first example, and those besides that the schema requires. */
function headersOf(context: PageContext, message: Message | undefined): Field[] {
  const example = message?.examples.find(({ headers }) => headers)?.headers;
  const fields = entriesOf(example).flatMap(({ key, value }): Field[] => {
    const text = scalar(value);
    return text === undefined || text.length > LONGEST_HEADER ? [] : [[key, text]];
  });
  const names = new Set(fields.map(([name]) => name));
  return [...fields, ...requiredBy(context, message?.headers?.node).filter(([name]) => !names.has(name))].slice(0, MOST_HEADERS);
}

/** The first of the alternatives of the server and of the operation: the names of what to bring, never a secret. */
function credentialsOf(server: Server, operation: Operation): Credential[] {
  return [server.security, operation.security].flatMap((alternatives) =>
    (alternatives?.[0]?.schemes ?? []).flatMap(({ scheme }) =>
      scheme?.type ? [{ type: scheme.type.value, scheme: scheme.scheme?.value, name: scheme.name?.value, in: scheme.in?.value }] : [],
    ),
  );
}

/** What a reader can paste to take part: sends what the application receives, and the other way round. */
export function commandsView(context: PageContext, operation: Operation) {
  const { channel, messages, direction } = operation;
  if (typeof channel?.address !== "string") return [];
  const { memo } = context.site;
  const [message] = messages;
  const bindings: Readonly<Record<string, readonly Binding[]>> = { channel: channel.bindings, operation: operation.bindings, message: message?.bindings ?? [] };
  const all = memo.of(chosen, channel.availableOn).flatMap((server) => {
    const written = server.protocol?.value ?? "";
    const protocol = canonicalProtocol(written);
    const bound = ([kind = "", ...path]: readonly string[]): Node | undefined => {
      const binding = [...(bindings[kind] ?? []), ...(kind === "server" ? server.bindings : [])].find((each) => canonicalProtocol(each.protocol) === protocol);
      return path.reduce<Node | undefined>((node, key) => valueOf(node, key), binding?.node);
    };
    const found = commandsFor({
      protocol,
      written,
      server: memo.of(serverText, server),
      address: addressOf(context, channel),
      way: opposite[direction],
      payload: payloadOf(context, message),
      contentType: message?.effectiveContentType ?? "{contentType}",
      headers: headersOf(context, message),
      credentials: credentialsOf(server, operation),
      binding(...path) {
        const node = bound(path);
        return givenBy(context, node) ?? (node?.kind === "map" ? `{${path.at(-1) ?? ""}}` : undefined);
      },
      required: (...path) => requiredBy(context, bound(path)),
    });
    return found.map(({ tool, text }, at) => ({ tool, server: visible(server.title), text: visible(text), anchor: anchorFor("command", server.id, String(at + 1)) }));
  });
  const severalServers = new Set(all.map(({ server }) => server)).size > 1;
  return all.map((each) => ({ ...each, name: severalServers ? `${each.tool} · ${each.server}` : each.tool }));
}
