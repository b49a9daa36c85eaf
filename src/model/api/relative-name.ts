import type { TextFile } from "#text";

/** A file's name as seen from the folder of another file; a URL stays one. */
export function relativeName(from: TextFile, file: TextFile): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file.name)) return file.name;
  const here = from.name.split("/").slice(0, -1);
  const there = file.name.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  return [...here.slice(same).map(() => ".."), ...there.slice(same)].join("/");
}
