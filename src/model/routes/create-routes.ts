import { createHash } from "node:crypto";
import type { Api, Channel, Entity, EntityKind, Message, NamedSchema, Operation, SchemaSource } from "../api/index.ts";
import { nameInFile } from "../api/index.ts";

/** The most characters of a key in a name. If it has more, a hash follows. */
const LONGEST_NAME = 60;
/** The number of hex digits of the hash. More are only used if names still collide, which happens only on purpose. */
const HASH_LENGTHS = [8, 16, 32, 64];

/**
 * Names with a special meaning on some system, with any extension: device names of Windows, and `index`, which web servers show for a
 * folder.
 */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|index)$/;

interface FileName {
  readonly plain: string;
  readonly cut: boolean;
}

/** Converts a key: NFC, lower case, `-` for other characters than `a-z0-9`, trimmed, at most 60 characters; `x` if nothing is left. */
function plainName(key: string): FileName {
  const words = key
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return { plain: words.slice(0, LONGEST_NAME).replace(/-$/, "") || "x", cut: words.length > LONGEST_NAME };
}

function hashed(key: string, plain: string, length: number): string {
  return `${plain}-${createHash("sha256").update(key, "utf8").digest("hex").slice(0, length)}`;
}

/** How many keys have each plain name. */
function countPlain(names: Iterable<FileName>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { plain } of names) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  return counts;
}

/** Gives each key a hashed name that is still free. Only keys that collide get longer hashes. */
function assignHashed(keys: readonly string[], plains: ReadonlyMap<string, FileName>, given: Map<string, string>): void {
  const taken = new Set(given.values());
  let open = keys;
  for (const length of HASH_LENGTHS) {
    const wanted = open.map((key) => hashed(key, plains.get(key)?.plain ?? "x", length));
    const counts = new Map<string, number>();
    for (const name of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
    const left: string[] = [];
    for (const [at, key] of open.entries()) {
      const name = wanted[at] ?? "x";
      if (length < 64 && (taken.has(name) || (counts.get(name) ?? 0) > 1)) left.push(key);
      else given.set(key, name);
    }
    for (const name of wanted) taken.add(name);
    open = left;
  }
}

/** What a key is called in its name: usually the key itself. */
type LabelOf = (key: string) => string;

const itself: LabelOf = (key) => key;

/**
 * A file name, without extension, for each key of one folder. No two are the same on any file system. If keys share a name, or it is
 * reserved or cut, the key's SHA-256 (of its UTF-8) is appended in hex, except for a key that equals its name. There are no counters,
 * so adding a key never moves the page of a different name.
 *
 * @param before keys that already have names in the folder; they keep them, and are part of the result
 */
export function fileNames(
  keys: readonly string[],
  labelOf = itself,
  before: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const plains = new Map(keys.map((key) => [key, plainName(labelOf(key))]));
  const counts = countPlain(plains.values());
  const given = new Map(before);
  const taken = new Set(before.values());
  const rest: string[] = [];
  for (const [key, { plain, cut }] of plains) {
    const sole = counts.get(plain) === 1 || key === plain;
    if (sole && !cut && !RESERVED.test(plain) && !taken.has(plain)) given.set(key, plain);
    else rest.push(key);
  }
  assignHashed(rest, plains, given);
  return given;
}

/** The same for keys that say more than people call them by: each name has the hash, so that no further key moves a page. */
export function hashedNames(keys: readonly string[], labelOf: LabelOf): ReadonlyMap<string, string> {
  const plains = new Map(keys.map((key) => [key, plainName(labelOf(key))]));
  const given = new Map<string, string>();
  assignHashed([...plains.keys()], plains, given);
  return given;
}

/** Longer anchors are cut and end in a hash of the whole path. */
const LONGEST = 120;

/** A longer step is cut and ends in a hash, because thousands of anchors may contain it. */
const LONGEST_STEP = 4_000;

const PLAIN_ANCHOR = /^[A-Za-z0-9_-]*$/;

const hashOf = (text: string, encoding: BufferEncoding = "utf8"): string =>
  createHash("sha256").update(text, encoding).digest("hex").slice(0, 16);

/** What stands for an escape in an anchor, if not the character itself. `:` and `+` are in no step otherwise. */
const SIGNS: Readonly<Record<string, string>> = { ".": ":", " ": "+" };
/** Characters that stand for themselves: what names are made of, in any language, and what needs no encoding in a fragment. */
const ITSELF = /[\p{L}\p{N}/@$]/u;
/** The step of any other name, a hash, or an escape. */
const ESCAPED = /~007b~002a~007d|~~[\da-f]{16}|~([\da-f]{4})/g;

/**
 * Spells escapes so that people can read them, `io:github:Order+created` and `(*)` for any other name. The rest stays escaped, so
 * different anchors stay different. The script of pages leads from an anchor that is escaped to one that is readable (address.js).
 */
function readable(anchor: string): string {
  if (!anchor.includes("~")) return anchor;
  return anchor.replace(ESCAPED, (all, code?: string) => {
    if (code === undefined) return all.startsWith("~~") ? all : "(*)";
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return SIGNS[character] ?? (ITSELF.test(character) ? character : all);
  });
}

/**
 * Escapes one step of a path, so that different steps stay different: characters other than letters, digits, `_` and `-` become `~` and
 * their code unit in hex.
 */
export function anchorStep(step: string): string {
  // The hash is over code units, because UTF-8 has the same bytes for all lone surrogates.
  if (step.length > LONGEST_STEP) return `${anchorStep(step.slice(0, LONGEST))}~~${hashOf(step, "utf16le")}`;
  return PLAIN_ANCHOR.test(step)
    ? step
    : step.replace(/[^A-Za-z0-9_-]/g, (character) => `~${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The anchor of a section or row by its full path: `payload`, `lines`, `sku` give `payload.lines.sku`. Different paths have different
 * anchors, and nothing else affects them, so links stay valid. An anchor starts with a letter or `~` and is safe as `id` and in a URL.
 */
export function anchorFor(...path: readonly string[]): string {
  const joined = path.map(anchorStep).join(".");
  const anchor = /^[A-Za-z]/.test(joined) ? joined : `~${joined}`;
  // Lengths and hashes are of the escaped anchor, so that the script can lead from one to the other.
  if (anchor.length <= LONGEST) return readable(anchor);
  return `${readable(anchor.slice(0, LONGEST - 20))}~~${hashOf(anchor)}`;
}

/** If the steps below an anchor are longer than this, they are cut and end in a hash of all. */
const LONGEST_BELOW = 100;

/**
 * The anchor of something below another anchor. What is appended depends on the steps alone, so parts of a page can be made once and
 * placed below any anchor. For short steps it equals {@link anchorFor} of the whole path.
 */
export function anchorBelow(anchor: string, ...steps: readonly string[]): string {
  return anchorAt(anchor, steps.map(anchorStep).join("."));
}

/** The same for steps that are already escaped and joined by dots. */
export function anchorAt(anchor: string, joined: string): string {
  if (joined.length <= LONGEST_BELOW) return `${anchor}.${readable(joined)}`;
  return `${anchor}.${readable(joined.slice(0, LONGEST_BELOW - 20))}~~${hashOf(joined)}`;
}

/** Characters that need no encoding in a path. */
const PLAIN = /^[\w.~-]*$/;
const PLAIN_PATH = /^[\w.~/-]*$/;
/** Signs of anchors that a fragment may contain as they are (RFC 3986 § 3.5), encoded. */
const OF_FRAGMENTS = /%(?:2B|2F|24|3A|40)/g;

/** Encodes as UTF-8, as RFC 3986 § 2.5 says. Lone surrogates become U+FFFD, as everywhere on the site. */
function encode(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\u{fffd}"));
}

const encodeFragment = (anchor: string): string => encode(anchor).replace(OF_FRAGMENTS, decodeURIComponent);

/** The length of the folders that two paths share. */
function sharedFolders(from: string, to: string): number {
  let same = 0;
  for (let at = 0; at < from.length && from.charCodeAt(at) === to.charCodeAt(at); at += 1) if (from[at] === "/") same = at + 1;
  return same;
}

/**
 * The encoded relative reference (RFC 3986 § 4.2) from one path of the site to another, with an optional anchor. Every segment is
 * encoded, so none can be read as a scheme, query or fragment.
 */
export function relativeUrl(from: string, to: string, anchor?: string): string {
  const fragment = anchor === undefined ? "" : `#${encodeFragment(anchor)}`;
  if (from === to && fragment) return fragment;
  const same = sharedFolders(from, to);
  let up = "";
  for (let at = from.indexOf("/", same); at >= 0; at = from.indexOf("/", at + 1)) up += "../";
  const rest = to.slice(same);
  return up + (PLAIN_PATH.test(rest) ? rest : rest.split("/").map(encode).join("/")) + fragment;
}

/** The paths of a list's pages: `tags.html`, `tags-2.html` and so on. There is always the first. */
export function numberedPages(name: string, count: number, size: number, before: "-" | "." = "-"): string[] {
  const pages = Math.max(1, Math.ceil(count / size));
  return Array.from({ length: pages }, (_, index) => `${name}${index === 0 ? "" : `${before}${index + 1}`}.html`);
}

/** The home of each entity. No other code makes URLs and file names of the site. */
export interface Routes {
  /**
   * The path of the page with an entity, relative to the site, `/`-separated, not URL-encoded: its own page, or the one with its
   * section.
   */
  pageOf(entity: Entity): string;
  /** The anchor of an entity's section; `undefined` if it has its own page. */
  anchorOf(entity: Entity): string | undefined;
  /** The steps that begin the anchors of a thing's parts on the page that it lives on; none on its own page. */
  stepsOf(entity: Entity): readonly string[];
  /** Where a schema lives; `undefined` if it has a page of its own. */
  homeOf(schema: NamedSchema): SchemaHome | undefined;
  /** What the anchors of a schema's rows begin with where it lives: the anchor of the tree, and escaped steps below it. */
  rowsOf(schema: NamedSchema): { readonly tree: string; readonly steps?: string | undefined };
  /** The path that files beside an entity's own page begin with, such as `messages/order`, even if it lives on another page. */
  fileOf(entity: Entity): string;
  /** A relative, URL-encoded link from a page to an entity. */
  href(from: string, entity: Entity): string;
  /** A relative, URL-encoded link from a page to a site path, with an optional anchor. */
  relative(from: string, to: string, anchor?: string): string;
  /** File names by the same rule (lower case, hyphens, hash on collision) for another folder of the site, such as guides. */
  folder(keys: readonly string[]): ReadonlyMap<string, string>;
}

interface PageAddress {
  readonly page: string;
  readonly anchor?: string | undefined;
  readonly steps?: readonly string[];
  /** The path of its own page without extension. */
  readonly file?: string;
}

/** Kinds whose entities have pages, each kind in its own folder, so that no key collides with another file of the site. */
const FOLDERS = { channel: "channels", operation: "operations", message: "messages", schema: "schemas" } as const;
/** Kinds whose entities are sections of a common page. */
const SHARED = { server: "servers", "security-scheme": "security", tag: "tags" } as const;

const idsOf = (entities: readonly Entity[]): string[] => entities.map(({ id }) => id);

/** The names of schemas: those of the components by their keys, then those of other files by what they are called there. */
function schemaNames(schemas: readonly NamedSchema[]): ReadonlyMap<string, string> {
  const elsewhere = new Map(schemas.filter(({ component }) => !component).map((schema) => [schema.id, nameInFile(schema) ?? schema.id]));
  const own = fileNames(idsOf(schemas.filter(({ component }) => component)));
  return fileNames([...elsewhere.keys()], (id) => elsewhere.get(id) ?? id, own);
}

function addPages(
  addresses: Map<Entity, PageAddress>,
  folder: string,
  entities: readonly Entity[],
  names: ReadonlyMap<string, string> = fileNames(idsOf(entities)),
): void {
  for (const entity of entities) {
    const file = `${folder}/${names.get(entity.id) ?? "x"}`;
    addresses.set(entity, { page: `${file}.html`, file });
  }
}

/** The steps of a channel on the page of its only operation. */
const CHANNEL_STEPS = ["channel"] as const;

/** Moves channels and messages that one operation uses to its page. */
function moveToOperations(addresses: Map<Entity, PageAddress>, { channels, messages }: Api): void {
  for (const channel of channels) {
    const operation = operationOf(channel);
    const on = operation && addresses.get(operation);
    if (on) addresses.set(channel, { ...addresses.get(channel), page: on.page, anchor: anchorFor(...CHANNEL_STEPS), steps: CHANNEL_STEPS });
  }
  for (const message of messages) {
    const home = homeOfMessage(message);
    const on = home && addresses.get(home.operation);
    if (!home || !on) continue;
    const steps = [home.section, message.id];
    addresses.set(message, { ...addresses.get(message), page: on.page, anchor: anchorFor(...steps), steps });
  }
}

/** The most sections of one page; more continue on numbered pages. */
const SECTIONS = 50;

/** Anchors have a prefix, because the page has ids of its own (`main`, `search`). */
function addSections(addresses: Map<Entity, PageAddress>, page: string, entities: readonly Entity[]): void {
  const names = fileNames(idsOf(entities));
  const pages = numberedPages(page, entities.length, SECTIONS);
  for (const [at, entity] of entities.entries()) {
    addresses.set(entity, {
      page: pages[Math.floor(at / SECTIONS)] ?? `${page}.html`,
      anchor: `${entity.kind}-${names.get(entity.id) ?? "x"}`,
    });
  }
}

/** The address of an entity that the API does not list: the page of its kind's sections, or the page of components. */
function unlisted(kind: EntityKind): PageAddress {
  return { page: kind in SHARED ? `${SHARED[kind as keyof typeof SHARED]}.html` : "components.html" };
}

/** Where the only use of a schema is: in the headers or the payload of a message, or in a schema with a page. */
export interface SchemaHome {
  readonly by: Message | NamedSchema;
  readonly part: "payload" | "headers" | "schema";
  /** The steps of its row in that tree, escaped and joined by dots; absent if it is the whole tree. */
  readonly row?: string;
  /** The steps that the anchors of its own rows begin with. For the items of an array, the row is that of the array. */
  readonly steps?: string;
}

/** The source of the tree that a schema is used in. */
export function treeSource({ by, part }: Pick<SchemaHome, "by" | "part">): SchemaSource | undefined {
  if (by.kind === "schema") return by.source;
  return part === "schema" ? undefined : by[part];
}

export type SchemaHomes = (schema: NamedSchema) => SchemaHome | undefined;

/** The anchor of the tree of a schema on its own page. */
const OWN_TREE = "schema";

/**
 * Creates the routes of an API. File names depend only on the ids within a kind, homes on who uses a thing. `homeOfSchema` is asked when
 * the first address of a schema is needed.
 */
export function createRoutes(api: Api, homeOfSchema: SchemaHomes): Routes {
  const addresses = new Map<Entity, PageAddress>();
  addPages(addresses, FOLDERS.channel, api.channels);
  addPages(addresses, FOLDERS.operation, api.operations);
  addPages(addresses, FOLDERS.message, api.messages);
  addPages(addresses, FOLDERS.schema, api.schemas, schemaNames(api.schemas));
  moveToOperations(addresses, api);
  addSections(addresses, SHARED.server, api.servers);
  addSections(addresses, SHARED["security-scheme"], api.securitySchemes);
  addSections(addresses, SHARED.tag, api.allTags);
  const moved = new Map<Entity, PageAddress>();
  const homeOf = (schema: NamedSchema): SchemaHome | undefined => (addresses.has(schema) ? homeOfSchema(schema) : undefined);
  const stepsOf = (entity: Entity): readonly string[] => addresses.get(entity)?.steps ?? [];
  const treeOf = ({ by, part }: SchemaHome): string => (part === "schema" ? OWN_TREE : anchorFor(...stepsOf(by), part));
  function addressOf(entity: Entity): PageAddress {
    const known = moved.get(entity) ?? addresses.get(entity) ?? unlisted(entity.kind);
    if (entity.kind !== "schema" || moved.has(entity)) return known;
    const home = homeOf(entity as NamedSchema);
    if (!home) moved.set(entity, known);
    else {
      const tree = treeOf(home);
      const anchor = home.row === undefined ? tree : anchorAt(tree, home.row);
      moved.set(entity, { ...known, page: addresses.get(home.by)?.page ?? known.page, anchor });
    }
    return addressOf(entity);
  }
  return {
    pageOf: (entity) => addressOf(entity).page,
    anchorOf: (entity) => addressOf(entity).anchor,
    stepsOf,
    homeOf,
    rowsOf(schema) {
      const home = homeOf(schema);
      return home ? { tree: treeOf(home), steps: home.steps } : { tree: OWN_TREE };
    },
    fileOf(entity) {
      const { file, page } = addressOf(entity);
      return file ?? page.replace(/\.html$/, "");
    },
    href(from, entity) {
      const { page, anchor } = addressOf(entity);
      return relativeUrl(from, page, anchor);
    },
    relative: relativeUrl,
    folder: fileNames,
  };
}

/** The most messages that the page of an operation shows whole. Further ones have pages. */
const WHOLE_MESSAGES = 6;
/** The same for a reply, which whoever sends the request has to read. If there are more, each has a page. */
const WHOLE_REPLIES = 2;

/** The messages that the page of an operation shows whole. */
export function wholeMessages({ messages }: Operation): readonly Message[] {
  return messages.slice(0, WHOLE_MESSAGES);
}

/** The messages of its reply that it shows whole, but for those that stand above already. */
export function wholeReplies(operation: Operation): readonly Message[] {
  const { messages = [] } = operation.reply ?? {};
  const above = wholeMessages(operation);
  return messages.length > WHOLE_REPLIES ? [] : messages.filter((message) => !above.includes(message));
}

/** The operation on whose page a channel lives: the only one that uses it, if it also uses all messages of the channel. */
function operationOf({ operations, replies, messages, unresolved }: Channel): Operation | undefined {
  const [operation, ...others] = operations;
  if (!operation || others.length > 0 || replies.some((each) => each !== operation)) return undefined;
  const used = new Set([...operation.messages, ...(operation.reply?.messages ?? [])]);
  return unresolved.messages.length === 0 && messages.every((message) => used.has(message)) ? operation : undefined;
}

/**
 * The operation on whose page a message lives: the only one that uses it, and the section's name there. `undefined` for a message that
 * several use, or none.
 */
export function homeOfMessage(message: Message): { readonly operation: Operation; readonly section: "messages" | "reply" } | undefined {
  const [operation, ...others] = message.operations;
  if (!operation || others.length > 0) return undefined;
  const over = [operation.channel, operation.reply?.channel];
  if (!message.channels.every((channel) => over.includes(channel))) return undefined;
  if (wholeMessages(operation).includes(message)) return { operation, section: "messages" };
  return wholeReplies(operation).includes(message) ? { operation, section: "reply" } : undefined;
}
