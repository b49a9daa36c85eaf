/** HTML from a maker that is known to be safe. Nothing of a document ever has this shape unless such a maker made it. */
export interface SafeHtml {
  readonly html: string;
}

/** The text of a safe HTML value, nothing for anything else: `{{html x}}` never puts a plain string out unescaped. */
export function htmlOf(value: unknown): string {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "html")) return "";
  const { html } = value as { html: unknown };
  return typeof html === "string" ? html : "";
}

/** A template as a plain function of its view, its page's view, and what stands in the place of its block. */
export type Direct = (view: object, root: object, block?: (view: object) => string) => string;

/** A built-in template as the bundler writes it (`.config/direct-templates.js`), with the partials it calls. */
export interface DirectSource {
  readonly make: (calls: object) => Direct;
  readonly partials: readonly string[];
  /** Whether it shows the block that it is called with. */
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

/** What templates written as functions call: each does as Handlebars does. */
const runtime = {
  /** A value as text, with references for what is markup. */
  text(value: unknown): string {
    if (value === undefined || value === null) return "";
    if (typeof value !== "string") return runtime.text(`${value as number}`);
    return SPECIAL.test(value) ? value.replace(SPECIALS, (character) => REFERENCES[character] ?? character) : value;
  },
  html: htmlOf,
  /** What is shown of a field with no value: nothing, unless the view has no such field. */
  lacking(view: object, field: string): undefined {
    if (!(field in view)) throw new Error(`"${field}" is not in the view.`);
    return undefined;
  },
  /** Whether `if` takes a value for true. */
  is: (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  /** Whether `with` takes a value for one. */
  has: (value: unknown): boolean => value === 0 || runtime.is(value),
  /** What `each` goes through. */
  list(value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value;
    if (typeof value !== "object" || value === null) return [];
    return Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Object.values(value);
  },
};

/** Templates that have functions and call none but such; `placed` gives each the form in which others call it. */
export function directTemplates(
  sources: ReadonlyMap<string, DirectSource | undefined>,
  placed: (name: string, render: Direct) => Direct,
): ReadonlyMap<string, Direct> {
  const names = new Set([...sources].filter(([, source]) => source).map(([name]) => name));
  const isWhole = (name: string): boolean => sources.get(name)?.partials.every((each) => names.has(each)) === true;
  // One that goes takes those that call it with it.
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
    partials[name] = placed(name, render);
  }
  return rendering;
}
