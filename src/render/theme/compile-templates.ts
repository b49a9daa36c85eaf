import type Handlebars from "handlebars";
import type { Direct } from "./direct-templates.ts";
import { directTemplates, htmlOf } from "./direct-templates.ts";
import { PartRenderer } from "./part-renderer.ts";
import { templateFault } from "./template-ast.ts";
import type { TemplateSource } from "./template-source.ts";
import type { ThemeFile } from "./theme-file.ts";
import { isBuiltIn } from "./theme-file.ts";
import type { Theme } from "./theme.ts";

/**
 * How Handlebars compiles a template. `knownHelpersOnly`: a name is data unless it is one of these; `strict`: a field that the view
 * lacks is an error.
 */
export const compileOptions = { strict: true, preventIndent: true, knownHelpersOnly: true, knownHelpers: { html: true } };

/** The partials that look for a shared part of a page. */
const shareable: readonly string[] = ["schema-rows", "schema-facts", "example-panel", "nav-tree"];

/** A path that leads out of a partial to what differs from page to page; the words of the interface and their language do not. */
const OUTWARD = /@root\b(?!\.t\.|\.language\b)/;
const PARTIAL = /\{\{~?#?>\s*([\w/-]+)/g;

/**
 * Whether a partial shows nothing but its own view, itself and by the partials in it: only then is it alike on all pages.
 * A changed partial with a step to its caller is not trusted to be.
 */
export function isClosed(
  name: string,
  textOf: (name: string) => { readonly text: string; readonly builtIn: boolean } | undefined,
): boolean {
  const reached = new Set([name]);
  // What is found is added at the end, and met by the same loop.
  for (const each of reached) {
    const partial = textOf(each);
    if (!partial || OUTWARD.test(partial.text) || (!partial.builtIn && partial.text.includes("../"))) return false;
    for (const [, inner = ""] of partial.text.matchAll(PARTIAL)) reached.add(inner);
  }
  return true;
}

/** The two ways in which a theme renders. */
type ThemeRenderer = Pick<Theme, "render" | "renderParted">;

/** The page's view, as Handlebars tells a partial of it. */
function rootOf(options: RuntimeOptions | undefined): object {
  return (options?.data as { readonly root: object }).root;
}

/** What a template of anyone's gives to a partial that takes a part of a page. */
function viewOf(view: unknown, name: string): object {
  if (typeof view === "object" && view !== null) return view;
  throw new Error(`the partial ${name} is given ${view === undefined || view === null ? "nothing" : "no part of a page"} to show`);
}

/**
 * Gives what renders. Built-in templates that call none but such are plain functions; Handlebars compiles the others, which may
 * call those, and is not loaded where there are none.
 */
export async function compileTemplates(templates: ReadonlyMap<string, TemplateSource>): Promise<ThemeRenderer> {
  const parts = new PartRenderer();
  const textOf = (name: string): { text: string; builtIn: boolean } | undefined => {
    const source = templates.get(name);
    return source && { text: source.file.source.text, builtIn: source.direct !== undefined };
  };
  const isShared = (name: string): boolean => shareable.includes(name) && isClosed(name, textOf);
  const sources = new Map([...templates].map(([name, { direct }]) => [name, direct]));
  const placed = new Map<string, Direct>();
  const direct = directTemplates(sources, (name, render) => {
    const partial = isShared(name) ? parts.partial(render) : render;
    // A block of Handlebars's is none for a function.
    if (sources.get(name)?.usesBlock !== true) placed.set(name, partial);
    return partial;
  });
  const others = direct.size === templates.size ? undefined : await compileOthers(templates, { parts, isShared, placed });
  const render = (name: string, view: object): string => {
    const template = direct.get(name);
    if (template) return template(view, view);
    const other = others?.get(name);
    if (!other) throw new Error(`There is no template ${name}.`);
    return other(view);
  };
  return { render, renderParted: (name, view) => parts.parted(() => render(name, view)) };
}

interface TemplateContext {
  readonly parts: PartRenderer;
  readonly isShared: (name: string) => boolean;
  /** Partials that are functions. */
  readonly placed: ReadonlyMap<string, Direct>;
}

/** A user's template, whose faults are told as its own. */
function faulting(template: Handlebars.TemplateDelegate, { source }: ThemeFile): Handlebars.TemplateDelegate {
  return (view: object, options?: RuntimeOptions) => {
    try {
      return template(view, options);
    } catch (error) {
      throw templateFault(error, source);
    }
  };
}

/** Has Handlebars make what is no function, with the functions as partials. */
async function compileOthers(
  templates: ReadonlyMap<string, TemplateSource>,
  { parts, isShared, placed }: TemplateContext,
): Promise<ReadonlyMap<string, Handlebars.TemplateDelegate>> {
  // An instance of its own, so that nothing of one theme is seen by another.
  const handlebars = (await import("handlebars")).default.create();
  handlebars.registerHelper("html", (value: unknown) => new handlebars.SafeString(htmlOf(value)));
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  for (const [name, { file }] of templates) {
    const partial = placed.get(name);
    if (partial) {
      handlebars.registerPartial(name, (view: unknown, options) => partial(viewOf(view, name), rootOf(options)));
      continue;
    }
    const template = handlebars.compile(file.source.text, compileOptions);
    const safe = isBuiltIn(file) ? template : faulting(template, file);
    compiled.set(name, safe);
    const shared = isShared(name) ? parts.partial((view: object, options?: object) => safe(view, options)) : undefined;
    handlebars.registerPartial(name, shared ? (view: unknown, options?: object) => shared(viewOf(view, name), options) : safe);
  }
  return compiled;
}
