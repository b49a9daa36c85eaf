import type { PageContext } from "./context.ts";

/**
 * A part that several pages show with a single text that differs. It is rendered once; the text is inserted for each page. A view has
 * it in the field `shared`, beside its own fields.
 */
export interface SharedPart {
  /** The key for the rendered text. The text is kept as long as the key. */
  readonly key: object;
  /** The placeholder in the rendered text where pages differ, a text that occurs nowhere else. Empty if pages do not differ. */
  readonly mark: string;
  /** The text of this page for the placeholder, already safe as markup. */
  readonly as: string;
  /** Makes the view for all pages, with the placeholder. */
  readonly view: () => object;
}

/**
 * The placeholder for the prefix of anchors in a shared part. It is random, so that no document can write it, and needs no escape in HTML,
 * URLs or Markdown. No output contains it.
 */
export const MARK = crypto.randomUUID().replaceAll("-", "");

/** A page in a folder that no site has. Relative links from it are the same as from a page in any folder. */
const ANY_FOLDER = "~/~.html";

/** Whether a page may share parts: only pages exactly one folder deep do. */
export function mayShare({ path }: Pick<PageContext, "path">): boolean {
  return path.split("/").length === 2;
}

/** The path from which links in a page's shared parts are relative. It is the same for all pages that may share. */
export function linkPath(page: Pick<PageContext, "path">): string {
  return mayShare(page) ? ANY_FOLDER : page.path;
}

/** A view with the placeholder replaced. Shared parts within it are left alone, because they have no placeholder of this part. */
export function placed<View>(view: View, as: string): View {
  if (typeof view === "string") return (view.includes(MARK) ? view.split(MARK).join(as) : view) as View;
  if (typeof view !== "object" || view === null) return view;
  if (Array.isArray(view)) return view.map((each: unknown) => placed(each, as)) as View;
  return Object.fromEntries(
    Object.entries(view).map(([key, each]) => [key, key === "shared" ? (each as unknown) : placed(each as unknown, as)]),
  ) as View;
}

/** The key for the function that returns copied fields. */
const COPIED = Symbol("copied");

const copiedFields = new Map<string, PropertyDescriptor>();

/** The property of a field that is copied on demand. All views use the same one, so that V8 gives them one shape. */
function copiedField(field: string): PropertyDescriptor {
  let descriptor = copiedFields.get(field);
  if (!descriptor) {
    const get = function (this: { readonly [COPIED]: (field: string) => unknown }): unknown {
      return this[COPIED](field);
    };
    copiedFields.set(field, (descriptor = { enumerable: true, get }));
  }
  return descriptor;
}

/** A view that several pages show. It is rendered once, or copied for a theme that does not share parts. */
export class SharedView<View extends object> {
  readonly #make: () => View;
  readonly #fields: readonly string[];
  #view: View | undefined;
  /** The view that was rendered last, if it is still in memory: its Markdown is printed right afterwards. */
  #rendered: WeakRef<View> | undefined;

  constructor(view: View, make: () => View) {
    this.#view = view;
    this.#make = make;
    this.#fields = Object.keys(view);
  }

  /**
   * The view for one page: the shared part, and fields that are copied if a theme reads them. Fields in `own` are the page's. The view
   * itself is dropped after rendering, because it is far larger than its text.
   */
  on<Own extends object>(as: string, own: Own): View & Own & { readonly shared: SharedPart } {
    const view = (): View => {
      const made = this.#view ?? this.#rendered?.deref() ?? this.#make();
      this.#view = undefined;
      this.#rendered = new WeakRef(made);
      return made;
    };
    let copy: ReadonlyMap<string, unknown> | undefined;
    const copied = (field: string): unknown => (copy ??= new Map<string, unknown>(Object.entries(this.#copy(as)))).get(field);
    const shown = { ...own, shared: { key: this, mark: MARK, as, view }, [COPIED]: copied };
    for (const field of this.#fields) {
      if (!Object.hasOwn(shown, field)) Object.defineProperty(shown, field, copiedField(field));
    }
    return shown as unknown as View & Own & { shared: SharedPart };
  }

  /** Drops the view, for a page that shows another one in its place. The next page that needs it makes it again. */
  forget(): void {
    this.#view = undefined;
  }

  #copy(as: string): View {
    this.#view ??= this.#make();
    return placed(this.#view, as);
  }
}
