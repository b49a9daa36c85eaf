import type { Node, StringNode, TextFile } from "#text";
import { valueOf } from "#text";

/** `x-displayName` replaces all other names of an object. A blank one is ignored. */
export function displayName(node: Node): StringNode | undefined {
  const name = valueOf(node, "x-displayName");
  return name?.kind === "string" && name.value.trim() !== "" ? name : undefined;
}

/** The name of a file relative to the folder of another file, or its URL. */
export function relativeName(from: TextFile, file: TextFile): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file.name)) return file.name;
  const here = from.name.split("/").slice(0, -1);
  const there = file.name.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  return [...here.slice(same).map(() => ".."), ...there.slice(same)].join("/");
}

/** The name to show: the first that is not blank, otherwise the id. A blank id is quoted. */
export function titleOf(id: string, ...names: readonly (StringNode | undefined)[]): string {
  for (const name of names) {
    const text = name?.value.trim();
    if (text) return text;
  }
  return id.trim() === "" ? JSON.stringify(id) : id;
}
