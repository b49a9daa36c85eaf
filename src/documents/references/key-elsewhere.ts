import type { Node } from "#text";
import { parsePointer, pointerAt } from "#text";

/** The name of a file without its folders and its last extension. */
function baseName({ file }: Node): string {
  const name = file.id.slice(file.id.lastIndexOf("/") + 1);
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** What a value of a file goes by there: the last token of its pointer, of a whole file its name; `root`: the file's root value. */
export function keyElsewhere(target: Node, root: Node | undefined): string {
  const token = root && root !== target ? parsePointer(pointerAt(root, target))?.at(-1) : undefined;
  return token ?? baseName(target);
}
