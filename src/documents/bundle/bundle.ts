import type { Diagnostic, MapNode, Node } from "#text";
import { counted, parseText, printJson, printYaml, problem } from "#text";
import type { Documents } from "../references/index.ts";
import { Emitter } from "./emit.ts";
import { DEEPEST, Homes, isWhole } from "./homes.ts";
import { jsonNumbers, sameValue } from "./same-value.ts";
import { splice } from "./splice.ts";
import { withMoved } from "./with-moved.ts";
import { isWithin, mostWrittenOut, writtenOut } from "./written-out.ts";

export interface BundleOptions {
  /** The language to write; that of the document where none is named. */
  readonly format?: "yaml" | "json" | undefined;
}

/** One self-contained document, but for references that lead nowhere: they stay, and reading has reported them. */
export interface Bundled {
  /** Absent where it would be too large. */
  readonly text?: string;
  readonly problems: readonly Diagnostic[];
}

type Made = Parameters<typeof splice>[1];

function print(root: Node, format: string): string {
  return format === "json" ? `${printJson(jsonNumbers(root), { most: Infinity })}\n` : printYaml(root);
}

/** How many characters are printed into the text. */
function sizeOf({ changes, moved }: Made): number {
  const values = [...changes, ...moved].map((each) => ("node" in each ? each.node : each.kind === "value" ? each.value : undefined));
  return values.reduce((sum, value) => sum + (value ? writtenOut(value) : 1), 0);
}

/** The text of a document, edited where it stands; `undefined` where that is not known to give these values. */
function edited(documents: Documents, wanted: MapNode, made: Made): string | undefined {
  const { main, root } = documents;
  const text = splice(root, made);
  const read = parseText({ ...main, text }, { limits: { depth: Infinity }, report: () => undefined });
  return read && sameValue(read, wanted) ? text : undefined;
}

interface Printing {
  readonly format: string;
  readonly most: number;
  readonly problems: readonly Diagnostic[];
}

/** A document printed anew, its aliases written out, if it is not too large then. */
function printed({ root }: Documents, wanted: Node, { format, most, problems }: Printing): Bundled {
  if (isWithin(wanted, most)) return { text: print(wanted, format), problems };
  const blanks = {
    what: "The bundled document, its aliases written out,",
    size: `about ${counted(writtenOut(wanted), "character")}`,
    limit: counted(most, "character"),
  };
  return { problems: [...problems, problem("document/too-large", root, blanks)] };
}

/**
 * Makes one document of a document and the files its references lead to. Written in the language that it was written in, the
 * main document keeps its comments, layout and aliases; otherwise, or where its layout stands in the way, all is printed anew.
 */
export function bundle(documents: Documents, options: BundleOptions = {}): Bundled {
  const { main, root } = documents;
  const format = options.format ?? main.language;
  const most = mostWrittenOut(documents.files.reduce((sum, { text }) => sum + text.length, 0));
  if (isWhole(documents)) {
    if (format === main.language) return { text: main.text, problems: [] };
    return printed(documents, root, { format, most, problems: [] });
  }
  const homes = new Homes(documents);
  const emitter = new Emitter(homes, main.id);
  const emitted = emitter.emit(root);
  const moved = homes.moved.map((each) => ({ ...each, node: emitter.emit(each.node) }));
  const wanted = withMoved(emitted.kind === "map" ? emitted : root, moved);
  const problems = emitter.tooDeep.map((place) => problem("document/too-deep", place, { limit: counted(DEEPEST, "level") }));
  const made = { changes: emitter.changes, moved };
  const text = format === main.language && sizeOf(made) <= most ? edited(documents, wanted, made) : undefined;
  if (text !== undefined) return { text, problems };
  return printed(documents, wanted, { format, most, problems });
}
