import type { PageContext } from "./context.ts";

/**
 * Makes a view once for all pages of a folder, since links from them are the same. Views for pages at the top of the site are made each
 * time: there are few, and they are often the target of such links.
 */
export function byFolder<Key extends object, View>(
  make: (context: PageContext, key: Key) => View,
): (context: PageContext, key: Key) => View {
  const noFolders = (): Map<string, Map<Key, View>> => new Map();
  return (context, key) => {
    const [folder = "", ...rest] = context.path.split("/");
    if (rest.length !== 1) return make(context, key);
    const folders = context.site.memo.of(noFolders, context.site);
    let views = folders.get(folder);
    if (!views) folders.set(folder, (views = new Map<Key, View>()));
    let view = views.get(key);
    if (view === undefined) {
      // The links are those of the folder, because a link from a page to itself is a mere fragment.
      const path = `${folder}/`;
      const { routes } = context.site;
      views.set(key, (view = make({ ...context, path, href: (entity) => routes.href(path, entity) }, key)));
    }
    return view;
  };
}
