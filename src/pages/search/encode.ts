/** The most characters that a term may share with the one before it: one base-36 digit. */
const MOST_SHARED = 35;

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

/** Ascending ids by rank class as differences in base 36: `0.5.1;;3` is ids 0, 5, 6 in the first class and 3 in the third. */
export function encodePostings(postings: readonly (readonly number[])[]): string {
  const coded = postings.map((ids) => ids.map((id, index) => (id - (ids[index - 1] ?? 0)).toString(36)).join("."));
  return coded.join(";").replace(/;+$/, "");
}

/**
 * A part of the index as a classic script: `fetch` and modules do not work from disk. JSON is JavaScript but for two line
 * separators in older readers (ECMA-262 before 2019); `<` is escaped so that no text can end a script element.
 */
export function script(part: "terms" | "hits" | "titles", number: number, value: unknown): string {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `msgdocsSearch.take(${JSON.stringify(part)},${number},${json});\n`;
}
