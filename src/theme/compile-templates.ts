import type Handlebars from "handlebars";
import { compileOptions } from "./compile-options.js";
import { htmlOf } from "./safe-html.ts";
import { PartRenderer } from "./part-renderer.ts";
import { isClosed, shareable } from "./shared-part.ts";
import type { TemplateSource } from "./template-source.ts";
import type { Theme } from "./theme.ts";

/** The two ways in which a theme renders. */
type Rendering = Pick<Theme, "render" | "renderParted">;
type Runtime = Pick<typeof Handlebars, "template" | "registerPartial" | "registerHelper" | "SafeString">;

/** An instance of its own, so that nothing of one theme is seen by another. */
async function runtimeFor(templates: ReadonlyMap<string, TemplateSource>): Promise<Runtime & Partial<Pick<typeof Handlebars, "compile">>> {
  const ready = [...templates.values()].every(({ spec }) => spec !== undefined);
  // The runtime's own types are empty; it is the compiler's instance without `compile`.
  if (ready) return ((await import("handlebars/runtime.js")) as unknown as { default: typeof Handlebars }).default.create();
  return (await import("handlebars")).default.create();
}

/** Compiles what did not come precompiled, and gives what renders. */
export async function compileTemplates(templates: ReadonlyMap<string, TemplateSource>): Promise<Rendering> {
  const runtime = await runtimeFor(templates);
  runtime.registerHelper("html", (value: unknown) => new runtime.SafeString(htmlOf(value)));
  const parts = new PartRenderer();
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  const textOf = (name: string): { text: string; builtIn: boolean } | undefined => {
    const source = templates.get(name);
    return source && { text: source.file.source.text, builtIn: source.spec !== undefined };
  };
  for (const [name, { file, spec }] of templates) {
    const template =
      spec === undefined ? runtime.compile?.(file.source.text, compileOptions) : runtime.template(spec as TemplateSpecification);
    if (!template) continue;
    compiled.set(name, template);
    const isShared = shareable.includes(name) && isClosed(name, textOf);
    runtime.registerPartial(name, isShared ? parts.partial((view, options) => template(view, options)) : template);
  }
  const render = (name: string, view: object): string => {
    const template = compiled.get(name);
    if (!template) throw new Error(`There is no template ${name}.`);
    return template(view);
  };
  return { render, renderParted: (name, view) => parts.parted(() => render(name, view)) };
}
