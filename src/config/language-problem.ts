import type { Diagnostic, Place } from "#text";
import { languageCodes, problem } from "#text";

function isTag(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/** Where a language is named on the command line. */
export const languageFlag: Place = { file: { id: "--language", name: "--language", text: "", language: "yaml" }, start: 0, end: 0 };

/** What is wrong with a language: it is no BCP 47 tag, or nobody has words for it. With words of the user's own any tag will do. */
export function languageProblem(code: string, place: Place, hasWords: boolean): Diagnostic[] {
  const known = languageCodes.includes(code.split("-", 1)[0] ?? "");
  if (isTag(code) && (known || hasWords)) return [];
  const ours = `one of ${languageCodes.join(", ")}`;
  const hint = hasWords ? undefined : "For any other language name a file with your own words in the setting words.";
  return [problem("config/wrong-type", place, { key: "language", expected: hasWords ? `${ours}, or another BCP 47 tag` : ours, hint })];
}
