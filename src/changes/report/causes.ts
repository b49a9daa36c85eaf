import type { WordKey, Words, Code, Node, Place } from "#text";
import { counted, groupBy, listSome, wordsOf, MOST_IN_SENTENCE, MOST_LISTED } from "#text";

/** The most characters of a witness that are printed. */
export const MOST_WITNESS = 2_000;

/**
 * The effect of a change on others. `breaking`: something they relied on no longer holds. `compatible`: everything they relied on still
 * holds. `annotation`: only descriptions changed. `unknown`: the effect could not be determined.
 */
export type ChangeVerdict = "breaking" | "compatible" | "annotation" | "unknown";

/** Whom a change breaks: the receivers or senders on the application's channels. */
export type Affected = "receivers" | "senders" | "all" | "nobody";

/** The subject of a change: the kind and id of an object of the API. */
export interface ChangeSubject {
  readonly kind: "api" | "server" | "channel" | "operation" | "message";
  readonly id: string;
}

/** Why a change is accepted, and from which version on it no longer is. */
export interface Acceptance {
  readonly reason: string;
  readonly until: string | null;
}

/** Another API of the portal that uses the subject of a change, and whether it fits the new version. */
export interface ChangeParty {
  readonly api: string;
  readonly verdict: PartyVerdict;
  /** Who owns it, if that is known. */
  readonly owner?: string;
  /** The verdict on the old version, if it did not fit that one either, for no other reason. */
  readonly before?: PartyVerdict;
}

export type PartyVerdict = "fits" | "clash" | "unknown" | "not-received";

/** Whether a change is why an API does not fit. */
export function isBrokenParty({ verdict, before }: ChangeParty): boolean {
  return verdict !== "fits" && before === undefined;
}

const PARTY_ORDER: readonly PartyVerdict[] = ["clash", "not-received", "unknown", "fits"];

/** Parties with the worst first: what a change breaks comes before what did not fit earlier either. */
export function worstFirst<T extends ChangeParty>(parties: readonly T[]): readonly T[] {
  const rank = (each: T): number => (isBrokenParty(each) ? 0 : PARTY_ORDER.length) + PARTY_ORDER.indexOf(each.verdict);
  return [...parties].sort((a, b) => rank(a) - rank(b));
}

/** A name or a value of the document is marked when it is printed; other texts stand as they are. */
export type FactBlank = string | readonly string[] | FactPhrase | { readonly text: string };

/** A phrase with its blanks, which each format prints in its own way. */
export interface FactPhrase {
  readonly key: WordKey;
  readonly blanks: Readonly<Record<string, FactBlank>>;
}

/** What changed in the document, whatever it reaches. Changes of one fact have one cause. */
export interface ChangeFact extends FactPhrase {
  /** Where it is written: in a schema that several messages share, the same for all of them. */
  readonly where: string;
}

/** One difference between two versions of an API. */
export interface Change {
  readonly code: Code;
  readonly verdict: ChangeVerdict;
  readonly affects: Affected;
  readonly message: string;
  /** What changed in the document; empty if the message says it. */
  readonly facts: readonly ChangeFact[];
  /** The addresses of the channels that it concerns; empty if it is not about a channel. */
  readonly channels: readonly string[];
  /** The place in the old version; absent for something new. */
  readonly old?: Place | undefined;
  /** The place in the new version; absent for something removed. */
  readonly new?: Place | undefined;
  /** The nearest place in the new version: {@link Change.new}, or what contained the removed object. */
  readonly place: Place;
  /** What was stated there and is stated now, in short: a line for each keyword of a schema. Absent if nothing is stated. */
  readonly oldValue?: string | undefined;
  readonly newValue?: string | undefined;
  /** A value that was valid and no longer is. */
  readonly witness?: Node | undefined;
  /** The refused part of the witness, as a JSON Pointer (RFC 6901). */
  readonly at: string;
  /** The property that the witness lacks there. */
  readonly missing?: string | undefined;
  /** A digest of what it is about in both versions: who accepts it accepts no more than that. Absent if nothing was compared. */
  readonly digest?: (() => string) | undefined;
  readonly subject: ChangeSubject;
  /** The other APIs that the change concerns, if several APIs are compared together. They never affect the verdict. */
  readonly parties?: readonly ChangeParty[] | undefined;
}

const COUNTED = ["breaking", "compatible", "annotation", "unknown", "accepted"] as const;

/** Counts of changes, or of what causes them. Accepted ones only count as accepted. */
export type ChangeSummary = Readonly<Record<(typeof COUNTED)[number], number>>;

export function summaryOf(count: (kind: keyof ChangeSummary) => number): ChangeSummary {
  return Object.fromEntries(COUNTED.map((kind) => [kind, count(kind)])) as ChangeSummary;
}

type CausedChange = Pick<Change, "verdict" | "affects" | "message" | "facts" | "channels" | "subject" | "parties"> & {
  readonly accepted: Acceptance | undefined;
};

/** One changed place of the document, with all changes that it causes. */
export interface Cause<Caused extends CausedChange> {
  /** What changed there; absent if the message of the only change says it. */
  readonly fact: ChangeFact | undefined;
  /** Who is affected by any of the changes. */
  readonly affects: Affected;
  /** The addresses of the channels that it concerns. */
  readonly channels: readonly string[];
  readonly changes: readonly [Caused, ...Caused[]];
}

/** How a format prints phrases. */
interface FactPrinter<Text> {
  readonly say: (key: WordKey, blanks: Readonly<Record<string, Text>>) => Text;
  /** Prints names and values of the document, at most so many. */
  readonly mark: (names: readonly string[], most: number) => Text;
  readonly plain: (text: string) => Text;
}

/** A fact in words. */
export function factText<Text>({ key, blanks }: FactPhrase, printer: FactPrinter<Text>): Text {
  const textOf = (name: string, blank: FactBlank): Text => {
    const most = name === "field" ? MOST_LISTED : MOST_IN_SENTENCE;
    if (typeof blank === "string") return printer.mark([blank], most);
    if ("text" in blank) return printer.plain(blank.text);
    return "key" in blank ? factText(blank, printer) : printer.mark(blank, most);
  };
  return printer.say(key, Object.fromEntries(Object.entries(blanks).map(([name, blank]) => [name, textOf(name, blank)])));
}

export const english = wordsOf("en", { "site.thousands": "" });

/** Reports are in English, a feed in the language of its site. */
const inWords = (say: Words): FactPrinter<string> => ({
  say,
  mark: (names, most) => listSome(names.map((name) => `\`${name}\``), most), // prettier-ignore
  plain: (text) => text,
});

/** What happened, in plain text. */
export function headlineOf({ fact, changes }: Cause<CausedChange>, words: Words = english): string {
  return fact ? factText(fact, inWords(words)) : changes[0].message;
}

/** Whom changes affect together. */
function affectedBy(changes: readonly CausedChange[]): Affected {
  const [first = "nobody", ...others] = new Set(changes.map(({ affects }) => affects).filter((affects) => affects !== "nobody"));
  return others.length === 0 ? first : "all";
}

/** Facts that the message of a single change says better. */
const FOR_SEVERAL: ReadonlySet<WordKey> = new Set<WordKey>(["change.said", "change.content-type", "change.unclear"]);

/** Facts about a field, and how the same is said of several. */
const OF_SEVERAL: ReadonlyMap<WordKey, WordKey> = new Map<WordKey, WordKey>([
  ["change.optional-new", "change.optional-new-several"],
  ["change.required-new", "change.required-new-several"],
  ["change.field-gone", "change.field-gone-several"],
  ["change.now-required", "change.now-required-several"],
  ["change.now-optional", "change.now-optional-several"],
]);

/** The field that a fact is about, and the fact that several such make together. */
interface FieldFact {
  readonly field: FactBlank;
  readonly together: (fields: readonly string[]) => FactPhrase;
}

function fieldFactOf({ key, blanks }: FactPhrase): FieldFact | undefined {
  const several = OF_SEVERAL.get(key);
  if (several && blanks.field) return { field: blanks.field, together: (field) => ({ key: several, blanks: { ...blanks, field } }) };
  const inner = key === "change.closed" && typeof blanks.fact === "object" && "key" in blanks.fact && fieldFactOf(blanks.fact);
  return inner ? { ...inner, together: (field) => ({ key, blanks: { ...blanks, fact: inner.together(field) } }) } : undefined;
}

/** Causes that do the same to several fields of one object, and cause the same changes, are one. */
function joinFields<Caused extends CausedChange>(causes: readonly Cause<Caused>[], changes: readonly Caused[]): readonly Cause<Caused>[] {
  const positions = new Map(changes.map((change, at) => [change, at]));
  const keyed = causes.map((cause, at) => {
    const about = cause.fact && fieldFactOf(cause.fact);
    const same = about && [cause.changes[0].verdict, about.together([]), cause.changes.map((change) => positions.get(change))];
    return { cause, about, key: same ? JSON.stringify(same) : String(at) };
  });
  return [...groupBy(keyed, ({ key }) => key).values()].flatMap((group) => {
    const [first] = group;
    const { fact } = first?.cause ?? {};
    if (!first?.about || !fact || group.length === 1) return group.map(({ cause }) => cause);
    const fields = group.flatMap(({ about }) => (typeof about?.field === "string" ? [about.field] : []));
    return [{ ...first.cause, fact: { ...first.about.together(fields), where: fact.where } }];
  });
}

/** Changes by what causes them: one entry for a changed place, however many messages share it. */
export function causesOf<Caused extends CausedChange>(changes: readonly Caused[]): readonly Cause<Caused>[] {
  const caused = changes.flatMap(
    (change, at): { readonly key: string; readonly fact: ChangeFact | undefined; readonly change: Caused }[] => {
      const { facts, verdict, accepted } = change;
      if (facts.length === 0) return [{ key: String(at), fact: undefined, change }];
      return facts.map((fact) => ({ key: JSON.stringify([verdict, accepted ?? null, fact]), fact, change }));
    },
  );
  const causes = [...groupBy(caused, ({ key }) => key).values()].flatMap((group): Cause<Caused>[] => {
    const [first, ...others] = [...new Set(group.map(({ change }) => change))];
    if (!first) return [];
    const own = [first, ...others] as const;
    const shared = group[0]?.fact;
    const fact = shared && others.length === 0 && FOR_SEVERAL.has(shared.key) ? undefined : shared;
    return [{ fact, affects: affectedBy(own), channels: [...new Set(own.flatMap(({ channels }) => channels))], changes: own }];
  });
  return joinFields(causes, changes);
}

/** The things that a cause reaches, each once. */
export function reachedBy({ changes }: Cause<CausedChange>): readonly ChangeSubject[] {
  return [...new Map(changes.map(({ subject }) => [`${subject.kind} ${subject.id}`, subject])).values()];
}

/** What a cause reaches, such as `5 messages: Created, Closed, …`. */
export function reachText(cause: Cause<CausedChange>, mark: (id: string) => string = (id) => id): string {
  return [...groupBy(reachedBy(cause), ({ kind }) => kind)]
    .map(
      ([kind, all]) =>
        `${counted(all.length, kind)}: ${listSome(
          all.map(({ id }) => mark(id)),
          10,
        )}`,
    ) // prettier-ignore
    .join("; ");
}

/** The other APIs that a cause concerns, each with its worst verdict. */
export function partiesOf({ changes }: Cause<CausedChange>): readonly ChangeParty[] {
  const byApi = groupBy(
    changes.flatMap(({ parties = [] }) => parties),
    ({ api }) => api,
  );
  return [...byApi.values()].flatMap((all) => worstFirst(all).slice(0, 1));
}

/** The changes by verdict. Accepted ones only count as accepted. */
export function countChanges(changes: readonly Pick<CausedChange, "verdict" | "accepted">[]): ChangeSummary {
  return summaryOf((kind) => changes.filter(({ verdict, accepted }) => (accepted ? "accepted" : verdict) === kind).length);
}
