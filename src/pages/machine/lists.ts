import type { Api, Entity } from "#model";
import { listedKinds, nameOf, type ListedKind } from "./parts.ts";

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
