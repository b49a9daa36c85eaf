import type { PageContext } from "./context.ts";

/**
 * A part of a page that other pages show as well, alike but for one text: it is rendered once, and that text is put in for each
 * page. A view says so by a field `shared` beside its own.
 */
export interface SharedPart {
  /** What the rendered text is remembered by, and forgotten with. */
  readonly key: object;
  /** Stands in the text wherever pages differ; nothing else holds it. Empty where they do not. */
  readonly mark: string;
  /** What this page has there; markup-safe as it is. */
  readonly as: string;
  /** The view of all pages, with the mark. */
  readonly view: () => object;
}

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

/** Of a view that is handed over: its fields as they are copied where they are asked for. */
const COPIED = Symbol("copied");

const copiedFields = new Map<string, PropertyDescriptor>();

/** A field that asks for its copy: the same one for every view, or to V8 each view would be of a shape of its own. */
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

/** A view that several pages show: handed over to be rendered once, or copied for a theme that does not share. */
export class SharedView<View extends object> {
  readonly #make: () => View;
  readonly #fields: readonly string[];
  #view: View | undefined;
  /** What was rendered last, as long as anybody has it: its Markdown is printed right after it. */
  #rendered: WeakRef<View> | undefined;

  constructor(view: View, make: () => View) {
    this.#view = view;
    this.#make = make;
    this.#fields = Object.keys(view);
  }

  /**
   * The view as one page has it: what is to be rendered once, beside fields that are copied where a theme asks for them.
   * Fields in `own` are the page's. The view itself is let go of when it is rendered, since it is far larger than its text.
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

  /** Lets go of the view where the page that it was made for shows another: it is made again for the first that asks. */
  forget(): void {
    this.#view = undefined;
  }

  #copy(as: string): View {
    this.#view ??= this.#make();
    return placed(this.#view, as);
  }
}
