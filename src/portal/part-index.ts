import { createHash } from "node:crypto";
import { fileNames } from "#model";
import type { ApiIndex } from "./api-index.ts";
import type { NamedApi } from "./api-name.ts";

/** A page of a part. Its path is relative to the API's folder. */
export interface PartPage {
  readonly path: string;
  readonly kind: string;
  readonly id: string | null;
  readonly title: string;
  readonly examples?: { readonly passed: number; readonly failed: number; readonly notChecked: number };
}

/** A problem of a part's document, as the JSON report has it. */
export interface PartProblem {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint: string | null;
  readonly file: string;
  readonly pointer: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly related: readonly {
    readonly message: string;
    readonly file: string;
    readonly pointer: string;
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  }[];
}

/** A file of a part. */
export interface PartFile {
  readonly sha256: string;
  /** What is filled in when parts are merged: bytes from the start of the file, and the number of the slot in {@link slotNames}. */
  readonly slots?: readonly (readonly [offset: number, slot: number])[];
}

/** Everything that is filled in: steps up to the portal, the folder of an earlier version, the same in canonical links, two pieces of HTML. */
export const slotNames = ["root", "folder", "canonical", "note", "also"] as const;
export type SlotName = (typeof slotNames)[number];

/** `part.json`: all that merging needs to know of one version of one API. */
export interface PartIndex {
  readonly part: 1;
  /** The version of the tool. */
  readonly msgdocs: string;
  /** A hash of the settings that must be the same for all parts. */
  readonly look: string;
  readonly name: string;
  /** What the name was made from. */
  readonly named: NamedApi;
  readonly title: string;
  readonly version: string;
  /** The main document, relative to the folder of the settings. */
  readonly document: string;
  readonly group: string;
  /** Absent where the API could not be built. */
  readonly index?: ApiIndex;
  readonly pages: readonly PartPage[];
  readonly problems: readonly PartProblem[];
  /** Examples by their verdict, each by where it is written. */
  readonly examples: Readonly<Record<"passed" | "failed" | "notChecked", readonly string[]>>;
  /** Files of the portal that pages link to. */
  readonly links: readonly string[];
  /** By path: those of the site below `site/`, schemas below `schemas/`, and `search.json`. */
  readonly files: Readonly<Record<string, PartFile>>;
}

/** The folder of a part in which the files of the API's site are. */
export const SITE = "site/";

function sealOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Prints `part.json`, sealed by a hash of all of it. */
export function printPartIndex(index: PartIndex): string {
  const text = JSON.stringify(index);
  return `{"seal":"${sealOf(text)}","index":${text}}\n`;
}

const SEALED = /^\{"seal":"([0-9a-f]{64})","index":([^]*)\}\n$/;

/** Names that are one file on many systems. */
function isTwice(paths: readonly string[]): boolean {
  return new Set(paths.map((path) => path.normalize("NFC").toLowerCase())).size < paths.length;
}

function isOwnPath(path: string): boolean {
  return !/[\\:\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

const INSIDE = /^(?:site\/.+|schemas\/[0-9a-f]+\.json|search\.json)$/;

/** Why a part cannot be merged, as a clause; `undefined` where its names and paths are its own. */
function wrongNames({ name, files, pages }: PartIndex): string | undefined {
  const paths = Object.keys(files);
  const isOwn = fileNames([name]).get(name) === name && paths.every((path) => INSIDE.test(path) && isOwnPath(path)) && !isTwice(paths);
  return isOwn && pages.every(({ path }) => Object.hasOwn(files, SITE + path)) ? undefined : "names files that no part has";
}

/** What is kept of each part while all of them are merged: all but the lists that grow with its pages. */
export type PartSummary = Omit<PartIndex, "files" | "pages">;

/** What a part must have been made with to be merged. */
export interface PartOrigin {
  readonly msgdocs: string;
  readonly look: string;
}

/** A `part.json` that was read. Two parts of one seal are the same. */
export interface SealedPart {
  readonly seal: string;
  readonly index: PartSummary;
  readonly lists: Pick<PartIndex, "files" | "pages">;
}

/** Reads `part.json`, or says why it cannot be used, as a clause. */
export function readPartIndex(text: string, { msgdocs, look }: PartOrigin): SealedPart | { readonly reason: string } {
  const [, seal, inner = ""] = SEALED.exec(text) ?? [];
  if (seal === undefined) return { reason: "is no part: its part.json is not one of msgdocs" };
  const found = sealOf(inner);
  if (found !== seal) return { reason: "is damaged: its part.json does not have the hash that it says" };
  const index = JSON.parse(inner) as Partial<PartIndex>;
  if (index.part !== 1 || index.msgdocs !== msgdocs)
    return { reason: `was made by msgdocs ${index.msgdocs ?? "?"}, and this is ${msgdocs}: make it anew` };
  if (index.look !== look) return { reason: "was made with other settings of the portal, its theme or its language: make it anew" };
  const wrong = wrongNames(index as PartIndex);
  if (wrong !== undefined) return { reason: `is damaged: it ${wrong}` };
  const { files, pages, ...summary } = index as PartIndex;
  // What the pattern found would hold the whole text in memory.
  return { seal: found, index: summary, lists: { files, pages } };
}
