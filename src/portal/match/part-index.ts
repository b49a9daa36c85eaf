import { createHash } from "node:crypto";
import { fileNames } from "#model";
import { guards, parsedJson } from "#text";
import { apiName } from "./api-name.ts";
import type { PartIndex } from "./part-shape.ts";
import { isPartIndex } from "./part-shape.ts";

/** The kinds of slots: the path up to the portal, the folder of an earlier version, the same in canonical links, and pieces of HTML. */
export const slotNames = ["root", "folder", "canonical", "note", "also", "group", "versions"] as const;
export type SlotName = (typeof slotNames)[number];

/** The folder of a part that contains the API's site. */
export const SITE = "site/";

function sealOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

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
  const isOwn = fileNames([name]).get(name) === name && paths.every((path) => INSIDE.test(path) && isOwnPath(path)) && !isTwice(paths);
  const linked = index ? [...index.channels, ...index.operations, ...index.messages] : [];
  const shown = [...pages, ...things, ...linked.map(({ page }) => ({ path: page.replace(/#[^]*$/, "") }))];
  const isHistory = paths.some((path) => /^site\/changes\.(?:html|md|json|xml)$/i.test(path));
  if (isHistory) return "has files that the portal makes";
  // What spans all APIs is looked up by the name in the index, and clashes of names are found by what the name was made from.
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

const isOrigin = guards.object<{ part: number } & PartOrigin>({
  part: guards.count,
  msgdocs: guards.text,
  look: guards.record(guards.text),
});

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
