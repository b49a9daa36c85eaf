import type { TextFile } from "#text";
import { isUrl } from "#text";

/**
 * A file's name as a site shows it: as seen from the folder of the main document, so that a site is the same wherever it is built.
 * A URL stays one. The names that diagnostics use are relative to the working folder, which pages must not depend on.
 */
export function fileLabel(main: TextFile, file: TextFile): string {
  const from = main.id.replaceAll("\\", "/");
  const to = file.id.replaceAll("\\", "/");
  if (isUrl(to)) return to;
  // The folders of this machine are none of the site's business.
  if (isUrl(from)) return to.replace(/^.*\//, "");
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  return [...here.slice(same).map(() => ".."), ...there.slice(same)].join("/");
}
