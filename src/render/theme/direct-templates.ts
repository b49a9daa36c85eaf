import type { TextFile, Diagnostic, Place } from "#text";
import { lineHtml } from "#pages";
import { figure, spellHidden, lineStarts, problem } from "#text";

/** The offset of a place that Handlebars gives by its line, from 1, and column, from 0. */
export function offsetIn(file: TextFile, { line, column }: hbs.AST.Position): number {
  return (lineStarts(file)[line - 1] ?? 0) + column;
}

/**
 * Thrown if a user's template asks for a field that the page does not have. It is reported as a problem of the template, not as a bug
 * of ours.
 */
class TemplateFault extends Error {
  readonly problem: Diagnostic;

  constructor(found: Diagnostic) {
    super(`${found.message} (${found.place.file.name})`);
    this.name = "TemplateFault";
    this.problem = found;
  }
}

/** The messages for a missing field: those of Handlebars in strict mode, of our partials, and of compiled templates. */
const MISSING = [
  /^"((?:[^"\\]|\\.)*)" (?:not defined in |is not in the view)/,
  /^Cannot read properties of (?:undefined|null) \(reading '(.*)'\)$/,
];

/** The place of the field in the template. Handlebars gives line and column for whichever template it was in. */
function placeOf(file: TextFile, field: string, error: Error): Place {
  const { lineNumber = 1, column = 0 } = error as { lineNumber?: number; column?: number };
  const start = offsetIn(file, { line: lineNumber, column });
  const [path = ""] = /^[^\s}|()]*/.exec(file.text.slice(start)) ?? [];
  return path.split(/[./]/).includes(field) ? { file, start, end: start + path.length } : { file, start: 0, end: 0 };
}

/** Why rendering ended, unless a field is missing or a text became too long, which is handled elsewhere. */
function reasonOf({ message }: Error): string | undefined {
  if (message === "Invalid string length") return undefined;
  if (/call stack/i.test(message)) return "it calls itself without end";
  return message.replace(/ - \d+:\d+$/, "");
}

/** Turns an error while rendering a user's template into a fault of that template. Our own errors are returned unchanged. */
export function templateFault(error: unknown, file: TextFile): unknown {
  if (!(error instanceof Error) || error instanceof TemplateFault) return error;
  const field = MISSING.map((form) => form.exec(error.message)?.[1]).find((found) => found !== undefined);
  if (field === undefined) {
    const reason = reasonOf(error);
    return reason === undefined ? error : new TemplateFault(problem("theme/syntax", { file, start: 0, end: 0 }, { reason }));
  }
  const hint = "A page has the fields that its built-in template uses: msgdocs theme eject copies one.";
  const blanks = { what: `field ${JSON.stringify(field)} of the page`, path: file.name, hint };
  return new TemplateFault(problem("theme/not-found", placeOf(file, field, error), blanks));
}

/** A file of a theme. If several layers have the path, it is the last one's. */
export interface ThemeFile {
  /** The path relative to its layer, `/`-separated. */
  readonly path: string;
  /** The index of its layer; 0 is the built-in one. */
  readonly layer: number;
  /** Whether an earlier layer has the same path. */
  readonly overrides: boolean;
  /** The contents of a file that is copied. */
  readonly bytes: Uint8Array;
  /** The file for diagnostics. A template is neither YAML nor JSON, and this text is never parsed as such. */
  readonly source: TextFile;
}

/** Whether a file belongs to the built-in templates or the default theme, the first two layers. */
export const isBuiltIn = ({ layer }: ThemeFile): boolean => layer < 2;

/**
 * A number as readers of the page's language write it; anything else as it is. `{{figure x}}` is for counts: numbers of lines or columns
 * in attributes stay digits.
 */
export function figureOf(value: unknown, root: object): unknown {
  const { t } = root as { readonly t?: { readonly thousands?: unknown } };
  return typeof value === "number" ? figure(value, typeof t?.thousands === "string" ? t.thousands : "") : value;
}

/** A template as a function of its view, the page's view, and the block it is called with. */
export type Direct = (view: object, root: object, block?: (view: object) => string) => string;

/** A built-in template as written by the bundler (`.config/direct-templates.js`), with the partials it calls. */
export interface DirectSource {
  readonly make: (calls: object) => Direct;
  readonly partials: readonly string[];
  /** Whether the template prints the block passed by its caller. */
  readonly usesBlock: boolean;
}

const SPECIAL = /[&<>"'`=]/;
const SPECIALS = /[&<>"'`=]/g;
const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
  "`": "&#x60;",
  "=": "&#x3D;",
};

/** A value as text: hidden characters are spelled out and markup is escaped. */
export function escaped(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return escaped(`${value as number}`);
  const shown = spellHidden(value);
  return SPECIAL.test(shown) ? shown.replace(SPECIALS, (character) => REFERENCES[character] ?? character) : shown;
}

/** The functions that compiled templates call. Each behaves like its counterpart in Handlebars. */
export const runtime = {
  text: escaped,
  html: lineHtml,
  figure: (value: unknown, root: object): string => escaped(figureOf(value, root)),
  /** The result for a field without a value: nothing, or an error if the view has no such field. */
  lacking(view: object, field: string): undefined {
    if (!(field in view)) throw new Error(`"${field}" is not in the view.`);
    return undefined;
  },
  /** Whether a value is true for `if`. */
  is: (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  /** Whether a value counts as present for `with`. */
  has: (value: unknown): boolean => value === 0 || runtime.is(value),
  /** The items that `each` visits. */
  list(value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value;
    if (typeof value !== "object" || value === null) return [];
    return Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Object.values(value);
  },
};

/** The templates that are functions and call only functions. */
export function directTemplates(sources: ReadonlyMap<string, DirectSource | undefined>): ReadonlyMap<string, Direct> {
  const names = new Set([...sources].filter(([, source]) => source).map(([name]) => name));
  const isWhole = (name: string): boolean => sources.get(name)?.partials.every((each) => names.has(each)) === true;
  // Removing a template also removes those that call it.
  for (let before = 0; before !== names.size;) {
    before = names.size;
    for (const name of names) if (!isWhole(name)) names.delete(name);
  }
  const partials: Record<string, Direct> = {};
  const rendering = new Map<string, Direct>();
  for (const name of names) {
    const render = sources.get(name)?.make({ ...runtime, partials });
    if (!render) continue;
    rendering.set(name, render);
    partials[name] = render;
  }
  return rendering;
}

/** A template. It has a function if it is the built-in one from which the bundle was made. */
export interface TemplateSource {
  readonly file: ThemeFile;
  readonly hash: string;
  readonly direct: DirectSource | undefined;
}

/** A template of code: prints what stands in its holes as literals of its language. */
export interface CodeTemplate {
  /** Whether it comes with msgdocs. */
  readonly isBuiltIn: boolean;
  readonly print: (context: object) => string;
}

/** Templates by `<protocol>.<language>`. */
export type CodeTemplates = ReadonlyMap<string, CodeTemplate>;
