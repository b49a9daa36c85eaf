import { opposite, type Channel, type Direction, type Entity, type NamedSchema, type Operation } from "#model";
import { MOST_IN_BOX } from "#text";
import { drawChains, drawChainsNarrow, drawReferrers, drawReferrersNarrow, type Box, type Chain, type Drawing } from "../diagram/index.ts";
import type { PageContext, SafeHtml } from "../frame/index.ts";
import { distinctName, isDisplayNamed, nameOf } from "../frame/index.ts";
import { hasNoMessage } from "./unresolved-view.ts";

/** A picture drawn twice: for wide columns and for narrow ones. */
export interface PictureView {
  readonly wide: SafeHtml;
  readonly narrow: SafeHtml;
}

export function pictureView(wide: Drawing, narrow: Drawing): PictureView {
  return { wide: { html: wide.svg }, narrow: { html: narrow.svg } };
}

function boxOf(context: PageContext, entity: Entity, detail?: string): Box {
  return {
    title: distinctName(context.site, entity),
    href: context.href(entity),
    mono: entity.kind === "channel" && !isDisplayNamed(entity),
    detail,
  };
}

/** Several names on one line: the first one, and how many more there are. */
function several({ site }: PageContext, names: readonly string[]): string | undefined {
  const [first, ...others] = names;
  return first === undefined || others.length === 0 ? first : `${first} +${site.words("site.number", { number: others.length })}`;
}

function chainOf(context: PageContext, { channel, direction, label }: { channel: Channel; direction: Direction; label: string }): Chain {
  const { words, api, settings } = context.site;
  const app: Box = { title: api.info.title, detail: words("site.application"), tone: "app" };
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
export function operationDiagram(context: PageContext, operation: Operation): PictureView | undefined {
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
  return pictureView(drawChains(picture), drawChainsNarrow(picture));
}

/** The diagram of what refers to a schema; `undefined` for fewer than two, which the list shows just as well. */
export function schemaDiagram(context: PageContext, schema: NamedSchema): PictureView | undefined {
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
  return pictureView(drawReferrers(picture), drawReferrersNarrow(picture));
}
