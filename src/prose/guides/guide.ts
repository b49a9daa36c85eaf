import type { Diagnostic, InputFile, StringNode, TextFile } from "#text";

/** Where to look for guides. */
export interface GuideSources {
  /** Absolute paths, or globs with `*` and `**`. */
  readonly patterns: readonly string[];
  /** The folder of the main document, to which ids are relative. */
  readonly folder: string;
  /** The folder that names in diagnostics are relative to. */
  readonly cwd: string;
  /** The output folder. Files in it are not guides. */
  readonly output?: string | undefined;
}

/** A Markdown page of the user. */
export interface Guide {
  /** A unique id: the path relative to the main document's folder, without extension. */
  readonly id: string;
  /** The base of the page's file name: the file's name without extension and leading number, with folders added if two guides share it. */
  readonly name: string;
  readonly file: TextFile;
  /** The heading with which the text begins, as Markdown, if it is the title. It is not part of {@link body}. */
  readonly heading?: StringNode;
  /** The title in the front matter, otherwise words made from the file name. A heading has precedence over the latter. */
  readonly title: string;
  readonly body: StringNode;
  /** The position from the front matter. Guides without one come last, by path. */
  readonly order?: number;
  /** The group in the sidebar, from the front matter. */
  readonly group?: string;
  /** The length of the front matter with its marks. */
  readonly matter: number;
  /** The template from the front matter. */
  readonly template?: StringNode;
  /** The real path of the folder in which it was found. Files that it shows must be in this folder or with the documents. */
  readonly root: string;
}

/** A guide with the path of its page. */
export interface GuidePage extends Guide {
  readonly path: string;
}

export interface GuideSet {
  /**
   * The guides in the order of the sidebar: those without a group, then groups in the order in which they occur, and within a group
   * by `order`, then by path in code-unit order.
   */
  readonly guides: readonly Guide[];
  readonly problems: readonly Diagnostic[];
  readonly inputs: readonly InputFile[];
}
