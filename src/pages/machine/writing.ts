import type { Documents } from "#documents";
import type { Api, Entity, EntityKind, Routes } from "#model";
import { anchorFor, displayName } from "#model";
import type { Prose } from "#prose";
import type { Diagnostic, Node, Place } from "#text";

/** Words with one space between them and nothing of Markdown in them: most names and sentences. */
const PLAIN = /^[\p{L}\p{N}/{$(][^\s\\`*_[\]<>|~&#@:.)]*(?: [^\s\\`*_[\]<>|~&#@:.)]+)*$/u;

/** What Markdown reads as markup in a line, at its beginning, or as an address to link (GFM § 6.9). */
const MARKUP = /[\\`*_[\]<>|~&#@]|^[-+=]|(?<=^\d{1,9})[.)]|:(?=\/\/)|(?<=www)\./gi;

/** Text inside of a line: one line, with nothing in it that Markdown would read as markup. */
export function inline(text: string): string {
  return PLAIN.test(text) ? text : text.replace(/\s+/g, " ").trim().replace(MARKUP, "\\$&");
}

/** The longest run of backticks in a text. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

/** Text as code inside of a line (CommonMark § 6.1). */
export function code(text: string): string {
  if (/^[^`\s]+$/.test(text)) return `\`${text}\``;
  const line = text.replace(/\s+/g, " ");
  const fence = "`".repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text as a block of code. */
export function block(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A heading with what follows it; nothing where nothing does. */
export function section(level: number, title: string, body: string): string {
  return body.trim() === "" ? "" : `${"#".repeat(level)} ${title}\n\n${body.trim()}\n`;
}

/** Parts of a page with an empty line between them. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.flatMap((part) => (part?.trim() ? [part.trim()] : [])).join("\n\n")}\n`;
}

/** What the texts for programs are made from. */
export interface MachineParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  /** Errors and warnings of the documents, in the order in which pages list them. */
  readonly problems: readonly Diagnostic[];
  /** The same by what they stand in. */
  readonly placed: {
    of(entities: readonly Entity[]): readonly Diagnostic[];
    within(node: Node): readonly Diagnostic[];
    ownerOf(problem: Diagnostic): Entity | undefined;
  };
  /** Where something is written: `streetlights.yaml:164`. */
  readonly sources: { label(place: Place): string };
  readonly prose: Pick<Prose, "plain">;
  /** Entries of a list on one page. */
  readonly listRows: number;
  /** The URL of the site with a slash at its end, where it is known. */
  readonly base?: string | undefined;
  /** Text without characters that hide or turn around what follows. */
  readonly visible: (text: string) => string;
  /** A name for lists and links: the page it is of shows all of it. */
  readonly shorten: (text: string) => string;
}

/** Characters of an id that is repeated wherever something names the entity. */
const LONGEST_ID = 500;

/** What `model.json` names an entity by: its id, or for one longer than any name, its beginning with a hash. */
export function modelId({ id }: Pick<Entity, "id">): string {
  return id.length > LONGEST_ID ? anchorFor(id) : id;
}

/** A file for programs. */
export interface MachineFile {
  readonly path: string;
  readonly contents: string;
}

/** The kinds that have lists. */
type ListedKind = Extract<EntityKind, "channel" | "operation" | "message" | "schema">;

const listedKinds: readonly ListedKind[] = ["channel", "operation", "message", "schema"];

/** What programs and people call an entity: a channel by its address, unless it has a name to be shown by (`x-displayName`). */
export function nameOf(entity: Entity & { readonly address?: string | null }): string {
  return entity.kind === "channel" && entity.address && !displayName(entity.node) ? entity.address : entity.title;
}

/** Where the Markdown of a page is. */
export function markdownOf(page: string): string {
  return page.replace(/\.html$/, ".md");
}

/** One page of a list: entities by name, in code-unit order without regard to case. */
export interface ListPart {
  readonly kind: ListedKind;
  readonly path: string;
  readonly entities: readonly Entity[];
  readonly number: number;
  readonly of: number;
}

function sorted(entities: readonly Entity[]): Entity[] {
  const keyed = entities.map((entity) => ({ entity, key: nameOf(entity).toLowerCase() }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ entity }) => entity);
}

/** The lists of everything that has a page, cut as the lists of pages are, so that each page has its Markdown beside it. */
export function listParts(api: Api, rows: number): ListPart[] {
  const all: Readonly<Record<ListedKind, readonly Entity[]>> = {
    channel: api.channels,
    operation: api.operations,
    message: api.messages,
    schema: api.schemas,
  };
  return listedKinds.flatMap((kind) => {
    const entities = sorted(all[kind]);
    const of = Math.ceil(entities.length / rows);
    return Array.from({ length: of }, (_, at): ListPart => ({
      kind,
      path: `${kind}s${at === 0 ? "" : `-${at + 1}`}.md`,
      entities: entities.slice(at * rows, (at + 1) * rows),
      number: at + 1,
      of,
    }));
  });
}
