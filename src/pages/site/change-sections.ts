import type { Acceptance, ReportedChange } from "#report";
import type { Place, Words } from "#text";
import { lineColumn, printJson } from "#text";
import { valueHtml } from "./value-html.ts";
import { visible } from "./visible.ts";
import { witnessHtml } from "./witness.ts";

const MOST_WITNESS = 2_000;

/** The kinds of changes in the order of a page. */
const KINDS = ["breaking", "unknown", "accepted", "compatible", "annotation"] as const;

type DescribedChange = Pick<ReportedChange, "verdict" | "affects" | "message" | "witness" | "at" | "missing" | "accepted">;

function kindOf({ verdict, accepted }: DescribedChange): (typeof KINDS)[number] {
  return accepted ? "accepted" : verdict;
}

export function lineOf({ file, start }: Place): string {
  return `${visible(file.name)}:${lineColumn(file, start).line}`;
}

interface ChangeLink {
  readonly href: string;
  readonly text: string;
}

/** Another API that a change concerns, and whether it fits. */
interface ConcernedApi extends ChangeLink {
  readonly verdict?: { readonly tone: string; readonly sign: string; readonly text: string } | undefined;
}

/** What the page knows of a change beyond the change itself. */
export interface ChangeSurroundings {
  readonly anchor?: string;
  /** Where the subject was and is now; empty if it was not or is not. Without `href` there is no such page. */
  readonly was: string;
  readonly now: ChangeLink;
  /** Links to the pages of the subject. */
  readonly links: readonly ChangeLink[];
  /** The other APIs of the portal that it concerns. */
  readonly known?: { readonly title: string; readonly items: readonly ConcernedApi[] } | undefined;
}

/** A change as pages show it, and Markdown prints it. */
export interface ChangeView extends ChangeSurroundings {
  readonly bad: boolean;
  readonly open: boolean;
  readonly message: string;
  readonly whom: string;
  /** Why it is accepted, in words; empty if it is not. */
  readonly accepted: string;
  readonly wasTitle: string;
  readonly shows?: string;
  readonly witness?: { readonly html: string; readonly text: string };
}

/** Changes of one kind. Those that break nobody are folded. */
export interface ChangeSection {
  readonly anchor: string;
  readonly title: string;
  readonly count: number;
  readonly folded: boolean;
  readonly items: readonly ChangeView[];
  readonly more: string;
}

function acceptedText(words: Words, { until, reason }: Acceptance): string {
  const accepted = until === null ? words("site.change-accepted") : words("site.change-accepted-until", { version: visible(until) });
  return reason === "" ? accepted : `${accepted}: ${visible(reason)}`;
}

function changeView(words: Words, change: DescribedChange, around: ChangeSurroundings): ChangeView {
  const { affects, message, witness, at, missing, accepted } = change;
  const kind = kindOf(change);
  const marked = witness && witnessHtml({ witness: printJson(witness), at, missing }, words);
  const shown = witness && (marked ?? { ...valueHtml(witness, MOST_WITNESS), text: printJson(witness, { most: MOST_WITNESS }) });
  return {
    ...around,
    bad: kind === "breaking",
    open: kind === "unknown",
    message: visible(message),
    whom: affects === "nobody" ? "" : words(`site.change-for-${affects}`),
    accepted: accepted ? acceptedText(words, accepted) : "",
    wasTitle: words("site.change-was"),
    ...(shown ? { witness: shown, shows: words(affects === "receivers" ? "site.change-witness-sent" : "site.change-witness") } : {}),
  };
}

interface ChangeListing<Change> {
  readonly words: Words;
  /** What anchors begin with. */
  readonly prefix?: string;
  /** The most changes of one kind; the JSON file has all. */
  readonly most?: number;
  readonly aroundOf: (change: Change) => ChangeSurroundings;
}

/** The changes by kind. */
export function changeSections<Change extends DescribedChange>(
  changes: readonly Change[],
  { words, prefix = "", most = 300, aroundOf }: ChangeListing<Change>,
): readonly ChangeSection[] {
  return KINDS.flatMap((kind) => {
    const own = changes.filter((change) => kindOf(change) === kind);
    if (own.length === 0) return [];
    return [
      {
        anchor: prefix + kind,
        title: words(`site.change-${kind}`),
        count: own.length,
        folded: kind !== "breaking" && kind !== "unknown",
        items: own.slice(0, most).map((change) => changeView(words, change, aroundOf(change))),
        more: own.length > most ? words("site.change-more", { count: own.length - most }) : "",
      },
    ];
  });
}
