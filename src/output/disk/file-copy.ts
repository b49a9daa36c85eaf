import { hash } from "node:crypto";
import { join } from "node:path";
import { openFile, MADE_BYTES } from "#text";
import { OutputFailure } from "./disk.ts";

/** The source of copied files. Many orders share one object, which is sent to a thread once for each message. */
export interface CopySource {
  /** A file with ranges to copy, or the real path of a folder that must contain the files. */
  readonly path: string;
  /** The message for bytes that are not the expected ones, with the next step. `{file}` stands for the path. */
  readonly refusal: string;
}

/** Bytes of another file to be written into a site. The writer reads them, so that they never wait in memory. */
export interface FileCopy {
  readonly source: CopySource;
  /** The path in the source. */
  readonly path: string;
  /** The range in the source, if that is a file. */
  readonly range?: readonly [offset: number, length: number];
  /** The hash that the bytes must have. */
  readonly sha256: string;
  /** Texts to insert, in order of their offsets in the bytes. */
  readonly inserts: readonly (readonly [offset: number, text: string])[];
}

function readRange({ source, path, range }: FileCopy): Buffer | undefined {
  const opened = range
    ? openFile(source.path, { links: "refuse" })
    : openFile(join(source.path, path), { root: source.path, links: "refuse", largest: MADE_BYTES });
  if ("problem" in opened) return undefined;
  try {
    return range ? opened.read(range[1], range[0]) : opened.read();
  } finally {
    opened.close();
  }
}

/** The bytes of a copy. Throws an {@link OutputFailure} if they are not the expected ones. */
export function readCopy(copy: FileCopy): Buffer {
  const bytes = readRange(copy);
  if (!bytes || hash("sha256", bytes, "hex") !== copy.sha256)
    throw new OutputFailure(
      "refused",
      copy.source.refusal.replace("{file}", () => JSON.stringify(copy.path)),
    );
  if (copy.inserts.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const [offset, text] of copy.inserts) {
    pieces.push(bytes.subarray(at, offset), Buffer.from(text));
    at = offset;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}
