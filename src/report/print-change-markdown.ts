import type { Place } from "#text";
import { counted, lineColumn, printJson } from "#text";
import type { ChangeReport, ReportedChange } from "./change-report.ts";
import type { ChangeVerdict } from "./change.ts";
import { visible, visibleJson } from "./visible.ts";

/** What a comment of a code host may hold, with room for what stands around it. */
const MOST_CHARACTERS = 60_000;
const MOST_WITNESS = 2_000;

/**
 * Untrusted text as plain text of Markdown: no markup, no link, and nobody is mentioned by `@` or `#`, which code hosts look for
 * in the text of the page.
 */
function plain(text: string): string {
  return visible(text)
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")
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

function entry({ message, affects, new: now, old, witness, accepted }: ReportedChange): string {
  const whom = affects === "nobody" ? "" : `**for ${affects === "all" ? "senders and receivers" : affects}** `;
  const place = now ?? old;
  const why = accepted
    ? ` Accepted${accepted.until === null ? "" : ` until ${plain(accepted.until)}`}${accepted.reason === "" ? "" : `: ${plain(accepted.reason)}`}.`
    : "";
  const line = `- ${whom}${plain(message)}${place ? ` (${now ? "" : "was at "}${placeText(place)})` : ""}${why}\n`;
  if (!witness) return line;
  const json = visibleJson(printJson(witness, { most: MOST_WITNESS }));
  const fence = "`".repeat(Math.max(3, longestRun(json) + 1));
  const block = [`${fence}json`, ...json.split("\n"), fence].map((each) => `  ${each}`).join("\n");
  return `${line}\n  <details><summary>A value that shows it</summary>\n\n${block}\n\n  </details>\n\n`;
}

function* section(title: string, changes: readonly ReportedChange[], isFolded: boolean): Generator<string> {
  if (changes.length === 0) return;
  yield isFolded ? `\n<details><summary>${title} (${changes.length})</summary>\n\n` : `\n#### ${title}\n\n`;
  for (const change of changes) yield entry(change);
  if (isFolded) yield "\n</details>\n";
}

function title({ summary, changes, new: now, old }: ChangeReport): string {
  const versions = old.version === now.version ? code(now.version) : `${code(old.version)} → ${code(now.version)}`;
  const { breaking, unknown } = summary;
  if (breaking > 0) return `❌ ${counted(breaking, "breaking change")}: ${plain(now.title)} ${versions}`;
  if (unknown > 0) return `❓ ${unknown} cannot be told: ${plain(now.title)} ${versions}`;
  return `✅ ${changes.length === 0 ? "No changes" : "Nothing breaking"}: ${plain(now.title)} ${versions}`;
}

/** Prints changes for a comment on a pull request: what breaks first, the rest folded, and no longer than a comment may be. */
export function* printChangeMarkdown(report: ChangeReport): Generator<string> {
  const { changes } = report;
  const open = (verdict: ChangeVerdict): readonly ReportedChange[] => changes.filter((each) => each.verdict === verdict && !each.accepted);
  let left = MOST_CHARACTERS;
  let listed = 0;
  const parts: readonly (readonly [string, readonly ReportedChange[], boolean])[] = [
    [headings.breaking, open("breaking"), false],
    [headings.unknown, open("unknown"), false],
    ["Accepted", changes.filter(({ accepted }) => accepted), true],
    [headings.compatible, open("compatible"), true],
    [headings.annotation, open("annotation"), true],
  ];
  yield `### ${title(report)}\n`;
  for (const [name, all, isFolded] of parts) {
    const fitting = all.filter((change) => (left -= entry(change).length) >= 0);
    listed += fitting.length;
    yield* section(name, fitting, isFolded);
  }
  if (listed < changes.length) yield `\n… and ${counted(changes.length - listed, "more change")} that do not fit into a comment.\n`;
}
