import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the real documents. */
export const corpus = `${realpathSync(fileURLToPath(new URL("../../../shared/corpus/", import.meta.url)))}/`;

/** One document of the index, with what a peer makes of it. */
export interface Row {
  readonly file: string;
  readonly version: string;
  readonly verdict: string;
  /** Of channels, operations and messages. */
  readonly counts: readonly number[];
}

/** The lines of a table of the corpus without its heading, as cells. */
function linesOf(name: string): readonly (readonly string[])[] {
  const [, ...lines] = readFileSync(`${corpus}${name}`, "utf8").trim().split("\n");
  return lines.map((line) => line.split("\t"));
}

export const rows: readonly Row[] = linesOf("index.tsv").map(([file = "", version = "", , verdict = "", , ...rest]) => ({
  file,
  version,
  verdict,
  counts: rest.slice(0, 3).map(Number),
}));

/** Documents of the draft, which a machine made of released ones, and whether a JSON Schema of the draft accepts them. */
export const drafts: readonly { readonly file: string; readonly accepted: boolean }[] = linesOf("draft-3.0.tsv").map(
  ([file = "", , note = ""]) => ({ file, accepted: note.startsWith("draft-schema-ok") }),
);
