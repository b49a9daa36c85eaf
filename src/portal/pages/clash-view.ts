import { refusedValue, witnessCode } from "#changes";
import type { Block, Item, Line, NamePiece } from "#pages";
import { htmlOnly, isSilent, joinLines, listOf, named, said, sentence } from "#pages";
import type { Words } from "#text";
import type { ComparedSchemas, FitRow } from "../match/index.ts";
import { clashPath, fieldLine, splitReason } from "./message-comparison.ts";
import type { PortalPage } from "./portal-context.ts";
import { apiLink, channelLink, channelPiece, verdictLine } from "./portal-context.ts";

/** A reason, with the field before it. */
function reasonView(why: string): { readonly field: string; readonly why: string } {
  const { steps, rest } = splitReason(why);
  return { field: steps.join("."), why: rest };
}

/** The reason of a verdict, and further ones. */
interface Reason {
  readonly field: string;
  readonly told?: string;
  readonly why?: string;
  readonly also?: readonly ReturnType<typeof reasonView>[];
}

/** The reason of a verdict. What is missing or refused in a payload is told of both sides by name. */
export function fitReason({ words }: Pick<PortalPage, "words">, row: FitRow): Reason {
  const { missing, compared, sender, receiver, also = [] } = row;
  const { field, why } = reasonView(row.why);
  const more = also.length > 0 ? { also: also.map(reasonView) } : {};
  if (compared?.part !== "payload") return { field, why, ...more };
  if (missing !== undefined) return { field, told: words("portal.told-missing", { receiver, sender }), ...more };
  const value = refusedValue(row);
  const must = why.replace(/^The value (?=must )/, "");
  return value === undefined || !must.startsWith("must ")
    ? { field, why, ...more }
    : { field, told: words(field === "" ? "portal.told-whole" : "portal.told-value", { value, receiver }), why: must, ...more };
}

/** A reason in a line. */
export function reasonLine({ field = "", told, why, also = [] }: Partial<Reason>): Line {
  const first = [field === "" ? "" : { code: field }, told, why];
  return joinLines([...first, ...also.flatMap((each) => [each.field === "" ? "" : { code: each.field }, each.why])], " ");
}

interface SideView {
  readonly title: string;
  readonly isRefused: boolean;
  readonly whole?: string;
  readonly field?: string;
  readonly says?: Line;
  readonly required?: boolean;
  readonly unknown?: string;
  readonly file: string;
  readonly pointer: string;
  readonly label: NamePiece;
}

/** What one side says of the field that a clash is about; nothing if its schema did not decide it, or is not compared. */
function describedBy(context: PortalPage, row: FitRow, side: Exclude<keyof ComparedSchemas, "part">): Partial<SideView> {
  const { words, facts } = context;
  const fields = row.compared && facts.fieldsOf(row.compared[side]);
  if (!fields) return {};
  const path = clashPath(row);
  const field = fields.find((each) => each.path === path);
  const said = field ? { says: fieldLine(context, field), required: field.required } : { unknown: words("portal.not-described") };
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

/** Two APIs, with what is said of what one sends to the other. */
export function pairItem({
  sender,
  receiver,
  on,
  verdict,
  message,
  ...reason
}: Omit<ReturnType<typeof clashLine>, "on"> & {
  readonly on?: ReturnType<typeof channelLink>;
  readonly verdict?: Parameters<typeof verdictLine>[0];
}): Item {
  const facts = joinLines([on && channelPiece(on), verdictLine(verdict), said(message), reasonLine(reason)], " — ");
  return { line: [sender, " → ", receiver, ": ", facts] };
}

/** One clash as a card with the message that proves it. */
export function clashCard(context: PortalPage, row: FitRow) {
  const { words } = context;
  const witness = witnessCode(row, words);
  const { sender, receiver } = row.because;
  const sides: readonly SideView[] = [
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
  ];
  return {
    title: words("portal.refuses", { sender: row.sender, receiver: row.receiver }),
    ...fitReason(context, row),
    ...(witness ? { witness } : {}),
    sides,
  };
}

/** A clash, as a section. */
export function clashBlock({ title, witness, sides, ...reason }: ReturnType<typeof clashCard>, words: Words): Block {
  const items = sides.map(({ title: side, isRefused, field, whole, says, required, unknown, file, pointer, ...rest }): Item => {
    htmlOnly(rest, { label: "the place, with marks where it may break" });
    const stated = joinLines([says ?? unknown, required === true ? words("site.required") : ""], words("schema.value.comma"));
    const described = isSilent(stated) ? "" : [field === undefined ? (whole ?? "") : { code: field }, ": ", stated];
    const verdict = `${side}: ${words(isRefused ? "portal.refused" : "portal.allowed")}`;
    return { line: joinLines([verdict, described, { code: `${file}#${pointer}` }], " — ") };
  });
  const proof: readonly Block[] = witness
    ? [{ line: `${words("portal.proof")}:` }, { code: { text: witness.text, language: "json" } }]
    : [];
  return named(title, [...sentence(reasonLine(reason)), ...proof, ...listOf(items)]);
}

function sourceText({ file, pointer }: FitRow["because"]["sender"]): Pick<SideView, "file" | "pointer" | "label"> {
  return { file, pointer, label: { name: pointer } };
}
