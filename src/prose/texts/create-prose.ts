import type { Routes, Entity } from "#model";
import { protoTexts } from "#schema";
import type { Diagnostic, StringNode, TextFile, Node } from "#text";
import { placeWithin, problem, didYouMean, percentDecoded } from "#text";
import type { EmbedSlot, ImageSlot, LinkSlot, RenderedText, Slot } from "../markdown/index.ts";
import { escapeAttribute, escapeText, headingsAt, inForm, judgeUrl, renderAll, TOP_LEVEL } from "../markdown/index.ts";
import type { AuthorFile, GuideTwins, Prose, ProseContext, ProsePart, ProseSite, FileTarget, Embed } from "./prose.ts";
import { EntityIndex, firstSentence, GUIDE_PREFIX, assetPath, resolveEmbed } from "./prose.ts";

/** Matches .proto texts, whose comments are texts too. */
const PROTO = /\b(?:message|enum)\b/;

function isProto({ value }: StringNode): boolean {
  return (value.includes("//") || value.includes("/*")) && PROTO.test(value);
}

const TEXT_KEYS = /desc|summary|doc|title|comment|note/i;

/** Searches values for texts. Each value is visited at most twice: once under a key for texts, once elsewhere. */
class TextSearch {
  readonly found: StringNode[] = [];
  readonly #seen = { text: new Set<Node>(), other: new Set<Node>() };
  /** The nodes still to visit. Two parallel lists avoid recursion and an object for each step. */
  readonly #open: Node[] = [];
  readonly #isText: boolean[] = [];
  /** Whether keys sound like text. Documents have many entries but few different keys. */
  readonly #keys = new Map<string, boolean>();

  /** @param text whether it is under a key that sounds like text */
  add(node: Node, text: boolean): void {
    this.#open.push(node);
    this.#isText.push(text);
  }

  run(): StringNode[] {
    for (let node = this.#open.pop(); node; node = this.#open.pop()) this.#look(node, this.#isText.pop() === true);
    return this.found;
  }

  #look(node: Node, text: boolean): void {
    // Elsewhere only collections and .proto texts matter.
    if (!text && node.kind !== "map" && node.kind !== "list" && (node.kind !== "string" || !isProto(node))) return;
    if (!this.#isNew(node, text)) return;
    if (node.kind === "string") this.#take(node, text);
    else this.#enter(node, text);
  }

  /** Adds a text, and the comments of a .proto text, which are shown as texts of their own. */
  #take(node: StringNode, text: boolean): void {
    if (text) this.found.push(node);
    if (isProto(node)) for (const value of protoTexts(node.value)) this.found.push({ ...node, value });
  }

  /** Whether a node must be visited. One that was visited as text needs no second visit. */
  #isNew(node: Node, text: boolean): boolean {
    const { text: texts, other } = this.#seen;
    if (texts.has(node) || (!text && other.has(node))) return false;
    (text ? texts : other).add(node);
    return true;
  }

  #enter(node: Node, text: boolean): void {
    if (node.kind === "map") for (const { key, value } of node.entries) this.add(value, text || this.#sounds(key));
    else if (node.kind === "list") for (const item of node.items) this.add(item, text);
  }

  #sounds(key: string): boolean {
    let sounds = this.#keys.get(key);
    if (sounds === undefined) this.#keys.set(key, (sounds = TEXT_KEYS.test(key)));
    return sounds;
  }
}

/**
 * All strings that might be shown as Markdown: those under a key that sounds like text or in a map under such a key, and comments in
 * .proto texts. There may be too many: it decides what to load before pages are made, not what is Markdown. Aliased values are visited
 * once.
 */
export function findTexts(roots: Iterable<Node>): StringNode[] {
  const finding = new TextSearch();
  for (const root of roots) finding.add(root, false);
  return finding.run();
}

/** The target of a link, or why there is none. */
export type LinkTarget =
  | { readonly kind: "entity"; readonly entity: Entity }
  | { readonly kind: "page"; readonly page: string; readonly anchor?: string }
  | { readonly kind: "asset"; readonly asset: AuthorFile }
  | { readonly kind: "embed"; readonly embed: Embed }
  /** An id in the same text, without its prefix. */
  | { readonly kind: "own"; readonly id: string }
  | { readonly kind: "broken"; readonly reason: string; readonly hint?: string };

/** The text and the model that a link is resolved against. */
interface LinkTargetContext {
  readonly node: StringNode;
  /** The ids of the text's headings. */
  readonly ids: readonly string[];
  readonly entities: EntityIndex;
  readonly context: ProseContext;
}

function broken(reason: string, hint?: string): LinkTarget {
  return { kind: "broken", reason, ...(hint ? { hint } : {}) };
}

function resolveAnchor(target: string, { ids }: LinkTargetContext): LinkTarget {
  const wanted = percentDecoded(target.slice(1));
  const id = ids.find((each) => each === wanted) ?? ids.find((each) => each === wanted.toLowerCase());
  return id === undefined ? broken("no heading of this text has that anchor", didYouMean(wanted, ids)) : { kind: "own", id };
}

function resolveEntity(target: string, { entities }: LinkTargetContext): LinkTarget {
  const colon = target.indexOf(":");
  const kind = target.slice(0, colon).toLowerCase();
  const written = target.slice(colon + 1);
  const entity = entities.find(kind, written) ?? entities.find(kind, percentDecoded(written));
  if (entity) return { kind: "entity", entity };
  const what = kind === "security" ? "security scheme" : kind;
  return broken(`there is no ${what} ${JSON.stringify(percentDecoded(written))}`, entities.near(kind, percentDecoded(written)));
}

function resolvePage({ page, anchors }: Extract<FileTarget, { kind: "page" }>, fragment: string): LinkTarget {
  if (fragment === "") return { kind: "page", page };
  const wanted = percentDecoded(fragment);
  if (!anchors) return { kind: "page", page, anchor: wanted };
  const known = anchors();
  const anchor = known.get(wanted) ?? known.get(wanted.toLowerCase());
  if (anchor === undefined) return broken("no heading of that page has that anchor", didYouMean(wanted, known.keys()));
  return { kind: "page", page, ...(anchor === "" ? {} : { anchor }) };
}

const ELSEWHERE = "Link to the web address where it is published, or write its content into a Markdown file.";

/** Where a relative path of a text begins: a guide has a folder of its own. */
function besideWhat(name: string): string {
  if (!/\.(?:md|markdown)$/i.test(name)) return "beside the document";
  return name.includes("/") ? `in ${JSON.stringify(name.slice(0, name.lastIndexOf("/")))}, the folder of the guide` : "beside the guide";
}

function resolveFile(target: string, { node, context }: LinkTargetContext, image: boolean): LinkTarget {
  const [, written = "", fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? [];
  if (written === "") return broken("it names no file");
  if (/^[\\/]/.test(written)) return broken("it starts at the root of a server", "Write the path relative to the document.");
  const found = context.findFile(node.file, percentDecoded(written)) ?? context.findFile(node.file, written);
  if (!found) return broken(`there is no such file ${besideWhat(node.file.name)}`);
  if (found.kind === "page") return resolvePage(found, fragment ?? "");
  if (found.kind === "too-large") return broken(`the file is larger than ${found.most}, which is the most that is copied into a site`);
  const path = assetPath(found.name, image);
  if (path === undefined)
    return broken(
      image
        ? "it is not an image, or is hidden"
        : "hidden files, plain text, and those of a kind that could run script or is not known are not published",
      image ? undefined : ELSEWHERE,
    );
  if (!found.isPublic) {
    return broken(
      "its content is not what its name says, or is no API description, schema or table, and such files are not published",
      ELSEWHERE,
    );
  }
  return { kind: "asset", asset: { source: found.source, path } };
}

/** Resolves the target of one slot. The result does not depend on the page that shows the text. */
function resolveTarget(slot: LinkSlot | ImageSlot | EmbedSlot, surroundings: LinkTargetContext): LinkTarget {
  const { target } = slot;
  if (slot.kind === "embed") {
    const embed = resolveEmbed(target, surroundings.entities);
    return embed.kind === "broken" ? embed : { kind: "embed", embed };
  }
  if (slot.kind === "image") return resolveFile(target, surroundings, true);
  if (target.startsWith("#")) return resolveAnchor(target, surroundings);
  if (/^[a-z]+:/i.test(target)) return resolveEntity(target, surroundings);
  return resolveFile(target, surroundings, false);
}

/**
 * Renders and prints each text once, and resolves each target once for each file, so that a text used a thousand times costs no more
 * than one.
 */
class RenderedProse implements Prose {
  readonly #context: ProseContext;
  readonly #entities: EntityIndex;
  readonly #rendered = new Map<string, RenderedText>();
  /** Texts as Markdown, by the level of their headings. */
  readonly #printed = new Map<number, Map<string, string>>();
  readonly #sentences = new Map<string, string>();
  readonly #targets = new WeakMap<TextFile, Map<string, LinkTarget>>();
  readonly #problems = new WeakMap<StringNode, readonly Diagnostic[]>();
  readonly #assets = new Map<string, AuthorFile>();

  constructor(context: ProseContext) {
    this.#context = context;
    this.#entities = new EntityIndex(context.api);
  }

  html(node: StringNode, site: ProseSite): string {
    const rendered = this.#render(node, site.level);
    const { routes } = this.#context;
    return fillSlots(rendered, { routes, site, resolve: (slot) => this.#resolve(slot, node, rendered) });
  }

  parts(node: StringNode, site: ProseSite): readonly ProsePart[] {
    const rendered = this.#render(node, site.level);
    const { routes } = this.#context;
    return fillParts(rendered, { routes, site, resolve: (slot) => this.#resolve(slot, node, rendered) });
  }

  markdown(node: StringNode | undefined, level: number): string {
    const { printMarkdown } = this.#context;
    if (!printMarkdown) throw new Error("Texts were not made ready to be printed as Markdown.");
    if (!node) return "";
    let ofLevel = this.#printed.get(level);
    if (!ofLevel) this.#printed.set(level, (ofLevel = new Map<string, string>()));
    let printed = ofLevel.get(node.value);
    if (printed === undefined) {
      const { markdown } = this.#render(node);
      printed = markdown ? inForm(node.value, markdown, level) : printMarkdown(node.value, level);
      ofLevel.set(node.value, printed);
    }
    return printed;
  }

  guideMarkdown(node: StringNode, site: ProseSite, { embeds, twin }: GuideTwins): string {
    const { printMarkdown, routes } = this.#context;
    if (!printMarkdown) throw new Error("Texts were not made ready to be printed as Markdown.");
    const rendered = this.#render(node);
    if (rendered.markdown?.kind === "code") return inForm(node.value, rendered.markdown, site.level);
    const resolve = (kind: "link" | "image" | "embed", target: string): LinkTarget =>
      this.#resolve({ kind, target, alt: "", start: 0, end: 0 }, node, rendered);
    let shown = 0;
    return printMarkdown(node.value, site.level, {
      url(kind, target) {
        const resolved = resolve(kind, target);
        // Readers of Markdown make the anchors of headings themselves, without our prefix.
        if (resolved.kind === "own") return `#${resolved.id}`;
        const url = urlOf(resolved, { routes, site });
        if (resolved.kind === "asset" || url === undefined) return url;
        const anchor = resolved.kind === "page" && resolved.anchor?.startsWith(GUIDE_PREFIX) === true ? resolved.anchor : undefined;
        return twin(url) + (anchor === undefined ? "" : `#${anchor.slice(GUIDE_PREFIX.length)}`);
      },
      embed: (target) => (resolve("embed", target).kind === "embed" ? embeds[shown++] : undefined),
    });
  }

  plain(node: StringNode | undefined): string {
    if (!node) return "";
    let sentence = this.#sentences.get(node.value);
    if (sentence === undefined) {
      sentence = firstSentence(this.#render(node).plain);
      this.#sentences.set(node.value, sentence);
    }
    return sentence;
  }

  fullText(node: StringNode | undefined): string {
    return node ? this.#render(node).plain : "";
  }

  picture(url: StringNode): string | undefined {
    if (judgeUrl(url.value) !== "relative") return undefined;
    const resolved = this.#resolve({ kind: "image", target: url.value, alt: "", start: 0, end: url.value.length }, url, { headings: [] });
    return resolved.kind === "asset" ? resolved.asset.path : undefined;
  }

  headings(node: StringNode, site: ProseSite): RenderedText["headings"] {
    return this.#render(node, site.level).headings.map((heading) => ({ ...heading, id: site.prefix + heading.id }));
  }

  problems(node: StringNode): readonly Diagnostic[] {
    let found = this.#problems.get(node);
    if (!found) {
      found = this.#findProblems(node);
      this.#problems.set(node, found);
    }
    return found;
  }

  isPlain(node: StringNode): boolean {
    const { problems, pieces } = this.#render(node);
    return problems.length === 0 && pieces.every((piece) => typeof piece === "string" || piece.kind === "prefix");
  }

  assets(): readonly AuthorFile[] {
    return [...this.#assets.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The rendered text. It is rendered once and its headings moved to the level. Callers that need no headings can use the default. */
  #render(node: StringNode, level = TOP_LEVEL): RenderedText {
    const { value } = node;
    // Only guides may contain parts of the reference.
    const embeds = node.file.language === "markdown";
    const own = embeds ? `\0${value}` : value;
    let rendered = this.#rendered.get(own);
    if (!rendered) {
      rendered = this.#context.render(value, { headingBase: TOP_LEVEL, embeds });
      this.#rendered.set(own, rendered);
    }
    // Levels only affect headings, and moving them is cheap.
    return headingsAt(rendered, level);
  }

  #resolve(slot: LinkSlot | ImageSlot | EmbedSlot, node: StringNode, { headings }: Pick<RenderedText, "headings">): LinkTarget {
    const known = this.#knownTargets(node.file);
    const key = `${slot.kind} ${slot.target}`;
    // The meaning of an anchor depends on the text.
    const own = slot.target.startsWith("#");
    let resolved = own ? undefined : known.get(key);
    if (!resolved) {
      const ids = headings.map(({ id }) => id);
      resolved = resolveTarget(slot, { node, ids, entities: this.#entities, context: this.#context });
      if (resolved.kind === "asset") this.#assets.set(resolved.asset.path, resolved.asset);
      if (!own) known.set(key, resolved);
    }
    return resolved;
  }

  #knownTargets(file: TextFile): Map<string, LinkTarget> {
    let known = this.#targets.get(file);
    if (!known) {
      known = new Map<string, LinkTarget>();
      this.#targets.set(file, known);
    }
    return known;
  }

  #findProblems(node: StringNode): readonly Diagnostic[] {
    const rendered = this.#render(node);
    const place = (start: number, end: number) => this.#context.placeWithin(node, start, end);
    const found = rendered.problems.map(({ code, blanks, start, end, hint }) =>
      problem(code, place(start, end), { ...blanks, hint } as never),
    );
    for (const slot of rendered.pieces) {
      if (typeof slot === "string" || slot.kind === "prefix") continue;
      const resolved = this.#resolve(slot, node, rendered);
      if (resolved.kind !== "broken") continue;
      const { reason, hint } = resolved;
      found.push(problem("text/broken-link", place(slot.start, slot.end), { url: nameOf(slot), reason, hint }));
    }
    return found;
  }
}

/** The name for a link, image or fence without a target. */
function nameOf({ kind, target }: LinkSlot | ImageSlot | EmbedSlot): string {
  if (target.trim() !== "") return target;
  return kind === "embed" ? "An empty fence" : kind === "image" ? "An empty picture" : "An empty link";
}

/** The prose of one API. */
export function createProse(context: ProseContext): Prose {
  return new RenderedProse(context);
}

const WHOLE = "Write an http, https or mailto address.";

/**
 * Safe HTML of a Markdown text from the settings. The text belongs to no document, so only links with a full address are links: others
 * become their labels. Ids begin with the prefix.
 */
export async function renderSettingsText(text: string, prefix: string): Promise<string> {
  const [rendered] = await renderAll([text]);
  return (rendered?.pieces ?? []).map((piece) => (typeof piece === "string" ? piece : fillSlot(piece, prefix))).join("");
}

/** What is wrong with such a text. Here every link that has no full address leads nowhere. */
export async function settingsTextProblems(node: StringNode): Promise<readonly Diagnostic[]> {
  const [rendered] = await renderAll([node.value]);
  const found = (rendered?.problems ?? []).map(({ code, blanks, start, end, hint }) =>
    problem(code, placeWithin(node, start, end), { ...blanks, hint: code === "text/unsafe-link" ? WHOLE : hint } as never),
  );
  const lost = (rendered?.pieces ?? []).flatMap((piece) => {
    if (typeof piece === "string" || piece.kind === "prefix") return [];
    const reason = "in the settings only a whole address is a link";
    const hint = piece.kind === "image" ? "The setting logo names a picture of the site." : WHOLE;
    return [problem("text/broken-link", placeWithin(node, piece.start, piece.end), { url: piece.target, reason, hint })];
  });
  return [...found, ...lost];
}

/** The functions and values that fill the slots of one text. */
export interface SlotContext {
  readonly routes: Pick<Routes, "href" | "relative">;
  readonly site: ProseSite;
  resolve(slot: LinkSlot | ImageSlot | EmbedSlot): LinkTarget;
}

/** The address of a target from a page; `undefined` if it has none. */
export function urlOf(resolved: LinkTarget, { routes, site }: Pick<SlotContext, "routes" | "site">): string | undefined {
  switch (resolved.kind) {
    case "entity":
      return routes.href(site.from, resolved.entity);
    case "page":
      return routes.relative(site.from, resolved.page, resolved.anchor);
    case "asset":
      return routes.relative(site.from, resolved.asset.path);
    case "own":
      return `#${site.prefix}${routes.relative(site.from, site.from, resolved.id).slice(1)}`;
    case "embed":
    case "broken":
      return undefined;
  }
}

function fillLink({ target }: LinkSlot, url: string | undefined): string {
  return url === undefined ? ` class="broken" data-target="${escapeAttribute(target)}"` : ` href="${escapeAttribute(url)}"`;
}

function fillImage({ alt, title, target }: ImageSlot, url: string | undefined): string {
  if (url === undefined) return `<span class="broken" data-target="${escapeAttribute(target)}">${escapeText(alt)}</span>`;
  const titled = title === undefined ? "" : ` title="${escapeAttribute(title)}"`;
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${titled} loading="lazy">`;
}

/** The HTML of one slot. Without a URL a link or picture becomes its label. */
export function fillSlot(slot: Slot, prefix: string, url?: string): string {
  if (slot.kind === "prefix") return escapeAttribute(prefix);
  if (slot.kind === "embed")
    return `<p><code class="broken" data-target="${escapeAttribute(slot.target)}">${escapeText(slot.target)}</code></p>`;
  return slot.kind === "link" ? fillLink(slot, url) : fillImage(slot, url);
}

function fill(slot: Slot, filling: SlotContext): string {
  const hasUrl = slot.kind === "link" || slot.kind === "image";
  return fillSlot(slot, filling.site.prefix, hasUrl ? urlOf(filling.resolve(slot), filling) : undefined);
}

/** The HTML of a text on one page. */
export function fillSlots({ pieces }: RenderedText, filling: SlotContext): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : fill(piece, filling))).join("");
}

/** The same for a text with parts of the reference: its HTML, split at these parts. */
export function fillParts({ pieces }: RenderedText, filling: SlotContext): ProsePart[] {
  const parts: ProsePart[] = [];
  let html = "";
  for (const piece of pieces) {
    const resolved = typeof piece !== "string" && piece.kind === "embed" ? filling.resolve(piece) : undefined;
    if (resolved?.kind === "embed") {
      parts.push({ html }, { embed: resolved.embed });
      html = "";
    } else html += typeof piece === "string" ? piece : fill(piece, filling);
  }
  return [...parts, { html }].filter((part) => !("html" in part) || part.html.trim() !== "");
}
