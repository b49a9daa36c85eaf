import type { Code, Node, StringNode } from "#text";
import { inQuotes, problem } from "#text";
import type { PlainShape, TraversalContext, Shape, TextKind } from "#format";
import { visitParts, matchingShape, isSchemaObject, mayRefer, tablesOf } from "#format";
import type { Rule, RuleContext } from "../rule.ts";
import { isAbsoluteUrl, isEmail, isMediaType, isUri } from "../rule.ts";

type ValueCode = Extract<Code, "value/uri" | "value/absolute-url" | "value/media-type">;

/** The required form of a string, by the kind that the tables give its field. Runtime expressions and versions have rules of their own. */
const forms: Readonly<Partial<Record<TextKind, { readonly code: ValueCode; fits(text: string): boolean }>>> = {
  uri: { code: "value/uri", fits: isUri },
  "absolute-url": { code: "value/absolute-url", fits: isAbsoluteUrl },
  "media-type": { code: "value/media-type", fits: isMediaType },
};

function judge(node: StringNode, kind: TextKind, at: { readonly field: string; readonly context: RuleContext }): void {
  const { context, field } = at;
  const text = inQuotes(node.value);
  if (kind === "email") {
    if (!isEmail(node.value)) context.report(problem("value/email", node, { text }));
    return;
  }
  const form = forms[kind];
  if (!form || form.fits(node.value)) return;
  const missing = kind === "absolute-url" && /^(?:www\.)?[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$)/.test(node.value);
  context.report(problem(form.code, node, { field: inQuotes(field), text, hint: missing ? `Write "https://${node.value}".` : undefined }));
}

interface PendingValue {
  readonly node: Node;
  readonly shape: Shape;
  readonly field: string;
}

/** A node with its shape, after following references; `undefined` if the format does not describe it. */
function settle({ node, shape }: PendingValue, { documents }: RuleContext): { node: Node; shape: PlainShape } | undefined {
  const target = mayRefer(shape, node) ? documents.follow(node) : node;
  const fitted = target && matchingShape(shape, target);
  return fitted && fitted.kind !== "any" ? { node: target, shape: fitted } : undefined;
}

/**
 * Whether schemas need to be searched. The only text with a form in them is the URL of `externalDocs`. Escapes and line breaks in
 * quotes may hide that word from a search in the text.
 */
function schemasMatter({ documents }: RuleContext): boolean {
  return documents.files.some(({ text }) => text.includes("externalDocs") || (text.includes("\\") && /\\[uUx\r\n]/.test(text)));
}

function isSchema(shape: PlainShape): boolean {
  return shape.kind === "object" && isSchemaObject(shape.object);
}

/** Whether a node may contain text with a form. Most of a document is other text, numbers and data. */
function mayMatter(node: Node, shape: Shape): boolean {
  if (shape.kind === "string") return shape.text !== undefined;
  return shape.kind !== "any" && node.kind !== "number" && node.kind !== "boolean" && node.kind !== "null";
}

/** Strings that must have a form: URIs, absolute URLs, media types, email addresses. The tables find them in every file. */
export const textValues: Rule = {
  codes: ["value/uri", "value/absolute-url", "value/media-type", "value/email"],
  check(context) {
    const { api, documents } = context;
    const reading: TraversalContext = { tables: tablesOf(api.dialect), follow: (node) => documents.follow(node) };
    const seen = new Set<Node>();
    const withSchemas = schemasMatter(context);
    const open: PendingValue[] = [{ node: documents.root, shape: { kind: "object", object: "Root" }, field: "" }];
    for (let part = open.pop(); part; part = open.pop()) {
      const settled = settle(part, context);
      if (!settled || seen.has(settled.node)) continue;
      const { node, shape } = settled;
      const { field } = part;
      if (shape.kind === "string" && node.kind === "string") {
        if (shape.text) judge(node, shape.text, { field, context });
        continue;
      }
      seen.add(node);
      if (!withSchemas && isSchema(shape)) continue;
      visitParts(shape, node, {
        reading,
        visit(inner, own, entry) {
          if (mayMatter(inner, own)) open.push({ node: inner, shape: own, field: entry?.key ?? field });
        },
      });
    }
  },
};
