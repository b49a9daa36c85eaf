import type { Documents } from "#documents";
import type { Api, Entity, Routes } from "#model";
import { anchorFor } from "#model";
import type { Prose } from "#prose";
import type { Diagnostic, Node, Place } from "#text";

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
  /** Whether pages are there as Markdown too. */
  readonly markdown: boolean;
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
