import { problem } from "#diagnostics";
import type { Node, StringNode } from "#json";
import { entriesOf, entryOf, itemsOf, valueOf } from "#json";
import type { Message } from "#model";
import type { Rule, RuleContext } from "../rule.ts";
import { parseRuntimeExpression } from "../runtime-expression.ts";

/** A location with the messages whose schemas it points into. */
interface Located {
  readonly location: StringNode | undefined;
  readonly messages: readonly Message[];
}

function* locations({ api, documents }: RuleContext): Generator<Located> {
  for (const message of api.messages) yield { location: message.correlationId?.location, messages: [message] };
  for (const channel of api.channels) {
    for (const { location } of channel.parameters) yield { location, messages: channel.messages };
  }
  for (const operation of api.operations) yield { location: operation.reply?.address?.location, messages: operation.messages };
  const components = valueOf(api.node, "components");
  for (const group of ["correlationIds", "parameters", "replyAddresses"]) {
    for (const { value } of entriesOf(valueOf(components, group))) {
      const location = valueOf(documents.follow(value), "location");
      if (location?.kind === "string") yield { location, messages: [] };
    }
  }
}

/** Keywords under which a schema may have further schemas for the same value. */
const besides = ["allOf", "oneOf", "anyOf"] as const;
const conditional = ["if", "then", "else"] as const;

/** Whether a schema leaves open what may stand under a name: then nothing can be said of a pointer that goes there. */
function isOpen(schema: Node): boolean {
  if (schema.kind !== "map") return true;
  const described = entriesOf(schema).some(({ key }) => ["properties", "items", "allOf", "oneOf", "anyOf", "then", "else"].includes(key));
  return !described || valueOf(schema, "patternProperties") !== undefined || valueOf(schema, "additionalProperties")?.kind === "map";
}

interface Step {
  readonly schema: Node;
  readonly tokens: readonly string[];
}

/** The schemas that may describe what a step points at: parts of the same value, then the member that the token names. */
function* nextSteps({ schema, tokens }: Step): Generator<Step> {
  for (const key of besides) for (const part of itemsOf(valueOf(schema, key))) yield { schema: part, tokens };
  for (const key of conditional) {
    const part = valueOf(schema, key);
    if (part) yield { schema: part, tokens };
  }
  const [token = "", ...rest] = tokens;
  const property = entryOf(valueOf(schema, "properties"), token)?.value;
  if (property) yield { schema: property, tokens: rest };
  const items = valueOf(schema, "items");
  if (items && /^\d+$/.test(token)) for (const item of items.kind === "list" ? items.items : [items]) yield { schema: item, tokens: rest };
}

/** Whether a pointer may lead to something that the schema describes, references followed. Each (schema, depth) is looked at once. */
function mayPointInto(root: Node, tokens: readonly string[], { documents }: RuleContext): boolean {
  const seen = new Map<Node, Set<number>>();
  const open: Step[] = [{ schema: root, tokens }];
  for (let step = open.pop(); step; step = open.pop()) {
    const schema = documents.follow(step.schema);
    if (!schema || step.tokens.length === 0 || isOpen(schema)) return true;
    const depths = seen.get(schema) ?? new Set();
    if (depths.has(step.tokens.length)) continue;
    seen.set(schema, depths.add(step.tokens.length));
    for (const next of nextSteps({ schema, tokens: step.tokens })) open.push(next);
  }
  return false;
}

/** A location is a runtime expression, and points at something that the schema describes. */
export const runtimeExpressions: Rule = {
  codes: ["value/runtime-expression", "value/location-target"],
  check(context) {
    const judged = new Set<StringNode>();
    for (const { location, messages } of locations(context)) {
      if (!location) continue;
      const expression = parseRuntimeExpression(location.value);
      const text = JSON.stringify(location.value);
      if (typeof expression === "string") {
        if (!judged.has(location)) context.report(problem("value/runtime-expression", location, { text, reason: expression }));
        judged.add(location);
        continue;
      }
      for (const message of messages) {
        if (judged.has(location)) break;
        const schema = expression.source === "header" ? message.headers : message.payload;
        if (!schema || schema.format || mayPointInto(schema.node, expression.tokens, context)) continue;
        judged.add(location);
        const part = expression.source === "header" ? "headers" : "payload";
        const related = [{ message: "the schema stands here", place: schema.node }];
        context.report(problem("value/location-target", location, { text, part, message: JSON.stringify(message.id), related }));
      }
    }
  },
};
