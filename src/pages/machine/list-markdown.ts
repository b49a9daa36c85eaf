import type { Api, Entity, EntityKind } from "#model";
import { displayName } from "#model";
import type { MachineFile, MachineParts } from "./machine-parts.ts";
import { inline, page } from "../blocks/index.ts";

/** The kinds of entities that have lists. */
export type ListedKind = Extract<EntityKind, "channel" | "operation" | "message" | "schema">;

const listedKinds: readonly ListedKind[] = ["channel", "operation", "message", "schema"];

/** The name of an entity in texts: for a channel its address, unless `x-displayName` names it. */
export function nameOf(entity: Entity & { readonly address?: string | null }): string {
  return entity.kind === "channel" && entity.address && !displayName(entity.node) ? entity.address : entity.title;
}

/** The path of a page's Markdown twin. */
function markdownOf(page: string): string {
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

/** The lists of all entities with a page. They are cut as the HTML lists are, so that each list page has a twin. */
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

/** Writes links and summaries of entities. Links are relative to the page. */
export class ListWriter {
  readonly parts: MachineParts;
  readonly path: string;

  constructor(parts: MachineParts, page: string) {
    this.parts = parts;
    this.path = markdownOf(page);
  }

  /** A relative link to a file of the site. */
  href(path: string): string {
    return this.parts.routes.relative(this.path, path);
  }

  link(entity: Entity): string {
    const { routes, markdown } = this.parts;
    return `[${inline(this.parts.shorten(nameOf(entity)))}](${this.href(markdown ? markdownOf(routes.pageOf(entity)) : routes.pageOf(entity))})`;
  }

  /** The summary, or the beginning of the description, on one line. */
  summary(entity: Entity): string {
    const text = entity.summary?.value ?? this.parts.prose.plain(entity.description);
    return inline(text.slice(0, 300));
  }
}

function listFile(parts: MachineParts, { kind, path, entities, number, of }: ListPart): MachineFile {
  const writer = new ListWriter(parts, path);
  const next = number < of ? `[The next ${kind}s by name](${writer.href(`${kind}s-${number + 1}.md`)})` : "";
  const lines = entities.map((entity) => {
    const summary = writer.summary(entity);
    return `- ${writer.link(entity)}${summary === "" ? "" : `: ${summary}`}`;
  });
  const title = `# ${kind[0]?.toUpperCase() ?? ""}${kind.slice(1)}s${of > 1 ? `, ${number} of ${of}` : ""}`;
  return { path, contents: page([title, lines.join("\n"), next]) };
}

/** Writes the lists of entities by name, in which a program can find one among many. */
export function* listFiles(parts: MachineParts): Generator<MachineFile> {
  for (const part of listParts(parts.api, parts.listRows)) yield listFile(parts, part);
}
