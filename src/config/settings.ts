import { basename, dirname, join, resolve } from "node:path";
import type { Code, Diagnostic, Level, Node, StringNode, Vocabulary, FileAccess, InputFile } from "#text";
import { namedAccess, realPathOf, repositoryOf } from "#text";
import { settingRows } from "./setting-rows.ts";

type Rows = typeof settingRows;

/** The type of a value, by its row. */
type ValueOf<Row> = Row extends { enum: readonly (infer Word)[] }
  ? Word
  : Row extends { type: "boolean" }
    ? boolean
    : Row extends { type: "integer" }
      ? number
      : string;

/** The settings that are taken as written. Those without a default may be absent. */
export type PlainSettings = {
  readonly [Key in keyof Rows as Rows[Key] extends { is: "plain"; default: unknown } ? Key : never]: ValueOf<Rows[Key]>;
} & {
  readonly [
    Key in keyof Rows as Rows[Key] extends { is: "plain" } ? (Rows[Key] extends { default: unknown } ? never : Key) : never
  ]?: ValueOf<Rows[Key]>;
};

/** The settings that are absolute paths. The words are a file only in the settings. */
type PathSettings = {
  readonly [Key in keyof Rows as Rows[Key] extends { is: "path" } ? Exclude<Key, "words"> : never]?: string;
};

/** The languages of samples to paste, in the order of their tabs: commands for a shell, and programs. */
export const codeLanguages = settingRows.code.default;

/** The settings of a run, from the settings file and the flags. Paths are absolute. What they mean is in their rows. */
export interface Settings extends PlainSettings, PathSettings {
  /** The portal of several APIs; absent for a single one. */
  readonly portal?: PortalSettings;
  /** The days on which versions of APIs were released, as `YYYY-MM-DD`, by the name of the API and the version. */
  readonly released: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What new messages of a channel are, by its key or address; `*` stands for all others. */
  readonly newMessages: Readonly<Record<string, "breaking" | "compatible">>;
  /** The day of current versions without one. */
  readonly date?: string;
  readonly theme: string;
  /** The file of custom words, and its content. */
  readonly wordsFile?: string;
  readonly words?: Vocabulary;
  /** Which messages get generated examples. Absent if the settings do not ask for all, so that a portal's own wish counts. */
  readonly generatedExamples?: "always" | "missing";
  /** The languages of samples to paste; none turns them off. */
  readonly code: readonly string[];
  /** Problems of valid settings, such as a rule of another tool. */
  readonly remarks?: { readonly diagnostics: readonly Diagnostic[]; readonly root: Node };
  readonly rules: Readonly<Partial<Record<Code, Level>>>;
  /** Whether pages show source lines from the start, which readers can turn on too, the problems of the document, and links to assistants. */
  readonly show: { readonly source: boolean; readonly problems: boolean; readonly assistants: boolean };
  /** The servers that readers may send to from the page: all, none and no composing, or those named. */
  readonly tryIt: boolean | readonly StringNode[];
  readonly navigation: { readonly groupBy: "auto" | "tag" | "address" | "none" };
  readonly links: readonly { readonly text: string; readonly url: string }[];
  /** Globs or paths of Markdown pages. */
  readonly guides: readonly string[];
  readonly onlyTags: readonly string[];
  /** Former paths of the site and the current path for each. */
  readonly redirects: Readonly<Record<string, StringNode>>;
  /** Whether everything that lives on the page of something else has a small page that leads there. */
  readonly redirectPages?: boolean;
  /** Additional Content-Security-Policy sources by directive, for content of hooks. */
  readonly csp: Readonly<Record<string, readonly string[]>>;
  /** A script for visit statistics. Its sources are in `csp`. */
  readonly analytics?: Analytics | undefined;
  /** Access to the network; absent if there is none. */
  readonly remote?: RemoteSettings;
  readonly limits: Limits;
  /** The coverage settings. A coverage below the threshold, in percent, is an error. */
  readonly coverage?: { readonly threshold?: number | undefined };
  /** The ruleset that `check` runs beside its own rules. */
  readonly ruleset?: string;
}

/** A script on another host for visit statistics. */
export interface Analytics {
  readonly script: string;
  readonly integrity?: string | undefined;
  /** The values of its `data-…` attributes, by their names without `data-`. */
  readonly data: Readonly<Record<string, string>>;
}

/** A portal: the documents of several APIs, and what spans them. */
export interface PortalSettings {
  /** The folder of the settings file, to which names of files in the portal are relative. */
  readonly folder: string;
  readonly title?: string;
  /** The documents. Empty if parts of other repositories are merged. */
  readonly documents: readonly PortalDocument[];
  /** The URLs of one broker, by its name. */
  readonly brokers: Readonly<Record<string, readonly string[]>>;
  /** The names of APIs that must take every message of the channels from which they receive. */
  readonly takeAll: readonly string[];
  readonly group: "folder" | "tag" | "owner" | "none";
}

/** An entry of the setting `documents`. */
export interface PortalDocument {
  /** An absolute path or glob. */
  readonly path: string;
  readonly name?: string;
  /** An absolute path or glob of further versions. */
  readonly versions?: string;
  /** Whether the document describes the application or its client; by default as in the settings. */
  readonly perspective?: Settings["perspective"];
}

/** Access to the network, which is off by default. */
export interface RemoteSettings {
  /** Origins with path prefixes that references may be read from. */
  readonly allow: readonly string[];
  /** Origin → name of the environment variable that holds its `Authorization` header. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Folder of the lock file. */
  readonly folder: string;
  readonly offline: boolean;
  readonly updateLock: boolean;
}

type LimitRows = Rows["limits"]["properties"];

/** Stated limits; sizes in bytes, times in milliseconds. */
export type Limits = { readonly [Name in keyof LimitRows]: number };

export const defaultLimits = Object.fromEntries(
  Object.entries(settingRows.limits.properties).map(([name, row]) => [name, row.default]),
) as Limits;

/** Names of settings files that are found without `--config`, in order of precedence. */
export const settingsFiles = ["msgdocs.yaml", "msgdocs.yml", "msgdocs.json"];

/** The settings file that `--config` names, or the files that are looked for without it. */
export function settingsInputs({ config }: { readonly config?: string | undefined }, cwd: string): readonly InputFile[] {
  // A found file must be in the repository; a named file may be anywhere, but not through a link of the repository.
  if (config === undefined)
    return settingsFiles.map((name) => ({ path: join(cwd, name), access: { root: repositoryOf(cwd), named: [cwd] } }));
  const path = resolve(cwd, config);
  // Whatever the settings name is looked for from this folder, so links in its path are followed once.
  return [{ path: join(realPathOf(dirname(path)), basename(path)), access: namedAccess(path, cwd) }];
}

/** The access to files that the settings in a folder name. The path of the folder is real. */
export function settingsAccess(folder: string, isTrusted: boolean): FileAccess {
  return isTrusted ? {} : { root: repositoryOf(folder), named: [folder] };
}
