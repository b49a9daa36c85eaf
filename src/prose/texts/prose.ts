import { createHash } from "node:crypto";
import type { Api, Routes } from "#model";
import { fileNames } from "#model";
import type { Diagnostic, Place, StringNode, TextFile } from "#text";
import type { Heading, PrintMarkdown, RenderText } from "../markdown/index.ts";
import type { Embed } from "./resolve-embed.ts";

/** A file that a text shows or links to. It is copied from `source`, an absolute path, to `path` in the site. */
export interface AuthorFile {
  readonly source: string;
  readonly path: string;
}

/** What a relative reference leads to: a page of the site, or a file that is not one. */
export type FileTarget =
  /** `anchors` are those that a link may name, with what they are on the page; empty for its beginning. All names are good without it. */
  | { readonly kind: "page"; readonly page: string; readonly anchors?: () => ReadonlyMap<string, string> }
  /** `name` is relative to the folder that documents may read, `/`-separated; `source` is the real absolute path. `isPublic`: its content is for readers. */
  | { readonly kind: "file"; readonly source: string; readonly name: string; readonly isPublic: boolean }
  /** A file that is there, and larger than what is copied into a site. */
  | { readonly kind: "too-large"; readonly most: string };

/** The input of this room. It gets functions for files, because it reads none itself. */
export interface ProseContext {
  readonly api: Api;
  readonly routes: Routes;
  readonly render: RenderText;
  /** Absent where no file is made of the texts. */
  readonly printMarkdown?: PrintMarkdown | undefined;
  /** The place of a range of a string's *value* inside the source. */
  placeWithin(node: StringNode, start: number, end: number): Place;
  /** What a relative path, decoded, leads to from a file; `undefined` where nothing is, or it is out of bounds. */
  findFile(from: TextFile, path: string): FileTarget | undefined;
}

/** Where a text is shown. */
export interface ProseSite {
  /** The path of the page: links are relative to it. */
  readonly from: string;
  /** Goes before every id of the text, so that two texts of one page never share one. */
  readonly prefix: string;
  /** The level of the text's highest heading. */
  readonly level: number;
}

/** What the ids of a text that is a page of its own begin with: the page has ids besides. */
export const GUIDE_PREFIX = "guide-";

/** A part of a text that is a page: HTML, or a place for a part of the reference. */
export type ProsePart = { readonly html: string } | { readonly embed: Embed };

/** Every description of the API, rendered once each and placed on as many pages as show it. */
export interface Prose {
  /** The whole text as blocks; `undefined` where there is none. */
  blocks(node: StringNode | undefined, site: ProseSite): { readonly html: string } | undefined;
  /** A text that is a page of its own (a Markdown file): its blocks, and what stands between them by its wish. */
  parts(node: StringNode, site: ProseSite): readonly ProsePart[];
  /** The text as Markdown that holds what its safe HTML holds: its headings from a level on, nothing left open, no HTML. */
  markdown(node: StringNode | undefined, level: number): string;
  /** The first sentence as plain text, for tables, `<meta>` and search results. Empty where there is no text. */
  plain(node: StringNode | undefined): string;
  /** All of the text without markup, for the search index. */
  fullText(node: StringNode | undefined): string;
  /**
   * Where the site keeps the image file that a URL of the document names: its path, the file then being one of {@link assets};
   * `undefined` for what is on another host, no image or not there.
   */
  picture(url: StringNode): string | undefined;
  headings(node: StringNode, site: ProseSite): readonly Heading[];
  /** What is wrong inside the text, each at its exact place. */
  problems(node: StringNode): readonly Diagnostic[];
  /** Whether nothing in the text leads anywhere, and nothing is wrong with it. */
  isPlain(node: StringNode): boolean;
  /** Files that the texts rendered or checked so far refer to, by path. */
  assets(): readonly AuthorFile[];
}

const LONGEST = 240;
/** Points that end no sentence. */
const ABBREVIATIONS = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|cf|incl|max|min|no|resp|[A-Z])\.$/i;
const END = /[.!?…]["'”’)\]]*(?=\s)|[。！？]/gu;

function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  const short = text.slice(0, LONGEST);
  const space = short.lastIndexOf(" ");
  // Not between the halves of a surrogate pair.
  return `${(space > LONGEST / 2 ? short.slice(0, space) : short).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The first sentence of a text's first block, at most 240 characters. */
export function firstSentence(plain: string): string {
  const block = plain.trimStart().split("\n", 1)[0]?.trim() ?? "";
  for (const match of block.slice(0, LONGEST * 2).matchAll(END)) {
    const sentence = block.slice(0, match.index + match[0].length);
    if (!ABBREVIATIONS.test(sentence)) return cut(sentence);
  }
  return cut(block);
}

/** SVG is shown as an image only: opened by itself it could run script. */
const IMAGES = new Set(["apng", "avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]);
/** What a browser shows as inert text or picture, or saves. Nothing that it would run (HTML, SVG, XML with its style sheets, script). */
const FILES = new Set([
  ..."apng avif gif jpeg jpg png webp".split(" "),
  ..."avsc csv gz ics json md pdf proto tar tsv yaml yml zip".split(" "),
]);

/**
 * Where on the site a file of the author's goes, by its name relative to the documents' folder;
 * `undefined` where files of its kind are not published, or where it or a folder on the way is hidden (`.git/`, `.env.json`):
 * what a system hides was not meant for readers. The name depends on nothing but the file's own.
 */
export function assetPath(name: string, image: boolean): string | undefined {
  const file = name.split("/").pop() ?? name;
  const [, stem = "", extension = ""] = /^(.*)\.([^.]*)$/s.exec(file) ?? [];
  const kind = extension.toLowerCase();
  if (/(?:^|\/)\.(?!\.?(?:\/|$))/.test(name)) return undefined;
  if (!(image ? IMAGES : FILES).has(kind)) return undefined;
  const hash = createHash("sha256").update(name, "utf8").digest("hex").slice(0, 16);
  return `files/${fileNames([stem]).get(stem) ?? "x"}-${hash}.${kind}`;
}
