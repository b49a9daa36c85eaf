import type { PageContext } from "./context.ts";
import { mayShare } from "./shared-view.ts";

/**
 * Remembers what is alike on all pages of a folder, since links from them lead the same way. Pages at the top are the targets of such
 * links themselves, and few: what they show is made for each.
 */
export function byFolder<Key extends object, View>(make: (context: PageContext, key: Key) => View): (context: PageContext, key: Key) => View {
  const noFolders = (): Map<string, Map<Key, View>> => new Map();
  return (context, key) => {
    if (!mayShare(context)) return make(context, key);
    const folders = context.site.memo.of(noFolders, context.site);
    const folder = context.path.slice(0, context.path.indexOf("/"));
    let views = folders.get(folder);
    if (!views) folders.set(folder, (views = new Map<Key, View>()));
    let view = views.get(key);
    if (view === undefined) views.set(key, (view = make(context, key)));
    return view;
  };
}
