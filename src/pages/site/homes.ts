import type { Channel, Entity, Message, NamedSchema, Operation } from "#model";
import { wholeMessages } from "#model";
import type { SiteContext } from "./context.ts";

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
    return named && schemas.homeOf(named)?.message === message ? [{ part, named }] : [];
  });
}

/** What the page of an operation or message shows in full: itself, and what lives there or is shown whole there. */
export function shownWith(site: Pick<SiteContext, "routes" | "schemas">, thing: Message | Operation): Entity[] {
  const withSchemas = (message: Message): Entity[] => [message, ...schemasAt(site, message).map(({ named }) => named)];
  if (thing.kind === "message") return withSchemas(thing);
  const { reply } = thing;
  return [thing, channelAt(site, thing) ?? [], [...wholeMessages(thing), ...(reply?.messages ?? [])].flatMap(withSchemas)].flat();
}
