/** How much a problem weighs. `off` is never reported. */
export type Level = "error" | "warning" | "info" | "off";

/** One row of the catalog of codes. */
export interface Definition {
  readonly level: Level;
  /** Without what this code asks for there is nothing to document: it ends the run for the *main* document, and its level is fixed. */
  readonly fatal?: true;
  readonly message: string;
}
