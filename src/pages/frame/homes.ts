import type { Channel, Entity, Message, NamedSchema, Operation } from "#model";
import { treeSource, wholeMessages } from "#model";
import type { Schema } from "#schema";
import type { PageContext, SiteContext } from "./context.ts";

/** The channel of an operation, if it lives on the operation's page. */
export function channelAt({ routes }: Pick<SiteContext, "routes">, operation: Operation): Channel | undefined {
  const { channel } = operation;
  return channel && routes.pageOf(channel) === routes.pageOf(operation) ? channel : undefined;
}

/** The named schemas that live at a message as its headers or payload. */
export function schemasAt({ schemas }: Pick<SiteContext, "schemas">, message: Message) {
  return (["headers", "payload"] as const).flatMap((part): { part: typeof part; named: NamedSchema }[] => {
    const source = message[part];
    const { named } = source ? schemas.of(source) : {};
    return named && schemas.homeOf(named)?.by === message ? [{ part, named }] : [];
  });
}

/** The schemas that live on a page of something else, and the trees in which some of them have rows. */
interface Residents {
  readonly schemas: NamedSchema[];
  readonly trees: Set<Schema>;
}

function residents({ api, routes, schemas }: SiteContext): ReadonlyMap<string, Residents> {
  const all = new Map<string, Residents>();
  for (const named of api.schemas) {
    const home = routes.homeOf(named);
    if (!home) continue;
    const page = routes.pageOf(named);
    const here = all.get(page) ?? { schemas: [], trees: new Set() };
    all.set(page, here);
    here.schemas.push(named);
    const source = treeSource(home);
    if (source && home.row !== undefined) here.trees.add(schemas.of(source));
  }
  return all;
}

/** Whether a tree has rows in which other schemas live. It is small, and a page shows all of it. */
export function hasResidents({ site, path }: PageContext, root: Schema): boolean {
  return site.memo.of(residents, site).get(path)?.trees.has(root) === true;
}

/** What the page of an operation or message shows in full: itself, and what lives there or is shown whole there. */
export function shownWith(site: SiteContext, thing: Message | NamedSchema | Operation): Entity[] {
  const things: Entity[] = [thing];
  if (thing.kind === "operation") things.push(...[channelAt(site, thing) ?? [], wholeMessages(thing), thing.reply?.messages ?? []].flat());
  const pages = new Set(things.map((each) => site.routes.pageOf(each)));
  const known = site.memo.of(residents, site);
  return [...things, ...[...pages].flatMap((page) => known.get(page)?.schemas ?? [])];
}
