import type { OpenFile } from "./open-file.ts";

/** How many bytes of a picture are checked. */
const BEGINNING = 65_536;

/**
 * The first bytes of pictures, one character for each byte. Browsers go by them and not by the extension, so a GIF called `.png` is
 * fine.
 */
const picture = /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftypavi[fs])/s;

/** The first bytes of an icon (`.ico`). */
const icon = Buffer.from([0, 0, 1, 0]);

/** Whether a file has the content of a picture. A file of keys may be called one. */
export function isPicture(extension: string, file: OpenFile): boolean {
  const bytes = file.read(BEGINNING);
  const beginning = extension.toLowerCase() === "svg" ? /<svg[\s>/]/ : picture;
  return beginning.test(bytes.toString("latin1")) || bytes.subarray(0, icon.length).equals(icon);
}
