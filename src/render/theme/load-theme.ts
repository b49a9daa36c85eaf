import { createHash } from "node:crypto";
import type { Diagnostic } from "#text";
import { didYouMean, problem } from "#text";
import { bundleAssets, readLayers } from "./bundle-assets.ts";
import { checkTemplates } from "./check-templates.ts";
import type { CodeWriting } from "./code-templates.ts";
import { codeProblems, compileCode, isCode } from "./code-templates.ts";
import type { Theme } from "./compile-templates.ts";
import { compileTemplates } from "./compile-templates.ts";
import type { TemplateSource, ThemeFile } from "./direct-templates.ts";
import { isBuiltIn } from "./direct-templates.ts";
import { precompiled } from "./precompiled.ts";

/** A style sheet, and its text without comments. */
interface Sheet {
  readonly file: ThemeFile;
  readonly text: string;
}

/** The colour of a token on light and on dark pages, as `#rrggbb`, and where it is set. */
interface Colour {
  readonly light: string;
  readonly dark: string;
  readonly sheet: Sheet;
  readonly start: number;
}

const DECLARATION = /(?<![\w-])(--[\w-]+)\s*:\s*([^;}]*)/g;
const HEX = "(#[0-9a-f]{3}(?:[0-9a-f]{3})?)";
const COLOUR = new RegExp(`^(?:${HEX}|light-dark\\(\\s*${HEX}\\s*,\\s*${HEX}\\s*\\))\\s*$`, "i");

/** The tokens that colour text on the background. */
const ON_BACKGROUND = ["--text", "--accent", "--send", "--receive"];

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const LEAST = 4.5;

const HINT = "Text needs 4.5:1. A value light-dark(#a, #b) gives light and dark pages a colour each.";

/** The relative luminance of a colour (WCAG 2.2): from 0 for black to 1 for white. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The places of what a sheet says of the whole page: the blocks of `:root` and `html` that stand in no at-rule. */
function rootBlocks(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let [depth, since, start] = [0, 0, -1];
  for (const { 0: sign, index } of text.matchAll(/[{};]/g)) {
    if (sign === "{") {
      if (depth === 0 && /(?:^|,)\s*(?::root|html)\s*(?:,|$)/.test(text.slice(since, index))) start = index + 1;
      depth += 1;
    } else if (sign === "}") {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && start >= 0) found.push({ start, end: index });
      if (depth === 0) start = -1;
    }
    if (depth === 0) since = index + 1;
  }
  return found;
}

/** The colours of tokens by name: the last value counts. A token that is set in another way is absent. */
function coloursIn(sheets: readonly Sheet[]): ReadonlyMap<string, Colour> {
  const found = new Map<string, Colour>();
  for (const sheet of sheets)
    for (const block of rootBlocks(sheet.text))
      for (const { 1: name = "", 2: value = "", index } of sheet.text.slice(block.start, block.end).matchAll(DECLARATION)) {
        const [, both, light = both, dark = both] = COLOUR.exec(value.replace(/\s*!important\s*$/i, "")) ?? [];
        if (light !== undefined && dark !== undefined) found.set(name, { light, dark, sheet, start: block.start + index });
        else found.delete(name);
      }
  return found;
}

/** Warns of colours for text that cannot be read on the background, where a user's sheet sets one of the two. Mixed colours are not judged. */
function checkContrast(sheets: readonly Sheet[]): Diagnostic[] {
  const colours = coloursIn(sheets);
  const background = colours.get("--bg");
  if (!background) return [];
  return ON_BACKGROUND.flatMap((name) => {
    const colour = colours.get(name);
    if (!colour) return [];
    const own = [colour, background].find(({ sheet }) => !isBuiltIn(sheet.file));
    const [scheme, ratio] = (["light", "dark"] as const)
      .map((each) => [each, contrast(colour[each], background[each])] as const)
      .reduce((worst, each) => (each[1] < worst[1] ? each : worst));
    if (!own || ratio >= LEAST) return [];
    const place = { file: own.sheet.file.source, start: own.start, end: own.start + (own === colour ? name.length : "--bg".length) };
    return [problem("theme/low-contrast", place, { name, scheme, ratio: (Math.floor(ratio * 10) / 10).toString(), hint: HINT })];
  });
}

/** Comments are replaced by blanks of the same length, so that places stay correct. */
const withoutComments = (css: string): string => css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));

const DECLARED = /(?<![\w-])(--[\w-]+)\s*:/g;
const USED = /var\(\s*(--[\w-]+)/g;

/** Warns of colours that cannot be read, and of tokens that neither the default theme nor any style uses. Most are misspelt, and would have no effect. */
function checkTokens(files: Iterable<ThemeFile>): Diagnostic[] {
  const sheets = [...files].filter(({ path }) => /^(?:\d+ )?css\/.*\.css$/.test(path));
  if (sheets.every(isBuiltIn)) return [];
  const styles = sheets.map((file) => ({ file, text: withoutComments(file.source.text) }));
  const names = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const built = new Set(styles.flatMap(({ file, text }) => (isBuiltIn(file) ? names(DECLARED, text) : [])));
  const used = new Set(styles.flatMap(({ text }) => names(USED, text)));
  const unknown = styles
    .filter(({ file }) => !isBuiltIn(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(DECLARED)].flatMap(({ 1: name = "", index }) => {
        if (built.has(name) || used.has(name)) return [];
        const place = { file: file.source, start: index, end: index + name.length };
        return [problem("theme/unknown-token", place, { name, hint: didYouMean(name, built) })];
      }),
    );
  return [...unknown, ...checkContrast(styles)];
}

/** A theme, or the problems that prevent it. A theme may have warnings. */
export interface LoadedTheme {
  readonly theme?: Theme;
  readonly problems: readonly Diagnostic[];
}

/** The name of a template: `partials/schema-tree.hbs` is `schema-tree`, `pages/channel.hbs` is `pages/channel`. */
function templateName(path: string): string {
  return path.replace(/\.hbs$/, "").replace(/^partials\//, "");
}

/** All templates by name. A template has its function if its text is the one that the function was made from. */
function templatesOf(files: ReadonlyMap<string, ThemeFile>): Map<string, TemplateSource> {
  const templates = new Map<string, TemplateSource>();
  for (const file of files.values()) {
    if (!file.path.endsWith(".hbs") || isCode(file)) continue;
    const built = precompiled?.templates[file.path];
    const hash = built && file.layer === 0 ? built.hash : templateHash(file.source.text);
    templates.set(templateName(file.path), { file, hash, direct: built?.hash === hash ? built.direct : undefined });
  }
  return templates;
}

/** The versions of built-in templates. They come from the bundle, otherwise from the files of the first layer. */
function builtHashes(folders: readonly string[]): (path: string) => string | undefined {
  const built = precompiled?.templates;
  if (built) return (path) => built[path]?.hash;
  const { files } = readLayers(folders.slice(0, 1));
  return (path) => {
    const file = files.get(path);
    return file && templateHash(file.source.text);
  };
}

/**
 * Loads a theme from its folders: the built-in templates, the theme, and the user's own. For each path the last folder wins. Templates
 * are checked before compiling (`theme/*` codes, with line and column). Unchanged built-in ones are functions, so Handlebars is loaded
 * only if some were changed. Templates of code are left out unless `writing` says how languages write.
 */
export async function loadTheme(folders: readonly string[], writing?: CodeWriting): Promise<LoadedTheme> {
  const { files, problems } = readLayers(folders);
  const templates = templatesOf(files);
  problems.push(...(await checkTemplates(templates, builtHashes(folders))));
  const code = [...files.values()].filter(isCode);
  if (writing) problems.push(...(await codeProblems(code, writing)));
  problems.push(...checkTokens(files.values()));
  if (problems.some(({ severity }) => severity === "error")) return { problems };
  const compiled = await compileTemplates(templates);
  const assets = bundleAssets(files.values());
  const hasOwn = [...code, ...[...templates.values()].map(({ file }) => file)].some((file) => !isBuiltIn(file));
  const names = [...templates.keys()].sort();
  const hashes = names.map((name) => `${name} ${templates.get(name)?.hash ?? ""}`);
  hashes.push(...code.map(({ path, source }) => `${path} ${templateHash(source.text)}`));
  return {
    theme: {
      assets,
      templates: names,
      code: writing ? await compileCode(code, writing) : new Map(),
      templateHash: templateHash(hashes.join("\n")),
      hasOwn,
      ...compiled,
    },
    problems,
  };
}

/** The version of a template: eight hex digits of its text's SHA-256. */
export function templateHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
