import type { Channel, Direction, Entity, NamedSchema, Operation } from "#model";
import { opposite } from "#model";
import { groupBy, MOST_IN_BOX } from "#text";
import { twoFigures, withoutMarkup } from "../blocks/index.ts";
import type { Box, Chain, ApplicationSide } from "../diagram/index.ts";
import {
  drawChains,
  drawChainsNarrow,
  drawReferrers,
  drawReferrersNarrow,
  drawApplication,
  drawApplicationNarrow,
} from "../diagram/index.ts";
import type { PageContext, Group } from "../frame/index.ts";
import { distinctName, isDisplayNamed, nameOf, wayOf, shorten } from "../frame/index.ts";
import { hasNoMessage } from "./unresolved-view.ts";

function boxOf(context: PageContext, entity: Entity, detail?: string): Box {
  return {
    title: withoutMarkup(distinctName(context.site, entity)),
    href: context.href(entity),
    mono: entity.kind === "channel" && !isDisplayNamed(entity),
    detail,
  };
}

/** Several names on one line: the first one, and how many more there are. */
function several({ site }: PageContext, names: readonly string[]): string | undefined {
  const [first, ...others] = names.map(withoutMarkup);
  return first === undefined || others.length === 0 ? first : `${first} +${site.words("site.number", { number: others.length })}`;
}

function chainOf(context: PageContext, { channel, direction, label }: { channel: Channel; direction: Direction; label: string }): Chain {
  const { words, api, settings } = context.site;
  const app: Box = { title: withoutMarkup(api.info.title), detail: words("site.application"), tone: "app" };
  const other: Box = { title: words(`site.other-side-${settings.reader}`) };
  const through = boxOf(
    context,
    channel,
    several(
      context,
      channel.availableOn.map(({ title }) => title),
    ),
  );
  return {
    boxes: direction === "send" ? [app, through, other] : [other, through, app],
    tone: direction,
    label,
  };
}

/** The path of an operation's messages and of the reply below it, with servers and the correlation id that links the two. */
export function operationDiagram(context: PageContext, operation: Operation) {
  const { words } = context.site;
  const { channel, direction, reply, messages } = operation;
  if (!channel || !operation.isDirectionKnown) return undefined;
  const correlation = messages.find(({ correlationId }) => correlationId?.location)?.correlationId?.location?.value;
  const titles = several(
    context,
    messages.map(({ title }) => title),
  );
  const names =
    titles === undefined
      ? words(hasNoMessage(operation) ? "site.no-messages" : "site.unread-messages")
      : `${words("site.counted-messages", { count: messages.length })}: ${titles}`;
  const label = reply && correlation !== undefined ? `${names} · ${words("site.correlation")} ${correlation}` : names;
  const chains = [chainOf(context, { channel, direction, label })];
  if (reply) {
    const answer = several(
      context,
      reply.messages.map(({ title }) => title),
    );
    chains.push(
      chainOf(context, {
        channel: reply.channel ?? channel,
        direction: opposite[direction],
        label: `${words("site.reply")}${answer === undefined ? "" : `: ${answer}`}`,
      }),
    );
  }
  const picture = { chains, label: `${words("site.flow")}: ${nameOf(operation)}` };
  return twoFigures(picture, drawChains, drawChainsNarrow);
}

/** The diagram of what refers to a schema; `undefined` for fewer than two, which the list shows just as well. */
export function schemaDiagram(context: PageContext, schema: NamedSchema) {
  const users = [...new Set(context.site.schemas.usedBy(schema).map(({ by }) => by))];
  if (users.length < 2) return undefined;
  const boxes = users.slice(0, MOST_IN_BOX).map((each) => boxOf(context, each, context.site.words(`site.kind-${each.kind}`)));
  if (users.length > MOST_IN_BOX)
    boxes.push({
      title: context.site.words("site.more", { count: users.length - MOST_IN_BOX }),
      href: "#used-by",
      mono: false,
      detail: undefined,
    });
  const picture = {
    target: { title: nameOf(schema) },
    referrers: boxes,
    label: `${context.site.words("site.used-by")}: ${nameOf(schema)}`,
  };
  return twoFigures(picture, drawReferrers, drawReferrersNarrow);
}

function operationBox(context: PageContext, operation: Operation): Box {
  const [message] = operation.messages;
  const more = operation.messages.length - 1;
  const channel = operation.channel ? shorten(nameOf(operation.channel)) : undefined;
  const detail = message
    ? shorten(withoutMarkup(message.title)) + (more > 0 ? ` +${context.site.words("site.number", { number: more })}` : "")
    : channel;
  return { title: nameOf(operation), detail, href: context.href(operation) };
}

/** One box for the operations of a group in one direction. It links to the group in the list. */
function groupBox(context: PageContext, group: Group, count: number): Box {
  const { words, navigation, routes } = context.site;
  const { path, anchor } = navigation.listings.get("operation")?.placeOf(group) ?? { path: "operations.html", anchor: "" };
  const title = shorten(group.name) || words("site.other-group");
  return { title, detail: words("site.number-of-operations", { count }), href: routes.relative(context.path, path, anchor) };
}

/** The last box, which links to everything that did not fit. */
function restBox(context: PageContext, count: number): Box {
  const { words, navigation, routes } = context.site;
  const [path = "operations.html"] = navigation.listings.get("operation")?.pages ?? [];
  return { title: words("site.more", { count }), detail: undefined, href: routes.relative(context.path, path) };
}

function isOf(direction: Direction) {
  return (entity: Entity): entity is Operation => entity.kind === "operation" && wayOf(entity as Operation) === direction;
}

/** A box, and the number of operations it stands for. */
function single(context: PageContext, operation: Operation) {
  return { box: operationBox(context, operation), count: 1 };
}

/** A box for each channel; `undefined` if there are too many. */
function byChannel(context: PageContext, operations: readonly Operation[]) {
  const channels = groupBy(operations, ({ channel }) => channel);
  if (channels.size > MOST_IN_BOX || channels.size < 2) return undefined;
  const { words } = context.site;
  return [...channels].flatMap(([channel, own]) => {
    if (!channel || own.length === 1) return own.map((operation) => single(context, operation));
    const count = own.length;
    const title = distinctName(context.site, channel);
    return [{ box: { title, mono: true, detail: words("site.number-of-operations", { count }), href: context.href(channel) }, count }];
  });
}

/** A box for each group of several operations, and for each operation outside such a group. */
function byGroup(context: PageContext, direction: Direction) {
  const groups = context.site.navigation.listings.get("operation")?.groups ?? [];
  const own = groups.map((group) => ({ group, operations: group.items.filter(isOf(direction)) }));
  const isBoxed = (of: (typeof own)[number]): boolean => of.group.name !== "" && of.operations.length > 1;
  const alone = own.filter((of) => !isBoxed(of)).flatMap(({ operations }) => operations);
  const boxed = own.filter(isBoxed).map(({ group, operations: { length } }) => ({ box: groupBox(context, group, length), count: length }));
  return [...boxed, ...alone.slice(0, MOST_IN_BOX).map((operation) => single(context, operation))];
}

function boxesOf(context: PageContext, operations: readonly Operation[], direction: Direction): Box[] {
  if (operations.length <= MOST_IN_BOX) return operations.map((operation) => operationBox(context, operation));
  const boxes = byChannel(context, operations) ?? byGroup(context, direction);
  const all = boxes.reduce((sum, { count }) => sum + count, 0);
  const shown = boxes.length <= MOST_IN_BOX && all === operations.length ? boxes : boxes.slice(0, MOST_IN_BOX - 1);
  const rest = operations.length - shown.reduce((sum, { count }) => sum + count, 0);
  return [...shown.map(({ box }) => box), ...(rest > 0 ? [restBox(context, rest)] : [])];
}

/** One side of the picture: what the application does in one direction. */
function sideOf(context: PageContext, direction: Direction): ApplicationSide & { readonly count: number } {
  const { api, words } = context.site;
  const operations = api.operations.filter(isOf(direction));
  return {
    tone: direction,
    label: words(`site.flow-${direction}`),
    boxes: boxesOf(context, operations, direction),
    count: operations.length,
  };
}

/** The application between what it receives and what it sends, drawn twice: wide, and one column for narrow pages. */
export function flowView(context: PageContext) {
  const { api, words } = context.site;
  const [receives, sends] = [sideOf(context, "receive"), sideOf(context, "send")];
  const counted = ({ count }: { readonly count: number }) => words("site.number-of-operations", { count });
  const picture = {
    application: { title: withoutMarkup(api.info.title), detail: words("site.application") },
    receives,
    sends,
    label: words("site.flow-label", { name: withoutMarkup(api.info.title), receives: counted(receives), sends: counted(sends) }),
  };
  return twoFigures(picture, drawApplication, drawApplicationNarrow);
}
