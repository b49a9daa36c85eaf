import type { Paint, PaintStyle, ReportLocation } from "#report";
import { positionOf, sourceFrame, visible } from "#report";
import type { ChangeParty } from "./change.ts";

/** A change with its texts for printing. */
interface ChangeText {
  readonly change: {
    readonly code: string;
    readonly severity: PaintStyle;
    readonly message: string;
    readonly affects: string;
    readonly accepted?: { readonly reason: string; readonly until: string | null } | undefined;
    readonly parties?: readonly ChangeParty[] | undefined;
  };
  /** The effect in a word. */
  readonly label: string;
  /** The things that it reaches, and what it means to the first; empty if the message says it. */
  readonly reaches: string;
  readonly effect: string;
  readonly location: ReportLocation;
  readonly old: ReportLocation | undefined;
  readonly hint: string | undefined;
  /** The witness as JSON. */
  readonly witness: string | undefined;
}

/** The words for the effect of a change on a known API. */
const partyWords = {
  fits: "still fits",
  clash: "no longer fits",
  unknown: "cannot tell",
  "not-received": "no longer meets it",
} as const;

/** The same where it did not fit the old version either. */
const earlierWords = {
  fits: "fits now",
  clash: "did not fit before either",
  unknown: "could not be told before either",
  "not-received": "did not meet it before either",
} as const;

/** Whether a new API and a known one fit. */
export const metWords = { fits: "fits", clash: "does not fit", unknown: "cannot tell", "not-received": "does not receive it" } as const;

/** A known API with its owner, and the effect of a change on it. */
export function partyText(
  { api, owner, verdict, before }: ChangeParty,
  say: (text: string) => string,
  ofChange: typeof partyWords | typeof metWords = partyWords,
): string {
  const words = before === undefined ? ofChange[verdict] : earlierWords[verdict];
  return `${say(api)}${owner === undefined ? "" : ` of ${say(owner)}`} (${words})`;
}

/** Prints a change like a problem, with whom it breaks and a value that proves it. */
export function changeBlock(
  { change, label, reaches, effect, location, old, witness, hint }: ChangeText,
  paint: Paint,
  columns: number | undefined,
): string {
  const { severity, code, message, affects, accepted, parties = [] } = change;
  const style = accepted ? "good" : severity;
  const lines = [
    `  ${paint(style, label)} ${paint("strong", visible(message))} ${paint("faint", code)}`,
    `    ${paint("faint", "at")} ${positionOf(location)}`,
  ];
  const isOpen = severity !== "info" && !accepted;
  if (isOpen) lines.push(...sourceFrame(location, severity, { paint, columns }));
  if (old) lines.push(`    ${paint("info", "was:")} ${positionOf(old)}`);
  if (reaches !== "") lines.push(`    ${paint("info", "reaches:")} ${visible(reaches)}`);
  if (affects !== "nobody") lines.push(`    ${paint("info", "for:")} ${affects === "all" ? "senders and receivers" : affects}`);
  if (parties.length > 0) lines.push(`    ${paint("info", "known:")} ${parties.map((party) => partyText(party, visible)).join(", ")}`);
  if (effect !== "") lines.push(`    ${paint("info", "effect:")} ${visible(effect)}`);
  if (isOpen && witness !== undefined) {
    const [first = "", ...others] = witness.split("\n");
    lines.push(`    ${paint("info", "shown by:")} ${visible(first)}`, ...others.map((line) => `      ${visible(line)}`));
  }
  if (isOpen && hint !== undefined) lines.push(`    ${paint("info", "hint:")} ${visible(hint)}`);
  if (accepted)
    lines.push(
      `    ${paint("info", "accepted:")} ${visible([accepted.until === null ? "" : `until ${accepted.until}`, accepted.reason].filter(Boolean).join(", ") || "by a comment")}`,
    );
  return `${lines.join("\n")}\n`;
}
