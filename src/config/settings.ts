import type { Code, Diagnostic, Level, Node, StringNode, Vocabulary } from "#text";
import { readLimits } from "#text";

/** The languages of samples to paste, in the order of their tabs: commands for a shell, and programs. */
export const codeLanguages = ["cli", "javascript", "python", "java", "go"] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** The settings of a run, from the settings file and the flags. Paths are absolute. */
export interface Settings {
  readonly document?: string;
  /** The portal of several APIs; absent for a single one. */
  readonly portal?: PortalSettings;
  /** The days on which versions of APIs were released, as `YYYY-MM-DD`, by the name of the API and the version. */
  readonly released: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The day of current versions without one. */
  readonly date?: string;
  readonly output?: string;
  readonly root?: string;
  /** The folder that keeps the results of earlier builds. */
  readonly cache?: string;
  readonly theme: string;
  readonly templates?: string;
  /** A BCP 47 tag: the value of `<html lang>` and the language of the interface. */
  readonly language: string;
  /** The file of custom words, and its content. */
  readonly wordsFile?: string;
  readonly words?: Vocabulary;
  readonly siteUrl?: string;
  /** Whether pages have no header, sidebar, search and footer. */
  readonly embed: boolean;
  /** Whether to write Markdown instead of HTML. */
  readonly markdownOnly: boolean;
  /** Whether to also write each page as Markdown. */
  readonly markdown: boolean;
  /** Whether to write a file for each schema of a message and each named schema. */
  readonly schemaFiles: boolean;
  /** Whether to ask search engines to leave the site out. */
  readonly noindex: boolean;
  /** The point of view that pages show first: the application's ("sends") or its client's ("you receive"). */
  readonly view: "application" | "client";
  /** Whether the document describes the application or its client. */
  readonly perspective: "application" | "client";
  /** Which messages get generated examples: those without one (the default), or all. */
  readonly generatedExamples?: "always" | "missing";
  /** The languages of samples to paste; none turns them off. */
  readonly code: readonly CodeLanguage[];
  readonly strict: boolean;
  readonly allowErrors: boolean;
  /** Problems of valid settings, such as a rule of another tool. */
  readonly remarks?: { readonly diagnostics: readonly Diagnostic[]; readonly root: Node };
  readonly rules: Readonly<Partial<Record<Code, Level>>>;
  /** Whether pages show source lines from the start. Readers can turn them on too. */
  readonly show: { readonly source: boolean };
  readonly navigation: { readonly groupBy: "auto" | "tag" | "address" | "none" };
  readonly logo?: string;
  readonly favicon?: string;
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly footer?: string;
  /** The URL of a source line: `https://…/blob/main/{path}#L{line}`. The path is relative to the folder of the main document. */
  readonly sourceUrl?: string;
  readonly editUrl?: string;
  /** The editor that the preview opens for a problem: its name, or a URL with `{path}`, `{line}` and `{column}`. */
  readonly editor?: string;
  /** Globs or paths of Markdown pages. */
  readonly guides: readonly string[];
  /** Whether to leave out parts with `x-internal: true`. */
  readonly hideInternal: boolean;
  readonly onlyTags: readonly string[];
  /** Former paths of the site and the current path for each. */
  readonly redirects: Readonly<Record<string, StringNode>>;
  /** Additional Content-Security-Policy sources by directive, for content of hooks. */
  readonly csp: Readonly<Record<string, readonly string[]>>;
  /** A script for visit statistics. Its sources are in `csp`. */
  readonly analytics?: Analytics | undefined;
  /** Access to the network; absent if there is none. */
  readonly remote?: RemoteSettings;
  readonly limits: Limits;
  /** How many problems to list; all if absent. */
  readonly maxProblems?: number | undefined;
  /** The coverage settings. A coverage below the threshold, in percent, is an error. */
  readonly coverage?: { readonly threshold?: number | undefined };
  /** The baseline file of known problems, which are not reported. */
  readonly baseline?: string;
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

/** Stated limits; sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly yamlBytes: number;
  readonly jsonBytes: number;
  readonly totalBytes: number;
  readonly files: number;
  readonly depth: number;
  /** Members that YAML aliases may repeat in one file, and references in all files, for each started megabyte. */
  readonly repeatedMembers: number;
  /** The most characters of one report. */
  readonly reportCharacters: number;
  readonly descriptionBytes: number;
  /** The most pages of channels, operations, messages and schemas. A document with 200 characters for each may have more. */
  readonly pages: number;
  /** The most characters of all files of a site, for each started megabyte of documents. */
  readonly siteCharacters: number;
  readonly schemaRows: number;
  readonly schemaDepth: number;
  /** The most rows on all pages, for each started megabyte of documents, that repeat schemas with their own pages. */
  readonly repeatedRows: number;
  readonly listRows: number;
  readonly sourceLines: number;
  /** The most entities on the print page. With more, there is no print page. */
  readonly printItems: number;
  readonly sampleNodes: number;
  readonly patternMs: number;
  readonly validationMs: number;
  readonly markdownMs: number;
  readonly remoteFiles: number;
  /** Size of one remote file, decompressed. */
  readonly remoteBytes: number;
  /** Time for one remote file. */
  readonly remoteMs: number;
}

/** The default limits. The schema of the settings explains them. */
export const defaultLimits: Limits = {
  ...readLimits,
  reportCharacters: 50_000_000,
  descriptionBytes: 64 * 1024,
  pages: 6000,
  siteCharacters: 70_000_000,
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
