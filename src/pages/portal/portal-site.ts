import type { Settings } from "#config";
import { relativeUrl } from "#model";
import type { ApiIndex, Portal, PortalApi } from "#portal";
import type { Words } from "#text";
import { csp } from "../site/index.ts";
import type { Page, PortalSlot, SiteFile } from "../site/index.ts";

/** A problem as the JSON report has it. Its file is relative to the folder of the settings. */
export interface ReportedProblem {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint: string | null;
  readonly file: string;
  readonly pointer: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly related: readonly (Pick<ReportedProblem, "file" | "pointer" | "message" | "start"> & object)[];
}

/** What the pages of a portal are made from besides the portal itself. */
export interface PortalParts {
  readonly settings: Settings;
  readonly words: Words;
  /** The problems of all documents and of the whole. */
  readonly problems: readonly ReportedProblem[];
}

/** A place in a page of an API that is filled in when parts are merged. */
export interface SlotRequest {
  readonly slot: PortalSlot;
  readonly api: PortalApi;
  /** The index of the version that the page is of. */
  readonly index: ApiIndex;
  /** The page in its API, such as `channels/orders.html`. */
  readonly page: string;
  /** The same in the portal, which links of the slot are relative to. */
  readonly path: string;
  /** Of an earlier version: the page of the current one that says the same, or its overview. */
  readonly current?: string | undefined;
}

/** What is put into a slot. */
export interface SlotContent {
  readonly template: string;
  readonly view: object;
}

/** What spans the APIs of a portal. */
export interface PortalSite {
  /** Every page that is no API's, the home page first. */
  pages(): Iterable<Page>;
  /** Further files: `llms.txt`, data of scripts. */
  files(): Iterable<SiteFile>;
  /** Nothing where the slot stays empty. */
  fill(request: SlotRequest): SlotContent | undefined;
}

/** The pages of a portal. Everything on them is known from the parts: no document is read. */
export function createPortalSite(portal: Portal, { settings, words }: PortalParts): PortalSite {
  const home: Page = {
    path: "index.html",
    kind: "overview",
    id: null,
    title: portal.title,
    template: "portal/home",
    view: () => ({
      language: settings.language,
      csp: csp(settings.csp),
      title: portal.title,
      apis: portal.apis.map(({ name, title, status }) => ({
        title,
        href: status === "failed" ? "" : relativeUrl("index.html", `apis/${name}/index.html`),
      })),
    }),
  };
  return {
    pages: () => [home],
    files: () => [],
    fill: ({ slot, path, current }) =>
      slot === "note" && current !== undefined
        ? { template: "portal/version-note", view: { href: relativeUrl(path, current), text: words("site.earlier-version") } }
        : undefined,
  };
}
