import type { Documents } from "#documents";
import type { Routes } from "#model";
import type { Node, Place, TextFile } from "#text";
import { isUrl, keyAt, partitionPoint, lineStarts, wayBetween } from "#text";

/**
 * Offsets at which the lines of a file start, and the number of the line, from 1, at an offset. LF, CRLF and a lone CR end a line
 * (YAML 1.2 § 5.4).
 */
export function lineIndex(file: TextFile) {
  const starts = lineStarts(file);
  const lineAt = (offset: number): number =>
    Math.max(
      1,
      partitionPoint(starts.length, (line) => (starts[line] ?? 0) <= offset),
    );
  return { starts, lineAt };
}

/**
 * The name of a file on pages: its path from the folder of the main document, or its URL. So a site is the same wherever it is built.
 * Names in diagnostics are relative to the working folder, on which pages must not depend.
 */
export function fileLabel(main: TextFile, file: TextFile): string {
  const from = main.id.replaceAll("\\", "/");
  const to = file.id.replaceAll("\\", "/");
  if (isUrl(to)) return to;
  // A site must not show folders of the machine that built it.
  if (isUrl(from)) return to.replace(/^.*\//, "");
  return wayBetween(from, to);
}

/** One page of a file's text: lines from `first` to `last`, from 1. */
export interface SourcePart {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** One file of the document with its pages. */
export interface SourceFile {
  readonly file: TextFile;
  /** The name, relative to the main document. */
  readonly name: string;
  readonly parts: readonly SourcePart[];
}

/** The pages with the texts of the documents. Every line has an anchor. */
export interface Sources {
  readonly files: readonly SourceFile[];
  /** The page and anchor of a place's line; `undefined` if the text is not shown. */
  locate(place: Place): { readonly path: string; readonly anchor: string } | undefined;
  /** The place to show for a value: that of its key, which in YAML is often a line above. */
  standing(node: Node): Place;
  /** A label such as `streetlights.yaml:164`. */
  label(place: Place): string;
}

/** The characters of text on a page, after which the next page begins. Markup adds about twice as much, and no page may exceed 400 KB. */
const PAGE_SIZE = 110_000;

/** Divides a file into pages of at most `limit` lines, fewer if they are long. */
function partsOf(file: TextFile, name: string, limit: number): SourcePart[] {
  const { starts } = lineIndex(file);
  const parts: SourcePart[] = [];
  let first = 1;
  for (let line = 1; line <= starts.length; line += 1) {
    const end = starts[line] ?? file.text.length;
    const full = line - first + 1 >= limit || end - (starts[first - 1] ?? 0) > PAGE_SIZE;
    if (!full && line < starts.length) continue;
    const number = parts.length === 0 ? "" : `-${parts.length + 1}`;
    parts.push({ path: `source/${name}${number}.html`, first, last: line });
    first = line + 1;
  }
  return parts;
}

function partAt(parts: readonly SourcePart[], line: number): SourcePart | undefined {
  return parts[Math.max(0, partitionPoint(parts.length, (index) => (parts[index]?.first ?? 0) <= line) - 1)];
}

/** Lays out the source pages of all files. Page numbers cannot collide with names, which end in a hash if they could. */
export function createSources(documents: Documents, routes: Routes, limit: number): Sources {
  const labels = new Map(documents.files.map((file) => [file, fileLabel(documents.main, file)]));
  const names = routes.folder([...labels.values()]);
  const files = [...labels].map(([file, name]) => ({ file, name, parts: partsOf(file, names.get(name) ?? "x", limit) }));
  const byFile = new Map(files.map((each) => [each.file, each]));
  return {
    files,
    locate(place) {
      const line = lineIndex(place.file).lineAt(place.start);
      const part = partAt(byFile.get(place.file)?.parts ?? [], line);
      return part && { path: part.path, anchor: `L${line}` };
    },
    standing(node) {
      const root = documents.rootOf(node.file);
      return (root && keyAt(root, node)) ?? node;
    },
    label: (place) => `${labels.get(place.file) ?? fileLabel(documents.main, place.file)}:${lineIndex(place.file).lineAt(place.start)}`,
  };
}
