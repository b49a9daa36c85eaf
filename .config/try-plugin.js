import { readFileSync } from "node:fs";

/** Properties of the validator that no data from outside have. In pages, short names stand for them. A test holds them against the data. */
export const INNER = [
  "another", "besideReference", "branchFor", "budget", "decide", "discriminators", "expected", "failures", "firsts", "found",
  "hint", "hints", "identities", "inside", "instance", "keyword", "nameOf", "negative", "nested", "noKey", "ofFormat", "ofKey", "ofPattern", "ofType",
  "ofValues", "outcome", "patterns", "reading", "references", "related", "replaced", "schemaPlace", "scope", "seen", "siblings",
  "spend", "tooManyCommas", "trail", "unclosed", "unexpected", "unknown",
]; // prettier-ignore

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
