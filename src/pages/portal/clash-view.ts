import type { ComparedSchemas, FitRow } from "#portal";
import { parsePointer } from "#text";
import type { SafeHtml } from "../site/index.ts";
import { breakableHtml, refusedValue, witnessHtml } from "../site/index.ts";
import type { PortalPage } from "./portal-context.ts";
import { clashPath, fieldHtml } from "./message-comparison.ts";
import { apiLink, channelLink } from "./portal-context.ts";

/** Splits a reason such as `/lines/0/sku must be …` into the field, a JSON Pointer, and the rest. */
function reasonView(why: string): { readonly field: string; readonly why: string } {
  const [, pointer, rest] = /^((?:\/[^\s/]*)+) (.+)$/s.exec(why) ?? [];
  const steps = pointer === undefined ? undefined : parsePointer(pointer);
  return steps && rest !== undefined ? { field: steps.join("."), why: rest } : { field: "", why };
}

/** The reason of a verdict. What is missing or refused in a payload is told of both sides by name. */
export function fitReason({ words }: Pick<PortalPage, "words">, row: FitRow) {
  const { missing, compared, sender, receiver } = row;
  const { field, why } = reasonView(row.why);
  if (compared?.part !== "payload") return { field, why };
  if (missing !== undefined) return { field, told: words("portal.told-missing", { receiver, sender }) };
  const value = refusedValue(row);
  const must = why.replace(/^The value (?=must )/, "");
  return value === undefined || !must.startsWith("must ")
    ? { field, why }
    : { field, told: words(field === "" ? "portal.told-whole" : "portal.told-value", { value, receiver }), why: must };
}

/** What one side says of the field that a clash is about; nothing if its schema did not decide it, or is not compared. */
function describedBy(context: PortalPage, row: FitRow, side: Exclude<keyof ComparedSchemas, "part">) {
  const { words, facts } = context;
  const fields = row.compared && facts.fieldsOf(row.compared[side]);
  if (!fields) return {};
  const path = clashPath(row);
  const field = fields.find((each) => each.path === path);
  const said = field ? { says: fieldHtml(context, field), required: field.required } : { unknown: words("portal.not-described") };
  return { ...(path === "" ? { whole: words("portal.whole") } : { field: path }), ...said };
}

/** One clash as a line of a list. */
export function clashLine(context: PortalPage, row: FitRow) {
  return {
    sender: apiLink(context, row.sender),
    receiver: apiLink(context, row.receiver),
    on: channelLink(context, row.channel, "clashes"),
    message: row.message,
    ...fitReason(context, row),
  };
}

/** One clash as a card with the message that proves it. */
export function clashCard(context: PortalPage, row: FitRow) {
  const { words } = context;
  const witness = witnessHtml(row, words);
  const { sender, receiver } = row.because;
  return {
    title: words("portal.refuses", { sender: row.sender, receiver: row.receiver }),
    ...fitReason(context, row),
    ...(witness ? { witness } : {}),
    sides: [
      {
        title: words("portal.says-sends", { api: row.sender, message: row.message }),
        isRefused: false,
        ...describedBy(context, row, "sender"),
        ...sourceText(sender),
      },
      {
        title: words("portal.says-receives", { api: row.receiver }),
        isRefused: true,
        ...describedBy(context, row, "receiver"),
        ...sourceText(receiver),
      },
    ],
  };
}

function sourceText({ file, pointer }: FitRow["because"]["sender"]): {
  readonly file: string;
  readonly pointer: string;
  readonly label: SafeHtml;
} {
  return { file, pointer, label: { html: breakableHtml(pointer) } };
}
