import type { Message } from "#model";
import type { Schema } from "#schema";
import type { Node } from "#text";
import { printJson, valueOf } from "#text";
import type { PageContext } from "./context.ts";
import { branchName, clauseOf } from "./schema-children.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import { visible } from "./visible.ts";

/** The variants of a payload, one of which is shown at a time beside an example of it. */
export interface VariantsView {
  /** The property that says which one it is; empty where none does. */
  readonly property: string;
  readonly items: readonly { readonly name: string; readonly number: number; readonly first: boolean }[];
}

/** Of more variants all are shown below one another (css/entity.css). */
const MOST = 12;

/** What a payload is one of, where its page lets the reader choose. */
export function variantsOf(page: PageContext, { payload }: Message): readonly Schema[] {
  const schema = payload && page.site.schemas.of(payload);
  if (!schema || schema.oneOf.length * schema.anyOf.length > 0) return [];
  const choices = [...schema.oneOf, ...schema.anyOf];
  const context = createTreeContext(page);
  const isShown = (choice: Schema): boolean => !clauseOf(context, choice) && !(choice.types.length === 1 && choice.types[0] === "null");
  return choices.length > 1 && choices.length <= MOST && choices.every(isShown) ? choices : [];
}

export function variantsView(page: PageContext, message: Message): VariantsView | undefined {
  const choices = variantsOf(page, message);
  if (choices.length === 0) return undefined;
  const schema = message.payload && page.site.schemas.of(message.payload);
  return {
    property: visible(schema?.discriminator?.property.value ?? ""),
    items: choices.map((choice, at) => ({ name: branchName(createTreeContext(page), choice, at), number: at + 1, first: at === 0 })),
  };
}

/** The one value that a property may have. */
function onlyValue({ const: only, enum: allowed }: Schema): Node | undefined {
  return only ?? (allowed?.length === 1 ? allowed[0]?.value : undefined);
}

/** Whether the properties that can have one value only have it: whether none has another, and at least one is there. */
function agrees({ properties, allOf }: Schema, payload: Node): boolean {
  const fixed = [properties, ...allOf.map((part) => part.properties)].flat().flatMap(({ name, schema }) => {
    const only = onlyValue(schema);
    const given = valueOf(payload, name);
    return only && given ? [printJson(only) === printJson(given)] : [];
  });
  return fixed.length > 0 && fixed.every((same) => same);
}

/** The number of the variant that a payload is an example of, from one; 0 where that cannot be told. */
export function variantOf(choices: readonly Schema[], payload: Node | undefined): number {
  const found = payload ? choices.filter((choice) => agrees(choice, payload)) : [];
  const [only] = found;
  return only && found.length === 1 ? choices.indexOf(only) + 1 : 0;
}
