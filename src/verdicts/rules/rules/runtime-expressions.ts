import { entriesOf, entryOf, inQuotes, itemsOf, MOST_STEPS, problem, valueOf } from "#text";
import type { Node, StringNode } from "#text";
import type { Message } from "#model";
import type { Rule, RuleContext, RuntimeExpression } from "../rule.ts";
import { parseRuntimeExpression, unlinked } from "../rule.ts";

/** A location, and the messages whose schemas it points into. */
interface MessageLocation {
  readonly location: StringNode | undefined;
  readonly messages: readonly Message[];
}

function* locations({ api, documents }: RuleContext): Generator<MessageLocation> {
  for (const message of api.messages) yield { location: message.correlationId?.location, messages: [message] };
  for (const channel of api.channels) {
    for (const { location } of channel.parameters) yield { location, messages: channel.messages };
  }
  for (const operation of api.operations) yield { location: operation.reply?.address?.location, messages: operation.messages };
  for (const node of [...unlinked(api, "messageTraits"), ...unlinked(api, "channels")]) {
    const within = [node, ...["messages", "parameters"].flatMap((name) => entriesOf(valueOf(node, name)).map(({ value }) => value))];
    for (const each of within) {
      for (const location of [valueOf(each, "location"), valueOf(valueOf(each, "correlationId"), "location")]) {
        if (location?.kind === "string") yield { location, messages: [] };
      }
    }
  }
  const components = valueOf(api.node, "components");
  for (const group of ["correlationIds", "parameters", "replyAddresses"]) {
    for (const { value } of entriesOf(valueOf(components, group))) {
      const location = valueOf(documents.follow(value), "location");
      if (location?.kind === "string") yield { location, messages: [] };
    }
  }
}

/** Keywords whose subschemas apply to the same value. */
const besides = ["allOf", "oneOf", "anyOf"] as const;
const conditional = ["if", "then", "else"] as const;

/** Whether a schema allows undeclared names. Then nothing can be said about a pointer to such a name. */
function isOpen(schema: Node): boolean {
  if (schema.kind !== "map") return true;
  const described = entriesOf(schema).some(({ key }) => ["properties", "items", "allOf", "oneOf", "anyOf", "then", "else"].includes(key));
  return !described || valueOf(schema, "patternProperties") !== undefined || valueOf(schema, "additionalProperties")?.kind === "map";
}

interface PointerStep {
  readonly schema: Node;
  /** The number of tokens of the pointer that led here. */
  readonly depth: number;
}

/** The schemas that may describe the target of a step: parts of the same value, then the member that the token names. */
function* nextSteps({ schema, depth }: PointerStep, tokens: readonly string[]): Generator<PointerStep> {
  for (const key of besides) for (const part of itemsOf(valueOf(schema, key))) yield { schema: part, depth };
  for (const key of conditional) {
    const part = valueOf(schema, key);
    if (part) yield { schema: part, depth };
  }
  const token = tokens[depth] ?? "";
  const property = entryOf(valueOf(schema, "properties"), token)?.value;
  if (property) yield { schema: property, depth: depth + 1 };
  const items = valueOf(schema, "items");
  if (items && /^\d+$/.test(token))
    for (const item of items.kind === "list" ? items.items : [items]) yield { schema: item, depth: depth + 1 };
}

/** Follows pointers into the schemas of messages. After the last step, no location is reported as leading nowhere. */
class PointerSearch {
  readonly #documents: RuleContext["documents"];
  /** A step follows a reference and looks for a dozen keywords, which takes as long as four steps of others. */
  #left = MOST_STEPS / 4;

  constructor({ documents }: RuleContext) {
    this.#documents = documents;
  }

  /**
   * Whether a pointer may lead to something that the schema describes, following references. Each pair of schema and depth is visited
   * once.
   */
  mayPointInto(root: Node, tokens: readonly string[]): boolean {
    const seen = new Map<Node, Set<number>>();
    const open: PointerStep[] = [{ schema: root, depth: 0 }];
    for (let step = open.pop(); step; step = open.pop()) {
      const { depth } = step;
      const schema = this.#documents.follow(step.schema);
      this.#left -= 1;
      if (!schema || depth === tokens.length || this.#left < 0 || isOpen(schema)) return true;
      const depths = seen.get(schema) ?? new Set();
      if (depths.has(depth)) continue;
      seen.set(schema, depths.add(depth));
      for (const next of nextSteps({ schema, depth }, tokens)) open.push(next);
    }
    return false;
  }
}

/** The results for locations. Messages may share a location by a trait. */
class ExpressionCache {
  readonly #known = new Map<StringNode, RuntimeExpression | string>();

  of(location: StringNode): RuntimeExpression | string {
    let known = this.#known.get(location);
    if (known === undefined) this.#known.set(location, (known = parseRuntimeExpression(location.value)));
    return known;
  }
}

/** A location must be a runtime expression that points to something the schema describes. */
export const runtimeExpressions: Rule = {
  codes: ["value/runtime-expression", "value/location-target"],
  check(context) {
    const judged = new Set<StringNode>();
    const expressions = new ExpressionCache();
    const pointing = new PointerSearch(context);
    for (const { location, messages } of locations(context)) {
      if (!location || judged.has(location)) continue;
      const expression = expressions.of(location);
      if (typeof expression === "string") {
        context.report(problem("value/runtime-expression", location, { text: inQuotes(location.value), reason: expression }));
        judged.add(location);
        continue;
      }
      for (const message of messages) {
        if (judged.has(location)) break;
        const schema = expression.source === "header" ? message.headers : message.payload;
        if (!schema || schema.format || pointing.mayPointInto(schema.node, expression.tokens)) continue;
        judged.add(location);
        const part = expression.source === "header" ? "headers" : "payload";
        const related = [{ message: "the schema stands here", place: schema.node }];
        const text = inQuotes(location.value);
        context.report(problem("value/location-target", location, { text, part, message: inQuotes(message.id), related }));
      }
    }
  },
};
