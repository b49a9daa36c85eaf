import type { Node } from "#text";
import type { Message, MessageExample, SchemaSource } from "#model";
import { reason } from "#text";
import type { Checker } from "./checker.ts";
import type { Outcome } from "./failure.ts";
import { problemsOf } from "./problems-of.ts";
import type { Problem, Verdict } from "./verdict.ts";

/** Media types whose payloads are JSON values, or are described as such: the example is the value itself. */
function isJson(contentType: string): boolean {
  return /^[^;]*[/+](?:json|yaml|x-yaml)\b/i.test(contentType);
}

/** Text of a content type of its own (XML, CSV) is not the value that the schema describes. */
function isEncoded(value: Node, { failures }: Outcome, { effectiveContentType }: Message): boolean {
  const mismatch = failures.some(({ keyword, pointer }) => keyword === "type" && pointer === "");
  return value.kind === "string" && mismatch && !isJson(effectiveContentType);
}

const JSON_TEXT = /^\s*[[{]/;

function jsonHint(value: Node, problems: readonly Problem[]): readonly Problem[] {
  if (value.kind !== "string" || !JSON_TEXT.test(value.value)) return problems;
  const hint = "The example is a text that holds JSON: write it as a value, without quotes.";
  return problems.map((problem) => (problem.pointer === "" ? { ...problem, hint } : problem));
}

interface Part {
  readonly problems: readonly Problem[];
  readonly reason?: string;
}

function judgePart(part: Problem["part"], value: Node, { message, checker }: { message: Message; checker: Checker }): Part {
  const source: SchemaSource | undefined = message[part];
  // Without a schema anything is a valid value.
  if (!source) return { problems: [] };
  const outcome = checker.check(source, value);
  if (part === "payload" && isEncoded(value, outcome, message)) {
    return { problems: [], reason: reason("text-payload", { type: message.effectiveContentType }) };
  }
  const problems = jsonHint(value, problemsOf(outcome.failures, part));
  return { problems, ...(outcome.unknown === undefined ? {} : { reason: outcome.unknown }) };
}

/** Headers and payload together: one that fails makes it fail, one that is not checked makes it not checked. */
export function judgeExample(example: MessageExample, message: Message, checker: Checker): Verdict {
  const none: Verdict = { state: "not-checked", problems: [], alsoMatches: [] };
  if (example.free) return { ...none, reason: reason("free-example") };
  if (!example.headers && !example.payload) return { ...none, reason: reason("empty-example") };
  const parts = (["headers", "payload"] as const).flatMap((part) => {
    const value = example[part];
    return value ? [judgePart(part, value, { message, checker })] : [];
  });
  const problems = parts.flatMap((part) => part.problems);
  if (problems.length > 0) return { ...none, state: "failed", problems };
  const why = parts.find((part) => part.reason !== undefined)?.reason;
  return why === undefined ? { ...none, state: "passed" } : { ...none, reason: why };
}
