import type { Channel, Message, MessageExample, Operation } from "#model";
import { isAstray, lostReference } from "#model";
import type { Entry, Node } from "#text";
import { entryOf, inQuotes, problem, valueOf, entriesOf } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

/** Keys of `components.<group>` that nothing refers to, for the groups that have pages of their own. */
function* unusedPaged({ api, documents }: RuleContext): Generator<Entry> {
  const components = valueOf(api.node, "components");
  const referenced = new Set(documents.edges.map(({ target }) => target));
  const usedSchemes = new Set(api.securitySchemes.filter(({ usedBy }) => usedBy.length > 0).map(({ id }) => id));
  for (const group of ["schemas", "messages"]) {
    for (const entry of entriesOf(valueOf(components, group))) if (!referenced.has(documents.follow(entry.value))) yield entry;
  }
  for (const entry of entriesOf(valueOf(components, "securitySchemes"))) if (!usedSchemes.has(entry.key)) yield entry;
}

/** Components that nothing refers to. They are allowed, but often forgotten. */
export const components: Rule = {
  codes: ["component/unused"],
  check(context) {
    const { api, report } = context;
    for (const entry of unusedPaged(context)) report(problem("component/unused", entry, { name: inQuotes(entry.key) }));
    const all = valueOf(api.node, "components");
    for (const { group, key, used, node } of api.components) {
      if (!used) report(problem("component/unused", entryOf(valueOf(all, group), key) ?? node, { name: inQuotes(key) }));
    }
  },
};

/**
 * Whether an example has neither headers nor payload but needs one. In 2.0 an example may be anything; one that is not an object has
 * been reported.
 */
function isEmpty({ node, headers, payload }: MessageExample, message: Message, { api }: RuleContext): boolean {
  if (headers || payload || node.kind !== "map" || node === valueOf(message.node, "examples")) return false;
  return api.dialect.line !== "2" || api.dialect.minor > 0;
}

function checkExamples(context: RuleContext): void {
  const { api, report, isOff } = context;
  const asksForOne = !isOff("message/no-example");
  for (const message of api.messages) {
    if (asksForOne && message.examples.length === 0)
      report(problem("message/no-example", message.written, { message: inQuotes(message.id) }));
    for (const example of message.examples) {
      if (!isEmpty(example, message, context)) continue;
      const hint = example.free ? 'Put the value under "payload".' : undefined;
      report(problem("example/empty", example.node, { hint }));
    }
  }
}

/**
 * Whether operations are written where this version of the format has none. That has been reported, so the channel is not reported as
 * empty.
 */
function areElsewhere({ node }: Channel, { api }: RuleContext): boolean {
  if (api.dialect.line === "2") return entryOf(api.node, "operations") !== undefined;
  return (entryOf(node, "publish") ?? entryOf(node, "subscribe")) !== undefined;
}

function checkChannels(context: RuleContext): void {
  const { api, report } = context;
  if (api.operations.some(isAstray)) return;
  for (const channel of api.channels) {
    if (channel.operations.length > 0 || channel.replies.length > 0 || !channel.used) continue;
    const entry = entryOf(valueOf(api.node, "channels"), channel.id);
    if (lostReference(channel) !== undefined || areElsewhere(channel, context)) continue;
    report(problem("channel/no-operation", entry ?? channel.node, { channel: inQuotes(channel.id) }));
  }
}

/** Whether the field for messages has a value. If it leads to no message, that has been reported. */
function namesSome(messages: Node | undefined): boolean {
  if (!messages) return false;
  const choice = valueOf(messages, "oneOf") ?? messages;
  if (choice.kind === "list") return choice.items.length > 0;
  return choice.kind === "map" ? choice.entries.length > 0 : choice.kind !== "null";
}

function keyOf({ id, verb, written, channel }: Operation, { api }: RuleContext): Entry | undefined {
  if (api.dialect.line !== "2") return entryOf(valueOf(api.node, "operations"), id);
  const entry = entryOf(channel?.node, verb);
  return entry?.value === written ? entry : undefined;
}

/** Reports channels that nobody uses and operations without a message, which the format allows, and empty examples, which it does not. */
export const emptyParts: Rule = {
  codes: ["channel/no-operation", "operation/no-message", "message/no-example", "example/empty"],
  check(context) {
    checkChannels(context);
    for (const operation of context.api.operations) {
      const { id, written, messages, channel } = operation;
      const given = valueOf(written, "messages") ?? valueOf(written, "message") ?? valueOf(channel?.node, "messages");
      if (messages.length > 0 || !channel || lostReference(channel) !== undefined || namesSome(given)) continue;
      context.report(problem("operation/no-message", keyOf(operation, context) ?? written, { operation: inQuotes(id) }));
    }
    checkExamples(context);
  },
};
