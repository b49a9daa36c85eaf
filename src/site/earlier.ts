import type { Node } from "#json";
import type { IsKept } from "./page.ts";

/** What is known of a site's files when they are made, and holds until more than values of its documents changes. */
export interface SiteNotes {
  /** Characters of `model.json` that were printed a second time, at most. */
  readonly repeated: number;
  /** Whether each file of a JSON Schema stands alone, and nothing in it stands in several places. */
  readonly areAlone: boolean;
}

/** What an earlier run made of the same documents, before some of their values changed. */
export interface Earlier {
  readonly isKept: IsKept;
  /** A file that is made again, as it was. */
  readonly textOf: (path: string) => string | undefined;
  /** Whether a value that is a part of the documents by itself says what it said; `undefined` of any other. */
  readonly isSame: (node: Node) => boolean | undefined;
  readonly notes: SiteNotes;
}
