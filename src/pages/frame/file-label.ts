import type { TextFile } from "#text";
import { isUrl } from "#text";

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
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  return [...here.slice(same).map(() => ".."), ...there.slice(same)].join("/");
}
