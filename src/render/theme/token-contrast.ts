import type { Diagnostic } from "#text";
import { problem } from "#text";
import { isBuiltIn, type ThemeFile } from "./direct-templates.ts";

/** A style sheet, and its text without comments. */
export interface Sheet {
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
export function checkContrast(sheets: readonly Sheet[]): Diagnostic[] {
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
