import type { SharedPart } from "#theme";
import type { PageContext } from "./context.ts";

/** Stands where the anchors of a shared part begin: a control character, which no text of a page holds. */
export const MARK = "\u0001";

/** A page in a folder that no site has: links from it lead the same way from a page in any folder. */
const ANY_FOLDER = "~/~.html";

/** Whether a page may share parts with others: those with folders of their own are all one folder deep. */
export function mayShare({ path }: Pick<PageContext, "path">): boolean {
  return path.split("/").length === 2;
}

/** What the links of a part are relative to that pages share, or could: the same text on all of them. */
export function linkPath(page: Pick<PageContext, "path">): string {
  return mayShare(page) ? ANY_FOLDER : page.path;
}

/** A view with every mark of it replaced. What is shared inside it has no mark of its own. */
export function placed<View>(view: View, as: string): View {
  if (typeof view === "string") return (view.includes(MARK) ? view.split(MARK).join(as) : view) as View;
  if (typeof view !== "object" || view === null) return view;
  if (Array.isArray(view)) return view.map((each: unknown) => placed(each, as)) as View;
  return Object.fromEntries(Object.entries(view).map(([key, each]) => [key, key === "shared" ? (each as unknown) : placed(each as unknown, as)])) as View;
}

/** A view that several pages show: handed over to be rendered once, or copied for a theme that does not share. */
export class SharedView<View extends object> {
  readonly #make: () => View;
  #view: View | undefined;

  constructor(view: View, make: () => View) {
    this.#view = view;
    this.#make = make;
  }

  /** What a page's view has as `shared`. The view itself is let go of when it is rendered, since it is far larger than its text. */
  on(as: string): SharedPart {
    const view = (): View => {
      const made = this.#view ?? this.#make();
      this.#view = undefined;
      return made;
    };
    return { key: this, mark: MARK, as, view };
  }

  /** The view as one page has it. */
  copy(as: string): View {
    this.#view ??= this.#make();
    return placed(this.#view, as);
  }
}
