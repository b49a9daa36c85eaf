import type { TextHash } from "./hash.ts";
import { EMPTY, hashed, numberOf } from "./hash.ts";
import { PageParts, type PartLinks, type PartOccurrence } from "./part-links.ts";
import { scanLinks } from "./scan-links.ts";

/** An internal link of ours that leads nowhere: our own bug, never a document's. */
export interface BrokenLink {
  readonly page: string;
  readonly target: string;
  readonly reason: "no such file" | "no such anchor" | "duplicate id" | "a link that runs a script";
}

/** A copy of a part of a page that does not keep the page in memory, as a slice does in V8. */
function apart(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** Ids that are line numbers are a range a page, not a member a line. */
const LINE = /^L\d+$/;

/** Where a relative reference without its fragment leads from a folder (`""`, `channels/`), as a path of the site. */
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

/** With its slash; empty at the top. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** What begins with a slash is meant for the host: the page for addresses that do not exist may be shown anywhere. */
const OTHER_SITE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

/** Our own links are http, https and mailto; a user's template may put any text of a document into one. */
const SCRIPT = /^(?:javascript|vbscript):/i;
/** Browsers ignore these in a URL. */
const IGNORED = /[^!-\u{10ffff}]/gu;

interface PendingLink {
  readonly page: string;
  readonly target: string;
}

interface PendingAnchor extends PendingLink {
  readonly path: string;
  readonly anchor: string;
}

/** A page as links are looked for on it: its own text in pieces, cut between tags, and the parts that it shares with others. */
export interface LinkedPage {
  readonly own: readonly string[];
  readonly parts: readonly PartOccurrence[];
}

/** Remembers what pages offer and what links ask for, in little memory, and says at the end what does not meet. */
export class LinkLedger {
  readonly #files = new Set<string>();
  readonly #anchors = new Set<number>();
  readonly #lines = new Map<string, { first: number; last: number }>();
  readonly #wantedFiles = new Map<string, PendingLink>();
  readonly #wantedAnchors = new Map<number, PendingAnchor>();
  /** Folder, then reference as written, to a path of the site and the beginning of its anchors' hashes. */
  readonly #resolved = new Map<string, Map<string, { path: string; hash: TextHash }>>();
  /** Links out of their pages as written, by folder: most are on many pages. */
  readonly #asked = new Map<string, Set<string>>();
  /** Folders from which the links of a part were followed. */
  readonly #followed = new WeakMap<PartLinks, Set<string>>();
  /** Parts that pages share, by page. */
  readonly #parts = new Map<string, PageParts>();
  readonly #broken: BrokenLink[] = [];

  /** A file that is not a page, and has no anchors. */
  addFile(path: string): void {
    this.#files.add(path);
  }

  /** A page with all its ids and links, those of shared parts looked for once. */
  addPage(path: string, { own, parts }: LinkedPage): void {
    const plain = parts.filter(({ links }) => links.odd === undefined);
    const odd = parts.flatMap(({ links, as }) => links.odd?.join(as) ?? []);
    const { ids, targets } = scanLinks([...own, ...odd]);
    this.#files.add(path);
    const shared = new PageParts(plain);
    if (plain.length > 0) this.#parts.set(path, shared);
    const offered = this.#offer(path, ids);
    this.#tellTwice(path, offered, shared);
    const has = (id: string): boolean => offered.has(id) || shared.has(id);
    const ofParts = plain.flatMap(({ links, as }) => [...this.#wantedBy(path, links), ...links.beside.map((id) => `#${as}${id}`)]);
    const folder = folderOf(path);
    for (const target of new Set([...targets, ...ofParts])) {
      // Most links of a page stay on it.
      if (!target.startsWith("#") || !has(target.slice(1))) this.#ask({ page: path, target }, folder);
    }
  }

  hasFile(path: string): boolean {
    return this.#files.has(path);
  }

  /** Whether a page that was added has an id. */
  hasAnchor(path: string, anchor: string): boolean {
    return this.#inParts(path, anchor) || this.#anchors.has(numberOf(hashed(EMPTY, `${path}#${anchor}`)));
  }

  /** All links that lead nowhere, once every file is known. */
  broken(): BrokenLink[] {
    const broken = [...this.#broken];
    for (const [path, { page, target }] of this.#wantedFiles) {
      if (!this.#files.has(path)) broken.push({ page, target, reason: "no such file" });
    }
    for (const [key, { page, target, path, anchor }] of this.#wantedAnchors) {
      if (!this.#anchors.has(key) && !this.#isLine(path, anchor) && !this.#inParts(path, anchor))
        broken.push({ page, target, reason: "no such anchor" });
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

  /** Ids that a page's parts have, and its own text or another part as well. */
  #tellTwice(page: string, own: ReadonlySet<string>, parts: PageParts): void {
    const twice = [...parts.doubled(), ...[...own].filter((id) => parts.has(id)).map(apart)];
    for (const id of twice) this.#broken.push({ page, target: `#${id}`, reason: "duplicate id" });
  }

  #inParts(path: string, anchor: string): boolean {
    return this.#parts.get(path)?.has(anchor) === true;
  }

  /** Where the links of a part lead out of its page, for the first page of each folder that has it. */
  #wantedBy(path: string, links: PartLinks): readonly string[] {
    let followed = this.#followed.get(links);
    if (!followed) this.#followed.set(links, (followed = new Set()));
    const folder = folderOf(path);
    if (followed.has(folder)) return [];
    followed.add(folder);
    return links.outward;
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

  /** A link out of its page that is asked for the first time from a folder, as a text of its own. */
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
}
