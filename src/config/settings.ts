import type { Code, Diagnostic, Level, Node, StringNode, Vocabulary } from "#text";
import { readLimits } from "#text";

/** Everything that the settings file and the flags decide. Paths are absolute. */
export interface Settings {
  readonly document?: string;
  readonly output?: string;
  readonly root?: string;
  /** A folder of what earlier builds made. */
  readonly cache?: string;
  readonly theme: string;
  readonly templates?: string;
  /** A BCP 47 tag: `<html lang>`, and whose words the interface speaks. */
  readonly language: string;
  /** The file of the user's own words for some of the interface's, and what it says. */
  readonly wordsFile?: string;
  readonly words?: Vocabulary;
  readonly siteUrl?: string;
  /** Ask search engines to leave the site out. */
  readonly noindex: boolean;
  /** Whose words lead: the application's ("sends") or the client's ("you receive"). */
  readonly view: "application" | "client";
  /** Which messages get examples of our making: those without one, or all. Absent is `missing`. */
  readonly generatedExamples?: "always" | "missing";
  readonly strict: boolean;
  readonly allowErrors: boolean;
  /** What there is to say of settings that are accepted, such as a rule's name of another tool. */
  readonly remarks?: { readonly diagnostics: readonly Diagnostic[]; readonly root: Node };
  readonly rules: Readonly<Partial<Record<Code, Level>>>;
  readonly navigation: { readonly groupBy: "auto" | "tag" | "address" | "none" };
  readonly logo?: string;
  readonly favicon?: string;
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly footer?: string;
  /** Where a source line can be seen: `https://…/blob/main/{path}#L{line}`; paths are relative to the main document's folder. */
  readonly sourceUrl?: string;
  readonly editUrl?: string;
  /** What opens a problem of the preview: an editor's name, or a URL with `{path}`, `{line}` and `{column}`. */
  readonly editor?: string;
  /** Globs or paths of the user's own Markdown pages. */
  readonly guides: readonly string[];
  /** Leave out what carries `x-internal: true`. */
  readonly hideInternal: boolean;
  readonly onlyTags: readonly string[];
  /** Earlier paths of the site, each with the path that it leads to now, as it is written. */
  readonly redirects: Readonly<Record<string, StringNode>>;
  /** Further Content-Security-Policy sources by directive, for what hooks bring. */
  readonly csp: Readonly<Record<string, readonly string[]>>;
  /** What may be read over the network, and how; absent where nothing is asked of it. */
  readonly remote?: RemoteSettings;
  readonly limits: Limits;
  /** How many problems to list; all of them when absent. */
  readonly maxProblems?: number | undefined;
  /** A file of known problems: only new ones are reported. */
  readonly baseline?: string;
}

/** The network, which is off unless something of this is asked for. */
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

/** Stated limits; sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly yamlBytes: number;
  readonly jsonBytes: number;
  readonly totalBytes: number;
  readonly files: number;
  readonly depth: number;
  /** Of the problems that one report lists. */
  readonly reportCharacters: number;
  readonly descriptionBytes: number;
  /** Of channels, operations, messages and schemas; a document of 200 characters for each may have more. */
  readonly pages: number;
  /** Of all files of a site together, for each megabyte of the documents that is begun. */
  readonly siteCharacters: number;
  readonly schemaRows: number;
  readonly schemaDepth: number;
  /** Of all pages together, for each megabyte of the documents that is begun: rows inside of schemas that have pages of their own. */
  readonly repeatedRows: number;
  readonly listRows: number;
  readonly sourceLines: number;
  /** Of things with pages of their own, on the one page for printing; of more there is no such page. */
  readonly printItems: number;
  readonly sampleNodes: number;
  readonly patternMs: number;
  readonly validationMs: number;
  readonly markdownMs: number;
  readonly remoteFiles: number;
  /** Of one file of the network, decompressed. */
  readonly remoteBytes: number;
  /** For one file of the network. */
  readonly remoteMs: number;
}

/** What is read and shown where the settings say nothing else; see the schema of the settings for what each means. */
export const defaultLimits: Limits = {
  ...readLimits,
  reportCharacters: 50_000_000,
  descriptionBytes: 64 * 1024,
  pages: 6000,
  siteCharacters: 100_000_000,
  schemaRows: 1000,
  schemaDepth: 6,
  repeatedRows: 40_000,
  listRows: 100,
  sourceLines: 1000,
  printItems: 80,
  sampleNodes: 500,
  patternMs: 1000,
  validationMs: 5000,
  markdownMs: 5000,
  remoteFiles: 20,
  remoteBytes: 5 * 1024 * 1024,
  remoteMs: 10_000,
};
