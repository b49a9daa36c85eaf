import { pointerAt } from "#text";
import { relativeUrl } from "#model";
import type { Language, Schema } from "#schema";
import { Graph } from "./graph.ts";
import { jsonSchemaText } from "./json-schema-text.ts";
import type { Root, SchemaFile, SchemaFileParts } from "./parts.ts";
import { orTooLarge } from "./parts.ts";

/** Values, what is referred to once each, up to which a file stands alone; and those of all such files together. */
const ALONE = 3000;
const ALL_ALONE = 400_000;
/** Up to here a schema is repeated in each file that needs it, however many there are. */
const SMALL = 200;

/**
 * JSON Schemas as files. Each stands alone, with all that it refers to in its definitions; one of very many values, or each where
 * all together would be, refers to the files of the larger schemas that it needs. So the output stays linear in the document.
 */
export class JsonSchemaFiles {
  readonly #parts: SchemaFileParts;
  readonly #roots: readonly Root[];
  readonly #graphs = new Map<Language, Graph>();
  /** Files of schemas that others refer to. */
  readonly #homes = new Map<Schema, string>();
  readonly #later: Root[] = [];
  readonly #names = new Set<string>();

  constructor(parts: SchemaFileParts, roots: readonly Root[]) {
    this.#parts = parts;
    this.#roots = roots;
    for (const { schema } of roots) this.#graphOf(schema).enter(schema);
    for (const { schema, path } of roots) if (schema.named && path.startsWith("schemas/")) this.#homes.set(schema, path);
    // What is the whole of several files is in the first of them.
    for (const { schema, path } of roots) if (!this.#homes.has(schema)) this.#homes.set(schema, path);
  }

  /** The files of all roots, then of what they need besides. */
  *files(): Generator<SchemaFile> {
    const alone = this.#mostAlone();
    for (const root of this.#roots) yield this.#file(root, alone);
    for (let root = this.#later.pop(); root; root = this.#later.pop()) yield this.#file(root, SMALL);
  }

  /** Values up to which files stand alone, for so many as there are. */
  #mostAlone(): number {
    const all = this.#roots.reduce((sum, { schema }) => sum + this.#graphOf(schema).closure(schema, ALONE), 0);
    return all > ALL_ALONE ? SMALL : ALONE;
  }

  #graphOf({ language }: Schema): Graph {
    let graph = this.#graphs.get(language);
    if (!graph) this.#graphs.set(language, (graph = new Graph(this.#parts.schemas, language)));
    return graph;
  }

  #file({ path, schema }: Root, alone: number): SchemaFile {
    const graph = this.#graphOf(schema);
    const isAlone = graph.closure(schema, alone) <= alone;
    const { base } = this.#parts;
    // Without a site's URL, a name that leads to the file itself wherever the file is.
    const id = base === undefined ? relativeUrl(path, path) : base + relativeUrl("", path);
    const elsewhere = (each: Schema): string | undefined =>
      isAlone || graph.closure(each, SMALL) <= SMALL ? undefined : relativeUrl(path, this.#homeOf(each));
    // Where there are few files each has what its name says.
    const home = alone === SMALL && this.#homeOf(schema) !== path ? elsewhere(schema) : undefined;
    return { path, contents: orTooLarge(() => jsonSchemaText(graph, schema, { id, elsewhere, home })) };
  }

  #homeOf(schema: Schema): string {
    let home = this.#homes.get(schema);
    if (home === undefined) {
      home = `schemas/parts/${this.#nameOf(schema)}.schema.json`;
      this.#homes.set(schema, home);
      this.#later.push({ path: home, schema });
    }
    return home;
  }

  /** A file name after where the schema stands. */
  #nameOf({ node, language }: Schema): string {
    const root = this.#parts.documents.rootOf(node.file);
    const file = node.file.id.replace(/^.*[/\\]/, "");
    const key = `${language} ${file} ${root ? pointerAt(root, node) : ""}`;
    for (let number = 1; ; number += 1) {
      const wanted = number === 1 ? key : `${key} ${number}`;
      const name = this.#parts.routes.folder([wanted]).get(wanted) ?? "x";
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      return name;
    }
  }
}
