import type { Entity } from "#model";
import type { WordKey } from "#text";
import type { PageContext, SiteContext } from "./context.ts";
import { nameOf } from "./name-of.ts";
import { frameView } from "./frame.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";

/** Things that share pages, with a section each. */
export interface Sections<E extends Entity> {
  readonly kind: "servers" | "security" | "tags";
  readonly entities: readonly E[];
  /** What the template calls the sections. */
  readonly name: string;
  readonly view: (context: PageContext, entity: E) => { readonly anchor: string };
}

/** Contents of a page name so many of its sections. */
const CONTENTS = 50;

/** The pages of sections, in the order and division of the routes: the first of its own kind, those that continue it as lists. */
export function sectionPages<E extends Entity>(site: SiteContext, { kind, entities, name, view }: Sections<E>): Page[] {
  const { routes, words } = site;
  const title = words(`site.${kind}`);
  const summary = words(`site.${kind}-lead` satisfies WordKey);
  const on = new Map<string, E[]>();
  for (const entity of entities) {
    const path = routes.pageOf(entity);
    on.set(path, on.get(path) ?? []);
    on.get(path)?.push(entity);
  }
  const paths = [...on.keys()];
  return paths.map((path, index) => ({
    path,
    kind: index === 0 ? kind : "list",
    id: index === 0 ? null : path.replace(/\.html$/, ""),
    title,
    template: `pages/${kind}`,
    view() {
      const context = createPageContext(site, path);
      const here = on.get(path) ?? [];
      const sections = here.map((entity) => view(context, entity));
      const contents = here.slice(0, CONTENTS).map((entity, at) => [sections[at]?.anchor ?? "", nameOf(entity)] as const);
      return {
        ...frameView(context, { kind, title, contents, summary, pages: paths, shown: here }),
        [name]: sections,
      };
    },
  }));
}
