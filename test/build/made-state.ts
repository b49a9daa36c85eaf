import { dirname } from "node:path";
import type { Examined, MadeSite, SiteKeys } from "../../src/build/index.ts";
import { createMemo, examine, filesOf, makeSite, openTheme, siteKeys } from "../../src/build/index.ts";
import type { Settings } from "../../src/config/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import type { Fingerprints } from "../../src/fingerprint/index.ts";
import type { Node } from "../../src/json/index.ts";
import { settle } from "../../src/report/settle.ts";
import { root } from "../cli/spawned.ts";
import fc from "../support/fast-check.ts";

/** A site as a build without a cache makes it, and what it is told apart by. */
export interface State {
  readonly files: ReadonlyMap<string, string>;
  readonly keys: SiteKeys;
  readonly fingerprints: Fingerprints;
  readonly made: MadeSite;
  readonly root: Node;
}

const settings = loadSettings({}, root);
const theme = settings.then((loaded) => openTheme(loaded.settings!));

/** The state of a text at a path, files beside it read from the disk; `undefined` where there is nothing to document. */
export async function stateOf(path: string, text: string, change: Partial<Settings> = {}): Promise<State | undefined> {
  const given = { ...(await settings).settings!, guides: [], root: dirname(path), ...change };
  const overlay = new Map([[path, Buffer.from(text)]]);
  const examined: Examined = await examine(path, { settings: given, cwd: dirname(path), memo: createMemo(), overlay });
  const { subject, diagnostics } = examined;
  if (!subject?.fingerprints) return undefined;
  const problems = settle(diagnostics, {});
  const made = await makeSite(subject, { settings: given, theme: (await theme).theme!, problems });
  const files = new Map<string, string>();
  for await (const { path: name, contents } of await filesOf(made)) files.set(name, Buffer.from(contents).toString("latin1"));
  const keys = siteKeys(examined, { settings: given, problems, program: "" });
  return { files, keys, made, fingerprints: subject.fingerprints, root: subject.documents.root };
}

/** What a build would keep of the site before, though it is not as it was; `undefined` where it would keep nothing. */
export function stale(before: State, after: State): { readonly wrong: readonly string[]; readonly kept: number } | undefined {
  if (before.keys.pages !== after.keys.pages) return undefined;
  const touched = after.fingerprints.since(before.fingerprints.notes());
  if (!touched) return undefined;
  const isKept = after.made.site.keptPaths(touched);
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].filter(isKept);
  return { wrong: paths.filter((path) => before.files.get(path) !== after.files.get(path)), kept: paths.length };
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
