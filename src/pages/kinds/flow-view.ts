import { type Channel, type Direction, type Entity, type Operation } from "#model";
import { MOST_IN_BOX } from "#text";
import { drawApplication, drawApplicationNarrow, type ApplicationSide, type Box } from "../diagram/index.ts";
import type { PageContext, Group } from "../frame/index.ts";
import { wayOf, distinctName, nameOf, shorten } from "../frame/index.ts";
import { pictureView, type PictureView } from "./diagram-view.ts";

function operationBox(context: PageContext, operation: Operation): Box {
  const [message] = operation.messages;
  const more = operation.messages.length - 1;
  const channel = operation.channel ? shorten(nameOf(operation.channel)) : undefined;
  const detail = message ? shorten(message.title) + (more > 0 ? ` +${context.site.words("site.number", { number: more })}` : "") : channel;
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
interface CountedBox {
  readonly box: Box;
  readonly count: number;
}

function single(context: PageContext, operation: Operation): CountedBox {
  return { box: operationBox(context, operation), count: 1 };
}

/** A box for each channel; `undefined` if there are too many. */
function byChannel(context: PageContext, operations: readonly Operation[]): CountedBox[] | undefined {
  const channels = new Map<Channel | undefined, Operation[]>();
  for (const operation of operations) {
    const known = channels.get(operation.channel);
    if (known) known.push(operation);
    else channels.set(operation.channel, [operation]);
  }
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
function byGroup(context: PageContext, direction: Direction): CountedBox[] {
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
export function flowView(context: PageContext): PictureView {
  const { api, words } = context.site;
  const [receives, sends] = [sideOf(context, "receive"), sideOf(context, "send")];
  const counted = ({ count }: { readonly count: number }) => words("site.number-of-operations", { count });
  const picture = {
    application: { title: api.info.title, detail: words("site.application") },
    receives,
    sends,
    label: words("site.flow-label", { name: api.info.title, receives: counted(receives), sends: counted(sends) }),
  };
  return pictureView(drawApplication(picture), drawApplicationNarrow(picture));
}
