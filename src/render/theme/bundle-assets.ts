import { createHash } from "node:crypto";
import type { TextFile } from "#text";
import { TOKENS } from "./read-layers.ts";
import type { ThemeFile } from "./theme-file.ts";

/** A file of the site that comes from the theme. */
export interface Asset {
  /** Relative to the site. */
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/** One that is copied as it is. */
export interface CopiedAsset extends Asset {
  /** For diagnostics. */
  readonly source: TextFile;
}

/** What a theme's folders besides templates become: one style sheet, two scripts, and everything else as it is. */
export interface Assets {
  readonly style: Asset;
  /** Runs before the page is drawn (`js/head.js`), so that a chosen colour scheme never flashes. */
  readonly headScript: Asset;
  /** All other scripts, deferred. */
  readonly script: Asset;
  /** What the pages of a portal have besides, a style sheet and a script (`css/portal/`, `js/portal/`). */
  readonly portal: { readonly style: Asset; readonly script: Asset };
  /** The icon of pages where the settings name none: one of {@link others}. */
  readonly icon?: Asset | undefined;
  readonly others: readonly CopiedAsset[];
}

const FIRST = [TOKENS, "css/base.css"];
const LAST = "css/print.css";
const HEAD = "js/head.js";
/** What pages of a portal alone need. */
const PORTAL = /^(?:css|js)\/portal\//;
/** Not `favicon`: that is where the one of the settings goes. */
const ICON = /^assets\/icon\.(?:svg|png|ico)$/;

/** Tokens and base before the parts, print after them; else in code-unit order, which is the order the files come in. */
function rank(path: string): number {
  const first = FIRST.indexOf(path);
  if (first >= 0) return first;
  return path === LAST ? FIRST.length + 1 : FIRST.length;
}

function hashed(name: string, extension: string, text: string): Asset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return { path: `assets/${name}-${hash}.${extension}`, contents: text };
}

/** CSS without comments and indentation; strings are left alone. */
export function smallerCss(css: string): string {
  return css
    .replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\*[^]*?\*\//g, (_, string: string | undefined) => string ?? "")
    .replace(/\n\s*/g, "\n")
    .replace(/[ \t]*\{\n/g, "{")
    .replace(/\n\}/g, "}")
    .replace(/;\n/g, ";")
    .trim();
}

/** Scripts without whole-line comments and indentation: still readable, and safe for any script. */
function smallerScript(script: string): string {
  return script.replace(/^\s*\/\*\*?(?:[^*]|\*(?!\/))*\*\/\s*?\n/gm, "").trim();
}

/** Puts a theme's style sheets and scripts together. Theme files come last layer wins, in code-unit order of their paths. */
export function bundleAssets(files: Iterable<ThemeFile>): Assets {
  const all = [...files].sort((a, b) => rank(a.path) - rank(b.path) || a.layer - b.layer || (a.path < b.path ? -1 : 1));
  const under = (folder: string, extension: string) => all.filter(({ path }) => path.startsWith(folder) && path.endsWith(extension));
  const [styles, scripts] = [under("css/", ".css"), under("js/", ".js")];
  const text = (chosen: readonly ThemeFile[]) => chosen.map(({ source }) => source.text.trimEnd()).join("\n");
  const others = all
    .filter(({ path }) => path.startsWith("assets/") && !path.endsWith(".hbs"))
    .map(({ path, bytes, source }): CopiedAsset => ({ path, contents: bytes, source }));
  const style = (name: string, chosen: readonly ThemeFile[]): Asset => hashed(name, "css", `${smallerCss(text(chosen))}\n`);
  const script = (name: string, chosen: readonly ThemeFile[]): Asset => hashed(name, "js", `${smallerScript(text(chosen))}\n`);
  const ofPortal = ({ path }: ThemeFile): boolean => PORTAL.test(path);
  const ofSite = (file: ThemeFile): boolean => !ofPortal(file) && file.path !== HEAD;
  return {
    style: style("site", styles.filter(ofSite)),
    headScript: script(
      "head",
      scripts.filter(({ path }) => path === HEAD),
    ),
    script: script("site", scripts.filter(ofSite)),
    portal: { style: style("portal", styles.filter(ofPortal)), script: script("portal", scripts.filter(ofPortal)) },
    icon: others.findLast(({ path }) => ICON.test(path)),
    others,
  };
}
