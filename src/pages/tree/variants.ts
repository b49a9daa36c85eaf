/** Variants of a payload between which readers choose. */
import type { Message } from "#model";
import type { Schema } from "#schema";
import type { Node } from "#text";
import { MOST_NAMED, plainText, printJson, valueOf } from "#text";
import type { NamePiece } from "../blocks/index.ts";
import type { PageContext } from "../frame/index.ts";
import { branchName, clauseOf, heirsOf } from "./schema-children.ts";
import { createTreeContext } from "./schema-tree-context.ts";

/** The variants of a payload. The page shows one at a time, with an example of it. */
export interface VariantsView {
  /** The property whose value tells the variants apart; empty if none does. */
  readonly property: string;
  /** `value` is the value of that property, unless the name already says it; `whole` is the same where it is shortened. */
  readonly items: readonly {
    readonly name: string;
    readonly value?: NamePiece;
    readonly whole?: string;
    readonly number: number;
    readonly first: boolean;
  }[];
}

/** The variants of a payload between which the reader can choose; empty if there is no choice. */
export function variantsOf(page: PageContext, message: Message): readonly Schema[] {
  const schema = payloadOf(page, message);
  if (!schema || schema.oneOf.length * schema.anyOf.length > 0) return [];
  const choices = [...schema.oneOf, ...schema.anyOf, ...heirsOf(page.site, schema)];
  const context = createTreeContext(page);
  const isShown = (choice: Schema): boolean => !clauseOf(context, choice) && !(choice.types.length === 1 && choice.types[0] === "null");
  return choices.length > 1 && choices.length <= MOST_NAMED && choices.every(isShown) ? choices : [];
}

/** Shortens names that begin alike, as generated ones do, to their different ends. The fields show the whole names. */
export function briefly(names: readonly string[]): readonly string[] {
  const [first = "", ...rest] = names;
  let common = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, common))) common -= 1;
  const cut = rest.length === 0 ? 0 : (/^.*[./:]/.exec(first.slice(0, common))?.[0].length ?? 0);
  return names.map((name) => name.slice(cut));
}

/** The letters for which a button has room. What tells values apart is mostly their end. */
const BUTTON_LETTERS = 24;

/** A value as one sees it on its button, and whole where that is not all of it. Nothing is seen of one that ends with the name there. */
function valueView(whole: string, name = ""): { readonly value?: NamePiece; readonly whole?: string } {
  const letters = Array.from(whole);
  if (letters.length <= BUTTON_LETTERS) return { value: { name: whole } };
  if (/[./:]/.test(whole.slice(0, -name.length).slice(-1)) && whole.endsWith(name)) return { whole };
  return { value: { name: `${letters.slice(0, 6).join("")}…${letters.slice(-(BUTTON_LETTERS - 7)).join("")}` }, whole };
}

function payloadOf({ site }: PageContext, { payload }: Message): Schema | undefined {
  return payload && site.schemas.of(payload);
}

export function variantsView(page: PageContext, message: Message): VariantsView | undefined {
  const choices = variantsOf(page, message);
  if (choices.length === 0) return undefined;
  const names = briefly(choices.map((choice, at) => branchName(createTreeContext(page), choice, at)));
  const { property, choices: picks = [] } = payloadOf(page, message)?.discriminator ?? {};
  const valueOfVariant = (at: number): { value?: NamePiece; whole?: string } => {
    const [only, ...more] = picks.filter(({ schema }) => schema === choices[at]).map(({ value }) => value);
    const isSaid = only === undefined || more.length > 0 || only.toLowerCase() === names[at]?.toLowerCase();
    return isSaid ? {} : valueView(only, names[at]);
  };
  return {
    property: property?.value ?? "",
    items: names.map((name, at) => ({ name, ...valueOfVariant(at), number: at + 1, first: at === 0 })),
  };
}

/** The only value that a schema allows. */
function onlyValue({ const: only, enum: allowed }: Schema): Node | undefined {
  return only ?? (allowed?.length === 1 ? allowed[0]?.value : undefined);
}

/** Whether a payload matches all properties that allow only one value, and has at least one of them. */
function agrees({ properties, allOf }: Schema, payload: Node): boolean {
  const fixed = [properties, ...allOf.map((part) => part.properties)].flat().flatMap(({ name, schema }) => {
    const only = onlyValue(schema);
    const given = valueOf(payload, name);
    return only && given ? [printJson(only) === printJson(given)] : [];
  });
  return fixed.length > 0 && fixed.every((same) => same);
}

/** The schema that a payload's discriminator picks. */
function picked({ discriminator }: Schema, payload: Node): Schema | undefined {
  const value = discriminator && valueOf(payload, discriminator.property.value);
  if (!value) return undefined;
  const said = plainText(value);
  return discriminator.choices.find((choice) => choice.value === said)?.schema;
}

/** The number, from 1, of the variant that a payload is an example of; 0 if it is unknown. */
export function variantOf(page: PageContext, message: Message, payload: Node | undefined): number {
  const choices = variantsOf(page, message);
  const schema = payloadOf(page, message);
  if (!payload || !schema || choices.length === 0) return 0;
  const named = picked(schema, payload);
  if (named) return choices.indexOf(named) + 1;
  const found = choices.filter((choice) => agrees(choice, payload));
  const [only] = found;
  return only && found.length === 1 ? choices.indexOf(only) + 1 : 0;
}
