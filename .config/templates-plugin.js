import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync } from "rolldown/utils";
import { directTemplate } from "./direct-templates.js";

/** Every file below a folder with an extension, its path relative to it with `/`. */
function pathsOf(folder, extension) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll("\\", "/").replace(/^\//, ""))
    .sort();
}

/** A script of pages with short names. What is outside of its functions keeps its name, since other scripts may use it. */
function minified(path, text) {
  const { code, errors } = minifySync(path, text, { module: false, mangle: { toplevel: false } });
  if (errors.length > 0) throw new Error(`${path} cannot be minified: ${errors[0].message}`);
  return code;
}

/** The module that stands in for src/render/theme/precompiled.ts in the bundle: the built-in templates, without files or their compiler, and scripts. */
export function precompiledModule(folder, theme) {
  const templates = pathsOf(folder, ".hbs").map((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
    const { make, partials, usesBlock } = directTemplate(text);
    const direct = `{ make: ${make}, partials: ${JSON.stringify(partials)}, usesBlock: ${usesBlock} }`;
    return `${JSON.stringify(path)}: { text: ${JSON.stringify(text)}, hash: "${hash}", direct: ${direct} }`;
  });
  const scripts = pathsOf(theme, ".js").map((path) => [path, minified(path, readFileSync(join(theme, path), "utf8"))]);
  return `export const precompiled = { templates: {\n${templates.join(",\n")}\n}, scripts: ${JSON.stringify(Object.fromEntries(scripts))} };\n`;
}

/** A rolldown plugin that puts the precompiled templates and scripts in the place of the empty module. Without that module the build fails. */
export function templatesPlugin(folder, theme) {
  let replaced = false;
  return {
    name: "templates",
    load(id) {
      if (!/[/\\]src[/\\]render[/\\]theme[/\\]precompiled\.ts$/.test(id)) return null;
      replaced = true;
      return { code: precompiledModule(folder, theme), moduleType: "js" };
    },
    buildEnd(error) {
      if (!error && !replaced) throw new Error("The bundle has no src/render/theme/precompiled.ts to put the built-in templates into.");
    },
  };
}
