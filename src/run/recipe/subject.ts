import type { Documents } from "#documents";
import type { Api, Routes } from "#model";
import type { GuidePage, Prose } from "#prose";
import type { Schemas } from "#schema";
import type { Diagnostic, InputFile, TextFile } from "#text";
import type { Verdicts } from "#verdicts";
import type { Contact } from "./load.ts";

/** Why a document is read: only to report its problems, or also to make its site. */
export type Goal = "problems" | "site";

/** A document that was read, and everything that a site is made from. */
export interface Subject {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
  readonly verdicts: Verdicts;
  readonly routes: Routes;
  readonly prose: Prose;
  readonly guides: readonly GuidePage[];
}

/** The result of following the recipe. */
export interface Examined {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly TextFile[];
  /** The local files that the result depends on, including missing and refused files. */
  readonly inputs: readonly InputFile[];
  /** The origins that were contacted. */
  readonly contacts: readonly Contact[];
  /** Absent if there is nothing to document. */
  readonly subject?: Subject;
  /** Rules on which msgdocs itself failed, as problems. They do not prevent a site. */
  readonly failures?: readonly Diagnostic[];
}

/** A document after checking and before reading its texts. */
export type Checked = Pick<Subject, "documents" | "api" | "schemas" | "verdicts">;
