import { inQuotes, itemsOf, printJson, problem, valueOf } from "#text";
import { schemaFormatOf } from "#format";
import type { Node } from "#text";
import type { Message, SchemaSource } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

function inWords(value: Node): string {
  return value.kind === "string" ? inQuotes(value.value) : printJson(value);
}

/** Why a headers schema does not accept objects, searched in all parts of its `allOf`; each part once. */
function notObject(root: Node, { documents }: RuleContext): { readonly place: Node; readonly found: string } | undefined {
  const parts = new Set([root]);
  for (const part of parts) {
    const schema = documents.follow(part);
    if (schema?.kind === "boolean" && !schema.value) return { place: schema, found: "false, which takes no value" };
    const type = valueOf(schema, "type");
    if (type && !(type.kind === "string" && type.value === "object")) return { place: type, found: `of type ${inWords(type)}` };
    const value = valueOf(schema, "const");
    if (value && value.kind !== "map") return { place: value, found: `the value ${inWords(value)}` };
    const values = valueOf(schema, "enum");
    if (values?.kind === "list" && !values.items.some(({ kind }) => kind === "map")) {
      return { place: values, found: `one of ${inWords(values)}` };
    }
    for (const each of itemsOf(valueOf(schema, "allOf"))) parts.add(each);
  }
  return undefined;
}

function checkHeaders({ headers }: Message, context: RuleContext): void {
  const fault = headers && !headers.format && notObject(headers.node, context);
  if (fault) context.report(problem("message/headers-not-object", fault.place, { found: fault.found }));
}

function checkFormat(source: SchemaSource | undefined, { api, documents, report, isOff }: RuleContext): void {
  if (!source?.format) return;
  const text = source.format.value;
  const format = schemaFormatOf(text, api.dialect);
  const quoted = inQuotes(text);
  if (format.suggestion !== undefined) {
    const other = inQuotes(format.suggestion);
    const hint = format.isRead ? `msgdocs reads it as what it says; other tools may know ${other} alone.` : `Did you mean ${other}?`;
    report(problem("message/near-schema-format", source.format, { format: quoted, hint }));
  } else if (format.family === "unknown") {
    report(problem("message/unknown-schema-format", source.format, { format: quoted }));
  }
  const target = isOff("message/schema-format-encoding") ? undefined : documents.follow(source.node);
  if (target && target.file !== source.format.file && format.encoding === undefined) {
    report(problem("message/schema-format-encoding", source.format, { format: quoted }));
  }
}

/** Headers must be an object. A schema format must be one that can be read, or not be close to a listed one. */
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
