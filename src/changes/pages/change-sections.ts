import type { Block, CodeText, Item, Line } from "#pages";
import { codeName, LONGEST_CODE, htmlOnly, joinLines, listOf, named, sayWith, sentence, valueCode } from "#pages";
import type { Node, Place, Words } from "#text";
import {
  evaluatePointer,
  groupBy,
  lineColumn,
  parsePointer,
  parseText,
  printJson,
  readLimits,
  MOST_IN_SENTENCE,
  MOST_LISTED,
  LONGEST_QUOTED,
} from "#text";
import type { Acceptance, Cause, ReportedChange } from "../report/index.ts";
import { causesOf, factText, MOST_WITNESS, partiesOf, reachedBy } from "../report/index.ts";

/** A value that is refused, as JSON. */
interface Witness {
  readonly witness?: string | undefined;
  /** Where it is refused: a JSON Pointer (RFC 6901). */
  readonly at?: string | undefined;
  /** The property that it lacks there. */
  readonly missing?: string | undefined;
}

/** Reads a witness; `undefined` where there is none, or it is too long. */
function readWitness({ witness }: Witness): Node | undefined {
  if (witness === undefined || witness.length > LONGEST_CODE) return undefined;
  const file = { id: "", name: "", text: witness, language: "json" as const };
  return parseText(file, { limits: readLimits, report: () => undefined });
}

/** The refused part of a witness as JSON, to be told in a sentence; `undefined` if it is a list or an object, or too long. */
export function refusedValue({ witness, at = "" }: Witness): string | undefined {
  const root = readWitness({ witness });
  const value = root && evaluatePointer(root, parsePointer(at) ?? []);
  if (!value || value.kind === "map" || value.kind === "list") return undefined;
  const text = value.kind === "number" ? value.raw : JSON.stringify(value.kind === "null" ? null : value.value);
  return text.length > LONGEST_QUOTED ? undefined : text;
}

/** A value that is refused, as JSON with the refused part marked; `undefined` where there is none, or it is too long. */
export function witnessCode({ witness, at = "", missing }: Witness, words: Words): (CodeText & { readonly text: string }) | undefined {
  const root = readWitness({ witness });
  if (witness === undefined || !root) return undefined;
  const marked = evaluatePointer(root, parsePointer(at) ?? []);
  const said = missing === undefined ? undefined : words("portal.missing", { name: JSON.stringify(missing) });
  return { ...valueCode(root, Infinity, { at: marked, missing: said }).code, text: witness };
}

/** The kinds of changes in the order of a page. What could not be read stands first: all else was said without it. */
const KINDS = ["lost", "breaking", "unknown", "accepted", "compatible", "annotation"] as const;

/** What is said of a change, whether it is between two documents or two published versions. */
export type DescribedChange = Omit<ReportedChange, "severity" | "old" | "new" | "place" | "digest">;

export function lineOf({ file, start }: Place): string {
  return `${file.name}:${lineColumn(file, start).line}`;
}

interface ChangeLink {
  readonly href: string;
  readonly text: string;
}

/** Something that a change reaches, with its pages. */
interface ReachedView {
  readonly text: string;
  readonly links: readonly ChangeLink[];
}

/** Another API that a change concerns, and whether it fits. */
interface ConcernedApi extends ChangeLink {
  readonly owner?: string;
  readonly verdict?: { readonly tone: string; readonly sign: string; readonly text: string } | undefined;
}

/** One of the two sides of a change. */
interface ChangeSide {
  /** The version, such as `2.1.0`. */
  readonly title: string;
  /** What is stated there; empty if nothing is. */
  readonly value: string;
  /** The same, with marks on what is not on the other side. */
  readonly marked: Line;
  /** What to say if nothing is stated. */
  readonly none: string;
}

/** What the page knows of a change beyond the change itself. */
export interface ChangeSurroundings {
  readonly anchor?: string;
  /** Where the subject was and is now; without text if it was not or is not. Without `href` there is no such page. */
  readonly was: ChangeLink;
  readonly now: ChangeLink;
  /** Links to the pages of the subject. */
  readonly links: readonly ChangeLink[];
  /** The other APIs of the portal that it concerns. */
  readonly known?: { readonly title: string; readonly items: readonly ConcernedApi[] } | undefined;
}

/** What shows a change: a sentence, what was and is stated, and a value. */
interface ProofView {
  readonly message: string;
  readonly sides: readonly ChangeSide[];
  readonly shows: string;
  readonly witness?: (CodeText & { readonly text: string }) | undefined;
}

/** What one changed place causes, as pages show it and Markdown prints it. */
export interface ChangeView extends Omit<ChangeSurroundings, "links"> {
  /** The anchors of the further changes. */
  readonly anchors: readonly string[];
  /** Whom it affects, for the filter. */
  readonly side: string;
  readonly bad: boolean;
  readonly open: boolean;
  readonly verdict: { readonly sign: string; readonly text: string };
  /** What happened. */
  readonly headline: Line;
  readonly whom: string;
  /** How many things it reaches, in words; empty if it is one. */
  readonly reach: string;
  readonly reached: readonly ReachedView[];
  /** The channels that it concerns, in words; empty if it is one, which the group names. */
  readonly channels: string;
  /** Why it is accepted, in words; empty if it is not. */
  readonly accepted: string;
  readonly proof?: ProofView | undefined;
  readonly further: readonly ProofView[];
  readonly more: string;
}

/** Changes of one kind, by the channels that they concern. Those that break nobody are folded. */
export interface ChangeSection {
  readonly anchor: string;
  readonly title: string;
  readonly count: number;
  readonly folded: boolean;
  /** The title is empty if there is only one group. */
  readonly groups: readonly { readonly title: string; readonly items: readonly ChangeView[] }[];
  readonly more: string;
}

function kindOf({ code, verdict, accepted }: DescribedChange): (typeof KINDS)[number] {
  if (accepted) return "accepted";
  return code === "change/reference" && verdict === "unknown" ? "lost" : verdict;
}

function acceptedText(words: Words, { until, reason }: Acceptance): string {
  const accepted = until === null ? words("site.change-accepted") : words("site.change-accepted-until", { version: until });
  return reason === "" ? accepted : `${accepted}: ${reason}`;
}

const SIGNS = { lost: "?", breaking: "✗", unknown: "?", accepted: "✓", compatible: "✓", annotation: "✓" } as const;

/** The titles of the two sides. */
export interface ChangeSides {
  readonly old: string;
  readonly new: string;
}

/** Separates the keywords and values of a side. */
const BETWEEN = /(, |: |\n)/;

/** What a side states, with marks on what is not on the other side. The marks are only a help for the eye, so a comma in a value may split it. */
function markedLine(own: string, other: string, look: "added" | "removed"): Line {
  const others = new Set(other.split(BETWEEN));
  return own.split(BETWEEN).map((text) => (others.has(text) || BETWEEN.test(text) ? text : { look, line: text }));
}

function sidesOf(words: Words, { oldValue, newValue }: DescribedChange, titles: ChangeSides): readonly ChangeSide[] {
  if (oldValue === newValue) return [];
  const [old, current] = [oldValue ?? "", newValue ?? ""];
  const none = words("site.change-not-stated");
  return [
    { title: titles.old, value: old, marked: markedLine(old, current, "removed"), none },
    { title: titles.new, value: current, marked: markedLine(current, old, "added"), none },
  ];
}

/** What shows a change; `undefined` if there is no more to say than its headline. */
function proofView(words: Words, change: DescribedChange, titles: ChangeSides): ProofView | undefined {
  const { affects, message, facts, witness, at, missing } = change;
  const sides = sidesOf(words, change, titles);
  const marked = witness && witnessCode({ witness: printJson(witness), at, missing }, words);
  const shown = witness && (marked ?? { ...valueCode(witness, MOST_WITNESS).code, text: printJson(witness, { most: MOST_WITNESS }) });
  if (facts.length === 0 && sides.length === 0 && !shown) return undefined;
  const shows = shown ? words(affects === "receivers" ? "site.change-witness-sent" : "site.change-witness") : "";
  return { message: facts.length === 0 ? "" : message, sides, shows, witness: shown };
}

function headlineOf(words: Words, { fact, changes }: Cause<DescribedChange>): Line {
  if (!fact) return changes[0].message;
  const mark = (names: readonly string[], most: number): Line => {
    const more = names.length > most ? [`+${names.length - most}`] : [];
    return joinLines([...names.slice(0, most).map(codeName), ...more], ", ");
  };
  return factText<Line>(fact, { say: sayWith(words), mark, plain: (name) => name });
}

interface ChangeListing<Change> {
  readonly words: Words;
  readonly sides: ChangeSides;
  /** What anchors begin with. */
  readonly prefix?: string;
  /** The most entries of one kind; the JSON file has all. */
  readonly most?: number;
  readonly aroundOf: (change: Change) => ChangeSurroundings;
}

function causeView<Change extends DescribedChange>(
  cause: Cause<Change>,
  { words, sides, aroundOf }: ChangeListing<Change>,
  anchorOnce: (anchor: string | undefined) => string | undefined,
): ChangeView {
  const [first, ...others] = cause.changes;
  const { accepted } = first;
  const kind = kindOf(first);
  const { affects } = cause;
  const [around, ...arounds] = cause.changes.map(aroundOf);
  const { anchor, was, now } = around ?? aroundOf(first);
  const linksOf = new Map(cause.changes.map(({ subject }, at) => [`${subject.kind} ${subject.id}`, [around, ...arounds][at]?.links ?? []]));
  const subjects = reachedBy(cause);
  const reached = subjects.slice(0, MOST_LISTED).flatMap((subject): ReachedView[] => {
    const { kind: what, id } = subject;
    const links = linksOf.get(`${what} ${id}`) ?? [];
    if (what === "api" || (links.length === 0 && !cause.fact)) return [];
    return [{ text: links.length === 1 ? "" : `${words(`site.kind-${what}`)} ${id}`, links }];
  });
  const anchors = arounds.flatMap((each) => anchorOnce(each.anchor) ?? []);
  const further = others.slice(0, MOST_IN_SENTENCE).flatMap((change) => proofView(words, change, sides) ?? []);
  return {
    anchor: anchorOnce(anchor),
    anchors,
    was,
    now,
    known: aroundOf({ ...first, affects, parties: partiesOf(cause) }).known,
    side: affects,
    bad: kind === "breaking",
    open: kind === "unknown" || kind === "lost",
    verdict: { sign: SIGNS[kind], text: words(`site.change-${kind}`) },
    headline: headlineOf(words, cause),
    whom: affects === "nobody" ? "" : words(`site.change-for-${affects}`),
    reach: subjects.length > 1 ? words("site.change-reaches", { count: subjects.length }) : "",
    reached,
    channels: cause.channels.length > 1 ? words("site.change-channels", { channels: listedNames(cause.channels, MOST_IN_SENTENCE) }) : "",
    accepted: accepted ? acceptedText(words, accepted) : "",
    proof: proofView(words, first, sides),
    further,
    more: others.length > MOST_IN_SENTENCE ? words("site.change-more", { count: others.length - MOST_IN_SENTENCE }) : "",
  };
}

function listedNames(names: readonly string[], most: number): string {
  return [...names.slice(0, most), ...(names.length > most ? [`+${names.length - most}`] : [])].join(", ");
}

function groupTitle(words: Words, channels: readonly string[]): string {
  if (channels.length > 1) return words("site.change-several-channels");
  return channels[0] ?? words("site.change-no-channel");
}

/** The changes by kind, and by channel, one entry for each changed place. */
export function changeSections<Change extends DescribedChange>(
  changes: readonly Change[],
  listing: ChangeListing<Change>,
): readonly ChangeSection[] {
  const { words, prefix = "", most = 300 } = listing;
  const causes = causesOf(changes);
  const known = new Set<string>();
  const anchorOnce = (anchor: string | undefined): string | undefined => {
    if (anchor === undefined || known.has(anchor)) return undefined;
    known.add(anchor);
    return anchor;
  };
  return KINDS.flatMap((kind) => {
    const own = causes.filter(({ changes: [first] }) => kindOf(first) === kind);
    if (own.length === 0) return [];
    const groups = [...groupBy(own.slice(0, most), ({ channels }) => groupTitle(words, channels))];
    return [
      {
        anchor: prefix + kind,
        title: words(`site.change-${kind}`),
        count: own.length,
        folded: kind === "accepted" || kind === "compatible" || kind === "annotation",
        groups: groups.map(([title, group]) => ({
          title: groups.length > 1 ? title : "",
          items: group.map((cause) => causeView(cause, listing, anchorOnce)),
        })),
        more: own.length > most ? words("site.change-more", { count: own.length - most }) : "",
      },
    ];
  });
}

/** A place in a document, as a link if it has a page. */
function placeLine({ href, text: name }: ChangeLink): Line {
  return href === "" && name !== "" ? { code: name } : { href, text: name };
}

function concernedLine({ verdict, owner = "", ...api }: ConcernedApi): Line {
  return joinLines([api, owner, verdict ? `${verdict.sign} ${verdict.text}` : ""], " ");
}

function sideItem({ title, value, none, marked }: ChangeSide): Item {
  htmlOnly({ marked }, { marked: "the value, with marks" });
  const stated = value === "" ? none : joinLines(value.split("\n").map((code) => ({ code })), ", "); // prettier-ignore
  return { label: title, line: stated };
}

function reachedLine({ text: name, links }: ReachedView): Line {
  const pages = joinLines([...links], " — ");
  return name === "" || links.length === 0 ? joinLines([name, pages], "") : [`${name}: `, pages];
}

function proofBlocks({ message, sides, shows, witness }: ProofView): Block[] {
  const shown: Block[] = witness ? [...sentence(shows), { code: { text: witness.text, language: "json" } }] : [];
  return [...sentence(message), ...listOf(sides.map(sideItem)), ...shown];
}

/** A cause as an item, with its proof below it. */
function changeItem(change: ChangeView): Item {
  const { headline, whom, known, was, now, accepted, reach, reached, channels, proof, further, more, ...rest } = change;
  htmlOnly(rest, {
    anchor: "the anchor",
    anchors: "the anchors",
    side: "for the filter",
    bad: "a class",
    open: "a class",
    verdict: "the title of the section",
  });
  htmlOnly({ further, more }, { further: "the JSON has them", more: "the JSON has them" });
  const concerned = known ? [`${known.title}: `, joinLines(known.items.map(concernedLine), ", ")] : "";
  const places = [was, now].filter(({ text: name }) => name !== "").map(placeLine);
  const reaches = joinLines([reach, joinLines(reached.map(reachedLine), ", ")], ": ");
  const line = joinLines([headline, whom, reaches, channels, concerned, ...places, accepted], " — ");
  return { line, below: proof ? proofBlocks(proof) : [] };
}

/** Changes, in a section for each kind. */
export function changeBlocks(sections: readonly ChangeSection[]): Block[] {
  return sections.map(({ title, groups, more, ...rest }) => {
    htmlOnly(rest, { anchor: "the anchor", count: "the items say it", folded: "whether they are folded" });
    const parts = groups.flatMap((group): readonly Block[] => {
      const items = listOf(group.items.map(changeItem));
      return group.title === "" ? items : [named(group.title, items)];
    });
    return named(title, [...parts, ...sentence(more)]);
  });
}
