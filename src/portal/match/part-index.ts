import { hash } from "node:crypto";
import type { JsonDiagnostic } from "#report";
import type { Guarded } from "#text";
import { guards, parsedJson } from "#text";
import type { NamedApi } from "./api-index.ts";
import { hasTargets, isApiIndex, placeFields, apiName } from "./api-index.ts";

/** A text without its marks, and the offsets at which they were. */
interface CutText {
  readonly bytes: Buffer;
  readonly slots: readonly (readonly [offset: number, slot: number])[];
  /** The slots of fields, one a line: the offset, a space, and the anchor. */
  readonly fields: string;
}

/**
 * Makes the marks for slots while the pages of a part are made. A mark contains a hash of everything that the part is made from. So no
 * text of a document can contain it, since it would have to contain its own hash.
 */
export class SlotMarks {
  readonly #start: string;
  readonly #pattern: RegExp;

  constructor(hash: string) {
    this.#start = `slot${hash}`;
    // The colon makes a link look like one to another site, which is not verified. A folder keeps its slash.
    const names = slotNames.filter((name) => !isFolder(name)).join("|");
    this.#pattern = new RegExp(`${this.#start}(?:(${names}):|(folder|canonical)/|field:([^;]*);)`, "g");
  }

  /** The mark beside the name of a field, whose row has an anchor. Anchors have letters and many signs, but no semicolon. */
  field(anchor: string): string {
    return `${this.#start}field:${anchor};`;
  }

  mark(name: SlotName): string {
    return `${this.#start}${name}${isFolder(name) ? "" : ":"}`;
  }

  /** Removes the marks from a text. */
  cut(text: string): CutText {
    if (!text.includes(this.#start)) return { bytes: Buffer.from(text), slots: [], fields: "" };
    const pieces: Buffer[] = [];
    const slots: (readonly [number, number])[] = [];
    const fields: string[] = [];
    let [at, offset] = [0, 0];
    for (const match of text.matchAll(this.#pattern)) {
      const piece = Buffer.from(text.slice(at, match.index));
      pieces.push(piece);
      offset += piece.length;
      const [, name, folder, anchor] = match;
      if (anchor === undefined) slots.push([offset, slotNames.indexOf((name ?? folder) as SlotName)]);
      else fields.push(`${offset} ${anchor}`);
      at = match.index + match[0].length;
    }
    pieces.push(Buffer.from(text.slice(at)));
    return { bytes: Buffer.concat(pieces), slots, fields: fields.join("\n") };
  }
}

function isFolder(name: SlotName): boolean {
  return name === "folder" || name === "canonical";
}

/** The texts in the slots of fields, by offset. */
export function fieldTexts(fields: string, textOf: (anchor: string) => string): (readonly [offset: number, text: string])[] {
  return fields.split("\n").flatMap((line) => {
    const [, offset, anchor = ""] = /^(\d+) (.+)$/.exec(line) ?? [];
    const text = offset === undefined ? "" : textOf(anchor);
    return text === "" ? [] : [[Number(offset), text] as const];
  });
}

/** The texts in the slots of a file, by offset. Empty slots are left out. */
export function slotTexts(
  slots: readonly (readonly [offset: number, slot: number])[],
  textOf: (name: SlotName) => string,
): (readonly [offset: number, text: string])[] {
  return slots.flatMap(([offset, slot]) => {
    const name = slotNames[slot];
    const text = name === undefined ? "" : textOf(name);
    return text === "" ? [] : [[offset, text] as const];
  });
}

const { text, flag, count, oneOf, nullable, optional, list, pair, record, object, shape } = guards;

/** A page of a part. The path is relative to the API's folder. */
const page = { path: text, kind: text, id: nullable(text), title: text };

/** A thing of a part with its home, as in the manifest of a site. */
const isThing = shape({
  ...page,
  anchor: text,
  examples: optional(shape({ passed: count, failed: count, notChecked: count })),
  keys: optional(list(text)),
});

/** A file of a part. */
const isFile = shape({
  sha256: text,
  /** The slots filled when parts are merged: byte offsets in the file, and the index of the slot in `slotNames`. */
  slots: optional(list(pair(count, count))),
  /** The slots for marks of fields, one a line: the byte offset in the file, a space, and the anchor of the field's row. One text takes less time to read than thousands of values. */
  fields: optional(text),
});

export type PartFile = Guarded<typeof isFile>;

const isProblem = object<JsonDiagnostic>({
  code: text,
  severity: oneOf("error", "warning", "info"),
  message: text,
  hint: nullable(text),
  ...placeFields,
  related: list(object<JsonDiagnostic["related"][number]>({ message: text, ...placeFields })),
});

/** The content of `part.json`: all that merging needs to know about one version of an API. */
const isPart = shape({
  part: oneOf(1),
  /** The version of msgdocs. */
  msgdocs: text,
  /** A hash of each setting that all parts must share. */
  look: record(text),
  name: text,
  /** The texts from which the name was made. */
  named: object<NamedApi>({
    name: optional(text),
    id: optional(text),
    path: text,
    title: text,
    isListed: optional(flag),
    repository: optional(text),
  }),
  title: text,
  version: text,
  /** The main document, relative to the folder of the settings. */
  document: text,
  /** Who owns the API, also if it could not be built; `null` if nobody is named, or it cannot be known. */
  owner: nullable(text),
  group: text,
  /** Whose side the document describes. */
  perspective: oneOf("application", "client"),
  /** Whether the part holds the text of the document as written, so that its lines are those of the file. */
  asWritten: flag,
  /** Absent if the API could not be built. */
  index: optional(isApiIndex),
  pages: list(shape(page)),
  things: list(isThing),
  problems: list(isProblem),
  /** The places of examples by verdict. */
  examples: shape({ passed: list(text), failed: list(text), notChecked: list(text) }),
  /** The files of the portal that pages link to. */
  links: list(text),
  /**
   * The files by path: the site below `site/`, schemas below `schemas/`, `search.json`, and the whole description as `document.yaml` or
   * `document.json`, with which other versions are compared.
   */
  files: record(isFile),
});

export type PartIndex = Guarded<typeof isPart>;

/** Whether the content of a `part.json`, which anybody may have edited, has the shape that merging expects. */
function isPartIndex(value: unknown): value is PartIndex {
  return isPart(value) && (value.index === undefined || hasTargets(value.index));
}

/** The kinds of slots: the path up to the portal, the folder of an earlier version, the same in canonical links, and pieces of HTML. */
export const slotNames = ["root", "folder", "canonical", "note", "also", "group", "versions", "findings"] as const;
export type SlotName = (typeof slotNames)[number];

/** The folder of a part that contains the API's site. */
export const SITE = "site/";

const sealOf = (text: string): string => hash("sha256", text);

/** Prints `part.json` with a hash of its content as a seal. */
export function printPartIndex(index: PartIndex): string {
  const text = JSON.stringify(index);
  return `{"seal":"${sealOf(text)}","index":${text}}\n`;
}

const SEALED = /^\{"seal":"([0-9a-f]{64})","index":([^]*)\}\n$/;

/** Whether two paths are the same file on many systems. */
function isTwice(paths: readonly string[]): boolean {
  return new Set(paths.map((path) => path.normalize("NFC").toLowerCase())).size < paths.length;
}

function isOwnPath(path: string): boolean {
  return !/[\\:\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

const INSIDE = /^(?:site\/.+|schemas\/[0-9a-f]+\.json|search\.json|document\.(?:yaml|json))$/;

/** Why a part cannot be merged, as a clause; `undefined` if its names and paths are valid. */
function wrongNames({ name, named, files, pages, things, index }: PartIndex): string | undefined {
  const paths = Object.keys(files);
  const isOwn = paths.every((path) => INSIDE.test(path) && isOwnPath(path)) && !isTwice(paths);
  const linked = index ? [...index.channels, ...index.operations, ...index.messages] : [];
  const shown = [...pages, ...things, ...linked.map(({ page }) => ({ path: page.replace(/#[^]*$/, "") }))];
  const isHistory = paths.some((path) => /^site\/changes\.(?:html|md|json|xml)$/i.test(path));
  if (isHistory) return "has files that the portal makes";
  // What spans all APIs is looked up by the name in the index, and clashes of names are found by what the name was made from.
  // `apiName` gives only names that are safe as a folder.
  const isSame = apiName(named) === name && (index === undefined || index.name === name);
  return isOwn && isSame && shown.every(({ path }) => Object.hasOwn(files, SITE + path)) ? undefined : "names files that no part has";
}

/** The data kept for each part while all are merged, without the lists that grow with its pages. */
export type PartSummary = Omit<PartIndex, "files" | "pages" | "things">;

/** The version and settings that a part must have been made with. */
export interface PartOrigin {
  readonly msgdocs: string;
  readonly look: PartIndex["look"];
}

/** A `part.json` after reading. Two parts with the same seal are the same. */
export interface SealedPart {
  readonly seal: string;
  readonly index: PartSummary;
  readonly lists: Pick<PartIndex, "files" | "pages" | "things">;
}

const WRONG_SHAPE = "is damaged: its part.json lacks something, or something in it is too large or of a wrong type";

const isOrigin = object<{ part: number } & PartOrigin>({ part: count, msgdocs: text, look: record(text) });

/** Why a part cannot be used, as a clause. */
interface UselessPart {
  readonly reason: string;
  /** Whether it is whole, but made for another portal. */
  readonly isForeign?: boolean;
}

/** Reads `part.json`, or says why it cannot be used. */
export function readPartIndex(text: string, { msgdocs, look }: PartOrigin): SealedPart | UselessPart {
  const [, seal, inner = ""] = SEALED.exec(text) ?? [];
  if (seal === undefined) return { reason: "is no part: its part.json is not one of msgdocs" };
  const found = sealOf(inner);
  if (found !== seal) return { reason: "is damaged: its part.json does not have the hash that it says" };
  const index = parsedJson(inner);
  if (!isOrigin(index)) return { reason: WRONG_SHAPE };
  if (index.part !== 1 || index.msgdocs !== msgdocs)
    return { reason: `was made by msgdocs ${index.msgdocs}, and this is ${msgdocs}`, isForeign: true };
  const others = Object.keys({ ...look, ...index.look }).filter((setting) => index.look[setting] !== look[setting]);
  if (others.length > 0) return { reason: `was made with other settings than the portal: ${others.join(", ")}`, isForeign: true };
  if (!isPartIndex(index)) return { reason: WRONG_SHAPE };
  const wrong = wrongNames(index);
  if (wrong !== undefined) return { reason: `is damaged: it ${wrong}` };
  const { files, pages, things, ...summary } = index;
  // A match of the pattern would keep the whole text in memory.
  return { seal: found, index: summary, lists: { files, pages, things } };
}

/** Reads the lists of a part that was read before; `undefined` if its text is another one. The seal says that all is as it was checked. */
export function readPartLists(text: string, seal: string): SealedPart["lists"] | undefined {
  const [, , inner = ""] = SEALED.exec(text) ?? [];
  if (sealOf(inner) !== seal) return undefined;
  const { files, pages, things } = parsedJson(inner) as PartIndex;
  return { files, pages, things };
}
