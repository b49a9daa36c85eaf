import type { Message, MessageExample } from "#model";
import type { Node } from "#text";
import { itemsOf, scalarText, valueOf } from "#text";
import type { PageContext } from "../frame/index.ts";
import { variantOf, variantsOf } from "../tree/index.ts";
import { MOST_EXAMPLES } from "./example-panel-view.ts";

/** The first scalar in some lists. The search stops there, because the lists may be long. */
export function firstScalar(...lists: readonly (readonly (Node | undefined)[])[]): string | undefined {
  for (const list of lists) {
    for (const node of list) {
      const text = scalarText(node);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** A value that a schema gives. Kafka bindings describe keys and groups by schemas. */
export function givenBy(
  context: PageContext,
  node: Node | undefined,
  chosen = (allowed: readonly Node[]): readonly Node[] => allowed,
): string | undefined {
  const schema = node && context.site.documents.follow(node);
  const single = [schema, valueOf(schema, "const"), valueOf(schema, "default")];
  return firstScalar(single, itemsOf(valueOf(schema, "examples")), chosen(itemsOf(valueOf(schema, "enum"))));
}

/** The written example in front on the page: the first one, or the first one of the first variant if there are variants. */
export function exampleInFront(context: PageContext, message: Message): MessageExample | undefined {
  const written = message.examples.filter(({ payload }) => payload);
  if (variantsOf(context, message).length === 0) return written[0];
  return written.slice(0, MOST_EXAMPLES).find(({ payload }) => variantOf(context, message, payload) === 1);
}

/** The payload of the example in front, or one that the schema gives. A generated text or number would only look like a real one. */
export function payloadValue(context: PageContext, message: Message): Node | undefined {
  const example = exampleInFront(context, message)?.payload;
  if (example || !message.payload) return example;
  const { samples } = context.site.samples.of(message.payload);
  const [first] = variantsOf(context, message);
  const made = (samples.find(({ branch }) => branch && branch === first) ?? samples[0])?.value;
  const isGiven = made?.kind === "map" || made?.kind === "list" || givenBy(context, message.payload.node) !== undefined;
  return isGiven ? made : message.examples.find(({ payload }) => payload)?.payload;
}
