import { readFileSync } from "node:fs";

/** The reasons that the validator of a page can give. */
const REASONS = [
  "too-deep",
  "steps-spent",
  "slow-pattern",
  "item-unjudged",
  "digits",
  "unresolved",
  "no-schema",
  "discriminator",
  "schema-refused",
];

function reasons(root) {
  const words = JSON.parse(readFileSync(`${root}src/text/words/en.json`, "utf8"));
  return Object.fromEntries(REASONS.map((name) => [name, words[`reason.${name}`].other ?? words[`reason.${name}`]]));
}

/**
 * A rolldown plugin for scripts of pages that hold parts of the program: the room `text` is what a page needs of it
 * (`src/pages/try/browser/text.js`), with the few words that the validator says. Without it each page would load the catalog of
 * problems and the words of all languages.
 */
export function tryPlugin(root) {
  const scripts = `${root}src/pages/try/browser/`;
  return {
    name: "try",
    resolveId(source, importer = "") {
      if (source === "virtual:reasons") return "\0reasons";
      const isRoom =
        source === "#text" || (importer.includes("/src/text/source/") && /^\.\.\/(?:diagnostics|words)\/index\.ts$/.test(source));
      if (isRoom) return `${scripts}text.js`;
      if (source === "#format") return `${scripts}format.js`;
      return undefined;
    },
    load(id) {
      return id === "\0reasons" ? `export default ${JSON.stringify(reasons(root))}` : undefined;
    },
    /** The style sheet goes along as it is: the program makes it smaller with those of the theme. */
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "try.css", source: readFileSync(`${scripts}try.css`, "utf8") });
    },
  };
}
