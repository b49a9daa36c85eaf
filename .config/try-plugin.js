import { readFileSync } from "node:fs";

/**
 * A rolldown plugin for scripts of pages that hold parts of the program: the room `text` is what a page needs of it
 * (`src/pages/try/browser/text.js`), and its words come with the page. Without it each page would load the catalog of problems and the
 * words of all languages.
 */

export function tryPlugin(root) {
  const scripts = `${root}src/pages/try/browser/`;
  return {
    name: "try",
    resolveId(source, importer = "") {
      const isRoom =
        source === "#text" || (importer.includes("/src/text/source/") && /^\.\.\/(?:diagnostics|words)\/index\.ts$/.test(source));
      if (isRoom) return `${scripts}text.js`;
      if (source === "#format") return `${scripts}format.js`;
      return undefined;
    },
    /** The style sheet goes along as it is: the program makes it smaller with those of the theme. */
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "try.css", source: readFileSync(`${scripts}try.css`, "utf8") });
    },
  };
}
