import type { Words } from "#text";
import { groupBy, guards, spellHidden } from "#text";

/** A run of letters or digits; combining marks stay with their letter. */
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu;
/** Boundaries between the words of a camelCase or PascalCase name: `lightMeasured`, `HTTPServer`. */
const JOINT = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts written without spaces. Each pair of neighbouring characters is a term, so a search finds any part of a text. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

/**
 * Longer terms are cut, by the page's script too. So two terms share fewer characters than this, which one base-36 digit counts.
 */
const LONGEST = 36;

/** Stands between the owner of a field and the variant of it that has the field. */
export const VARIANT_MARK = " › ";

/** The owner of a field, without its variant: a name that two variants of it have is in one place. */
function placeOf(context: string): string {
  return context.split(VARIANT_MARK, 1)[0] ?? context;
}

/** One form for texts that readers take for the same: without case, marks and compatibility forms. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function pairs(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

/**
 * The terms of a text, each once: its words, the parts of camelCase names, and (with `whole`) the whole name, so that `lightMeasured`,
 * `light` and `lightmeasured` all find it. The page's script does the same to what the reader types.
 */
export function tokenize(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text.toWellFormed().matchAll(WORD)) {
    if (UNSPACED.test(word)) {
      for (const pair of pairs(word)) terms.add(fold(pair));
      continue;
    }
    const parts = word.split(JOINT);
    for (const part of parts) terms.add(fold(part).slice(0, LONGEST));
    if (parts.length > 1) terms.add(fold(word).slice(0, LONGEST));
  }
  terms.delete("");
  return terms;
}

/** Encodes sorted terms, joined by spaces. Each is one base-36 digit for the length it shares with the term before, then the rest. */
function encodeTerms(terms: readonly string[]): string {
  let before = "";
  const coded = terms.map((term) => {
    let shared = 0;
    while (shared < before.length && before[shared] === term[shared]) shared += 1;
    before = term;
    return shared.toString(36) + term.slice(shared);
  });
  return coded.join(" ");
}

/** Encodes ascending ids by rank class, as base-36 differences: `0.5.1;;3` is ids 0, 5, 6 in the first class and 3 in the third. */
function encodePostings(postings: readonly (readonly number[])[]): string {
  const coded = postings.map((ids) => ids.map((id, index) => (id - (ids[index - 1] ?? 0)).toString(36)).join("."));
  return coded.join(";").replace(/;+$/, "");
}

/**
 * A part of the index as a classic script, because `fetch` and modules do not work from disk. JSON is valid JavaScript except for two
 * line separators in older browsers (ECMA-262 before 2019). `<` is escaped so that no text can end the script element.
 */
export function searchScript(part: "terms" | "hits" | "titles" | "apis" | "pages" | "texts", number: number, value: unknown): string {
  // What is shown hides nothing. Terms and hits keep their characters, because they are looked up.
  const shown = (_key: string, each: unknown): unknown => (typeof each === "string" ? spellHidden(each) : each);
  const json = JSON.stringify(value, part === "titles" || part === "apis" ? shown : undefined);
  const inScript = json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `msgdocsSearch.take(${JSON.stringify(part)},${number},${inScript});\n`;
}

/** The kinds of hits. The index stores each as a letter, for which the page's script has words. */
const searchKinds = [
  "channel",
  "operation",
  "message",
  "schema",
  "field",
  "server",
  "security",
  "tag",
  "guide",
  "page",
  "api",
  "owner",
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** One thing that a search can find. */
export interface SearchEntry {
  readonly kind: SearchKind;
  readonly title: string;
  /** The thing it belongs to, in words: the address of an operation, the schema of a field. */
  readonly context: string;
  /** The path from the root of the site with its anchor, URL-encoded. */
  readonly href: string;
  /** Names besides the title: ids, addresses. */
  readonly names: readonly string[];
  /** Summary and description as plain text. */
  readonly text: string;
  /** Further texts: allowed values, fields of bindings. */
  readonly values?: string;
  /** Shown beside the name: the type of a field, or whether the application sends or receives. */
  readonly note?: string;
}

/** A file of the index, relative to the site. */
export interface SearchFile {
  readonly path: string;
  readonly contents: string;
}

/** Fields to be found later by a term: those that are called so, and those whose name has it as a part. */
type LoweredFields = Map<string, { readonly whole: number[]; readonly part: number[] }>;

/** As many fields of one name, from as many places, have an entry that stands for all. Fewer are listed themselves. */
const MANY = { messages: 2, places: 6 };
/** The most fields that such an entry shows when it is opened, and the most places that it names. The search page has all. */
const OPENED = 100;
const NAMED = 6;
/** The most types that it shows. */
const TYPES = 2;
/**
 * Rank classes, best first: the whole title, a word of it, and so on. A word in the title of a field ranks below other titles: there are
 * many fields, and most schemas have an `id`.
 */
const CLASSES = 6;
const WHOLE = 0;
const TITLE = 1;
const NAME = 2;
const FIELD = 3;
const SUMMARY = 4;
const TEXT = 5;

/** The number of characters of a text that are searched, and the number shown. Readers rarely search for the rest. */
const TEXT_LENGTH = 2000;
const SHOWN_LENGTH = 140;

/** How much of the index one file holds. */
export interface ShardSizes {
  /** The number of entries in one file of titles. */
  readonly entries: number;
  /** The number of bytes in one file of hits. */
  readonly bytes: number;
}

const OF_ONE_API: ShardSizes = { entries: 128, bytes: 24_000 };

/** Sizes for a portal. Its hits are spread over all APIs, so each may need another file and files are small. */
export const portalShards: ShardSizes = { entries: 16, bytes: 12_000 };

/** A first letter with more hits than `HITS_OF_A_COMMON_LETTER` has its own list of best hits, of this length. */
const LETTER_HITS = 100;
const HITS_OF_A_COMMON_LETTER = 250;

type Postings = number[][];

/**
 * What is shown of an entry. After these come the beginnings of its description and values, and its note; empty ones at the end are
 * left out.
 */
type ShownEntry = readonly [kind: SearchKind, title: string, context: string, href: string, ...more: readonly string[]];

/** The entries of one part of a site with their terms, to be merged with those of other parts. */
export interface SearchSlice {
  readonly entries: readonly ShownEntry[];
  /** Each term with the entries that contain it by rank, encoded as in the index. */
  readonly terms: readonly (readonly [term: string, postings: string])[];
}

const isKind = guards.oneOf(...searchKinds);

/** Whether a value that was read is a slice. */
export const isSearchSlice = guards.object<SearchSlice>({
  entries: guards.list((value: unknown): value is ShownEntry => guards.list(guards.text)(value) && value.length >= 4 && isKind(value[0])),
  terms: guards.list(guards.pair(guards.text, guards.text)),
});

/** The folder and owner of a slice's entries in the merged site. */
export interface SlicePlace {
  /** The folder before their links. */
  readonly folder: string;
  /** What they belong to, in words. */
  readonly of: string;
}

/** Collects entries one by one and writes the files of the index. The page's script loads each only when a search needs it. */
export class SearchIndex {
  readonly #entries: ShownEntry[] = [];
  readonly #terms = new Map<string, Postings>();
  /** The titles of messages, which come before the fields, and the fields that are theirs. */
  readonly #messages = new Set<string>();
  readonly #ofMessages = new Set<number>();
  readonly #sizes: ShardSizes;

  constructor(sizes: ShardSizes = OF_ONE_API) {
    this.#sizes = sizes;
  }

  add(entry: SearchEntry): void {
    const { kind, title, context, href, text, values = "", note = "" } = entry;
    const more = [excerpt(text), excerpt(values), note];
    const id = this.#entries.push([kind, title, context, href, ...more.slice(0, more.findLastIndex((part) => part !== "") + 1)]) - 1;
    this.#note(id, entry);
    this.#place(id, entry, this.#messages);
  }

  /** Keeps whether an entry is a message of its API, or a field of one. */
  #place(id: number, { kind, title, context }: Pick<SearchEntry, "kind" | "title" | "context">, messages: Set<string>): void {
    if (kind === "message") messages.add(title);
    if (kind === "field" && messages.has(placeOf(context))) this.#ofMessages.add(id);
  }

  /** Everything that was added, to be merged into another index. */
  slice(): SearchSlice {
    return {
      entries: [...this.#entries],
      terms: [...this.#terms].map(([term, postings]) => [term, encodePostings(postings)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    };
  }

  /** Adds the entries of another index. */
  addSlice({ entries, terms }: SearchSlice, { folder, of }: SlicePlace): void {
    const before = this.#entries.length;
    const messages = new Set<string>();
    for (const [kind, title, context, href, ...more] of entries) {
      const where = context === "" || context === title ? of : `${of} · ${context}`;
      const id = this.#entries.push([kind, title, where, folder + href, ...more]) - 1;
      this.#place(id, { kind, title, context }, messages);
    }
    for (const [term, coded] of terms) {
      const known = this.#postings(term);
      for (const [rank, ids] of coded.split(";").entries()) {
        let id = before;
        for (const step of ids === "" ? [] : ids.split(".")) {
          id += Number.parseInt(step, 36);
          // A slice from disk may name entries that it does not have.
          if (id >= before && id < this.#entries.length) known[rank]?.push(id);
        }
      }
    }
  }

  /** Adds an entry for each name that several fields have. A search for the name finds it before them; one for a place, too, finds them. */
  groupFields(words: Words): void {
    const fields = this.#entries.map((entry, id) => ({ entry, id })).filter(({ entry: [kind] }) => kind === "field");
    const groups = groupBy(fields, ({ entry: [, title] }) => title);
    const lowered: LoweredFields = new Map();
    for (const [title, group] of groups) {
      const places = [...new Set(group.map(({ entry: [, , context] }) => placeOf(context)))];
      const kind = group.every(({ id }) => this.#ofMessages.has(id)) ? "messages" : "places";
      if (places.length < MANY[kind]) continue;
      const types = [...new Set(group.map(({ entry: [, , , , ...more] }) => more[2] ?? ""))];
      const note = types.length > TYPES ? "" : types.filter((type) => type !== "").join(", ");
      const ids = group.map(({ id }) => id);
      const whole = fold(title);
      for (const term of tokenize(title)) {
        const known = lowered.get(term) ?? { whole: [], part: [] };
        lowered.set(term, known);
        for (const id of ids) known[term === whole ? "whole" : "part"].push(id);
      }
      const href = `search.html?q=${encodeURIComponent(title.toWellFormed())}`;
      const context = words(`site.search-in-${kind}`, { count: places.length });
      const text = places.slice(0, NAMED).join(", ");
      const id = this.#entries.push(["field", title, context, href, excerpt(text), "", note, encodePostings([ids.slice(0, OPENED)])]) - 1;
      this.#note(id, { kind: "field", title, context, href, names: [], text: "", note });
    }
    // Once a term: thousands of names may share a word.
    for (const [term, { whole, part }] of lowered) {
      this.#demote(term, whole, [WHOLE, FIELD]);
      this.#demote(term, part, [FIELD, SUMMARY]);
    }
  }

  /** Lets entries be found by a term in a lower rank. */
  #demote(term: string, ids: readonly number[], [from, to]: readonly [number, number]): void {
    const known = this.#terms.get(term);
    if (!known || ids.length === 0) return;
    const gone = new Set(ids);
    known[from] = (known[from] ?? []).filter((id) => !gone.has(id));
    known[to] = [...new Set([...(known[to] ?? []), ...ids])].sort((a, b) => a - b);
  }

  #note(id: number, entry: SearchEntry): void {
    const ranks = new Map<string, number>();
    const note = (text: string, rank: number) => {
      for (const term of tokenize(text)) if (rank < (ranks.get(term) ?? CLASSES)) ranks.set(term, rank);
    };
    note(entry.title, entry.kind === "field" ? FIELD : TITLE);
    // A reader who types a whole name is looking for what is called so, however many things mention it.
    const whole = fold(entry.title);
    if (ranks.has(whole)) ranks.set(whole, WHOLE);
    for (const name of entry.names) note(name, NAME);
    note(entry.context, SUMMARY);
    note(entry.text.slice(0, TEXT_LENGTH), TEXT);
    note(entry.values ?? "", TEXT);
    for (const [term, rank] of ranks) {
      const ids = this.#postings(term)[rank];
      ids?.push(id);
    }
  }

  #postings(term: string): Postings {
    const known = this.#terms.get(term);
    if (known) return known;
    const postings = Array.from({ length: CLASSES }, (): number[] => []);
    this.#terms.set(term, postings);
    return postings;
  }

  /** The files of the index: the list of terms, hits by term, and what to show of each entry. */
  *files(folder: string): Generator<SearchFile> {
    // Code-unit order is the same on every machine, whatever its locale.
    const terms = [...this.#terms.keys()].sort((a, b) => (a < b ? -1 : 1));
    const starts: number[] = [];
    let shard: string[] = [];
    let bytes = 0;
    for (const [index, term] of terms.entries()) {
      const postings = encodePostings(this.#postings(term));
      if (starts.length === 0 || bytes + postings.length > this.#sizes.bytes) {
        if (shard.length > 0) yield hits(folder, starts.length - 1, shard);
        starts.push(index);
        shard = [];
        bytes = 0;
      }
      shard.push(postings);
      bytes += postings.length;
    }
    if (shard.length > 0) yield hits(folder, starts.length - 1, shard);
    yield* this.#titles(folder);
    const letters = this.#bestByLetter(terms);
    const head = { terms: encodeTerms(terms), starts, size: this.#sizes.entries, count: this.#entries.length, letters };
    yield { path: `${folder}/terms.js`, contents: searchScript("terms", 0, head) };
  }

  /** The best hits of each common first letter, encoded like those of a term. With them, the first keystroke needs no other file. */
  #bestByLetter(terms: readonly string[]): Record<string, string> {
    const byLetter = new Map<string, string[]>();
    for (const term of terms) {
      const known = byLetter.get(term.charAt(0));
      if (known) known.push(term);
      else byLetter.set(term.charAt(0), [term]);
    }
    const coded: Record<string, string> = {};
    for (const [letter, some] of byLetter) {
      const best = this.#bestOf(letter, some);
      if (best !== undefined) coded[letter] = best;
    }
    return coded;
  }

  /** The best hits among terms that begin with a letter; `undefined` if there are few. */
  #bestOf(letter: string, terms: readonly string[]): string | undefined {
    const postings = terms.map((term) => this.#postings(term));
    return letter.isWellFormed() && hitCount(postings) > HITS_OF_A_COMMON_LETTER ? encodePostings(bestOf(postings)) : undefined;
  }

  *#titles(folder: string): Generator<SearchFile> {
    const size = this.#sizes.entries;
    for (let at = 0; at < this.#entries.length; at += size) {
      const shown = this.#entries.slice(at, at + size);
      const number = at / size;
      yield { path: `${folder}/titles-${number}.js`, contents: searchScript("titles", number, shown) };
    }
  }
}

/** The beginning of a text on one line, cut between words. */
function excerpt(text: string): string {
  const line = text
    .slice(0, 2 * SHOWN_LENGTH)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= SHOWN_LENGTH) return line.toWellFormed();
  return `${line
    .slice(0, SHOWN_LENGTH)
    .replace(/\s+\S*$/, "")
    .toWellFormed()}…`;
}

function hitCount(postings: readonly Postings[]): number {
  return postings.flat().reduce((count, ids) => count + ids.length, 0);
}

/** The first entries of the best ranks, each once. */
function bestOf(postings: readonly Postings[]): number[][] {
  const known = new Set<number>();
  return Array.from({ length: CLASSES }, (_, rank) => {
    const ids = new Set(postings.flatMap((ranks) => ranks[rank] ?? []));
    const more = [...ids].filter((id) => !known.has(id)).sort((a, b) => a - b);
    const taken = more.slice(0, LETTER_HITS - known.size);
    for (const id of taken) known.add(id);
    return taken;
  });
}

function hits(folder: string, number: number, shard: readonly string[]): SearchFile {
  return { path: `${folder}/hits-${number}.js`, contents: searchScript("hits", number, shard) };
}
