import type { TraitUse } from "#model";
import type { PageContext } from "./context.ts";
import { namedValues } from "./described-view.ts";
import { sourceView } from "./source-view.ts";
import { valueView } from "./value-view.ts";

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
