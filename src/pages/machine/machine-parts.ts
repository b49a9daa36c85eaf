import type { Documents } from "#documents";
import type { Api, Entity, Routes } from "#model";
import { anchorFor } from "#model";
import type { Diagnostic, Node, Place } from "#text";

/** What `model.json` is made from. */
export interface MachineParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  /** Errors and warnings of the documents, in the order in which pages list them. */
  readonly problems: readonly Diagnostic[];
  /** The same problems by the entity or node they belong to. */
  readonly placed: {
    of(entities: readonly Entity[]): readonly Diagnostic[];
    within(node: Node): readonly Diagnostic[];
    ownerOf(problem: Diagnostic): Entity | undefined;
  };
  /** Where something is written: `streetlights.yaml:164`. */
  readonly sources: { label(place: Place): string };
}

/** The longest id that is printed in full: an id is repeated wherever something names the entity. */
const LONGEST_ID = 500;

/** The id of an entity in `model.json`. An id longer than any name is cut and ends in a hash. */
export function modelId({ id }: Pick<Entity, "id">): string {
  return id.length > LONGEST_ID ? anchorFor(id) : id;
}
