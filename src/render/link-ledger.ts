import { scanLinks } from "./scan-links.ts";

/** An internal link of ours that leads nowhere: our own bug, never a document's. */
export interface BrokenLink {
  readonly page: string;
  readonly target: string;
  readonly reason: "no such file" | "no such anchor" | "duplicate id";
}

/** 53 bits of a text (two FNV-1a hashes): a set of numbers is a tenth of a set of texts. */
function hash(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

/** Ids that are line numbers are a range a page, not a member a line. */
const LINE = /^L\d+$/;

/** Where a relative reference leads from a page, as a path of the site; `undefined` for another host or scheme. */
function resolve(page: string, target: string): { path: string; anchor: string } | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [reference = "", anchor = ""] = target.split("#", 2);
  if (reference === "") return { path: page, anchor: decodeURIComponent(anchor) };
  const segments = page.split("/").slice(0, -1);
  for (const segment of reference.replace(/\?.*$/, "").split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(decodeURIComponent(segment));
  }
  const path = segments.join("/");
  return { path: path === "" || path.endsWith("/") ? `${path}index.html` : path, anchor: decodeURIComponent(anchor) };
}

interface Wanted {
  readonly page: string;
  readonly target: string;
}

/** Remembers what pages offer and what links ask for, in little memory, and says at the end what does not meet. */
export class LinkLedger {
  readonly #files = new Set<string>();
  readonly #anchors = new Set<number>();
  readonly #lines = new Map<string, { first: number; last: number }>();
  readonly #wantedFiles = new Map<string, Wanted>();
  readonly #wantedAnchors = new Map<number, Wanted & { path: string; anchor: string }>();
  readonly #broken: BrokenLink[] = [];

  /** A file that is not a page, and has no anchors. */
  addFile(path: string): void {
    this.#files.add(path);
  }

  /** A page with all its ids and links. */
  addPage(path: string, html: string): void {
    const { ids, targets } = scanLinks(html);
    this.#files.add(path);
    this.#offer(path, ids);
    for (const target of new Set(targets)) this.#ask(path, target);
  }

  /** Whether a page that was added has an id. */
  hasAnchor(path: string, anchor: string): boolean {
    return this.#anchors.has(hash(`${path}#${anchor}`));
  }

  /** All links that lead nowhere, once every file is known. */
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

  #offer(path: string, ids: readonly string[]): void {
    const seen = new Set<string>();
    for (const id of ids) {
      if (seen.has(id)) this.#broken.push({ page: path, target: `#${id}`, reason: "duplicate id" });
      seen.add(id);
      if (LINE.test(id)) this.#addLine(path, Number(id.slice(1)));
      else this.#anchors.add(hash(`${path}#${id}`));
    }
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

  #ask(page: string, target: string): void {
    const found = resolve(page, target);
    if (!found) return;
    const { path, anchor } = found;
    if (!this.#wantedFiles.has(path)) this.#wantedFiles.set(path, { page, target });
    if (anchor === "") return;
    const key = hash(`${path}#${anchor}`);
    if (!this.#anchors.has(key) && !this.#wantedAnchors.has(key)) this.#wantedAnchors.set(key, { page, target, path, anchor });
  }
}
