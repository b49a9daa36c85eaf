import { problem } from "#diagnostics";
import { entryOf, valueOf } from "#json";
import type { Rule, RuleContext } from "../rule.ts";

function checkExamples({ api, report }: RuleContext): void {
  for (const message of api.messages) {
    if (message.examples.length === 0) report(problem("message/no-example", message.written, { message: JSON.stringify(message.id) }));
    for (const { node, free, headers, payload } of message.examples) {
      if (!free && !headers && !payload) report(problem("example/empty", node, {}));
    }
  }
}

/** Channels nobody uses and operations without a message: fine for the format, worth a look. Examples of nothing are not fine. */
export const emptyParts: Rule = {
  codes: ["channel/no-operation", "operation/no-message", "message/no-example", "example/empty"],
  check(context) {
    const { api, report } = context;
    const channels = valueOf(api.node, "channels");
    for (const channel of api.channels) {
      if (channel.operations.length > 0 || channel.replies.length > 0 || !channel.used) continue;
      report(problem("channel/no-operation", entryOf(channels, channel.id) ?? channel.node, { channel: JSON.stringify(channel.id) }));
    }
    for (const operation of api.operations) {
      if (operation.messages.length > 0) continue;
      report(problem("operation/no-message", operation.written, { operation: JSON.stringify(operation.id) }));
    }
    checkExamples(context);
  },
};
