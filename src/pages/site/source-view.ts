import type { Node } from "#text";
import { entriesOf } from "#text";
import type { PageContext, SiteContext } from "./context.ts";
import { repositoryHref } from "./repository.ts";
import { visible } from "./visible.ts";

/** Where something is written: its line on the source pages, and in the repository where the settings say where that is. */
export interface SourceView {
  readonly href: string;
  readonly label: string;
  readonly repository: string;
  /** Keys of the components that it is, where it goes by another name. */
  readonly shared: readonly string[];
}

/** Components may stand for others, so one value has any number of keys; so many are shown at each place that uses it. */
const MOST_KEYS = 3;

/** The keys that values of the components go by; of an object of bindings, those of each binding in it too. */
function keysOf({ api, documents }: SiteContext): ReadonlyMap<Node, readonly string[]> {
  const keys = new Map<Node, string[]>();
  const add = (node: Node, key: string): void => {
    const before = keys.get(node);
    if (!before) keys.set(node, [key]);
    else if (before.length < MOST_KEYS) before.push(key);
  };
  for (const { group, key, node, used } of api.components) {
    if (!used) continue;
    add(node, key);
    if (group.endsWith("Bindings")) for (const { value } of entriesOf(node)) add(documents.follow(value) ?? value, key);
  }
  return keys;
}

function sharedKeys(site: SiteContext, node: Node, name: string): readonly string[] {
  const keys = site.memo.of(keysOf, site);
  return (keys.get(node) ?? []).filter((key) => key !== name).map(visible);
}

/** Where a value is written. `name` is what the page calls it already. */
export function sourceView(context: PageContext, node: Node, name = ""): SourceView {
  const place = context.site.sources.standing(node);
  const href = context.sourceHref(place);
  // Where the source is not for all, neither is how it is put together.
  const shared = href === "" ? [] : sharedKeys(context.site, node, name);
  return { href, label: context.sourceLabel(place), repository: repositoryHref(context, place), shared };
}
