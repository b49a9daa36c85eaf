import type { Item, Line } from "#pages";
import { breakablePath, htmlOnly, joinLines, linksLine } from "#pages";
import type { Words } from "#text";
import type { ApiIndex, MessageIndex, OperationIndex } from "../match/index.ts";
import type { PortalPage, VerdictView } from "./portal-context.ts";
import { apiLink, fitLine, pageInApi } from "./portal-context.ts";

/** An API that sends or receives something. */
interface Party extends Pick<OperationIndex, "direction" | "place"> {
  readonly api: ApiIndex;
  readonly messages: readonly MessageIndex[];
  /** Whether it can take what it receives. */
  readonly fit: VerdictView | undefined;
}

/** The row of an API in a table of who sends and who receives. */
export function partyRow(context: PortalPage, { api, direction, place, messages, fit }: Party) {
  const { path, words, facts } = context;
  const isSender = direction === "send";
  const source = `${place.file}:${place.start.line}`;
  return {
    api: apiLink(context, api.name),
    owner: facts.apis.get(api.name)?.owner ?? "",
    direction,
    sign: isSender ? "↑" : "↓",
    does: words(isSender ? "portal.sends" : "portal.receives"),
    messages: messages.map(({ id, title, page }) => ({ text: title === "" ? id : title, href: pageInApi(path, api, page) })),
    fit: isSender ? undefined : fit,
    source,
    sourceLabel: { html: breakablePath(source) },
  };
}

/** A row, with the operation of the API and why it meets the channel, if that is told. */
type PartyRow = ReturnType<typeof partyRow> & {
  readonly operation?: { readonly text: string; readonly href: string };
  readonly met?: string;
};

/** The table of rows. It has owners only if any API has one. */
export function partyTable(rows: readonly PartyRow[]) {
  return { rows, hasOwners: rows.some(({ owner }) => owner !== "") };
}

/** What a row says. */
export function partyItem({ api, owner, does, met, operation, messages, fit, source, ...rest }: PartyRow, words: Words): Item {
  htmlOnly(rest, { direction: "a class", sign: "a sign for a word", sourceLabel: "the source, with marks where it may break" });
  const who = owner === "" ? "" : `${words("portal.owner")}: ${owner}`;
  const about: Line[] = [who, does, operation ?? "", linksLine(messages), met ?? "", fitLine(fit, words), { code: source }];
  return { line: [api, ": ", joinLines(about, " — ")] };
}
