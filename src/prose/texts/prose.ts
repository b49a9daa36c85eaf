import { createHash } from "node:crypto";
import type { Routes, Message, NamedSchema, Api, Entity } from "#model";
import { fileNames } from "#model";
import type { Diagnostic, Place, StringNode, TextFile } from "#text";
import { didYouMean } from "#text";
import type { Heading, PrintMarkdown, RenderText } from "../markdown/index.ts";

/** The things that links name by kind and name. The guides of a portal belong to no API and can name none. */
type NamedThings = Pick<Api, "channels" | "operations" | "messages" | "schemas" | "servers" | "securitySchemes" | "allTags">;

type EntitiesByName = Map<string, Entity>;

/** Indexes entities by id, and by further names that are not taken. An id always has precedence. */
function index(entities: readonly Entity[], ...further: ((entity: Entity) => readonly (string | null | undefined)[])[]): EntitiesByName {
  const named: EntitiesByName = new Map(entities.map((entity) => [entity.id, entity]));
  for (const namesOf of further) {
    for (const entity of entities) {
      for (const name of namesOf(entity)) if (name && !named.has(name)) named.set(name, entity);
    }
  }
  return named;
}

/** Finds entities by the name in a link: `message:lightMeasured`. */
export class EntityIndex {
  readonly #kinds: ReadonlyMap<string, EntitiesByName>;

  constructor(api: NamedThings) {
    const addresses = new Map<Entity, string | null>(api.channels.map((channel) => [channel, channel.address]));
    const keys = new Map<Entity, readonly string[]>(api.messages.map((message) => [message, message.keys]));
    const names = new Map<Entity, string | undefined>(api.messages.map((message) => [message, message.name?.value]));
    this.#kinds = new Map([
      ["channel", index(api.channels, (entity) => [addresses.get(entity)])],
      ["operation", index(api.operations)],
      [
        "message",
        index(
          api.messages,
          (entity) => keys.get(entity) ?? [],
          (entity) => [names.get(entity)],
          ({ title }) => [title],
        ),
      ],
      ["schema", index(api.schemas)],
      ["server", index(api.servers)],
      ["security", index(api.securitySchemes)],
      ["tag", index(api.allTags)],
    ]);
  }

  find(kind: string, name: string): Entity | undefined {
    return this.#kinds.get(kind)?.get(name);
  }

  /** The nearest name for a hint `Did you mean "…"?`. */
  near(kind: string, name: string): string | undefined {
    return didYouMean(name, this.#kinds.get(kind)?.keys() ?? []);
  }
}

/** A part of the reference within a text. */
export type Embed =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "schema"; readonly schema: NamedSchema }
  /** One example by its name; all of them without a name. */
  | { readonly kind: "example"; readonly message: Message; readonly name?: string };

interface BrokenEmbed {
  readonly kind: "broken";
  readonly reason: string;
  readonly hint?: string;
}

const FORM = /^(message|schema|example)[ \t]*:[ \t]*(\S[\s\S]*)$/i;

function broken(reason: string, hint: string | undefined): BrokenEmbed {
  return { kind: "broken", reason, ...(hint ? { hint } : {}) };
}

function find(kind: "message" | "schema", name: string, entities: EntityIndex): Message | NamedSchema | BrokenEmbed {
  const entity = entities.find(kind, name);
  return (entity as Message | NamedSchema | undefined) ?? broken(`there is no ${kind} ${JSON.stringify(name)}`, entities.near(kind, name));
}

/** Finds an example such as `telemetry/driving`. The name of a message may contain slashes, so the longest existing one is used. */
function findExample(name: string, entities: EntityIndex): Embed | BrokenEmbed {
  for (let at = name.length; at > 0; at = name.lastIndexOf("/", at - 1)) {
    const message = entities.find("message", name.slice(0, at)) as Message | undefined;
    if (!message) continue;
    if (at === name.length) return { kind: "example", message };
    const wanted = name.slice(at + 1);
    const names = message.examples.flatMap((example) => example.name?.value ?? []);
    if (names.includes(wanted)) return { kind: "example", message, name: wanted };
    return broken(`the message ${JSON.stringify(message.id)} has no example ${JSON.stringify(wanted)}`, didYouMean(wanted, names));
  }
  const [first = name] = name.split("/");
  return broken(`there is no message ${JSON.stringify(first)}`, entities.near("message", first));
}

/** The part that a text asks for, or why it does not exist. */
export function resolveEmbed(target: string, entities: EntityIndex): Embed | BrokenEmbed {
  const [, kind = "", name = ""] = FORM.exec(target) ?? [];
  if (kind === "") return broken("it asks for no part of the reference", "Write message: NAME, schema: NAME or example: MESSAGE/NAME.");
  const wanted = name.trim();
  if (kind.toLowerCase() === "example") return findExample(wanted, entities);
  const found = find(kind.toLowerCase() as "message" | "schema", wanted, entities);
  if (found.kind === "broken") return found;
  return found.kind === "message" ? { kind: "message", message: found } : { kind: "schema", schema: found };
}

/** A file that a text shows or links to. It is copied from `source`, an absolute path, to `path` in the site. */
export interface AuthorFile {
  readonly source: string;
  readonly path: string;
}

/** The target of a relative reference: a page of the site, or a file that is not one. */
export type FileTarget =
  /**
   * `anchors` are those that a link may name, with their ids on the page; empty for its beginning. Without it, every anchor is
   * accepted.
   */
  | { readonly kind: "page"; readonly page: string; readonly anchors?: () => ReadonlyMap<string, string> }
  /**
   * `name` is relative to the folder that documents may read, `/`-separated; `source` is the real absolute path. `isPublic`: its
   * content is meant for readers.
   */
  | { readonly kind: "file"; readonly source: string; readonly name: string; readonly isPublic: boolean }
  /** A file that exists, but is too large to be copied into a site. */
  | { readonly kind: "too-large"; readonly most: string };

/** The input of this room. It gets functions for files, because it reads none itself. */
export interface ProseContext {
  readonly api: NamedThings;
  readonly routes: Pick<Routes, "href" | "relative">;
  readonly render: RenderText;
  /** Absent if no Markdown files are made. */
  readonly printMarkdown?: PrintMarkdown | undefined;
  /** The place in the source of a range of a string's *value*. */
  placeWithin(node: StringNode, start: number, end: number): Place;
  /** The target of a decoded relative path from a file; `undefined` if there is none or it may not be read. */
  findFile(from: TextFile, path: string): FileTarget | undefined;
}

/** The page that shows a text, and how ids and headings fit into it. */
export interface ProseSite {
  /** The path of the page: links are relative to it. */
  readonly from: string;
  /** The prefix of every id in the text, so that two texts on one page never share an id. */
  readonly prefix: string;
  /** The level of the text's highest heading. */
  readonly level: number;
}

/** The prefix of ids in guides. It separates them from the page's other ids. */
export const GUIDE_PREFIX = "guide-";

/** A part of a guide: HTML, or a part of the reference. */
export type ProsePart = { readonly html: string } | { readonly embed: Embed };

/** What the Markdown of a guide takes from the pages. */
export interface GuideTwins {
  readonly embeds: readonly string[];
  readonly twin: (href: string) => string;
}

/** The descriptions of an API. Each is rendered once and used on all pages that show it. */
export interface Prose {
  /** The whole text as blocks of safe HTML. */
  html(node: StringNode, site: ProseSite): string;
  /** A guide (a Markdown file) as its blocks, and the parts of the reference between them. */
  parts(node: StringNode, site: ProseSite): readonly ProsePart[];
  /** The text as Markdown with the same content as its safe HTML: headings start at a level, everything is closed, and there is no HTML. */
  markdown(node: StringNode | undefined, level: number): string;
  /**
   * A guide as Markdown: links, pictures and parts of the reference as on its page. `embeds` are the latter, in their order on the page,
   * and `twin` turns the address of a page into that of its Markdown.
   */
  guideMarkdown(node: StringNode, site: ProseSite, twins: GuideTwins): string;
  /** The first sentence as plain text, for tables, `<meta>` and search results. Empty without a text. */
  plain(node: StringNode | undefined): string;
  /** The whole text without markup, for the search index. */
  fullText(node: StringNode | undefined): string;
  /**
   * The path in the site of the image file at a URL of the document. The file becomes one of {@link assets}. `undefined` if it is on
   * another host, not an image, or missing.
   */
  picture(url: StringNode): string | undefined;
  headings(node: StringNode, site: ProseSite): readonly Heading[];
  /** The problems of the text, each at its exact place. */
  problems(node: StringNode): readonly Diagnostic[];
  /** Whether the text has no links and no problems. */
  isPlain(node: StringNode): boolean;
  /** The files to which the texts rendered or checked so far refer, by path. */
  assets(): readonly AuthorFile[];
}

const LONGEST = 240;
/** Full stops that do not end a sentence. */
const ABBREVIATIONS = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|cf|incl|max|min|no|resp|[A-Z])\.$/i;
const END = /[.!?…]["'”’)\]]*(?=\s)|[。！？]/gu;

function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  const short = text.slice(0, LONGEST);
  const space = short.lastIndexOf(" ");
  // A cut must not split a surrogate pair.
  return `${(space > LONGEST / 2 ? short.slice(0, space) : short).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** One word, such as "Deprecated." or "Note:", says nothing without the sentence after it. */
const ONE_WORD = /^[\p{L}\p{M}-]+[.!:]$/u;

/** The first sentence in a text's first block, at most 240 characters. The next one belongs to it where it is but one word. */
export function firstSentence(plain: string): string {
  const [first = "", ...others] = plain
    .trim()
    .slice(0, LONGEST * 4)
    .split(/\s*\n\s*/);
  const block = ONE_WORD.test(first) && first.length < LONGEST ? [first, ...others.slice(0, 1)].join(" ") : first;
  for (const match of block.slice(0, LONGEST * 2).matchAll(END)) {
    const sentence = block.slice(0, match.index + match[0].length);
    if (!ABBREVIATIONS.test(sentence) && !ONE_WORD.test(sentence)) return cut(sentence);
  }
  return cut(block);
}

/** SVG is only shown as an image: opened by itself, it could run scripts. */
const IMAGES = new Set(["apng", "avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]);
/**
 * Kinds of files that browsers show as text or picture, or save. None of them is executed, as HTML, SVG, XML with style sheets, or
 * scripts would be.
 */
const FILES = new Set([
  ..."apng avif gif jpeg jpg png webp".split(" "),
  ..."avsc csv gz ics json md pdf proto tar tsv yaml yml zip".split(" "),
]);

/**
 * The path in the site of an author's file, from its name relative to the documents' folder. It depends only on that name. `undefined`
 * if such files are not published, or if the file or a folder above it is hidden (`.git/`, `.env.json`), because hidden files are not
 * meant for readers.
 */
export function assetPath(name: string, image: boolean): string | undefined {
  const file = name.split("/").pop() ?? name;
  const [, stem = "", extension = ""] = /^(.*)\.([^.]*)$/s.exec(file) ?? [];
  const kind = extension.toLowerCase();
  if (/(?:^|\/)\.(?!\.?(?:\/|$))/.test(name)) return undefined;
  if (!(image ? IMAGES : FILES).has(kind)) return undefined;
  const hash = createHash("sha256").update(name, "utf8").digest("hex").slice(0, 16);
  return `files/${fileNames([stem]).get(stem) ?? "x"}-${hash}.${kind}`;
}
