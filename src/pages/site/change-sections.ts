import type { Acceptance, ReportedChange } from "#report";
import type { Node, Place, WordKey, Words } from "#text";
import { evaluatePointer, lineColumn, parsePointer, printJson } from "#text";
import type { Block, Item, Line, Phrase } from "../blocks/index.ts";
import { htmlOnly, joinLines, listOf, named, sentence } from "../blocks/index.ts";
import type { SafeHtml } from "./context.ts";
import { code, codeName, sayWith, text } from "./schema-phrase.ts";
import { escapeHtml, valueHtml } from "./value-html.ts";
import { witnessHtml } from "./witness.ts";

const MOST_WITNESS = 2_000;

/** The kinds of changes in the order of a page. */
const KINDS = ["breaking", "unknown", "accepted", "compatible", "annotation"] as const;

/** The most characters of a value in a headline. */
const MOST_NAMED = 40;

type DescribedChange = Pick<
  ReportedChange,
  "code" | "subject" | "verdict" | "affects" | "message" | "oldValue" | "newValue" | "witness" | "at" | "missing" | "accepted"
>;

function kindOf({ verdict, accepted }: DescribedChange): (typeof KINDS)[number] {
  return accepted ? "accepted" : verdict;
}

export function lineOf({ file, start }: Place): string {
  return `${file.name}:${lineColumn(file, start).line}`;
}

interface ChangeLink {
  readonly href: string;
  readonly text: string;
}

/** Another API that a change concerns, and whether it fits. */
interface ConcernedApi extends ChangeLink {
  readonly verdict?: { readonly tone: string; readonly sign: string; readonly text: string } | undefined;
}

/** One of the two sides of a change. */
interface ChangeSide extends ChangeLink {
  /** The version, such as `2.1.0`. */
  readonly title: string;
  /** What is stated there; empty if nothing is. */
  readonly value: string;
  /** The same, with marks on what is not on the other side. */
  readonly marked: SafeHtml;
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
  readonly known?: { readonly title: string; readonly count: string; readonly items: readonly ConcernedApi[] } | undefined;
}

/** A change as pages show it, and Markdown prints it. */
export interface ChangeView extends ChangeSurroundings {
  readonly bad: boolean;
  readonly open: boolean;
  readonly verdict: { readonly sign: string; readonly text: string };
  /** What a reader wants to know first. */
  readonly headline: Phrase;
  /** The whole sentence; empty if the headline says it. */
  readonly message: string;
  readonly whom: string;
  /** Why it is accepted, in words; empty if it is not. */
  readonly accepted: string;
  /** What was and what is; absent if there are no values to show. */
  readonly sides?: readonly ChangeSide[] | undefined;
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
  const accepted = until === null ? words("site.change-accepted") : words("site.change-accepted-until", { version: until });
  return reason === "" ? accepted : `${accepted}: ${reason}`;
}

/** The refused value of a witness, if it is short. */
function refusedValue(witness: Node, at: string): string | undefined {
  const value = evaluatePointer(witness, parsePointer(at) ?? []);
  const text = value && value.kind !== "map" && value.kind !== "list" ? printJson(value) : undefined;
  return text !== undefined && text.length <= MOST_NAMED ? text : undefined;
}

/** For a schema of a message what its field may be now, or may no longer be; for all else `undefined`. */
function headlineOf(words: Words, { code: rule, subject, affects, witness, at, missing }: DescribedChange): Phrase | undefined {
  if (!witness || subject.kind !== "message" || (rule !== "change/payload" && rule !== "change/headers")) return undefined;
  if (affects !== "receivers" && affects !== "senders") return undefined;
  const isSent = affects === "receivers";
  const say = sayWith(words);
  const path = [...(parsePointer(at) ?? []), ...(missing === undefined ? [] : [missing])];
  const name = path
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join("")
    .replace(/^\./, "");
  const message = codeName(subject.id);
  const part = words(rule === "change/headers" ? "site.headers" : "site.payload");
  const field =
    path.length === 0 ? say("site.change-part", { part, message }) : say("site.change-field", { field: codeName(name), message });
  if (missing !== undefined) return say(isSent ? "site.change-may-lack" : "site.change-now-required", { field });
  const value = refusedValue(witness, at);
  const key: WordKey = isSent ? "site.change-may-be" : "site.change-no-longer";
  if (value !== undefined && path.length > 0) return say(key, { field, value: code(value) });
  return say(isSent ? "site.change-may-differ" : "site.change-takes-less", { field });
}

const SIGNS = { breaking: "✗", unknown: "?", accepted: "✓", compatible: "✓", annotation: "✓" } as const;

/** The titles of the two sides. */
export interface ChangeSides {
  readonly old: string;
  readonly new: string;
}

/** Separates the keywords and values of a side. */
const BETWEEN = /(, |: |\n)/;

/** What a side states, with marks on what is not on the other side. The marks are only a help for the eye, so a comma in a value may split it. */
function markedHtml(own: string, other: string, element: "ins" | "del"): SafeHtml {
  const others = new Set(other.split(BETWEEN));
  const html = own
    .split(BETWEEN)
    .map((text) => (others.has(text) || BETWEEN.test(text) ? escapeHtml(text) : `<${element}>${escapeHtml(text)}</${element}>`));
  return { html: html.join("") };
}

function sidesOf(
  words: Words,
  { oldValue, newValue }: DescribedChange,
  { was, now }: ChangeSurroundings,
  titles: ChangeSides,
): readonly ChangeSide[] | undefined {
  if (oldValue === newValue) return undefined;
  const [old, current] = [oldValue ?? "", newValue ?? ""];
  const none = words("site.change-not-stated");
  return [
    { title: titles.old, value: old, marked: markedHtml(old, current, "del"), none, ...was },
    { title: titles.new, value: current, marked: markedHtml(current, old, "ins"), none, ...now },
  ];
}

function changeView(words: Words, change: DescribedChange, around: ChangeSurroundings, titles: ChangeSides): ChangeView {
  const { affects, message, witness, at, missing, accepted } = change;
  const kind = kindOf(change);
  const headline = headlineOf(words, change);
  const marked = witness && witnessHtml({ witness: printJson(witness), at, missing }, words);
  const shown = witness && (marked ?? { ...valueHtml(witness, MOST_WITNESS), text: printJson(witness, { most: MOST_WITNESS }) });
  return {
    ...around,
    bad: kind === "breaking",
    open: kind === "unknown",
    verdict: { sign: SIGNS[kind], text: words(`site.change-${kind}`) },
    headline: headline ?? text(message),
    message: headline ? message : "",
    whom: affects === "nobody" ? "" : words(`site.change-for-${affects}`),
    accepted: accepted ? acceptedText(words, accepted) : "",
    sides: sidesOf(words, change, around, titles),
    ...(shown ? { witness: shown, shows: words(affects === "receivers" ? "site.change-witness-sent" : "site.change-witness") } : {}),
  };
}

interface ChangeListing<Change> {
  readonly words: Words;
  readonly sides: ChangeSides;
  /** What anchors begin with. */
  readonly prefix?: string;
  /** The most changes of one kind; the JSON file has all. */
  readonly most?: number;
  readonly aroundOf: (change: Change) => ChangeSurroundings;
}

/** The changes by kind. */
export function changeSections<Change extends DescribedChange>(
  changes: readonly Change[],
  { words, sides, prefix = "", most = 300, aroundOf }: ChangeListing<Change>,
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
        items: own.slice(0, most).map((change) => changeView(words, change, aroundOf(change), sides)),
        more: own.length > most ? words("site.change-more", { count: own.length - most }) : "",
      },
    ];
  });
}

/** A place in a document, as a link if it has a page. */
function placeLine({ href, text }: ChangeLink): Line {
  return href === "" && text !== "" ? { code: text } : { href, text };
}

function concernedLine({ verdict, ...api }: ConcernedApi): Line {
  return verdict ? [api, ` ${verdict.sign} ${verdict.text}`] : api;
}

function sideItem({ title, value, none, marked, ...place }: ChangeSide): Item {
  htmlOnly({ marked }, { marked: "the value, with marks" });
  const stated = value === "" ? none : joinLines(value.split("\n").map((code) => ({ code })), ", "); // prettier-ignore
  return { label: title, line: joinLines([stated, placeLine(place)], " — ") };
}

/** A change as an item, with what was and is below it, and its witness. */
function changeItem(change: ChangeView): Item {
  const { headline, message, whom, known, was, now, sides, accepted, links, shows = "", witness, ...rest } = change;
  htmlOnly(rest, { anchor: "the anchor", bad: "a class", open: "a class", verdict: "the title of the section" });
  const concerned = known ? [`${known.title}: `, joinLines(known.items.map(concernedLine), ", ")] : "";
  const places = sides ? [] : [was, now].filter(({ text }) => text !== "").map(placeLine);
  const line = joinLines([headline.line(), message, whom, concerned, ...places, accepted, ...links], " — ");
  const proof: Block[] = witness ? [...sentence(shows), { code: { text: witness.text, language: "json" } }] : [];
  return { line, below: [...listOf((sides ?? []).map(sideItem)), ...proof] };
}

/** Changes, in a section for each kind. */
export function changeBlocks(sections: readonly ChangeSection[]): Block[] {
  return sections.map(({ title, items, more, ...rest }) => {
    htmlOnly(rest, { anchor: "the anchor", count: "the items say it", folded: "whether they are folded" });
    return named(title, [...listOf(items.map(changeItem)), ...sentence(more)]);
  });
}
