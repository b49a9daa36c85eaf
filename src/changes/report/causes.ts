import type { WordKey, Words } from "#text";
import { counted, groupBy, listSome, wordsOf, MOST_IN_SENTENCE, MOST_LISTED } from "#text";
import type {
  Acceptance,
  Affected,
  Change,
  ChangeFact,
  ChangeParty,
  ChangeSubject,
  ChangeSummary,
  FactBlank,
  FactPhrase,
} from "./change.ts";
import { worstFirst } from "./change.ts";

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

const english = wordsOf("en", { "site.thousands": "" });

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

/** The causes by verdict. Accepted ones only count as accepted. */
export function countCauses(causes: readonly Cause<CausedChange>[]): ChangeSummary {
  const count = (isOne: (change: CausedChange) => boolean): number => causes.filter(({ changes }) => isOne(changes[0])).length;
  const open = (verdict: CausedChange["verdict"]): number => count((change) => change.verdict === verdict && !change.accepted);
  return {
    breaking: open("breaking"),
    compatible: open("compatible"),
    annotation: open("annotation"),
    unknown: open("unknown"),
    accepted: count(({ accepted }) => accepted !== undefined),
  };
}
