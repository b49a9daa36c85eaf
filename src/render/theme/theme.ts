import type { Assets } from "./bundle-assets.ts";
import type { PartedPage } from "./part-renderer.ts";

/** A compiled theme: it turns views into HTML, and has files of its own for the site. */
export interface Theme {
  readonly assets: Assets;
  /** Names of the templates, such as `layout`, `pages/channel`, `schema-tree` (a partial). */
  readonly templates: readonly string[];
  /** The version of all of them together. */
  readonly templateHash: string;
  /** Whether some of them are a user's. */
  readonly hasOwn: boolean;
  /** Renders a template. A field that the view lacks throws: it is a mistake in the template or the view, never in a document. */
  render(template: string, view: object): string;
  /** The same, with the parts that other pages show as well told from what is the page's own. */
  renderParted(template: string, view: object): PartedPage;
}
