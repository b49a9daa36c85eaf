import type { CopiedFile } from "#output";
import type { PortalSlot } from "#pages";
import type { Theme } from "#render";
import type { ApiFile } from "#run";
import { isFault } from "#run";
import { failureReason } from "#text";
import type { ApiIndex, AssembledApi, PartFile, PlacedPart, SlotName } from "../match/index.ts";
import { fieldTexts, pathOfApi, SITE, slotTexts } from "../match/index.ts";
import type { PortalSite, SlotContent } from "../pages/index.ts";
import { slotKey } from "../pages/index.ts";
import type { PartSource } from "./part-source.ts";

/** A page of an API, or its Markdown, at its path in the portal. */
interface PlacedPage {
  readonly page: string;
  readonly isTwin: boolean;
  readonly folder: string;
  /** For an earlier version: its folder below that of the current version. */
  readonly below: string;
  readonly isPage: boolean;
  /** Whether the current version has the same page. */
  readonly isCurrent: boolean;
}

/** What a part lists, once it is open. */
export type PartLists = ReturnType<PartSource["lists"]>;

/** A version of an API with its lists in memory. */
interface OpenPart {
  readonly part: PartSource;
  readonly lists: PartLists;
  readonly pages: ReadonlySet<string>;
}

/** A slot's content, and what was made of it so far. */
interface FilledSlot {
  readonly content: SlotContent | undefined;
  html?: string;
  twin?: string;
}

const toldBy = (page: string): string => `what other APIs say on ${page}`;

/** Does a step that concerns one API or one page of it. A failure of msgdocs costs what the step would have made. */
export function contained<T>({ failures }: PortalSite, path: string, instead: T, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!isFault(error)) throw error;
    failures.push({ path, reason: failureReason(error) });
    return instead;
  }
}

/** Finds the files of an API by their path in the portal. */
export class ApiFiles {
  readonly #api: AssembledApi<PartSource>;
  readonly #site: PortalSite;
  readonly #theme: Theme;
  /** Only one version is open at a time, because its lists grow with the number of pages. */
  #open: OpenPart | undefined;
  /** The slots of the open version that were filled, by what they depend on. Many pages have the same. */
  readonly #filled = new Map<string, FilledSlot>();
  #currentPages: ReadonlySet<string> | undefined;

  constructor(api: AssembledApi<PartSource>, site: PortalSite, theme: Theme) {
    this.#api = api;
    this.#site = site;
    this.#theme = theme;
  }

  lists({ part }: PlacedPart<PartSource>): PartLists {
    return this.#opened(part).lists;
  }

  *files(placed: PlacedPart<PartSource>): Generator<CopiedFile> {
    for (const [path, file] of Object.entries(this.lists(placed).files))
      if (path.startsWith(SITE)) yield this.#file(placed, path.slice(SITE.length), file);
  }

  /** The file at a path in the portal; `undefined` if there is none. */
  find(path: string): ApiFile | undefined {
    const within = this.#api.versions.filter(({ folder }) => path.startsWith(folder));
    const placed = within.sort((a, b) => b.folder.length - a.folder.length)[0];
    if (!placed) return undefined;
    const { files } = this.lists(placed);
    const own = path.slice(placed.folder.length);
    if (!Object.hasOwn(files, SITE + own)) return undefined;
    const beside = Object.entries(files).flatMap(([each, { sha256 }]) =>
      /\.(?:html|md)$/.test(each) || !each.startsWith(SITE) ? [] : [[each, sha256] as const],
    );
    return { ...this.#file(placed, own, files[SITE + own]), beside };
  }

  #file(
    { part, folder, below }: PlacedPart<PartSource>,
    own: string,
    { sha256, slots = [], fields = "" }: PartFile = { sha256: "" },
  ): CopiedFile {
    const page = own.replace(/\.md$/, ".html");
    const isCurrent = below !== "" && this.#pagesNow().has(page);
    const placed = { page, isTwin: page !== own, folder, below, isPage: this.#opened(part).pages.has(page), isCurrent };
    const inserts = [...slotTexts(slots, (name) => this.#text(name, part, placed)), ...this.#fieldTexts(fields, part, placed)];
    inserts.sort(([a], [b]) => a - b);
    return { path: folder + own, copy: part.copy(SITE + own, sha256, inserts) };
  }

  #opened(part: PartSource): OpenPart {
    if (this.#open?.part === part) return this.#open;
    const lists = part.lists();
    this.#filled.clear();
    this.#open = { part, lists, pages: new Set(lists.pages.map(({ path }) => path)) };
    return this.#open;
  }

  /** The pages of the current version, to which pages of earlier ones link. */
  #pagesNow(): ReadonlySet<string> {
    const [current] = this.#api.versions;
    this.#currentPages ??= new Set(current?.part.lists().pages.map(({ path }) => path));
    return this.#currentPages;
  }

  /** The marks of fields, by offset. Only pages of the current version have some. */
  #fieldTexts(fields: string, { index: { index } }: PartSource, { page, isTwin, below }: PlacedPage) {
    if (fields === "" || below !== "" || !index) return [];
    return contained(this.#site, `the marks of fields on ${pathOfApi(this.#api.api.name)}${page}`, [], () => {
      const textOf = this.#site.fieldTexts({ api: this.#api.api.name, index, page });
      return textOf ? fieldTexts(fields, (anchor) => textOf(anchor)?.[isTwin ? "markdown" : "html"] ?? "") : [];
    });
  }

  #text(slot: SlotName, part: PartSource, placed: PlacedPage): string {
    const { isTwin, below, isCurrent, isPage } = placed;
    if (slot === "root") return below === "" ? "" : "../";
    if (slot === "folder") return below;
    if (slot === "canonical") return isCurrent ? "" : below;
    const { index } = part.index;
    const filled = isPage && index ? this.#fill(slot, index, placed) : undefined;
    if (!filled?.content) return "";
    const { template, view, twin } = filled.content;
    return contained(this.#site, toldBy(placed.folder + placed.page), "", () => {
      if (isTwin) return (filled.twin ??= twin());
      return (filled.html ??= this.#theme.render(template, view));
    });
  }

  #fill(slot: PortalSlot, index: ApiIndex, { page, folder, below, isCurrent }: PlacedPage): FilledSlot {
    const current = below === "" ? undefined : (this.#api.versions[0]?.folder ?? "") + (isCurrent ? page : "index.html");
    const request = { slot, api: this.#api.api, index, page, path: folder + page, current };
    const key = slotKey(request);
    const filled = this.#filled.get(key) ?? {
      content: contained(this.#site, toldBy(request.path), undefined, () => this.#site.fill(request)),
    };
    this.#filled.set(key, filled);
    return filled;
  }
}
