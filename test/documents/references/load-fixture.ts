import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Node } from "#text";
import { evaluatePointer, lineColumn, parsePointer, readLimits, stringOf } from "#text";
import type { LoadResult, LoadOptions } from "#documents";
import { loadDocuments } from "#documents";

export interface Folder {
  readonly path: string;
  load(name?: string, options?: Partial<LoadOptions>): Promise<LoadResult>;
  remove(): Promise<void>;
}

/** A folder of its own with these files. */
export async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<Folder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "msgdocs-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return {
    path,
    load: (name = "api.yaml", options = {}) => loadDocuments(name, { cwd: path, limits: readLimits, ...options }),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Loads a folder of files, the first of which is the main document. */
export async function load(files: Readonly<Record<string, string | Buffer>>, options?: Partial<LoadOptions>): Promise<LoadResult> {
  const folder = await folderOf(files);
  try {
    return await folder.load(Object.keys(files)[0], options);
  } finally {
    await folder.remove();
  }
}

/** Every problem as `file:line:column code message [hint]`, in the order of places. */
export function told({ problems }: LoadResult): string[] {
  return problems.map(({ code, place, message, hint }) => {
    const { line, column } = lineColumn(place.file, place.start);
    return `${place.file.name}:${line}:${column} ${code} ${message}${hint === undefined ? "" : ` ${hint}`}`;
  });
}

/** A 2.x document around some components. */
export function v2(components: string, channels = "{}"): string {
  return `asyncapi: 2.4.0\ninfo: {title: t, version: '1'}\nchannels: ${channels}\ncomponents:\n${components}`;
}

/** The value of the main document that a pointer names. */
export function at(loaded: LoadResult, pointer: string): Node | undefined {
  const { documents } = loaded;
  return documents && evaluatePointer(documents.root, parsePointer(pointer) ?? []);
}

/** What a reference of the main document leads to, as the title that stands there. */
export function title(loaded: LoadResult, pointer: string): string | undefined {
  const node = at(loaded, pointer);
  return node && stringOf(loaded.documents?.follow(node), "title");
}

/** A document with these schemas. */
export const schemas = (text: string): string => v2(`  schemas:\n${text}`);
/** A document with one schema A that is this reference. */
export const ref = (value: string): string => schemas(`    A: {$ref: ${value}}\n`);
