import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Examined, MadeSite, SiteKeys } from "../../src/build/index.ts";
import { createMemo, examine, makeSite, openTheme, siteKeys } from "../../src/build/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import type { Fingerprints, Touched } from "../../src/fingerprint/index.ts";
import type { Node } from "../../src/json/index.ts";
import { OwnLinks } from "../../src/links/index.ts";
import type { Kept, Noted } from "../../src/render/index.ts";
import { BrokenLinksError, renderSite } from "../../src/render/index.ts";
import { settle } from "../../src/report/settle.ts";
import { PRINT_PATH } from "../../src/site/index.ts";
import { root } from "../cli/spawned.ts";
import fc from "../support/fast-check.ts";

/** A site as a build without a cache makes it, and what it is told apart by. */
export interface State {
  readonly files: ReadonlyMap<string, string>;
  readonly keys: SiteKeys;
  readonly fingerprints: Fingerprints;
  /** The site, of which nothing is made yet. */
  readonly again: () => Promise<MadeSite>;
  readonly noted: Noted;
  readonly root: Node;
}

const settings = loadSettings({}, root);
const theme = openTheme(settings.settings!);

/** The state of a text at a path, files beside it read from the disk; `undefined` where there is nothing to document. */
export async function stateOf(path: string, text: string, listRows?: number): Promise<State | undefined> {
  const own = settings.settings!;
  const limits = { ...own.limits, ...(listRows === undefined ? {} : { listRows }) };
  const given = { ...own, guides: [], root: dirname(path), limits };
  const overlay = new Map([[path, Buffer.from(text)]]);
  const examined: Examined = await examine(path, { settings: given, cwd: dirname(path), memo: createMemo(), overlay });
  const { subject, diagnostics } = examined;
  if (!subject?.fingerprints) return undefined;
  const problems = settle(diagnostics, {});
  const again = async (): Promise<MadeSite> => makeSite(subject, { settings: given, theme: (await theme).theme!, problems });
  const { files, noted } = await filesOf(await again());
  const keys = siteKeys(examined, { settings: given, problems, program: "" });
  return { files, keys, again, noted, fingerprints: subject.fingerprints, root: subject.documents.root };
}

/** All files of a site, those that are kept where an earlier site has them, and what is noted for a later one. */
async function filesOf(
  { site, theme: look, assets }: MadeSite,
  kept?: Kept,
  before?: ReadonlyMap<string, string>,
): Promise<{ readonly files: Map<string, string>; readonly noted: Noted }> {
  const files = new Map<string, string>();
  let noted: Noted | undefined;
  const read = () => assets().map(({ source, path }) => ({ path, contents: readFileSync(source) }));
  const links = new OwnLinks((from) => Buffer.from(before?.get(from) ?? "", "latin1").toString("utf8"));
  for await (const { path, contents, from } of renderSite({
    site,
    theme: look,
    assets: read,
    kept,
    links,
    note: (known) => (noted = known),
  }))
    files.set(path, from === undefined ? Buffer.from(contents).toString("latin1") : before!.get(from)!);
  return { files, noted: noted! };
}

/** What an earlier run left, its files standing at their own paths. */
function keptOf({ files, noted }: State, touched: Touched, isKept: (path: string) => boolean): Kept {
  const was = (path: string): string | undefined => (files.has(path) ? path : undefined);
  return {
    at: (path) => (isKept(path) ? was(path) : undefined),
    was,
    textOf: (path) => Buffer.from(files.get(path) ?? "", "latin1").toString("utf8"),
    isSame: (node) => touched.isSame(node),
    // What is kept is kept as text.
    noted: JSON.parse(JSON.stringify(noted)) as Noted,
  };
}

/**
 * What a build would keep of the site before, though it is not as it was, and what it would make of it that is not as it is;
 * `undefined` where it would keep nothing.
 */
export async function stale(
  before: State,
  after: State,
): Promise<{ readonly wrong: readonly string[]; readonly kept: number } | undefined> {
  if (before.keys.pages !== after.keys.pages) return undefined;
  const touched = after.fingerprints.since(before.fingerprints.notes());
  if (!touched) return undefined;
  const made = await after.again();
  const isKept = made.site.keptPaths(touched);
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])];
  const kept = paths.filter(isKept);
  const wrong = kept.filter((path) => before.files.get(path) !== after.files.get(path));
  // Pictures are those of the pages that are made, and a page of everything is of all: such sites are made whole.
  if (wrong.length > 0 || made.assets().length > 0) return { wrong, kept: kept.length };
  const inPart = await filesOf(made, keptOf(before, touched, isKept), before.files).catch((error: unknown) => {
    // As a build does that cannot tell.
    if (error instanceof BrokenLinksError) return undefined;
    throw error;
  });
  const isOther = (path: string): boolean => path !== PRINT_PATH && inPart?.files.get(path) !== after.files.get(path);
  return { wrong: inPart ? paths.filter(isOther) : [], kept: kept.length };
}

const TELLING = /^(?:summary|description|pattern|multipleOf|(?:exclusive)?m(?:in|ax).*|enum|const|default|examples?)$/i;

/** Texts and numbers under keys that tell something of what has them. */
function tellingIn(value: Node): Node[] {
  const found: Node[] = [];
  const open: [node: Node, isTelling: boolean][] = [[value, false]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, isTelling] = next;
    if (node.kind === "map") for (const entry of node.entries) open.push([entry.value, isTelling || TELLING.test(entry.key)]);
    else if (node.kind === "list") for (const item of node.items) open.push([item, isTelling]);
    else if (isTelling && (node.kind === "string" || node.kind === "number")) found.push(node);
  }
  return found;
}

export type Edit = (text: string, root: Node) => string;

/** How many texts and numbers tell something of what has them. */
export const countTelling = (value: Node): number => tellingIn(value).length;

/** Another letter or digit in something that is told. */
export const tellAgain =
  (at: number, which: number): Edit =>
  (text, value) => {
    const all = tellingIn(value);
    const node = all[at % Math.max(1, all.length)];
    if (!node) return text;
    const written = text.slice(node.start, node.end);
    const found = [...written.matchAll(node.kind === "number" ? /\d/g : /[a-z]/g)];
    const sign = found[which % Math.max(1, found.length)];
    if (!sign) return text;
    const other = node.kind === "number" ? String((Number(sign[0]) + 1) % 10) : sign[0] === "q" ? "w" : "q";
    const index = node.start + sign.index;
    return text.slice(0, index) + other + text.slice(index + 1);
  };

export const retold = fc.tuple(fc.nat(), fc.nat()).map(([at, which]) => tellAgain(at, which));
