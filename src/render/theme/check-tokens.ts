import type { Diagnostic } from "#text";
import { didYouMean, problem } from "#text";
import type { ThemeFile } from "./theme-file.ts";
import { isBuiltIn } from "./theme-file.ts";

/** Comments are replaced by blanks of the same length, so that places stay correct. */
const withoutComments = (css: string): string => css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));

const DECLARED = /(?<![\w-])(--[\w-]+)\s*:/g;
const USED = /var\(\s*(--[\w-]+)/g;

/** Warns of tokens that neither the default theme nor any style uses. Most are misspelt, and would have no effect. */
export function checkTokens(files: Iterable<ThemeFile>): Diagnostic[] {
  const styles = [...files]
    .filter(({ path }) => /^(?:\d+ )?css\/.*\.css$/.test(path))
    .map((file) => ({ file, text: withoutComments(file.source.text) }));
  const names = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const built = new Set(styles.flatMap(({ file, text }) => (isBuiltIn(file) ? names(DECLARED, text) : [])));
  const used = new Set(styles.flatMap(({ text }) => names(USED, text)));
  return styles
    .filter(({ file }) => !isBuiltIn(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(DECLARED)].flatMap(({ 1: name = "", index }) => {
        if (built.has(name) || used.has(name)) return [];
        const place = { file: file.source, start: index, end: index + name.length };
        return [problem("theme/unknown-token", place, { name, hint: didYouMean(name, built) })];
      }),
    );
}
