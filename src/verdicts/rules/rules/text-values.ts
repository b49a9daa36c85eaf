import { shapedStrings } from "#documents";
import type { Code, StringNode } from "#text";
import { inQuotes, problem } from "#text";
import type { PlainShape, TextKind } from "#format";
import { isSchemaObject } from "#format";
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

/** Strings that must have a form: URIs, absolute URLs, media types, email addresses. The tables find them in every file. */
export const textValues: Rule = {
  codes: ["value/uri", "value/absolute-url", "value/media-type", "value/email"],
  check(context) {
    const wants = ({ text }: { readonly text?: TextKind }): boolean => text !== undefined;
    const search = schemasMatter(context) ? { wants } : { wants, skips: isSchema };
    for (const { node, shape, field } of shapedStrings(context.documents, search))
      if (shape.text) judge(node, shape.text, { field, context });
  },
};
