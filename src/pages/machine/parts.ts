import type { Api, Entity, EntityKind, Routes } from "#model";
import { displayName } from "#model";
import type { Prose } from "#prose";
import type { Documents } from "#documents";
import type { Schemas } from "#schema";
import type { SchemaFiles } from "../standalone/index.ts";

/** What the texts for programs are made from. */
export interface MachineParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  readonly schemas: Schemas;
  /** The schemas to take away. */
  readonly schemaFiles: SchemaFiles;
  readonly prose: Pick<Prose, "markdown" | "plain">;
  /** Entries of a list on one page. */
  readonly listRows: number;
  /** The URL of the site with a slash at its end, where it is known. */
  readonly base?: string | undefined;
  /** Text without characters that hide or turn around what follows. */
  readonly visible: (text: string) => string;
  /** A name for lists and links: the page it is of shows all of it. */
  readonly shorten: (text: string) => string;
}

/** A file for programs. */
export interface MachineFile {
  readonly path: string;
  readonly contents: string;
}

/** The kinds that have lists. */
export type ListedKind = Extract<EntityKind, "channel" | "operation" | "message" | "schema">;

export const listedKinds: readonly ListedKind[] = ["channel", "operation", "message", "schema"];

/** What programs and people call an entity: a channel by its address, unless it has a name to be shown by (`x-displayName`). */
export function nameOf(entity: Entity & { readonly address?: string | null }): string {
  return entity.kind === "channel" && entity.address && !displayName(entity.node) ? entity.address : entity.title;
}

/** Where the Markdown of a page is: what continues on numbered pages of sections is one text. */
export function markdownOf(page: string): string {
  return page.replace(/^(servers|security|tags)-\d+\.html$/, "$1.md").replace(/\.html$/, ".md");
}
