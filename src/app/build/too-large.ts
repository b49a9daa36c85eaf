import type { Settings } from "#config";
import type { Diagnostic } from "#text";
import { problem } from "#text";
import { charactersOf, megabytesOf } from "#documents";
import type { Subject } from "./subject.ts";

/** Characters of a document that may always have a page: real ones have several times as many. */
const CHARACTERS_A_PAGE = 200;

/** Entities that have a page of their own. */
export function entityCount({ api }: Subject): number {
  return api.channels.length + api.operations.length + api.messages.length + api.schemas.length;
}

/** Why a site is not built that would have far more pages than its document has to say, or `undefined`. */
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
 * Characters that all files of a site may have together: real documents take about half of it, those that repeat something long
 * in thousands of places have no end worth waiting for.
 */
export function siteCharacters({ documents }: Subject, { limits }: Settings): number {
  return limits.siteCharacters * megabytesOf(documents);
}

/** Why a site was not made to its end, where that is because of its size; the class is not looked at, since it is loaded with all of rendering. */
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
