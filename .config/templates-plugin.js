import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { directTemplate } from "./direct-templates.js";

/** Every template below a folder, its path relative to it with `/`. */
function templatePaths(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".hbs"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll("\\", "/").replace(/^\//, ""))
    .sort();
}

/** The module that stands in for src/render/theme/precompiled.ts in the bundle: the built-in templates, without files or their compiler. */
export function precompiledModule(folder) {
  const members = templatePaths(folder).map((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
    const { make, partials, usesBlock } = directTemplate(text);
    const direct = `{ make: ${make}, partials: ${JSON.stringify(partials)}, usesBlock: ${usesBlock} }`;
    return `${JSON.stringify(path)}: { text: ${JSON.stringify(text)}, hash: "${hash}", direct: ${direct} }`;
  });
  return `export const precompiled = { templates: {\n${members.join(",\n")}\n} };\n`;
}

/** A rolldown plugin that puts the precompiled templates in the place of the empty module. Without that module the build fails. */
export function templatesPlugin(folder) {
  let replaced = false;
  return {
    name: "templates",
    load(id) {
      if (!/[/\\]src[/\\]render[/\\]theme[/\\]precompiled\.ts$/.test(id)) return null;
      replaced = true;
      return { code: precompiledModule(folder), moduleType: "js" };
    },
    buildEnd(error) {
      if (!error && !replaced) throw new Error("The bundle has no src/render/theme/precompiled.ts to put the built-in templates into.");
    },
  };
}
