/** The most characters that a term may share with the one before it: one base-36 digit. */
const MOST_SHARED = 35;

const [DIGIT_0, LETTER_A, DOT, SEMICOLON] = [48, 97, 46, 59];

/** Sorted terms, each as how much of the one before it keeps (a base-36 digit) and the rest; joined by spaces. */
export function encodeTerms(terms: readonly string[]): string {
  let before = "";
  const coded = terms.map((term) => {
    let shared = 0;
    while (shared < MOST_SHARED && shared < before.length && before[shared] === term[shared]) shared += 1;
    before = term;
    return shared.toString(36) + term.slice(shared);
  });
  return coded.join(" ");
}

/** What {@link encodeTerms} gave, as terms. */
export function decodeTerms(coded: string): string[] {
  let before = "";
  return coded === "" ? [] : coded.split(" ").map((each) => (before = before.slice(0, parseInt(each.charAt(0), 36)) + each.slice(1)));
}

/** Ascending ids by rank class as differences in base 36: `0.5.1;;3` is ids 0, 5, 6 in the first class and 3 in the third. */
export function encodePostings(postings: readonly (readonly number[])[]): string {
  const coded = postings.map((ids) => ids.map((id, index) => (id - (ids[index - 1] ?? 0)).toString(36)).join("."));
  return coded.join(";").replace(/;+$/, "");
}

/** What {@link encodePostings} gave, as ids by rank class: so many classes. */
export function decodePostings(coded: string, classes: number): number[][] {
  const ranks = coded.split(";").map((rank) => {
    let id = 0;
    return rank === "" ? [] : rank.split(".").map((step) => (id += parseInt(step, 36)));
  });
  return Array.from({ length: classes }, (_, rank) => ranks[rank] ?? []);
}

/** Whether one of some ids, by their numbers, is among coded postings. */
export function holdsAny(coded: string, wanted: Uint8Array): boolean {
  let id = 0;
  let step = 0;
  for (let at = 0; at <= coded.length; at += 1) {
    const code = at < coded.length ? coded.charCodeAt(at) : SEMICOLON;
    if (code !== SEMICOLON && code !== DOT) {
      step = step * 36 + code - (code >= LETTER_A ? LETTER_A - 10 : DIGIT_0);
      continue;
    }
    id += step;
    const isId = at > 0 && coded.charCodeAt(at - 1) !== SEMICOLON;
    if (isId && wanted[id] === 1) return true;
    step = 0;
    if (code === SEMICOLON) id = 0;
  }
  return false;
}

/**
 * A part of the index as a classic script: `fetch` and modules do not work from disk. JSON is JavaScript but for two line
 * separators in older readers (ECMA-262 before 2019); `<` is escaped so that no text can end a script element.
 */
export function script(part: "terms" | "hits" | "titles", number: number, value: unknown): string {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `msgdocsSearch.take(${JSON.stringify(part)},${number},${json});\n`;
}

/** What {@link script} was given. */
export function unscript(text: string): { readonly part: string; readonly number: number; readonly value: unknown } {
  const [, part = "", number = "", json = ""] = /^msgdocsSearch\.take\("(\w+)",(\d+),(.*)\);\n$/s.exec(text) ?? [];
  return { part, number: Number(number), value: JSON.parse(json) };
}
