/** The closed list of page kinds (see the manifest contract). */
export type PageKind =
  | "overview" | "channel" | "operation" | "message" | "schema" | "servers" | "security" | "tags" | "components"
  | "guide" | "source" | "search" | "not-found" | "list";

/** One page of the site. Its view is made when asked for, so that pages are never all in memory. */
export interface Page {
  /** Relative to the site, `/`-separated, not URL-encoded, ends in `.html`. */
  readonly path: string;
  readonly kind: PageKind;
  /** Identity within its kind; `null` for singletons. */
  readonly id: string | null;
  readonly title: string;
  /** The template that renders it, such as `pages/channel`. */
  readonly template: string;
  /** Data for the template: plain strings, booleans, numbers, lists and objects of these. */
  view(): object;
  /** Where the site stands on its host, for a page that is shown at any address: `/` or `/docs/`. */
  readonly base?: string;
  /** Whether it shows what no other page does, though it is a continued list. */
  readonly continues?: boolean;
  /** Message pages carry the verdicts of their examples. */
  readonly examples?: { readonly passed: number; readonly failed: number; readonly notChecked: number };
}
