import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function find(folder: string): string {
  if (existsSync(join(folder, "package.json")) && existsSync(join(folder, "themes"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("The folder of msgdocs itself is incomplete: there is no themes folder.");
  return find(parent);
}

/** The folder of the package, which holds templates and themes. It works from source and from the bundle. */
export function packageRoot(): string {
  // Loaders that turn modules into CommonJS, such as Docusaurus's, support no other field of `import.meta`.
  return find(dirname(fileURLToPath(import.meta.url)));
}
