import { relativeUrl } from "#model";
import type { SearchEntry, SearchFile, SearchSlice } from "#pages";
import { SearchIndex } from "#pages";
import type { Words } from "#text";
import { MOST_STEPS } from "#text";

/** The state of a hash (FNV-1a) that can be continued. Its two halves give 53 bits. */
interface TextHash {
  low: number;
  high: number;
}

/** The hash of an empty text. */
const EMPTY: Readonly<TextHash> = { low: 0x811c9dc5, high: 0x01000193 };

/** Continues a hash with a further text. */
function hashed({ low, high }: Readonly<TextHash>, text: string): TextHash {
  let [first, second] = [low, high];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return { low: first, high: second };
}

/** A hash as one number. A set of numbers takes a tenth of the memory of a set of texts. */
function numberOf({ low, high }: Readonly<TextHash>): number {
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

/** The ids in a page's HTML, and the targets of its links as written, with character references decoded. */
interface PageLinks {
  readonly ids: string[];
  readonly targets: string[];
}

const REFERENCES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#x3D": "=",
  "#x60": "`",
  "#39": "'",
};

function decode(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(/&(amp|lt|gt|quot|#x27|#x3D|#x60|#39);/gi, (whole, name: string) => REFERENCES[name] ?? whole);
}

/** Whether an attribute's name ends at an offset. In our HTML, attributes that matter are always written ` name="value"`. */
function endsIn(html: string, end: number, name: string): boolean {
  return html.startsWith(name, end - name.length);
}

const QUOTE = 34;
const EQUALS = 61;
const CLOSE = 62;

/**
 * Finds ids and link targets by plain search, tag by tag. Our code escapes every `<` in text but not `>` and quotes, so text that only
 * looks like an attribute is skipped.
 */
function scanLinks(html: string): PageLinks {
  const ids: string[] = [];
  const targets: string[] = [];
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    for (at += 1; at < html.length && html.charCodeAt(at) !== CLOSE; at += 1) {
      if (html.charCodeAt(at) !== EQUALS || html.charCodeAt(at + 1) !== QUOTE) continue;
      const end = html.indexOf('"', at + 2);
      if (end < 0) break;
      if (endsIn(html, at, " id")) ids.push(decode(html.slice(at + 2, end)));
      else if (endsIn(html, at, " href") || endsIn(html, at, " src")) targets.push(decode(html.slice(at + 2, end)));
      at = end;
    }
  }
  return { ids, targets };
}

/** One of our internal links that leads nowhere. This is always our bug, never a document's. */
export interface BrokenLink {
  readonly page: string;
  readonly target: string;
  readonly reason: "no such file" | "no such anchor" | "duplicate id" | "a link that runs a script";
}

/** A copy of a piece of text. A slice would keep the whole page in memory in V8. */
function apart(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** Ids that are line numbers are stored as one range for each page. */
const LINE = /^L\d+$/;

/** The site path that a relative reference without fragment leads to from a folder (`""`, `channels/`). */
function resolve(folder: string, reference: string): string {
  const segments = folder.split("/").slice(0, -1);
  const asked = reference.indexOf("?");
  for (const segment of (asked < 0 ? reference : reference.slice(0, asked)).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(decoded(segment));
  }
  const path = segments.join("/");
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

function decoded(text: string): string {
  return text.includes("%") ? decodeURIComponent(text) : text;
}

/** The folder with a slash at its end; empty at the top. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/**
 * References to other sites. One that starts with a slash is relative to the host: it is used on the page for missing addresses, which
 * may be shown at any address.
 */
const OTHER_SITE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

/** URLs that run scripts. Our own links are never such, but a user's template may put any text into a link. */
const SCRIPT = /^(?:javascript|vbscript):/i;
/** Characters that browsers ignore in a URL. */
const IGNORED = /[^!-\u{10ffff}]/gu;

interface PendingLink {
  readonly page: string;
  readonly target: string;
}

interface PendingAnchor extends PendingLink {
  readonly path: string;
  readonly anchor: string;
}

/** The folder of the search index. The page's script loads files from it. */
const FOLDER = "search";

/**
 * Records the ids and links of all pages in little memory, finds the links without a target at the end, and makes the search index, in
 * which each hit leads to an anchor that exists. Add the pages first, then the entries of the search; other files at any time.
 */
export class Links {
  readonly #files = new Set<string>();
  readonly #anchors = new Set<number>();
  readonly #lines = new Map<string, { first: number; last: number }>();
  readonly #wantedFiles = new Map<string, PendingLink>();
  readonly #wantedAnchors = new Map<number, PendingAnchor>();
  /** The site path of each reference, and the hash that its anchors continue, by folder and text. */
  readonly #resolved = new Map<string, Map<string, { path: string; hash: TextHash }>>();
  /** Links to other pages as written, by folder. Most occur on many pages. */
  readonly #asked = new Map<string, Set<string>>();
  readonly #broken: BrokenLink[] = [];
  readonly #index = new SearchIndex();
  /** For each continued page the number of the page where the last anchor was found. */
  readonly #before = new Map<string, number>();
  /** How many more pages may be searched for anchors that are out of order. Any further such hit leads to the first page. */
  #looks = MOST_STEPS;

  /** Adds a file that is not searched. After `#`, it names an anchor of the file. */
  addFile(home: string): void {
    const [path = "", anchor] = home.split(/#([^]*)/);
    this.#files.add(path);
    if (anchor !== undefined) this.#anchors.add(numberOf(hashed(EMPTY, home)));
  }

  /** Adds a page with its ids and links. */
  addPage(path: string, html: string): void {
    const { ids, targets } = scanLinks(html);
    this.#files.add(path);
    const offered = this.#offer(path, ids);
    const folder = folderOf(path);
    for (const target of new Set(targets)) {
      // Most links of a page lead to the same page.
      if (!target.startsWith("#") || !offered.has(target.slice(1))) this.#ask({ page: path, target }, folder);
    }
  }

  /** Adds what the search finds. */
  addEntry(entry: SearchEntry): void {
    const href = this.#verified(entry.href);
    this.#index.add(href === entry.href ? entry : { ...entry, href });
  }

  /** The files of the search index. */
  searchFiles(words: Words): Iterable<SearchFile> {
    this.#index.groupFields(words);
    return this.#index.files(FOLDER);
  }

  /** The search entries, to be merged into another index. */
  searchSlice(): SearchSlice {
    return this.#index.slice();
  }

  /** All links without a target. Call it after all files were added. */
  broken(): BrokenLink[] {
    const broken = [...this.#broken];
    for (const [path, { page, target }] of this.#wantedFiles) {
      if (!this.#files.has(path)) broken.push({ page, target, reason: "no such file" });
    }
    for (const [key, { page, target, path, anchor }] of this.#wantedAnchors) {
      if (!this.#anchors.has(key) && !this.#isLine(path, anchor)) broken.push({ page, target, reason: "no such anchor" });
    }
    return broken;
  }

  #offer(path: string, ids: readonly string[]): ReadonlySet<string> {
    const seen = new Set<string>();
    const start = hashed(EMPTY, `${path}#`);
    for (const id of ids) {
      if (seen.has(id)) this.#broken.push({ page: path, target: `#${apart(id)}`, reason: "duplicate id" });
      seen.add(id);
      if (LINE.test(id)) this.#addLine(path, Number(id.slice(1)));
      else this.#anchors.add(numberOf(hashed(start, id)));
    }
    return seen;
  }

  #addLine(path: string, line: number): void {
    const range = this.#lines.get(path);
    if (!range) this.#lines.set(path, { first: line, last: line });
    else {
      range.first = Math.min(range.first, line);
      range.last = Math.max(range.last, line);
    }
  }

  #isLine(path: string, anchor: string): boolean {
    const range = LINE.test(anchor) ? this.#lines.get(path) : undefined;
    const line = Number(anchor.slice(1));
    return range !== undefined && range.first <= line && line <= range.last;
  }

  /** Returns a copy of a link, if it was not met in this folder before. */
  #newly(folder: string, target: string): string | undefined {
    let asked = this.#asked.get(folder);
    if (!asked) this.#asked.set(folder, (asked = new Set()));
    if (asked.has(target)) return undefined;
    const kept = apart(target);
    asked.add(kept);
    return kept;
  }

  #ask({ page, target: written }: PendingLink, folder: string): void {
    const target = written.startsWith("#") ? apart(written) : this.#newly(folder, written);
    if (target === undefined) return;
    if (SCRIPT.test(target.replace(IGNORED, ""))) this.#broken.push({ page, target, reason: "a link that runs a script" });
    if (OTHER_SITE.test(target)) return;
    const sign = target.indexOf("#");
    const reference = sign < 0 ? target : target.slice(0, sign);
    const { path, hash } = reference === "" ? { path: page, hash: hashed(EMPTY, `${page}#`) } : this.#resolve(folder, reference);
    if (!this.#wantedFiles.has(path)) this.#wantedFiles.set(path, { page, target });
    if (sign < 0 || sign === target.length - 1) return;
    const anchor = decoded(target.slice(sign + 1));
    const key = numberOf(hashed(hash, anchor));
    if (this.#anchors.has(key) || this.#wantedAnchors.has(key)) return;
    this.#wantedAnchors.set(key, { page, target, path, anchor });
  }

  #resolve(folder: string, reference: string): { path: string; hash: TextHash } {
    let known = this.#resolved.get(folder);
    if (!known) this.#resolved.set(folder, (known = new Map<string, { path: string; hash: TextHash }>()));
    let found = known.get(reference);
    if (!found) {
      const path = resolve(folder, reference);
      known.set(reference, (found = { path, hash: hashed(EMPTY, `${path}#`) }));
    }
    return found;
  }

  #hasAnchor(path: string, anchor: string): boolean {
    return this.#anchors.has(numberOf(hashed(EMPTY, `${path}#${anchor}`)));
  }

  /**
   * A link to the page that has its anchor: the page itself, or one that continues it. If no page has the anchor, the link leads to the
   * first page.
   */
  #verified(href: string): string {
    const [page = "", anchor] = href.split("#", 2);
    if (anchor === undefined) return href;
    const [path, id] = [decodeURIComponent(page), decodeURIComponent(anchor)];
    if (this.#hasAnchor(path, id)) return href;
    const further = this.#furtherPage(path, id);
    return further === undefined ? page : relativeUrl("index.html", further, id);
  }

  /** The page with an anchor among those that continue `page`; `undefined` if none has it. */
  #furtherPage(page: string, anchor: string): string | undefined {
    const numbered = (number: number): string => page.replace(/\.html$/, `.${number}.html`);
    const has = (number: number): boolean => this.#hasAnchor(numbered(number), anchor);
    // Anchors mostly come in the order of the pages, so the last page and the next are tried first.
    const last = this.#before.get(page) ?? 2;
    let found = [last, last + 1].find(has);
    for (let number = 2; found === undefined && this.#looks > 0 && this.#files.has(numbered(number)); number += 1) {
      this.#looks -= 1;
      if (has(number)) found = number;
    }
    if (found === undefined) return undefined;
    this.#before.set(page, found);
    return numbered(found);
  }
}
