import { visible, visibleJson } from "#report";
import type { Node, Place } from "#text";
import { counted, groupBy, lineColumn, listSome, printJson, LONGEST_QUOTED } from "#text";
import type { Cause, ChangeVerdict, ChangeParty } from "./causes.ts";
import { causesOf, english, factText, partiesOf, reachText, MOST_WITNESS, worstFirst } from "./causes.ts";
import type { ChangeReport, ReportedChange } from "./change-report.ts";

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
function partyText(
  { api, owner, verdict, before }: ChangeParty,
  say: (text: string) => string,
  ofChange: typeof partyWords | typeof metWords = partyWords,
): string {
  const words = before === undefined ? ofChange[verdict] : earlierWords[verdict];
  return `${say(api)}${owner === undefined ? "" : ` of ${say(owner)}`} (${words})`;
}

/** The known APIs that a change concerns, or that a new API meets, with the worst first. */
export function partiesText(
  parties: readonly ChangeParty[],
  say: (text: string) => string,
  { words, most }: { readonly words?: Parameters<typeof partyText>[2]; readonly most?: number } = {},
): string {
  return listSome(
    worstFirst(parties).map((party) => partyText(party, say, words)),
    most,
  );
}

/** The most characters of the lines of a comment, twice those of its values: together below the limit of code hosts, to leave room for other text. */
const MOST_CHARACTERS = 40_000;
/** The most words of entries that are not folded: what a reviewer reads in a minute. */
const MOST_WORDS = 200;

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

/** What happened, in Markdown. */
function headlineText({ fact, changes }: Cause<ReportedChange>): string {
  if (!fact) return plain(changes[0].message);
  return factText(fact, { say: english, mark: (names, most) => listSome(names.map(code), most), plain }); // prettier-ignore
}

/** What happened and where, what it reaches, why it is accepted, and the known parties. */
function lineOf(cause: Cause<ReportedChange>): string {
  const [{ new: now, old, accepted }] = cause.changes;
  const place = now ?? old;
  const why = accepted
    ? ` Accepted${accepted.until === null ? "" : ` until ${plain(accepted.until)}`}${accepted.reason === "" ? "" : `: ${plain(accepted.reason)}`}.`
    : "";
  const parties = partiesOf(cause);
  const known = parties.length === 0 ? "" : ` Known: ${partiesText(parties, plain)}.`;
  const where = place ? ` (${now ? "" : "was at "}${placeText(place)})` : "";
  const reach = cause.fact ? ` · ${reachText(cause, plain)}` : "";
  const channels = cause.channels.length > 1 ? ` · on ${listSome(cause.channels.map(code), 3)}` : "";
  return `- ${whomText(cause)}${headlineText(cause)}${where}${reach}${channels}${why}${known}`;
}

function witnessText(witness: Node): string {
  return visibleJson(printJson(witness, { most: MOST_WITNESS }));
}

/** A short witness on one line, so that the proof is read without opening anything. What several facts share shows none of them alone. */
function inlineWitness({ witness, facts, accepted }: ReportedChange): string {
  if (!witness || accepted || facts.length > 1) return "";
  const line = witnessText(witness).replace(/\n */g, " ");
  return line.length > LONGEST_QUOTED ? "" : ` · For example: ${code(line)}`;
}

function entry(cause: Cause<ReportedChange>): string {
  return `${lineOf(cause)}${inlineWitness(cause.changes[0])}\n`;
}

/** What shows a change, with its sentence, if it is not in the line of its entry. */
function proof({ changes: [change] }: Cause<ReportedChange>): string {
  const { witness, message, accepted } = change;
  if (!witness || accepted || inlineWitness(change) !== "") return "";
  const json = witnessText(witness);
  const fence = "`".repeat(Math.max(3, longestRun(json) + 1));
  return `${plain(message)}\n\n${fence}json\n${json}\n${fence}\n`;
}

/** The entries by the channels that they concern, unless all concern the same. */
function* entries(causes: readonly Cause<ReportedChange>[]): Generator<string> {
  const groups = groupBy(causes, ({ channels }) => (channels.length > 1 ? "Several channels" : channels.map(code).join("")));
  for (const [heading, group] of groups) {
    if (groups.size > 1) yield `\n**${heading === "" ? "No channel" : heading}**\n\n`;
    for (const cause of group) yield entry(cause);
  }
}

function* folded(summary: string, content: Iterable<string>): Generator<string> {
  yield `\n<details><summary>${summary}</summary>\n\n`;
  yield* content;
  yield "\n</details>\n";
}

/** What is left of a comment. */
interface Room {
  characters: number;
  proofs: number;
  words: number;
}

/** The first entries are read at once. The others are folded, and so are the values that show them, each once. */
function* openSection(title: string, causes: readonly Cause<ReportedChange>[], room: Room): Generator<string> {
  yield `\n#### ${title}\n\n`;
  const first = causes.filter((cause, at) => (room.words -= entry(cause).split(/\s+/).length) >= 0 || at === 0);
  const others = causes.slice(first.length);
  yield* entries(first);
  if (others.length > 0) yield* folded(`${others.length} more`, entries(others));
  const proofs = [...new Set(causes.map(proof))].filter((text) => text !== "");
  const shown = proofs.filter((text) => (room.proofs -= text.length) >= 0);
  const count = shown.length === proofs.length ? String(proofs.length) : `${shown.length} of ${proofs.length}`;
  if (shown.length > 0) yield* folded(`Values that show it (${count})`, [shown.join("\n")]);
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
  const shown = reports.filter(
    ({ api, presence, changes, remarks }) => api === undefined || presence !== "both" || changes.length + remarks.length > 0,
  );
  if (shown.length === 0) yield `### ✅ No changes in ${counted(reports.length, "API")}\n`;
  const room = { characters: MOST_CHARACTERS, proofs: MOST_CHARACTERS / 2, words: MOST_WORDS };
  let lost = 0;
  let isFirst = true;
  for (const report of shown.toSorted((a, b) => Number(a.compatible) - Number(b.compatible))) {
    const heading = `### ${title(report)}\n`;
    room.characters -= heading.length;
    if (room.characters >= 0) yield isFirst ? heading : `\n${heading}`;
    isFirst = false;
    const remarks = report.remarks.map(({ message, place }) => `- ⚠️ ${plain(message)} (${placeText(place)})\n`);
    if (remarks.length > 0) yield "\n";
    for (const remark of remarks) if ((room.characters -= remark.length) >= 0) yield remark;
    const { meets = [] } = report;
    if (meets.length > 0) yield `\nMeets: ${partiesText(meets, plain, { words: metWords })}.\n`;
    for (const [name, all, isFolded] of sectionsOf(report)) {
      const fitting = all.filter((cause) => (room.characters -= entry(cause).length) >= 0);
      lost += all.length - fitting.length;
      if (fitting.length === 0) continue;
      yield* isFolded ? folded(`${name} (${fitting.length})`, entries(fitting)) : openSection(name, fitting, room);
    }
  }
  if (lost > 0) yield `\n… and ${counted(lost, "more change")} that do not fit into a comment.\n`;
}
