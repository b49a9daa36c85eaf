import type { Documents, CheckHistory } from "#documents";
import type { Api, Routes } from "#model";
import type { GuidePage, Prose } from "#prose";
import type { Schemas } from "#schema";
import type { Diagnostic, InputFile, TextFile } from "#text";
import type { Verdicts } from "#verdicts";
import type { Contact } from "./load.ts";

/** What a document is read for: to report its problems, or to make its site as well. */
export type Goal = "problems" | "site";

/** A document that was read, and all that a site is made from. */
export interface Subject {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
  readonly verdicts: Verdicts;
  readonly routes: Routes;
  readonly prose: Prose;
  readonly guides: readonly GuidePage[];
}

/** What following the recipe gave. */
export interface Examined {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly TextFile[];
  /** The local files that the result depends on, including missing and refused files. */
  readonly inputs: readonly InputFile[];
  /** Origins of the network that were connected to. */
  readonly contacts: readonly Contact[];
  /** Absent where there is nothing to document. */
  readonly subject?: Subject;
}

/** A document that was checked, before its texts are read. */
export type Checked = Pick<Subject, "documents" | "api" | "schemas" | "verdicts"> & { readonly known?: CheckHistory | undefined };
