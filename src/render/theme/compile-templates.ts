import type Handlebars from "handlebars";
import { lineHtml } from "#pages";
import type { CodeTemplates, Direct, DirectSource, TemplateSource, ThemeFile } from "./direct-templates.ts";
import { directTemplates, escaped, figureOf, isBuiltIn, templateFault } from "./direct-templates.ts";
import type { Assets } from "./bundle-assets.ts";

/** A compiled theme. It turns views into HTML, and has files for the site. */
export interface Theme {
  readonly assets: Assets;
  /** Names of the templates, such as `layout`, `pages/channel`, `schema-tree` (a partial). */
  readonly templates: readonly string[];
  /** The version of all templates together. */
  readonly templateHash: string;
  /** The templates of code. */
  readonly code: CodeTemplates;
  /** Whether some of them are the user's. */
  readonly hasOwn: boolean;
  /** Renders a template. It throws for a field that the view lacks: a mistake in the template or the view, never in a document. */
  render(template: string, view: object): string;
}

/**
 * Options of Handlebars. `knownHelpersOnly`: a name is data unless it is one of these helpers. `strict`: a field missing in the view is
 * an error.
 */
export const compileOptions = { strict: true, preventIndent: true, knownHelpersOnly: true, knownHelpers: { html: true, figure: true } };

/** The page's view, from the options that Handlebars passes to a partial. */
function rootOf(options: RuntimeOptions | undefined): object {
  return (options?.data as { readonly root: object }).root;
}

/** The view that a template passes to a partial that is a function. */
function viewOf(view: unknown, name: string): object {
  if (typeof view === "object" && view !== null) return view;
  throw new Error(`the partial ${name} is given ${view === undefined || view === null ? "nothing" : "no part of a page"} to show`);
}

/**
 * Creates the renderer. Built-in templates that call only each other are plain functions. Handlebars compiles all others, which may
 * call those, and is not loaded if there are none.
 */
export async function compileTemplates(templates: ReadonlyMap<string, TemplateSource>): Promise<Pick<Theme, "render">> {
  const sources = new Map([...templates].map(([name, { direct }]) => [name, direct]));
  const direct = directTemplates(sources);
  const others = direct.size === templates.size ? undefined : await compileOthers(templates, sources, direct);
  const render = (name: string, view: object): string => {
    const template = direct.get(name);
    if (template) return template(view, view);
    const other = others?.get(name);
    if (!other) throw new Error(`There is no template ${name}.`);
    return other(view);
  };
  return { render };
}

/** The most steps of one page. A page of 130,000 tags takes between two and four million. */
const MOST_STEPS = 4_000_000;

/** Characters that cost a step where a partial makes them. */
const STEP = 64;

/** Counts what templates do for one page. Without a limit, partials that call another twice, or loops in loops, would not end. */
class Steps {
  #left = MOST_STEPS;

  /** Begins a page. */
  begin(): void {
    this.#left = MOST_STEPS;
  }

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new Error(`it takes more than ${MOST_STEPS / 1_000_000} million steps for one page`);
  }

  /** Counts the calls of a partial, and what it makes. */
  counting<Given extends unknown[]>(partial: (...given: Given) => string): (...given: Given) => string {
    return (...given) => {
      this.take(1);
      const html = partial(...given);
      this.take(html.length / STEP);
      return html;
    };
  }
}

/** How many rounds an `each` takes. */
function roundsOf(items: unknown): number {
  if (Array.isArray(items)) return items.length;
  return typeof items === "object" && items !== null ? Object.keys(items).length : 0;
}

/** The helper through which a user's template prints. No template can write this name. */
export const SHOWN = "as shown";

/**
 * The tree of a user's template in which every expression is printed as built-in templates print it: with hidden characters spelled out.
 * Handlebars has no setting for how it escapes.
 */
export function showing(handlebars: typeof Handlebars, text: string): hbs.AST.Program {
  const program = handlebars.parse(text);
  class Showing extends handlebars.Visitor {
    override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
      const { path, params, hash, loc } = statement;
      if (!statement.escaped) return;
      if (path.type === "PathExpression" && (path as hbs.AST.PathExpression).original in compileOptions.knownHelpers) {
        this.acceptArray(params);
        return;
      }
      // `strict` is the compiler's own mark: a field that is missing is an error here, too.
      const shown = params.length > 0 ? { type: "SubExpression", path, params, hash, loc } : { ...path, strict: true };
      statement.path = { type: "PathExpression", original: SHOWN, parts: [SHOWN], data: false, depth: 0, loc };
      statement.params = [shown];
    }

    /** `x.html` asks whether there is anything to print, whatever `x` is: HTML or a line. */
    override PathExpression(path: hbs.AST.PathExpression): void {
      const { parts, loc } = path;
      if (parts.length < 2 || parts.at(-1) !== "html") return;
      const html = { type: "PathExpression", original: "html", parts: ["html"], data: false, depth: 0, loc };
      Object.assign(path, { type: "SubExpression", path: html, params: [{ ...path, parts: parts.slice(0, -1) }] });
    }
  }
  new Showing().accept(program);
  return program;
}

/** A user's template. Its errors are reported as faults of the template. */
function faulting(template: Handlebars.TemplateDelegate, { source }: ThemeFile): Handlebars.TemplateDelegate {
  return (view: object, options?: RuntimeOptions) => {
    try {
      return template(view, options);
    } catch (error) {
      throw templateFault(error, source);
    }
  };
}

/** Lets Handlebars compile the templates that are not functions, with the functions as partials. */
async function compileOthers(
  templates: ReadonlyMap<string, TemplateSource>,
  sources: ReadonlyMap<string, DirectSource | undefined>,
  direct: ReadonlyMap<string, Direct>,
): Promise<ReadonlyMap<string, Handlebars.TemplateDelegate>> {
  const { default: library } = await import("handlebars");
  // A separate instance, so that themes do not affect each other.
  const handlebars = library.create();
  const steps = new Steps();
  const { each } = handlebars.helpers;
  handlebars.registerHelper("each", function (this: unknown, items: unknown, ...options: unknown[]) {
    steps.take(roundsOf(items));
    return each?.call(this, items, ...options) as unknown;
  });
  handlebars.registerHelper(SHOWN, (value: unknown) => new handlebars.SafeString(escaped(value)));
  handlebars.registerHelper("html", (value: unknown) => {
    // `{{html x.html}}` means `{{html x}}`.
    if (value instanceof handlebars.SafeString) return value;
    const html = lineHtml(value);
    // What prints nothing is false to `if`.
    return html === "" ? html : new handlebars.SafeString(html);
  });
  handlebars.registerHelper(
    "figure",
    (value: unknown, options: RuntimeOptions) => new handlebars.SafeString(escaped(figureOf(value, rootOf(options)))),
  );
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  for (const [name, { file }] of templates) {
    // A function cannot take a block from Handlebars.
    const partial = sources.get(name)?.usesBlock === true ? undefined : direct.get(name);
    if (partial) {
      const placing = (view: unknown, options?: RuntimeOptions): string => partial(viewOf(view, name), rootOf(options));
      handlebars.registerPartial(name, steps.counting(placing));
      continue;
    }
    const template = handlebars.compile(showing(library, file.source.text), {
      ...compileOptions,
      knownHelpers: { ...compileOptions.knownHelpers, [SHOWN]: true },
    });
    const safe = isBuiltIn(file) ? template : faulting(template, file);
    compiled.set(name, (view: object, options?: RuntimeOptions) => {
      steps.begin();
      return safe(view, options);
    });
    handlebars.registerPartial(name, steps.counting(safe));
  }
  return compiled;
}
