import { entriesOf, inQuotes, problem, invisibleProblem, valueOf } from "#text";
import type { Entry, Node } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

/** The maps whose keys are names of the API. */
function* namedMaps({ api }: RuleContext): Generator<readonly Entry[]> {
  for (const key of ["servers", "channels", "operations"]) yield entriesOf(valueOf(api.node, key));
  for (const { value } of entriesOf(valueOf(api.node, "components"))) yield entriesOf(value);
}

/** The Unicode normal form of a name, and that form in lower case, to compare names that look alike. */
function fold(name: string): { form: string; all: string } {
  const form = name.normalize("NFC");
  return { form, all: form.toLowerCase() };
}

function checkMap(entries: readonly Entry[], { report }: RuleContext): void {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const { form, all } = fold(entry.key);
    const other = seen.get(all);
    if (!other) {
      seen.set(all, entry);
      continue;
    }
    const difference = form === other.key.normalize("NFC") ? "their Unicode form" : "case";
    const related = [{ message: "the other one stands here", place: other }];
    report(problem("name/confusable", entry, { name: inQuotes(entry.key), other: inQuotes(other.key), difference, related }));
  }
}

function checkSeen(node: Node | undefined, { report }: RuleContext): void {
  const found = node?.kind === "string" ? invisibleProblem(node.value, node) : undefined;
  if (found) report(found);
}

const nameFields = ["operationId", "messageId", "name", "title"];

/** Names that readers cannot tell apart or cannot see whole. Keys of files were checked when the file was read. */
export const names: Rule = {
  codes: ["name/confusable", "name/invisible-character"],
  check(context) {
    for (const entries of namedMaps(context)) checkMap(entries, context);
    checkSeen(valueOf(valueOf(context.api.node, "info"), "title"), context);
    for (const { node } of [...context.api.operations, ...context.api.messages]) {
      for (const field of nameFields) checkSeen(valueOf(node, field), context);
    }
  },
};
