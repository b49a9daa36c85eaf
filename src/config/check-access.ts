import { basename, dirname, resolve } from "node:path";
import type { Diagnostic, Node, StringNode } from "#text";
import { entriesOf, globFolder, hiddenName, isInside, isUrl, itemsOf, problem, realPathOf, repositoryOf, valueOf } from "#text";
import type { Settings, RemoteSettings } from "./settings.ts";
import { textsOf } from "./check-settings.ts";

/** Flags about the network. */
interface RemoteFlags {
  /** Origins with path prefixes that references may be read from, in addition to those of the settings file. */
  readonly allowRemote?: readonly string[] | undefined;
  /** `ORIGIN=VARIABLE`. */
  readonly remoteHeaderEnv?: readonly string[] | undefined;
  readonly offline?: boolean | undefined;
  readonly updateLock?: boolean | undefined;
}

/** Splits `ORIGIN=VARIABLE` at the last `=`, because a URL may contain one. */
function pairOf(text: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The network settings of file and flags together; empty if neither asks for the network. */
export function remoteOf(root: Node | undefined, flags: RemoteFlags, folder: string): { readonly remote?: RemoteSettings } {
  const own = valueOf(root, "remote");
  const allow = [...textsOf(valueOf(own, "allow")), ...(flags.allowRemote ?? [])];
  const named = entriesOf(valueOf(own, "headerEnv")).flatMap(({ key, value }) =>
    value.kind === "string" ? [[key, value.value] as const] : [],
  );
  const credentials = Object.assign(
    Object.create(null) as Record<string, string>,
    Object.fromEntries([...named, ...(flags.remoteHeaderEnv ?? []).map(pairOf)]),
  );
  const [offline, updateLock] = [flags.offline === true, flags.updateLock === true];
  if (allow.length === 0 && Object.keys(credentials).length === 0 && !offline) return {};
  return { remote: { allow, credentials, folder, offline, updateLock } };
}

const paths = {
  root: "--root",
  document: "the argument",
  output: "--out",
  cache: "--cache",
  baseline: "--baseline",
  ruleset: "--ruleset",
} as const;

/** Flags that a settings file cannot replace without trust. */
export interface AccessFlags extends RemoteFlags, Readonly<Partial<Record<keyof typeof paths, string | undefined>>> {
  /** The user also owns the settings, so they may access what a flag may. */
  readonly trustSettings?: boolean | undefined;
}

/** Whether a file is hidden as rulesets are by habit: `.spectral.yaml`. */
export function isRulesetName(name: string): boolean {
  return /^\.spectral[\w.-]*\.(?:ya?ml|json)$/.test(name);
}

function refuse(node: Node, key: string, what: string, flag: string): Diagnostic {
  const hint = `Name it on the command line: ${flag}. If you own the settings too, run with --trust-settings.`;
  return problem("config/not-trusted", node, { key, what, hint });
}

/** The first forbidden name between the root of the repository and a path. Outputs may be hidden, but not in `.git`. */
function forbiddenName(key: keyof typeof paths, folder: string, path: string): string | undefined {
  const from = isInside(folder, path) ? folder : repositoryOf(folder);
  const hidden = hiddenName(from, path);
  if (key === "ruleset" && hidden === basename(path) && isRulesetName(hidden)) return undefined;
  return key === "output" || key === "cache" ? (hidden === ".git" ? hidden : undefined) : hidden;
}

function checkPath(root: Node, key: keyof typeof paths, { flags, path, settings }: AccessContext): Diagnostic[] {
  const node = valueOf(root, key);
  if (node?.kind !== "string" || flags[key] !== undefined) return [];
  if (key === "document" && isUrl(node.value)) return checkUrl(node, key, flags);
  const folder = dirname(path);
  const wanted = realPathOf(settings[key] ?? resolve(folder, node.value));
  const flag = `${paths[key]} ${JSON.stringify(node.value)}`;
  if (!isInside(repositoryOf(folder), wanted)) return [refuse(node, key, "lead out of the repository that the settings lie in", flag)];
  const hidden = forbiddenName(key, folder, wanted);
  return hidden === undefined ? [] : [refuse(node, key, `name what is hidden (${JSON.stringify(hidden)})`, flag)];
}

/** Paths and globs of `documents` stay in the repository, and nothing hidden is searched. */
function checkDocuments(root: Node, { path }: AccessContext): Diagnostic[] {
  const folder = dirname(path);
  return itemsOf(valueOf(root, "documents")).flatMap((item, at) => {
    const nodes = item.kind === "string" ? [item] : [valueOf(item, "path"), valueOf(item, "versions")];
    return nodes.flatMap((node) => {
      if (node?.kind !== "string") return [];
      const wanted = realPathOf(globFolder(resolve(folder, node.value)));
      const from = isInside(folder, wanted) ? folder : repositoryOf(folder);
      const isOutside = !isInside(repositoryOf(folder), wanted);
      const hidden = isOutside ? undefined : hiddenName(from, wanted);
      if (!isOutside && hidden === undefined) return [];
      const what = isOutside ? "lead out of the repository that the settings lie in" : `name what is hidden (${JSON.stringify(hidden)})`;
      return [refuse(node, `documents[${at}]`, what, "the argument")];
    });
  });
}

/** Whether the command line allows a URL of the settings. */
function isAllowed(url: string, { allowRemote = [] }: RemoteFlags): boolean {
  if (!URL.canParse(url)) return false;
  const { href } = new URL(url);
  return allowRemote.some((each) => {
    if (!URL.canParse(each)) return false;
    const own = new URL(each).href;
    return href === own || href.startsWith(own.endsWith("/") ? own : `${own}/`);
  });
}

function checkUrl(node: StringNode, key: string, flags: RemoteFlags): Diagnostic[] {
  if (isAllowed(node.value, flags)) return [];
  return [refuse(node, key, "turn the network on", `--allow-remote ${JSON.stringify(node.value)}`)];
}

function checkRemote(root: Node, { flags }: AccessContext): Diagnostic[] {
  const remote = valueOf(root, "remote");
  const origins = itemsOf(valueOf(remote, "allow")).flatMap((node) =>
    node.kind === "string" ? checkUrl(node, "remote.allow", flags) : [],
  );
  const credentials = entriesOf(valueOf(remote, "headerEnv")).flatMap(({ key, value }) => {
    if (value.kind !== "string") return [];
    const pair = `${key}=${value.value}`;
    if (flags.remoteHeaderEnv?.includes(pair) === true) return [];
    return [refuse(value, "remote.headerEnv", "send a variable of the environment", `--remote-header-env ${JSON.stringify(pair)}`)];
  });
  return [...origins, ...credentials];
}

interface AccessContext {
  readonly flags: AccessFlags;
  /** The path of the settings file; that of its folder is real. */
  readonly path: string;
  /** What was made of the file. */
  readonly settings: Settings;
}

/**
 * Checks that a settings file does not widen the access of a run: only the user may do that, with flags. The file may come with a pull
 * request of a stranger.
 */
export function checkAccess(root: Node, asked: AccessContext): Diagnostic[] {
  if (asked.flags.trustSettings === true) return [];
  const keys = Object.keys(paths) as (keyof typeof paths)[];
  return [...keys.flatMap((key) => checkPath(root, key, asked)), ...checkDocuments(root, asked), ...checkRemote(root, asked)];
}
