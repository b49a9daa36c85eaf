import type { Node, Place } from "#text";
import { counted, groupBy, lineColumn, printJson } from "#text";
import type { ChangeReport, ReportedChange } from "./change-report.ts";
import type { ChangeVerdict } from "./change.ts";
import { partyWords } from "./print-pretty.ts";
import { visible, visibleJson } from "./problem.ts";

/** The most characters of a comment, below the limit of code hosts to leave room for other text. */
const MOST_CHARACTERS = 60_000;
const MOST_WITNESS = 2_000;
/** The most characters of a witness in the line of its change. A longer one is folded. */
const MOST_INLINE = 100;

/**
 * Untrusted text as plain text in Markdown: without markup and links, and without `@` or `#`, with which code hosts would notify people
 * or link issues.
 */
function plain(text: string): string {
  return visible(text)
    .replace(/[!--/:-@[-`{-~]|(?<=^\d{1,9})\.(?=\s|$)|(?<=www)\./gi, "\\$&")
    .replace(/\\[@#]/g, "$&<!-- -->");
}

/** Untrusted text as code. */
function code(text: string): string {
  const shown = visible(text);
  const fence = "`".repeat(longestRun(shown) + 1);
  const pad = /^`|`$|^$/.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

const headings: Readonly<Record<ChangeVerdict, string>> = {
  breaking: "Breaking",
  unknown: "Cannot tell",
  compatible: "Compatible",
  annotation: "Words",
};

function placeText({ file, start }: Place): string {
  return code(`${file.name}:${lineColumn(file, start).line}`);
}

function whomText({ affects, verdict, accepted }: ReportedChange): string {
  const verb = verdict === "breaking" && !accepted ? "Breaks" : "For";
  return affects === "nobody" ? "" : `**${verb} ${affects === "all" ? "senders and receivers" : affects}.** `;
}

/** A text of a change with its place, why it is accepted, and the known parties. */
function factText(text: string, { new: now, old, accepted, parties = [], witness }: ReportedChange): string {
  const place = now ?? old;
  const why = accepted
    ? ` Accepted${accepted.until === null ? "" : ` until ${plain(accepted.until)}`}${accepted.reason === "" ? "" : `: ${plain(accepted.reason)}`}.`
    : "";
  const known = parties.map(({ api, verdict }) => `${plain(api)} (${partyWords[verdict]})`).join(", ");
  const where = place ? ` (${now ? "" : "was at "}${placeText(place)})` : "";
  const inline = witness && inlineWitness(witness);
  const proof = inline === undefined ? "" : ` For example: ${inline}`;
  return `${plain(text)}${where}${why}${known === "" ? "" : ` Known: ${known}.`}${proof}`;
}

function witnessText(witness: Node): string {
  return visibleJson(printJson(witness, { most: MOST_WITNESS }));
}

/** A short witness on one line, so that the proof is read without opening anything. */
function inlineWitness(witness: Node): string | undefined {
  const line = witnessText(witness).replace(/\n */g, " ");
  return line.length > MOST_INLINE ? undefined : code(line);
}

/** A witness that is too long for the line of its change. */
function longWitness({ witness }: ReportedChange): Node | undefined {
  return witness && inlineWitness(witness) === undefined ? witness : undefined;
}

/** A witness as a block of code in a list item. */
function witnessBlock(witness: Node): string {
  const json = witnessText(witness);
  const fence = "`".repeat(Math.max(3, longestRun(json) + 1));
  return [`${fence}json`, ...json.split("\n"), fence].map((each) => `  ${each}`).join("\n");
}

function folded(summary: string, content: string): string {
  return `\n  <details><summary>${summary}</summary>\n\n${content}\n\n  </details>\n\n`;
}

function entry(change: ReportedChange): string {
  const line = `- ${whomText(change)}${factText(change.message, change)}\n`;
  const witness = longWitness(change);
  return witness ? line + folded("A value that shows it", witnessBlock(witness)) : line;
}

/** What changes of one schema begin with: all of a message up to its first colon. */
function beginningOf({ message, witness }: ReportedChange): string | undefined {
  const colon = message.indexOf(": ");
  return witness && colon > 0 ? message.slice(0, colon + 2) : undefined;
}

/** Prints changes that begin with the same words as one entry: the words once, and the rest of each below. */
function groupEntry(beginning: string, changes: readonly ReportedChange[]): string {
  const [first] = changes;
  const rest = ({ message }: ReportedChange): string => message.slice(beginning.length);
  const lines = changes.map((change) => `  - ${factText(rest(change), change)}\n`).join("");
  const blocks = changes.flatMap((change) => {
    const witness = longWitness(change);
    return witness ? [`  ${plain(rest(change))}\n\n${witnessBlock(witness)}`] : [];
  });
  const values = blocks.length === 0 ? "" : folded("Values that show it", blocks.join("\n\n"));
  return `- ${first ? whomText(first) : ""}${plain(beginning).trimEnd()}\n${lines}${values}`;
}

function* entries(changes: readonly ReportedChange[]): Generator<string> {
  const groups = groupBy(changes, (change) => JSON.stringify([change.affects, beginningOf(change) ?? change.message]));
  for (const group of groups.values()) {
    const [first] = group;
    const beginning = first && beginningOf(first);
    if (group.length > 1 && beginning !== undefined) yield groupEntry(beginning, group);
    else for (const change of group) yield entry(change);
  }
}

function* section(title: string, changes: readonly ReportedChange[], isFolded: boolean): Generator<string> {
  if (changes.length === 0) return;
  yield isFolded ? `\n<details><summary>${title} (${changes.length})</summary>\n\n` : `\n#### ${title}\n\n`;
  yield* entries(changes);
  if (isFolded) yield "\n</details>\n";
}

function title({ api, presence, summary, changes, new: now, old }: ChangeReport): string {
  const versions = old.version === now.version || old.version === "" ? code(now.version) : `${code(old.version)} → ${code(now.version)}`;
  const { breaking, unknown } = summary;
  const name = `${plain(api ?? now.title)} ${presence === "added" ? code(now.version) : presence === "removed" ? code(old.version) : versions}`;
  if (presence === "removed") return `❌ Removed: ${name}`;
  if (breaking > 0) return `❌ ${counted(breaking, "breaking change")}: ${name}`;
  if (unknown > 0) return `❓ ${unknown} cannot be told: ${name}`;
  if (presence === "added") return `✅ New: ${name}`;
  return `✅ ${changes.length === 0 ? "No changes" : "Nothing breaking"}: ${name}`;
}

/** The sections of a report with the changes in each, and whether it is folded. */
function sectionsOf({ changes }: ChangeReport): readonly (readonly [string, readonly ReportedChange[], boolean])[] {
  const open = (verdict: ChangeVerdict): readonly ReportedChange[] => changes.filter((each) => each.verdict === verdict && !each.accepted);
  return [
    [headings.breaking, open("breaking"), false],
    [headings.unknown, open("unknown"), false],
    ["Accepted", changes.filter(({ accepted }) => accepted), true],
    [headings.compatible, open("compatible"), true],
    [headings.annotation, open("annotation"), true],
  ];
}

/**
 * Prints changes for a comment on a pull request: breaking ones first, the rest folded, and not longer than a comment may be. For a
 * portal, only APIs that changed are shown.
 */
export function* printChangeMarkdown(reports: readonly ChangeReport[]): Generator<string> {
  const shown = reports.filter(({ api, presence, changes }) => api === undefined || presence !== "both" || changes.length > 0);
  if (shown.length === 0) yield `### ✅ No changes in ${counted(reports.length, "API")}\n`;
  let left = MOST_CHARACTERS;
  let lost = 0;
  let isFirst = true;
  for (const report of shown.toSorted((a, b) => Number(a.compatible) - Number(b.compatible))) {
    const heading = `### ${title(report)}\n`;
    left -= heading.length;
    if (left >= 0) yield isFirst ? heading : `\n${heading}`;
    isFirst = false;
    for (const [name, all, isFolded] of sectionsOf(report)) {
      const fitting = all.filter((change) => (left -= entry(change).length) >= 0);
      lost += all.length - fitting.length;
      yield* section(name, fitting, isFolded);
    }
  }
  if (lost > 0) yield `\n… and ${counted(lost, "more change")} that do not fit into a comment.\n`;
}
