import type { Settings } from "#config";
import type { Documents } from "#documents";
import { megabytesOf } from "#documents";
import type { Api, Entity, Message, MessageExample, Operation, Routes } from "#model";
import type { GuidePage, Prose } from "#prose";
import type { Schemas } from "#schema";
import type { Diagnostic, Memo, Place, Words } from "#text";
import { counted } from "#text";
import type { Sampler, Verdict } from "#verdicts";
import type { Block, Line } from "../blocks/index.ts";
import { hasTwin } from "../blocks/index.ts";
import type { SchemaFiles } from "../standalone/index.ts";
import type { Navigation } from "./navigation.ts";
import type { Page, SiteFile } from "./page.ts";
import type { PlacedProblems } from "./placed-problems.ts";
import type { Sources } from "./sources.ts";

/** Thrown when a site would become far larger than its documents. */
export class SiteTooLargeError extends Error {
  /** The limit that was exceeded. */
  readonly most: number;
  readonly unit: "character" | "look";

  constructor(most: number, unit: "character" | "look" = "character") {
    super(`The site takes more than ${counted(most, unit)}.`);
    this.name = "SiteTooLargeError";
    this.most = most;
    this.unit = unit;
  }
}

/** Whether an error means that a string would have exceeded the engine's limit. */
function isOfLength(error: unknown): boolean {
  return error instanceof RangeError && error.message === "Invalid string length";
}

/** The cost of one look at a name, branch or row, as the number of characters that could be printed in that time. */
export const CHARACTERS_A_LOOK = 50;

/**
 * Counts the characters made for a site and the names, branches and rows visited, and ends the making at a limit. Visits count too,
 * because one large thing that thousands use is visited for each of them, although only its beginning is shown.
 */
export class SiteBudget {
  #most = Infinity;
  #left = Infinity;
  #looks = Infinity;

  constructor(most = Infinity) {
    this.limit(most);
  }

  /** Sets how many characters may be made from now on. Exceeding it throws {@link SiteTooLargeError}. Without a call there is no limit. */
  limit(most: number): void {
    this.#most = most;
    this.#left = most;
    this.#looks = most / CHARACTERS_A_LOOK;
  }

  /** Counts names, branches and rows visited. Throws beyond the limit. */
  look(count: number): void {
    this.#looks -= count;
    if (this.#looks < 0) throw new SiteTooLargeError(this.#most / CHARACTERS_A_LOOK, "look");
  }

  /** Counts a text as soon as it is made. Throws beyond the limit. */
  take({ length }: string): void {
    this.#left -= length;
    if (this.#left < 0) throw new SiteTooLargeError(this.#most);
  }

  /** Calls a function, and turns the engine's error for too long a string into {@link SiteTooLargeError}. */
  make<T>(of: () => T): T {
    try {
      return of();
    } catch (error) {
      throw isOfLength(error) ? new SiteTooLargeError(this.#most) : error;
    }
  }

  /** Passes files on and counts the text ones. Binary files are the user's own and do not count. */
  *files<File extends { readonly contents: string | Uint8Array }>(some: Iterable<File>): Generator<File> {
    const files = some[Symbol.iterator]();
    for (;;) {
      const next = this.make(() => files.next());
      if (next.done === true) return;
      if (typeof next.value.contents === "string") this.take(next.value.contents);
      yield next.value;
    }
  }
}

/** HTML from a trusted maker. Templates print it with `{{html x}}`, the only way without escaping. */
export interface SafeHtml {
  readonly html: string;
}

/** The part of `Prose` that pages use. */
export type ProseSource = Pick<Prose, "html" | "markdown" | "guideMarkdown" | "parts" | "plain" | "fullText" | "headings" | "picture">;

/** The verdicts of a run. */
export interface VerdictSource {
  /** How many examples of a message passed, failed or were not checked. */
  counts(message: Message): { readonly passed: number; readonly failed: number; readonly notChecked: number };
  of(example: MessageExample): Verdict | undefined;
}

/**
 * The slots filled when parts are merged: the note on versions, the other APIs on the same channel, the links to the group and to all
 * versions, and the number of findings.
 */
export type PortalSlot = "note" | "also" | "group" | "versions" | "findings";

/** The portal that an API's pages belong to. The pages are made from the API's document alone; slots hold what depends on other APIs. */
export interface PortalFrame {
  /** The portal's title. */
  readonly title: string;
  /** The name of the API. */
  readonly api: string;
  /** The folder of its site in the portal, ending in a slash. */
  readonly folder: string;
  /** Whether the portal has guides of its own. */
  readonly hasGuides: boolean;
  /** Who owns the API, if the document says so. */
  readonly owner: string | null;
  /** The link from a page of the API to a file of the portal. */
  readonly href: (page: string, file: string) => string;
  /** A placeholder for HTML that is filled in when parts are merged. */
  slot(name: PortalSlot): { readonly slot: string };
  /** A placeholder for the mark of a field that is new or was changed, by the anchor of its row. */
  field(anchor: string): Line;
  /** The URL of the same page in the current version, if the portal's URL is known. */
  canonical(page: string): string | undefined;
}

/** What changed since an earlier version. */
export interface SiteChanges {
  /** The name of the earlier version: its version, or its git ref. */
  readonly since: string;
  /** New and changed fields, by the place of their names. */
  readonly fields: ReadonlyMap<Place, "added" | "changed">;
  /** Changed entities by kind and id: where their first change is on the page of changes, and whether it breaks. */
  readonly entities: ReadonlyMap<string, { readonly anchor: string; readonly isBreaking: boolean }>;
  /** The page of changes, at `CHANGES_PATH`. */
  page(site: SiteContext): Page;
  /** The same for programs. */
  file(): SiteFile;
}

/** The files with which pages compose and send, as the bundler made them, and what is known of all schemas. */
export interface TryTool {
  /** By their names in the folder `try`. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether a schema of the document has an error, so that it is unknown what others that contain it accept. */
  readonly isRefused: boolean;
}

/** Where the payload of a message stands in a sample: the lengths of what is before and after. */
export interface PayloadPlace {
  /** The anchor of its server, if there are several. */
  readonly at: string;
  readonly language: string;
  readonly before: number;
  readonly after: number;
}

/** Samples of code that use an operation. */
export interface CodeSamples {
  /** Their section on the operation's page, for its template and as blocks; `undefined` if there are none. */
  section(page: PageContext, operation: Operation): { readonly view: object; readonly blocks: () => readonly Block[] } | undefined;
  /** Why there are none, in one sentence; may be empty. */
  absence(page: PageContext, operation: Operation): string;
  payloadPlaces(page: PageContext, operation: Operation): readonly PayloadPlace[];
}

/** What all pages of one site share. */
export interface SiteContext {
  /** Absent if the API has a site of its own. */
  readonly portal?: PortalFrame | undefined;
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  readonly prose: ProseSource;
  readonly schemas: Schemas;
  /** The schema files offered for download. */
  readonly schemaFiles: SchemaFiles;
  readonly verdicts: VerdictSource;
  /** Generated examples. */
  readonly samples: Sampler;
  /** Samples of code. Absent if the program has none. */
  readonly code?: CodeSamples | undefined;
  readonly settings: Settings;
  /** Absent where pages do not compose and send. */
  readonly tool?: TryTool | undefined;
  /** The footer of every page. */
  readonly footer?: SafeHtml | undefined;
  readonly words: Words;
  /** The source pages. */
  readonly sources: Sources;
  readonly navigation: Navigation;
  /** The user's guides. */
  readonly guides: readonly GuidePage[];
  /** Width and height of a picture in the site by its path; `undefined` if unknown. */
  readonly pictureSize?: ((path: string) => { readonly width: number; readonly height: number } | undefined) | undefined;
  /** Limits how much is searched while the site is made. */
  readonly room: SiteBudget;
  /** Values that are made once for all pages. */
  readonly memo: Memo;
  /** Changes since an earlier version, if a comparison was asked for. */
  readonly changes?: SiteChanges | undefined;
  /** Problems of the documents, shown on a site that is built in spite of errors. */
  readonly problems: readonly Diagnostic[];
  /** Whether names in the document, or the tool that wrote it, suggest the opposite of its directions, by the rule `document/perspective`. */
  readonly isDirectionDoubted: boolean;
  /** The same problems by the entity or node they belong to. */
  readonly placed: PlacedProblems;
}

/** Rows that did not fit on a page. */
export interface Leftover {
  /** The part that they belong to, if the page shows several trees. */
  readonly part: string;
  /** The anchor of the section that continues them. */
  readonly anchor: string;
  /** Makes the rows on another page, as sections for the partial `schema-rows`. */
  resume(page: PageContext): readonly object[];
}

/** How many more rows a page may have. Tree makers count it down. */
export interface RowBudget {
  rows: number;
  /** Rows of schemas that have their own page, where the rows are shown too. Once used up, their names become links. */
  repeated: number;
  /** Rows that another page also shows. Once the number is used up, a link to that page takes their place. */
  copied: number;
}

/** The data for making the parts of one page. Each page has its own. */
export interface PageContext {
  readonly site: SiteContext;
  /** The page's own path, for relative links. */
  readonly path: string;
  /** A link from this page to an entity's page or section. */
  href(entity: Entity): string;
  /** The link to the line on the source page where something is written. */
  sourceHref(place: Place): string;
  /** The place where something is written, for readers: `streetlights.yaml:164`. */
  sourceLabel(place: Place): string;
  /** How many more schema rows this page may have. */
  readonly budget: RowBudget;
  /** The link to the page that continues rows that did not fit; `undefined` if none does. */
  readonly continued?: ((left: Leftover) => string | undefined) | undefined;
  /** What a look at a name, branch or row weighs in the budget of the site; 1 if absent, 0 if it was counted already. */
  readonly lookWeight?: number;
  /** For a page that may be continued: whether anything did not fit so far. */
  readonly leftover?: { readonly any: boolean };
}

/** Creates the context of one page. */
export function createPageContext(
  site: SiteContext,
  path: string,
  more: Pick<PageContext, "continued" | "leftover" | "lookWeight"> = {},
): PageContext {
  return {
    ...more,
    site,
    path,
    href: (entity) => site.routes.href(path, entity),
    sourceHref(place) {
      const found = site.sources.locate(place);
      return found ? site.routes.relative(path, found.path, found.anchor) : "";
    },
    sourceLabel: (place) => site.sources.label(place),
    budget: { rows: site.settings.limits.schemaRows, ...copyBudgetOf(site) },
  };
}

/** The path of a page's Markdown: its own path with another extension. `undefined` if it has none. */
export function markdownPath({ settings }: Pick<SiteContext, "settings">, path: string): string | undefined {
  return settings.markdown && hasTwin(path) ? path.replace(/\.html$/, ".md") : undefined;
}

/** What a page may show that other pages show too. */
type CopyBudget = Pick<RowBudget, "repeated" | "copied">;

/** How much more may be copied than repeated. Repeated rows end in links at names; rows without names only end when this is used up. */
const COPIES = 1.5;

/** The fewest copied rows of a page, however many pages there are, so that each shows at least the beginning of its subject. */
const LEAST_COPIES = 50;

/**
 * How many rows one page may repeat of schemas and messages that have their own pages. All pages share one total equally, so a site
 * grows with its document however often the parts of the document refer to one another.
 */
export function copyBudgetOf(site: SiteContext): CopyBudget {
  return site.memo.of(share, site);
}

function share({ api, documents, settings }: SiteContext): CopyBudget {
  const subjects = api.messages.length + api.schemas.length;
  const all = settings.limits.repeatedRows * megabytesOf(documents);
  const repeated = Math.floor(all / Math.max(1, subjects));
  // Each operation's page shows messages, so many operations may copy the same few.
  const copied = Math.floor((COPIES * all) / Math.max(1, subjects, api.operations.length));
  return { repeated, copied: Math.max(copied, Math.min(all, LEAST_COPIES)) };
}
