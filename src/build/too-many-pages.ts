import type { Settings } from "#config";
import type { Diagnostic } from "#diagnostics";
import { problem } from "#diagnostics";
import type { Subject } from "./examine.ts";

/** Characters of a document that may always have a page: real ones have several times as many. */
const CHARACTERS_A_PAGE = 200;

/** Why a site is not built that would have far more pages than its document has to say, or `undefined`. */
export function tooManyPages({ api, documents }: Subject, { limits }: Settings): Diagnostic | undefined {
  const pages = api.channels.length + api.operations.length + api.messages.length + api.schemas.length;
  const characters = documents.files.reduce((sum, { text }) => sum + text.length, 0);
  const most = Math.max(limits.pages, Math.floor(characters / CHARACTERS_A_PAGE));
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
