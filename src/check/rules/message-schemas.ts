import { inQuotes, problem } from "#diagnostics";
import { schemaFormatOf } from "#format";
import type { Node } from "#json";
import { itemsOf, printJson, valueOf } from "#json";
import type { Message, SchemaSource } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

/** The type that a headers schema states, looked up through `allOf`; `undefined` where it states none. Bounded: each part once. */
function statedType(root: Node, { documents }: RuleContext): Node | undefined {
  const parts = new Set([root]);
  for (const part of parts) {
    const schema = documents.follow(part);
    const type = valueOf(schema, "type");
    if (type) return type;
    for (const each of itemsOf(valueOf(schema, "allOf"))) parts.add(each);
  }
  return undefined;
}

function checkHeaders({ headers }: Message, context: RuleContext): void {
  if (!headers || headers.format) return;
  const type = statedType(headers.node, context);
  if (!type || (type.kind === "string" && type.value === "object")) return;
  const found = type.kind === "string" ? `of type ${inQuotes(type.value)}` : `of type ${printJson(type)}`;
  context.report(problem("message/headers-not-object", type, { found }));
}

function checkFormat(source: SchemaSource | undefined, { api, documents, report }: RuleContext): void {
  if (!source?.format) return;
  const text = source.format.value;
  const format = schemaFormatOf(text, api.dialect);
  const quoted = inQuotes(text);
  if (format.near !== undefined) {
    report(problem("message/near-schema-format", source.format, { format: quoted, hint: `Did you mean ${inQuotes(format.near)}?` }));
  } else if (format.family === "unknown") {
    report(problem("message/unknown-schema-format", source.format, { format: quoted }));
  }
  const target = documents.follow(source.node);
  if (target && target.file !== source.format.file && format.encoding === undefined) {
    report(problem("message/schema-format-encoding", source.format, { format: quoted }));
  }
}

/** Headers are an object; a schema format is one that can be read, or is at least not all but a listed one. */
export const messageSchemas: Rule = {
  codes: ["message/headers-not-object", "message/unknown-schema-format", "message/near-schema-format", "message/schema-format-encoding"],
  check(context) {
    const judged = new Set<Node>();
    const isNew = (node: Node | undefined) => node !== undefined && !judged.has(node) && !!judged.add(node);
    for (const message of context.api.messages) {
      if (isNew(message.headers?.node)) checkHeaders(message, context);
      for (const source of [message.payload, message.headers]) if (isNew(source?.format)) checkFormat(source, context);
    }
    for (const { source } of context.api.schemas) if (isNew(source.format)) checkFormat(source, context);
  },
};
