import type { Entity, Operation } from "#model";
import type { Words } from "#text";
import type { Line } from "../blocks/index.ts";
import { isSilent, joinLines, linksLine } from "../blocks/index.ts";
import type { PageContext, SafeHtml, SiteContext } from "./context.ts";
import type { RouteView } from "./direction.ts";
import { operationDirection, routeText } from "./direction.ts";
import { distinctName } from "./distinct-name.ts";
import { isDisplayNamed, shorten } from "./names.ts";
import { breakableHtml } from "./value-html.ts";

/** A link to an entity as templates show it. */
export interface EntityLink {
  readonly href: string;
  readonly text: string;
  /** The text, with places where it may break. */
  readonly label: SafeHtml;
  readonly mono: boolean;
  readonly deprecated: boolean;
  /** For operations: the direction as a class (`send`, `receive`), a sign, and words for screen readers. */
  readonly direction?: { readonly way: string; readonly sign: string; readonly name: string; readonly short: string };
}

type Name = Omit<EntityLink, "href">;

/** The texts of links to entities, the same on all pages of a site. */
function noNames(): Map<Entity, Name> {
  return new Map();
}

function nameView(site: SiteContext, entity: Entity): Name {
  const direction = entity.kind === "operation" ? operationDirection(site, entity as Operation) : undefined;
  const text = shorten(distinctName(site, entity));
  return {
    text,
    label: { html: breakableHtml(text) },
    mono: entity.kind === "channel" && !isDisplayNamed(entity),
    deprecated: entity.deprecated,
    ...(direction ? { direction } : {}),
  };
}

/** A link from the page to an entity. */
export function entityLink(context: PageContext, entity: Entity): EntityLink {
  const { site } = context;
  const known = site.memo.of(noNames, site);
  let name = known.get(entity);
  if (!name) known.set(entity, (name = nameView(site, entity)));
  return { href: context.href(entity), ...name };
}

/** Links to several entities, at most `most`, and the number of the others. */
export function entityLinks(context: PageContext, entities: readonly Entity[], most = 50): { items: EntityLink[]; more: number } {
  return { items: entities.slice(0, most).map((entity) => entityLink(context, entity)), more: Math.max(0, entities.length - most) };
}

/** Links in a line, and how many more there are. */
export function entityLinksLine({ items, more }: ReturnType<typeof entityLinks>, words: Words): Line {
  return linksLine(items, { text: more > 0 ? words("site.more", { count: more }) : "", href: "" });
}

/** A route in a line, with its messages and its channel if the page names them. */
export function routeLine(
  route: RouteView & { readonly messages?: ReturnType<typeof entityLinks>; readonly channel?: EntityLink },
  words: Words,
): Line {
  const { messages, channel } = route;
  const what = joinLines([messages && entityLinksLine(messages, words), channel], " · ");
  return isSilent(what) ? `${routeText(route)}.` : [`${routeText(route)}: `, what];
}
