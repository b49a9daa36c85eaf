import { hash } from "node:crypto";
import { openFile } from "#text";
import { OutputFailure } from "./output-failure.ts";

/** Bytes of another file that stand in a site. Whoever writes them reads them, so that they never wait in memory. */
export interface FileCopy {
  readonly file: string;
  /** The real path of a folder that must contain the file. */
  readonly root?: string;
  /** The range of the file; without it the whole file. */
  readonly range?: readonly [offset: number, length: number];
  /** The hash that the bytes must have. */
  readonly sha256: string;
  /** Texts that are put in, by their offset in the bytes, in order. */
  readonly inserts: readonly (readonly [offset: number, text: string])[];
  /** What is said if the bytes are not those that were expected, with the next step. */
  readonly refusal: string;
}

/** The largest file that is copied, in bytes. */
const LARGEST = 1 << 28;

function readRange({ file, root, range }: FileCopy): Buffer | undefined {
  const opened = openFile(file, { root, links: "refuse", largest: range ? undefined : LARGEST });
  if ("problem" in opened) return undefined;
  try {
    return range ? opened.read(range[1], range[0]) : opened.read();
  } finally {
    opened.close();
  }
}

/** The bytes of a copy. Throws an {@link OutputFailure} if they are not those that were expected. */
export function readCopy(copy: FileCopy): Buffer {
  const bytes = readRange(copy);
  if (!bytes || hash("sha256", bytes, "hex") !== copy.sha256) throw new OutputFailure("refused", copy.refusal);
  if (copy.inserts.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const [offset, text] of copy.inserts) {
    pieces.push(bytes.subarray(at, offset), Buffer.from(text));
    at = offset;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}
