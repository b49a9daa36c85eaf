import { problem } from "#diagnostics";
import type { Entry, Node } from "#json";
import { entriesOf, valueOf } from "#json";
import type { Rule, RuleContext } from "../rule.ts";

/** Bidirectional and C0/C1 controls, zero-width and other format characters, lone surrogates (general categories Cc, Cf, Cs). */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The maps whose keys are names of the API. */
function* namedMaps({ api }: RuleContext): Generator<readonly Entry[]> {
  for (const key of ["servers", "channels", "operations"]) yield entriesOf(valueOf(api.node, key));
  for (const { value } of entriesOf(valueOf(api.node, "components"))) yield entriesOf(value);
}

/** How two different names look the same: folded by Unicode form, then by case. */
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
    report(problem("name/confusable", entry, { name: JSON.stringify(entry.key), other: JSON.stringify(other.key), difference, related }));
  }
}

function checkVisible(name: string, place: Entry | Node, { report }: RuleContext): void {
  const [character] = INVISIBLE.exec(name) ?? [];
  if (character === undefined) return;
  report(problem("name/invisible-character", place, { name: visible(name), character: codePoint(character) }));
}

/** A name with its invisible characters said in words, so that the message itself shows them. */
function visible(name: string): string {
  return JSON.stringify(name.replace(new RegExp(INVISIBLE, "gu"), (character) => `⟨${codePoint(character)}⟩`));
}

const nameFields = ["operationId", "messageId", "name"];

/** Names that a reader cannot tell apart, or cannot see whole. */
export const names: Rule = {
  codes: ["name/confusable", "name/invisible-character"],
  check(context) {
    for (const entries of namedMaps(context)) {
      checkMap(entries, context);
      for (const entry of entries) checkVisible(entry.key, entry, context);
    }
    for (const { node } of [...context.api.operations, ...context.api.messages]) {
      for (const value of nameFields.map((field) => valueOf(node, field))) {
        if (value?.kind === "string") checkVisible(value.value, value, context);
      }
    }
  },
};
