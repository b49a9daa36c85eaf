import { problem } from "#diagnostics";
import type { Node } from "#json";
import { entriesOf, itemsOf, stringOf, valueOf } from "#json";
import type { Rule, RuleContext } from "../rule.ts";

function wrongTarget(reference: Node, expected: string, { report }: RuleContext): void {
  const ref = stringOf(reference, "$ref") ?? "";
  report(
    problem("reference/wrong-target", valueOf(reference, "$ref") ?? reference, {
      ref: JSON.stringify(ref),
      found: "something else",
      expected,
    }),
  );
}

/** The messages of a channel as written: what each key's reference leads to, and the key's own value. */
function messagesOf(channel: Node | undefined, { documents }: RuleContext): Set<Node | undefined> {
  const map = valueOf(channel, "messages");
  const followed = map && documents.follow(map);
  return new Set(entriesOf(followed).flatMap(({ value }) => [value, documents.follow(value)]));
}

function checkMessages(list: Node | undefined, channel: Node | undefined, context: RuleContext): void {
  if (!channel) return;
  const allowed = messagesOf(channel, context);
  for (const item of itemsOf(list)) {
    const target = context.documents.follow(item);
    if (target && target !== item && !allowed.has(target)) wrongTarget(item, "one of the messages of the operation's channel", context);
  }
}

/** 3.x: an operation of the root has a channel of the root, and only messages of that channel; so does its reply. */
export const operationReferences: Rule = {
  codes: ["reference/wrong-target"],
  check(context) {
    const { api, documents } = context;
    if (api.dialect.line === "2") return;
    const channels = new Set(entriesOf(valueOf(api.node, "channels")).flatMap(({ value }) => [value, documents.follow(value)]));
    const target = (reference: Node | undefined) => reference && documents.follow(reference);
    for (const { written } of api.operations) {
      const reference = valueOf(written, "channel");
      const channel = target(reference);
      if (reference && channel && channel !== reference && !channels.has(channel))
        wrongTarget(reference, "a channel under the root's channels", context);
      checkMessages(valueOf(written, "messages"), channel, context);
      const reply = target(valueOf(written, "reply"));
      checkMessages(valueOf(reply, "messages"), target(valueOf(reply, "channel")) ?? channel, context);
    }
  },
};
