import fc from "../../support/fast-check.ts";
import { SLIPS } from "./hard-document.ts";

export type Edit = (text: string) => string;

const lines = (text: string): string[] => text.split("\n");

/** One slip of an author at some line: a line taken away, doubled, moved, indented, remarked upon, or a word of it exchanged. */
export const slip = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 6 + SLIPS.length })).map(([at, other, kind]): Edit => (text) => {
  const all = lines(text);
  const index = at % all.length;
  const line = all[index] ?? "";
  const words = SLIPS[kind - 7];
  if (words) {
    const found = [...text.matchAll(new RegExp(words[0], "g"))];
    const match = found[at % Math.max(1, found.length)];
    return match ? text.slice(0, match.index) + words[1] + text.slice(match.index + match[0].length) : text;
  }
  if (kind === 0) all.splice(index, 1);
  if (kind === 1) all.splice(index, 0, line);
  if (kind === 2) all.splice(index, 0, "# A comment, which moves all that follows.");
  if (kind === 6) all.splice(index, 0, line.replace(/\S.*$/, "# A remark, or a line of a text."));
  if (kind === 3) all[index] = `  ${line}`;
  if (kind === 4) all[index] = line.replace(/\d+/, String(other % 50));
  if (kind === 5) all[index] = line.replace(/#\/components\/(\w+)\/\w+/, "#/components/$1/Thing");
  return all.join("\n");
});
