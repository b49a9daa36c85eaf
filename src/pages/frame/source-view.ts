import type { Node } from "#text";
import { entriesOf } from "#text";
import type { PageContext, SiteContext } from "./context.ts";
import { repositoryHref } from "./repository.ts";

/** The place where something is written: its line on the source pages, and in the repository if the settings give its URL. */
export interface SourceView {
  readonly href: string;
  readonly label: string;
  readonly repository: string;
  /** The keys under which it is a component, if they differ from its name on the page. */
  readonly shared: readonly string[];
}

/** The most keys shown for one value. Components may refer to others, so one value can have many. */
const MOST_KEYS = 3;

/** The component keys of values. The key of an object of bindings also counts for each binding in it. */
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
  return (keys.get(node) ?? []).filter((key) => key !== name);
}

/** The source of a value. `name` is what the page already calls it. */
export function sourceView(context: PageContext, node: Node, name = ""): SourceView {
  const place = context.site.sources.standing(node);
  const href = context.sourceHref(place);
  // Without a source page, readers are not told which component it is either.
  const shared = href === "" ? [] : sharedKeys(context.site, node, name);
  return { href, label: context.sourceLabel(place), repository: repositoryHref(context, place), shared };
}
