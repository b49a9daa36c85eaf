import type { Api, Routes } from "#model";
import type { Documents } from "#documents";
import type { Schema, Schemas } from "#schema";

/** A file of the site. */
export interface SchemaFile {
  readonly path: string;
  readonly contents: string;
}

/** Everything that the files are made from. */
export interface SchemaFileParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  readonly schemas: Schemas;
  /** The URL of the site with a slash at its end, where it is known. */
  readonly base?: string | undefined;
}

/** A schema that is to be a file. */
export interface Root {
  readonly path: string;
  readonly schema: Schema;
}
