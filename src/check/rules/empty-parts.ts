import { problem } from "#diagnostics";
import { entriesOf, entryOf, valueOf } from "#json";
import type { Rule } from "../rule.ts";

/** Channels nobody uses and operations without a message: fine for the format, worth a look. */
export const emptyParts: Rule = {
  codes: ["channel/no-operation", "operation/no-message", "message/no-example", "example/empty"],
  check({ api, report }) {
    const channels = valueOf(api.node, "channels");
    for (const channel of api.channels) {
      if (channel.operations.length > 0 || !channel.used) continue;
      report(problem("channel/no-operation", entryOf(channels, channel.id) ?? channel.node, { channel: JSON.stringify(channel.id) }));
    }
    for (const operation of api.operations) {
      if (operation.messages.length > 0) continue;
      report(problem("operation/no-message", operation.written, { operation: JSON.stringify(operation.id) }));
    }
    for (const message of api.messages) {
      if (message.examples.length === 0) report(problem("message/no-example", message.written, { message: JSON.stringify(message.id) }));
      for (const { node, free, headers, payload } of message.examples) {
        const lacksBoth = !free && !headers && !payload && !entriesOf(node).some(({ key }) => key === "$ref");
        if (lacksBoth) report(problem("example/empty", node, {}));
      }
    }
  },
};
