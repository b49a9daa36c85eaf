import type { Channel, Message, Operation } from "#model";
import type { Place, StringNode } from "#text";
import { entryOf, inQuotes, itemsOf, problem, valueOf } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

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
