import type { TraitUse } from "#model";
import type { PageContext } from "../frame/index.ts";
import type { Words } from "#text";
import type { Block } from "../blocks/index.ts";
import { codes, fact, listOf, named, section, tell } from "../blocks/index.ts";
import { fieldItems, namedValues, sourceTold, sourceView, valueBlocks, valueLine, valueView } from "../frame/index.ts";

/** Each trait by its name, if it has one, and the fields that came from it. */
export function traitViews(context: PageContext, traits: readonly TraitUse[]) {
  return traits.map(({ name, node, gave }) => ({
    name: name ?? context.site.words("site.trait-in-place"),
    gave,
    source: sourceView(context, node, name),
  }));
}

/** The same with each trait as written, and the values that it replaced or removed, so that nothing is lost. */
export function wholeTraitViews(context: PageContext, traits: readonly TraitUse[]) {
  return traitViews(context, traits).map((view, at) => {
    const { node, replaced = [] } = traits[at] ?? {};
    return { ...view, ...(node && { whole: { value: valueView(context, node), replaced: namedValues(context, replaced) } }) };
  });
}

/** Traits, each as a section. */
export function traitBlocks(traits: ReturnType<typeof wholeTraitViews>, words: Words): Block[] {
  return traits.map(({ name, gave, source, whole }) => {
    const facts = fact(words("site.trait-gave"), gave.length === 0 ? words("site.trait-nothing") : codes(gave));
    const { value, replaced = [] } = whole ?? {};
    const line = value && valueLine(value);
    const written = [...(line === undefined ? [] : [{ line }]), ...(value ? valueBlocks(value, words) : [])];
    const before = section(words("site.trait-replaced"), listOf(fieldItems(replaced, words)));
    return named(name, tell({ facts, parts: section(words("site.as-written"), [...written, ...before]) }, sourceTold(source, words)));
  });
}
