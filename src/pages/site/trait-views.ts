import type { MapNode, Node } from "#text";
import { entryOf } from "#text";
import type { TraitUse } from "#model";
import type { PageContext } from "./context.ts";
import { namedValues } from "./described-view.ts";
import { sourceView } from "./source-view.ts";
import { valueView } from "./value-view.ts";
import { visible } from "./visible.ts";

/** An operation or a message with what it was before its traits. */
interface Traited {
  readonly traits: readonly TraitUse[];
  readonly node: Node;
  readonly written: MapNode;
}

/** What each trait gave, by its name where it has one. */
export function traitViews(context: PageContext, traits: readonly TraitUse[]) {
  return traits.map(({ name, node, gave }) => ({
    name: visible(name ?? context.site.words("site.trait-in-place")),
    gave: gave.map(visible),
    source: sourceView(context, node, name),
  }));
}

/** The same with every trait as written, and the values that stood where a trait gave others, or took them away: nothing that was said is lost. */
export function wholeTraitViews(context: PageContext, { traits, node: merged, written }: Traited) {
  const seen = new Set<string>();
  return traitViews(context, traits).map((view, at) => {
    const { node, gave } = traits[at] ?? { node: written, gave: [] };
    const took = (key: string): boolean => entryOf(node, key) !== undefined && entryOf(merged, key) === undefined;
    const replaced = written.entries.filter(({ key }) => !seen.has(key) && (gave.includes(key) || (key !== "traits" && took(key))));
    for (const { key } of replaced) seen.add(key);
    return { ...view, whole: { value: valueView(context, node), replaced: namedValues(context, replaced) } };
  });
}
