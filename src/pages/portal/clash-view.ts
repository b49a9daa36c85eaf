import type { FitRow } from "#portal";
import { parsePointer } from "#text";
import type { SafeHtml } from "../site/index.ts";
import { breakableHtml, visible, witnessHtml } from "../site/index.ts";
import type { PortalPage } from "./portal-context.ts";
import { apiLink, channelLink } from "./portal-context.ts";

/** Splits a reason such as `/lines/0/sku must be …` into the field, a JSON Pointer, and the rest. */
export function reasonView(why: string): { readonly field: string; readonly why: string } {
  const [, pointer, rest] = /^((?:\/[^\s/]*)+) (.+)$/s.exec(why) ?? [];
  const steps = pointer === undefined ? undefined : parsePointer(pointer);
  return steps && rest !== undefined ? { field: visible(steps.join(".")), why: visible(rest) } : { field: "", why: visible(why) };
}

/** One clash as a line of a list. */
export function clashLine(context: PortalPage, row: FitRow) {
  return {
    sender: apiLink(context, row.sender),
    receiver: apiLink(context, row.receiver),
    on: channelLink(context, row.channel, "clashes"),
    message: visible(row.message),
    ...reasonView(row.why),
  };
}

/** One clash as a card with the message that proves it. */
export function clashCard(context: PortalPage, row: FitRow) {
  const { words } = context;
  const witness = witnessHtml(row, words);
  const { sender, receiver } = row.because;
  return {
    title: words("portal.refuses", { sender: row.sender, receiver: row.receiver }),
    ...reasonView(row.why),
    ...(witness ? { witness } : {}),
    sides: [
      {
        says: words("portal.says-sends", { api: row.sender, message: visible(row.message) }),
        isRefused: false,
        ...sourceText(sender),
      },
      { says: words("portal.says-receives", { api: row.receiver }), isRefused: true, ...sourceText(receiver) },
    ],
  };
}

function sourceText({ file, pointer }: FitRow["because"]["sender"]): {
  readonly file: string;
  readonly pointer: string;
  readonly label: SafeHtml;
} {
  return { file: visible(file), pointer: visible(pointer), label: { html: breakableHtml(visible(pointer)) } };
}
