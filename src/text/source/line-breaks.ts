import type { Node, TextFile } from "../json/index.ts";
import { partitionPoint } from "../json/index.ts";
import { MovedPlaces } from "./moved-places.ts";

/**
 * Reads a text whose lines end in CRLF, all or some, as one whose lines end in LF. A reader sees a text of the same lines; what it
 * reads has its places in the file's own text. `undefined` is passed on.
 */
export function withLineFeeds(file: TextFile, read: (file: TextFile) => Node | undefined): Node | undefined {
  const { text } = file;
  if (!text.includes("\r\n")) return read(file);
  // Offsets into the shorter text of its line feeds that had a carriage return before them.
  const shortened: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) shortened.push(at - shortened.length);
  const node = read({ ...file, text: text.replaceAll("\r\n", "\n") });
  const offset = (short: number): number => short + partitionPoint(shortened.length, (index) => (shortened[index] ?? 0) < short);
  return node && new MovedPlaces(file, offset).node(node);
}
