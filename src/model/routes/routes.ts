import type { Entity } from "../api/index.ts";

/** Entity → URL and anchor. The only maker of URLs and file names of the site. */
export interface Routes {
  /** The page that holds an entity, relative to the site, `/`-separated, not URL-encoded: its own, or the one with its section. */
  pageOf(entity: Entity): string;
  /** The anchor of its section where it shares a page (server, security scheme, tag); `undefined` where the page is its own. */
  anchorOf(entity: Entity): string | undefined;
  /** A relative, URL-encoded link from a page to an entity. */
  href(from: string, entity: Entity): string;
  /** A relative, URL-encoded link from a page to a site path, with an optional anchor. */
  relative(from: string, to: string, anchor?: string): string;
  /** A file name by the rule (lower case, hyphens, hash on collision) for a further folder of the site, such as guides. */
  folder(keys: readonly string[]): ReadonlyMap<string, string>;
}
