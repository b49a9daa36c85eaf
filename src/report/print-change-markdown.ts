import type { Node, Place } from "#text";
import { counted, groupBy, lineColumn, listSome, printJson, wordsOf } from "#text";
import type { Cause } from "./causes.ts";
import { causesOf, factText, partiesOf, reachText } from "./causes.ts";
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
  unknown: "Unknown",
  compatible: "Compatible",
  annotation: "Wording",
};

function placeText({ file, start }: Place): string {
  return code(`${file.name}:${lineColumn(file, start).line}`);
}

function whomText({ affects, changes: [{ verdict, accepted }] }: Cause<ReportedChange>): string {
  const verb = verdict === "breaking" && !accepted ? "Breaks" : "For";
  return affects === "nobody" ? "" : `**${verb} ${affects === "all" ? "senders and receivers" : affects}.** `;
}

const english = wordsOf("en", { "site.thousands": "" });

/** What happened, in Markdown. */
function headlineText({ fact, changes }: Cause<ReportedChange>): string {
  if (!fact) return plain(changes[0].message);
  return factText(fact, { say: english, mark: (names) => listSome(names.map(code), 5), plain }); // prettier-ignore
}

/** What happened and where, what it reaches, why it is accepted, and the known parties. */
function lineOf(cause: Cause<ReportedChange>): string {
  const [{ new: now, old, accepted }] = cause.changes;
  const place = now ?? old;
  const why = accepted
    ? ` Accepted${accepted.until === null ? "" : ` until ${plain(accepted.until)}`}${accepted.reason === "" ? "" : `: ${plain(accepted.reason)}`}.`
    : "";
  const known = partiesOf(cause)
    .map(({ api, verdict }) => `${plain(api)} (${partyWords[verdict]})`)
    .join(", ");
  const where = place ? ` (${now ? "" : "was at "}${placeText(place)})` : "";
  const reach = cause.fact ? ` · ${reachText(cause, plain)}` : "";
  return `- ${whomText(cause)}${headlineText(cause)}${where}${reach}${why}${known === "" ? "" : ` Known: ${known}.`}`;
}

function witnessText(witness: Node): string {
  return visibleJson(printJson(witness, { most: MOST_WITNESS }));
}

/** A short witness on one line, so that the proof is read without opening anything. */
function inlineWitness(witness: Node): string | undefined {
  const line = witnessText(witness).replace(/\n */g, " ");
  return line.length > MOST_INLINE ? undefined : code(line);
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

/** An entry with its proof, once: on the line if it is short, otherwise folded with the sentence that it shows. */
function entry(cause: Cause<ReportedChange>): string {
  const [{ witness, message, accepted }] = cause.changes;
  const line = lineOf(cause);
  if (!witness || accepted) return `${line}\n`;
  const inline = inlineWitness(witness);
  if (inline !== undefined) return `${line} For example: ${inline}\n`;
  return `${line}\n${folded("A value that shows it", `  ${plain(message)}\n\n${witnessBlock(witness)}`)}`;
}

/** The entries by the channels that they concern, unless all concern the same. */
function* entries(causes: readonly Cause<ReportedChange>[]): Generator<string> {
  const groups = groupBy(causes, ({ channels }) => (channels.length > 1 ? "Several channels" : channels.map(code).join("")));
  for (const [heading, group] of groups) {
    if (groups.size > 1) yield `\n**${heading === "" ? "No channel" : heading}**\n\n`;
    for (const cause of group) yield entry(cause);
  }
}

function* section(title: string, causes: readonly Cause<ReportedChange>[], isFolded: boolean): Generator<string> {
  if (causes.length === 0) return;
  yield isFolded ? `\n<details><summary>${title} (${causes.length})</summary>\n\n` : `\n#### ${title}\n\n`;
  yield* entries(causes);
  if (isFolded) yield "\n</details>\n";
}

function title({ api, presence, told, changes, new: now, old }: ChangeReport): string {
  const versions = old.version === now.version || old.version === "" ? code(now.version) : `${code(old.version)} → ${code(now.version)}`;
  const { breaking, unknown } = told;
  const name = `${plain(api ?? now.title)} ${presence === "added" ? code(now.version) : presence === "removed" ? code(old.version) : versions}`;
  if (presence === "removed") return `❌ Removed: ${name}`;
  if (breaking > 0) return `❌ ${counted(breaking, "breaking change")}: ${name}`;
  if (unknown > 0) return `❓ ${unknown} unknown: ${name}`;
  if (presence === "added") return `✅ New: ${name}`;
  return `✅ ${changes.length === 0 ? "No changes" : "Nothing breaking"}: ${name}`;
}

/** The sections of a report with the causes in each, and whether it is folded. */
function sectionsOf({ changes }: ChangeReport): readonly (readonly [string, readonly Cause<ReportedChange>[], boolean])[] {
  const causes = causesOf(changes);
  const isAccepted = ({ changes: [first] }: Cause<ReportedChange>): boolean => first.accepted !== undefined;
  const isLost = ({ changes: [first] }: Cause<ReportedChange>): boolean => first.code === "change/reference";
  const open = (verdict: ChangeVerdict): readonly Cause<ReportedChange>[] =>
    causes.filter((cause) => cause.changes[0].verdict === verdict && !isAccepted(cause) && !isLost(cause));
  return [
    ["Not read", causes.filter((cause) => isLost(cause) && !isAccepted(cause)), false],
    [headings.breaking, open("breaking"), false],
    [headings.unknown, open("unknown"), false],
    ["Accepted", causes.filter(isAccepted), true],
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
      const fitting = all.filter((cause) => (left -= entry(cause).length) >= 0);
      lost += all.length - fitting.length;
      yield* section(name, fitting, isFolded);
    }
  }
  if (lost > 0) yield `\n… and ${counted(lost, "more change")} that do not fit into a comment.\n`;
}
