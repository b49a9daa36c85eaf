import type { Diagnostic, InputFile, StringNode, TextFile } from "#text";

/** Where guides are looked for. */
export interface GuideSources {
  /** Absolute paths, or globs with `*` and `**`. */
  readonly patterns: readonly string[];
  /** The folder of the main document: identities are relative to it. */
  readonly folder: string;
  /** What names in diagnostics are relative to. */
  readonly cwd: string;
  /** The folder that the site is written to: nothing in it is a guide. */
  readonly output?: string | undefined;
}

/** One Markdown page of the user. */
export interface Guide {
  /** Unique: the path relative to the main document's folder, without extension. */
  readonly id: string;
  /** The base of the page's file name: the file's name without extension and leading number, with folders added if two guides share it. */
  readonly name: string;
  readonly file: TextFile;
  /** Markdown of the heading that the text begins with, where that is its title; it is no part of {@link body}. */
  readonly heading?: StringNode;
  /** The title: of the front matter, else plain words made of the file's name. A heading comes before the latter. */
  readonly title: string;
  readonly body: StringNode;
  /** The place that the front matter asks for; guides without one come last, by path. */
  readonly order?: number;
  /** The group of the sidebar that the front matter names. */
  readonly group?: string;
  /** The template that the front matter names, for a page of the user's own kind. */
  readonly template?: StringNode;
  /** The folder that it was looked for in, links followed: what it shows must lie in it or with the documents. */
  readonly root: string;
}

/** A guide with the path of its page. */
export interface GuidePage extends Guide {
  readonly path: string;
}

export interface GuideSet {
  /** In the order of the sidebar: groups as they are first met; in each by `order`, and then by path in code-unit order. */
  readonly guides: readonly Guide[];
  readonly problems: readonly Diagnostic[];
  readonly inputs: readonly InputFile[];
}
