import type { Settings } from "#config";
import type { Diagnostic } from "#text";
import { problem } from "#text";
import { charactersOf, megabytesOf } from "#documents";
import type { Subject } from "./subject.ts";

/** How many characters of a document may have one page each. Real documents have several times as many characters for each page. */
const CHARACTERS_A_PAGE = 200;

/** The number of entities with their own page. */
export function entityCount({ api }: Subject): number {
  return api.channels.length + api.operations.length + api.messages.length + api.schemas.length;
}

/** The problem of a document that would have far more pages than its size allows; `undefined` for others. */
export function tooManyPages(subject: Subject, { limits }: Settings): Diagnostic | undefined {
  const { documents } = subject;
  const pages = entityCount(subject);
  const most = Math.max(limits.pages, Math.floor(charactersOf(documents) / CHARACTERS_A_PAGE));
  if (pages <= most) return undefined;
  return problem(
    "document/too-large",
    { file: documents.main, start: 0, end: 0 },
    {
      what: "The number of pages",
      size: `${pages}`,
      limit: `${most}`,
      hint: "Raise limits.pages in the settings.",
    },
  );
}

/**
 * The most characters that all files of a site may have together. The densest real documents make 45 to 75 characters of each of
 * their own. More takes a document of 1 MB longer than 10 s, which is how those that repeat something long in thousands of places end.
 */
export function siteCharacters({ documents }: Subject, { limits }: Settings): number {
  return limits.siteCharacters * megabytesOf(documents);
}

/**
 * The problem of a site that became too large; `undefined` for other errors. The class is not compared, because loading it would load
 * all of rendering.
 */
export function tooLargeSite({ documents }: Subject, error: unknown): Diagnostic | undefined {
  if (!(error instanceof Error && error.name === "SiteTooLargeError" && "most" in error)) return undefined;
  return problem(
    "document/too-large",
    { file: documents.main, start: 0, end: 0 },
    {
      what:
        "unit" in error && error.unit === "look"
          ? "The number of names, branches and rows that are gone through for the site"
          : "The number of characters of the site",
      size: "it goes on",
      limit: `${String(error.most)} for documents of this size`,
      hint: "What is repeated in many places takes most of it. Raise limits.siteCharacters in the settings if all of it is to be shown.",
    },
  );
}
