import { closeSync, openSync, readSync } from "node:fs";
import type { PictureSize } from "./picture-size.ts";
import { pictureSize } from "./picture-size.ts";

/** A picture that the site shows: from an absolute path to a path of the site. */
interface Picture {
  readonly source: string;
  readonly path: string;
}

/** How much of a file is read: what says the size stands before, but for photographs with a profile of that length. */
const BEGINNING = 65_536;

function beginningOf(source: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(source, "r");
    const bytes = Buffer.alloc(BEGINNING);
    return bytes.subarray(0, readSync(file, bytes, 0, BEGINNING, 0));
  } catch {
    // Copying the file says what is wrong with it.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Sizes of pictures by their path in the site, each looked up once. */
export function pictureSizes(pictures: () => readonly Picture[]): (path: string) => PictureSize | undefined {
  const known = new Map<string, PictureSize | undefined>();
  return (path) => {
    if (!known.has(path)) {
      const source = pictures().find((each) => each.path === path)?.source;
      const bytes = source === undefined ? undefined : beginningOf(source);
      known.set(path, bytes && pictureSize(bytes));
    }
    return known.get(path);
  };
}
