import { shapedStrings } from "#documents";
import type { PlainShape, TextKind } from "#format";
import { isSchemaObject } from "#format";
import type { Channel, Message, Operation } from "#model";
import { codeSamplesOf } from "#model";
import type { Code, StringNode, Place } from "#text";
import { inQuotes, problem, valueOf, entryOf, itemsOf } from "#text";
import type { Rule, RuleContext } from "../rule.ts";
import { isAbsoluteUrl, isEmail, isMediaType, isUri } from "../rule.ts";

/** Code samples that cannot be shown. */
export const codeSamples: Rule = {
  codes: ["operation/code-sample"],
  check({ api, report }) {
    for (const { extensions } of api.operations) {
      for (const part of codeSamplesOf(extensions).wrong) report(problem("operation/code-sample", part, {}));
    }
  },
};

function checkIdentifier({ api, report }: RuleContext): void {
  const { identifier } = api;
  if (identifier && !/^urn:/i.test(identifier.value)) report(problem("style/id-urn", identifier, {}));
}

function checkOperationIds({ api, report }: RuleContext): void {
  const operations = valueOf(api.node, "operations");
  for (const operation of api.operations) {
    const place = valueOf(operation.node, "operationId") ?? entryOf(operations, operation.id);
    if (!place || /^[A-Za-z_$][\w$]*$/.test(operation.id)) continue;
    report(problem("style/operation-id", place, { id: inQuotes(operation.id) }));
  }
}

function saysNothing(text: StringNode | undefined): boolean {
  return !text?.value.trim();
}

/** Reports missing descriptions of what readers see first: the document, its channels, operations and messages. */
function checkDescriptions({ api, report }: RuleContext): void {
  const { info } = api;
  const missing = (name: string, place: Place): unknown => report(problem("style/description", place, { name }));
  if (saysNothing(info.description)) missing("The document", entryOf(api.node, "info") ?? info.node);
  const checkAll = (kind: string, things: readonly (Channel | Operation | Message)[], placeOf: (thing: never) => Place): void => {
    for (const thing of things) {
      if (saysNothing(thing.description) && saysNothing(thing.summary))
        missing(`The ${kind} ${inQuotes(thing.id)}`, placeOf(thing as never));
    }
  };
  checkAll("channel", api.channels, ({ id, node }: Channel) => entryOf(valueOf(api.node, "channels"), id) ?? node);
  checkAll("operation", api.operations, ({ id, written }: Operation) => entryOf(valueOf(api.node, "operations"), id) ?? written);
  checkAll("message", api.messages, ({ written }: Message) => written);
}

function checkContact({ api, report }: RuleContext): void {
  const { contact } = api.info;
  if (contact && [contact.name, contact.url, contact.email].some((each) => !saysNothing(each))) return;
  report(problem("style/contact", entryOf(api.info.node, "contact") ?? entryOf(api.node, "info") ?? api.info.node, {}));
}

function checkTagsOrder({ api, documents, report }: RuleContext): void {
  const owner = api.dialect.line === "2" ? api.node : api.info.node;
  let before = "";
  for (const item of itemsOf(valueOf(owner, "tags"))) {
    const name = valueOf(documents.follow(item), "name");
    if (name?.kind !== "string") continue;
    if (name.value.toLowerCase() < before.toLowerCase()) {
      report(problem("style/tags-order", name, { tag: inQuotes(name.value), before: inQuotes(before) }));
    } else before = name.value;
  }
}

/** What the format only recommends, and conventions of an organisation. Off by default. */
export const style: Rule = {
  codes: ["style/contact", "style/description", "style/id-urn", "style/operation-id", "style/tags-order"],
  check(context) {
    const { isOff } = context;
    if (!isOff("style/id-urn")) checkIdentifier(context);
    if (!isOff("style/operation-id")) checkOperationIds(context);
    if (!isOff("style/description")) checkDescriptions(context);
    if (!isOff("style/contact")) checkContact(context);
    if (!isOff("style/tags-order")) checkTagsOrder(context);
  },
};

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
