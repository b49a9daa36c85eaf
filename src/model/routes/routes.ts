import type { Entity } from "../api/index.ts";

/** The URL and anchor of each entity. No other code makes URLs and file names of the site. */
export interface Routes {
  /**
   * The path of the page with an entity, relative to the site, `/`-separated, not URL-encoded: its own page, or the one with its
   * section.
   */
  pageOf(entity: Entity): string;
  /** The anchor of an entity's section, if it shares a page (server, security scheme, tag); `undefined` if it has its own page. */
  anchorOf(entity: Entity): string | undefined;
  /** A relative, URL-encoded link from a page to an entity. */
  href(from: string, entity: Entity): string;
  /** A relative, URL-encoded link from a page to a site path, with an optional anchor. */
  relative(from: string, to: string, anchor?: string): string;
  /** File names by the same rule (lower case, hyphens, hash on collision) for another folder of the site, such as guides. */
  folder(keys: readonly string[]): ReadonlyMap<string, string>;
}
