/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What of a site's manifest counts here. */
export interface Manifest {
  readonly pages: readonly { readonly path: string; readonly kind: string; readonly id: string | null }[];
}

/** One use: the page of what is used, where it says so, and the pages of which one must be linked. */
export interface Use {
  readonly target: string;
  readonly from: string;
  readonly by: readonly string[];
}

interface Met {
  readonly at: readonly string[];
  readonly value: Json;
}

const isMap = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function* valuesOf(root: Json): Generator<Met> {
  const open: Met[] = [{ at: [], value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, value } = next;
    yield next;
    if (typeof value === "object" && value !== null) for (const [key, each] of Object.entries(value)) open.push({ at: [...at, key], value: each });
  }
}

const tokensOf = (pointer: string): string[] =>
  decodeURIComponent(pointer.slice(1)).split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

function valueAt(root: Json, tokens: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const token of tokens) value = typeof value === "object" && value !== null ? (value as Record<string, Json>)[token] : undefined;
  return value;
}

const idsOf = (key: string, value: Json | undefined): string[] =>
  [key, ...(isMap(value) ? [value.messageId, value.name, value.operationId] : [])].filter((id) => typeof id === "string");

/** Looks up in a document, by nothing but pointers, which pages show what stands at a place. */
class Shown {
  readonly #root: Json;
  readonly #manifest: Manifest;
  readonly #refs: readonly { readonly at: readonly string[]; readonly to: readonly string[] }[];

  constructor(root: Json, manifest: Manifest) {
    this.#root = root;
    this.#manifest = manifest;
    this.#refs = [...valuesOf(root)].flatMap(({ at, value }) =>
      at.at(-1) === "$ref" && typeof value === "string" && value.startsWith("#/") ? [{ at: at.slice(0, -1), to: tokensOf(value) }] : [],
    );
  }

  get references(): readonly { readonly at: readonly string[]; readonly to: readonly string[] }[] {
    return this.#refs;
  }

  page(kind: string, ids: readonly string[]): string[] {
    return this.#manifest.pages.filter((page) => page.kind === kind && page.id !== null && ids.includes(page.id)).map(({ path }) => path);
  }

  /** The page of a component that has one of its own. */
  target(tokens: readonly string[]): string[] {
    const [components, group, key = ""] = tokens;
    if (components !== "components" || tokens.length !== 3) return [];
    if (group === "schemas") return this.page("schema", [key]);
    return group === "messages" ? this.page("message", idsOf(key, valueAt(this.#root, tokens))) : [];
  }

  /** The pages on which a place of the document may be shown. */
  around(at: readonly string[], seen = new Set<string>()): string[] {
    const [first, second = "", third = ""] = at;
    if (first === "channels" || first === "operations") return this.#ofChannel(at);
    if (first !== "components" || seen.has(at.slice(0, 3).join("/"))) return [];
    seen.add(at.slice(0, 3).join("/"));
    const own = this.target(at.slice(0, 3));
    if (own.length > 0) return own;
    const users = this.#refs.filter(({ to }) => to[1] === second && to[2] === third);
    return users.flatMap((user) => this.around(user.at, seen));
  }

  #ofChannel([kind = "", key = "", ...rest]: readonly string[]): string[] {
    const pages = this.page(kind.slice(0, -1), [key]);
    const inner = rest.map((_, at) => valueAt(this.#root, [kind, key, ...rest.slice(0, at + 1)]));
    const ids = [key, ...rest, ...inner.flatMap((value) => idsOf("", value))];
    return [...pages, ...this.page("operation", ids), ...this.page("message", ids)];
  }
}

/** The page that all of what a place names stands on: its tag, the servers of a channel, a way to authorize. */
function listFor(at: readonly string[]): string | undefined {
  const field = at.findLast((token) => /^(?:tags|servers|security|securitySchemes)$/.test(token));
  if (field === "tags") return at.at(-1) === "name" && at.at(-3) === "tags" ? "tags.html" : undefined;
  if (field === "servers") return at[0] === "channels" && at.at(-2) === "servers" ? "servers.html" : undefined;
  return field === "security" && at.includes("security") && at.indexOf("security") === at.length - 3 ? "security.html" : undefined;
}

/** Uses by name: of tags, servers and security schemes. */
function namedUses(root: Json, shown: Shown): Use[] {
  return [...valuesOf(root)].flatMap(({ at }) => {
    const target = listFor(at);
    const by = target === undefined ? [] : at[0] === "servers" ? ["servers.html"] : shown.around(at);
    return target === undefined || by.length === 0 ? [] : [{ target, from: `/${at.join("/")}`, by }];
  });
}

/** Every reference of a document to a schema or message with a page, and every use of a name, with the pages of what refers to it. */
export function refersTo(root: Json, manifest: Manifest): Use[] {
  const shown = new Shown(root, manifest);
  const references = shown.references.flatMap(({ at, to }) =>
    shown.target(to).flatMap((target) => {
      const by = shown.around(at).filter((page) => page !== target);
      return by.length === 0 ? [] : [{ target, from: `/${at.join("/")}`, by }];
    }),
  );
  return [...references, ...namedUses(root, shown)];
}

/** The pages that the main part of a page links to. */
export function linkedFrom(files: ReadonlyMap<string, string>, path: string): ReadonlySet<string> {
  const main = (files.get(path) ?? "").replace(/^[^]*<main/, "");
  const links = [...main.matchAll(/ href="([^"#]+)/g)].map(([, href = ""]) => new URL(href, `site://x/${path}`).pathname.slice(1));
  return new Set(links.map(decodeURIComponent));
}
