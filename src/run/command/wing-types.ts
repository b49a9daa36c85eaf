/** What wings do for commands. */
import type { Flags, PortalDocument, Settings } from "#config";
import type { Cache, CopiedFile, OutputFile } from "#output";
import type { Page, SiteChanges, SiteFile } from "#pages";
import type { Theme } from "#render";
import type { ProblemReport } from "#report";
import type { Diagnostic } from "#text";
import type { Examined, ReadVersion } from "../recipe/index.ts";
import type { Fault } from "./report-problems.ts";
import type { Input } from "./find-documents.ts";
import type { Exit, Io, Reporting } from "./io.ts";

export const changeFormats = ["pretty", "json", "markdown", "github", "sarif", "junit", "codeclimate"] as const;

export type ChangeFormat = (typeof changeFormats)[number];

/** The kinds of changes that can make a comparison fail. */
export const failOns = ["breaking", "breaking-known", "unknown", "any", "none"] as const;

export type FailOn = (typeof failOns)[number];

export interface DiffRequest {
  /** The old and the new document, or with `base` only the new one: files, URLs, `REF:path`, or texts. */
  readonly documents: readonly (string | NamedText)[];
  /** The git ref with the old version of the document. */
  readonly base?: string | undefined;
  readonly reading: "documented" | "strict";
  readonly failOn: FailOn;
  readonly format: ChangeFormat;
  /** Further reports, each written to a file. */
  readonly files?: readonly { readonly format: ChangeFormat; readonly file: string }[] | undefined;
  readonly quiet: boolean;
  readonly writeBaseline: boolean;
  readonly flags: Flags;
}

/** A document that a program passes as a text, with the path that references are relative to. */
export interface NamedText {
  readonly name: string;
  readonly text: Uint8Array;
}

/** The changes of a document since a git ref, and why msgdocs itself failed to find them. */
export interface DocumentChanges {
  /** Absent if the document did not exist there or could not be read. */
  readonly changes?: SiteChanges;
  readonly faults?: readonly Fault[];
}

/** What two versions of an API differ in. */
interface FoundDifferences {
  readonly changes: readonly {
    readonly verdict: string;
    readonly message: string;
    readonly affects: string;
    readonly channels: readonly string[];
  }[];
}

type ReadApi = NonNullable<ReadVersion["version"]>;

/** The wing that compares versions. */
export interface ChangesWing {
  diff(request: DiffRequest, io: Io): Promise<Exit>;
  changesSince(
    base: string,
    current: Pick<Examined, "subject" | "files"> & { readonly document: string },
    run: { readonly settings: Settings; readonly flags: Flags; readonly io: Io },
  ): Promise<DocumentChanges>;
  compareApis(
    old: ReadApi,
    now: ReadApi,
    options: { readonly reading: "documented"; readonly limits: Settings["limits"] },
  ): FoundDifferences;
  /** What `diff` prints as JSON where nothing could be compared. */
  printFailedChanges(report: ProblemReport): string;
}

/** How a command reports that writes a folder. */
export interface Writing extends Reporting {
  /** Called with the folder that was written. */
  readonly written?: ((folder: string) => void) | undefined;
}

export interface PartRequest extends Writing {
  readonly flags: Flags;
  /** The file to write the list of input files to. */
  readonly inputs?: string | undefined;
  /** Whether to print the part's key instead of making it. */
  readonly printKey: boolean;
  /** Whether to print the documents of the settings, one a line, and make nothing. */
  readonly list?: boolean | undefined;
}

export interface MergeRequest extends Writing {
  readonly flags: Flags;
  /** The folders of parts, written by `msgdocs part`. */
  readonly parts: readonly string[];
}

export interface PortalRequest extends Writing {
  readonly flags: Flags;
  /** The git ref since which changes are shown. */
  readonly base?: string | undefined;
  /** Receives the files of the portal. Then no folder is written. */
  readonly takeFiles?: ((files: Iterable<PortalFile> | AsyncIterable<PortalFile>) => Promise<void>) | undefined;
}

/** A cache that keeps parts until they are merged, and if the user named it, for the next build. */
export interface PartCache {
  readonly cache: Cache;
  readonly folder: string;
  /** Only for a cache that is used for one run: deletes it. */
  readonly remove?: () => void;
}

/** A file of a portal. The files of APIs are copied from their parts. */
export type PortalFile = OutputFile | CopiedFile;

/** A file of an API, with the files that it may show. */
export interface ApiFile extends CopiedFile {
  /** Images and other files of the same site, with their hashes. */
  readonly beside: readonly (readonly [path: string, sha256: string])[];
}

/** The content of a portal. Files are made when they are asked for. */
export interface PortalContents {
  readonly site: { pages(): Iterable<Page> };
  /** The files of the theme and the brand. */
  assets(): readonly OutputFile[];
  /** The file of an API at a path in the portal. */
  apiFile(path: string): ApiFile | undefined;
  /** Further files that span APIs, without the search index. */
  spanningFiles(): readonly SiteFile[];
  searchFiles(): Iterable<OutputFile>;
  /** All files, one at a time. */
  files(): Iterable<PortalFile> | AsyncIterable<PortalFile>;
}

/** The documents of a portal, for making it again. */
export interface PortalInput extends Pick<Input, "documents" | "listed"> {
  readonly flags: Flags;
  readonly settings: Settings;
  readonly theme: Theme;
  /** Files and globs that have changed. If it is absent, everything is checked again. */
  readonly changed: readonly string[];
}

/** A portal in its current state. */
export interface MadePortal {
  readonly contents: PortalContents;
  readonly report: ProblemReport;
  /** The problems that prevent documents from being built. Their APIs are shown as before, or as APIs that could not be built. */
  readonly unbuilt: ProblemReport;
  /** See {@link accessLine}. */
  readonly reached: string;
  /** Files that parts were made from, including missing ones. */
  readonly files: readonly string[];
  readonly globs: readonly string[];
}

/** Makes a portal repeatedly. */
export interface PortalRemaker {
  make(input: PortalInput): Promise<MadePortal>;
  /** Deletes what was kept. */
  close(): void;
}

/** A document of a portal. */
export interface PartDocument {
  /** An absolute path, or a URL. */
  readonly path: string;
  readonly entry?: PortalDocument | undefined;
}

/** A document of a portal after checking. */
export interface CheckedDocument {
  readonly document: PartDocument;
  readonly examined: Examined;
  readonly settings: Settings;
}

/** What is found between the documents of a portal. */
export interface PortalFindings {
  /** The problems that building the portal would report. */
  readonly found: readonly Diagnostic[];
  /** What msgdocs itself failed on. */
  readonly failures: readonly Diagnostic[];
}

/** The wing that makes portals of many APIs. */
export interface PortalWing {
  part(request: PartRequest, io: Io): Promise<Exit>;
  merge(request: MergeRequest, io: Io): Promise<Exit>;
  /** As `diff` of two documents, or of all documents of the portal. */
  diff(request: DiffRequest, io: Io): Promise<Exit>;
  buildPortal(request: PortalRequest, settings: Settings, run: { readonly io: Io; readonly cache: PartCache | undefined }): Promise<Exit>;
  createPortalMaker(io: Pick<Io, "cwd" | "version" | "onInterrupt">): Promise<PortalRemaker>;
  /** The settings of one document, and their problems. */
  settingsOf(
    document: PartDocument,
    run: { readonly flags: Flags; readonly settings: Settings; readonly folder: string },
  ): { readonly settings: Settings; readonly problems: readonly Diagnostic[] };
  portalFindings(
    checked: readonly CheckedDocument[],
    settings: Settings,
    place: { readonly folder: string; readonly cwd: string },
  ): Promise<PortalFindings>;
}
