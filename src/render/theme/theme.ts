import type { CodeTemplates } from "#pages";
import type { Assets } from "./bundle-assets.ts";
import type { PartedPage } from "./part-renderer.ts";

/** A compiled theme. It turns views into HTML, and has files for the site. */
export interface Theme {
  readonly assets: Assets;
  /** Names of the templates, such as `layout`, `pages/channel`, `schema-tree` (a partial). */
  readonly templates: readonly string[];
  /** The version of all templates together. */
  readonly templateHash: string;
  /** The user's templates of code. */
  readonly code: CodeTemplates;
  /** Whether some of them are the user's. */
  readonly hasOwn: boolean;
  /** Renders a template. It throws for a field that the view lacks: a mistake in the template or the view, never in a document. */
  render(template: string, view: object): string;
  /** Renders a template, with the parts shared between pages kept apart. */
  renderParted(template: string, view: object): PartedPage;
}
