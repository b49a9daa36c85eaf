import { pointerAt } from "#text";
import { relativeUrl } from "#model";
import type { Language, Schema } from "#schema";
import { Graph } from "./graph.ts";
import { jsonSchemaText } from "./json-schema-text.ts";
import type { Root, SchemaFile, SchemaFileParts } from "./parts.ts";
import { orTooLarge } from "./parts.ts";

/**
 * The most values, counting each referenced schema once, of a file that contains everything it refers to; and of all such files
 * together.
 */
const ALONE = 3000;
const ALL_ALONE = 400_000;
/** If all together would be too large, only schemas up to this size are repeated in the files that need them. */
const SMALL = 200;

/**
 * JSON Schemas as files. Each contains all that it refers to among its definitions. If a file would be very large, or all together
 * would be, it refers to the files of the larger schemas it needs. So the size of the output is linear in the document.
 */
export class JsonSchemaFiles {
  readonly #parts: SchemaFileParts;
  readonly #roots: readonly Root[];
  readonly #graphs = new Map<Language, Graph>();
  /** The file of each schema that others refer to. */
  readonly #homes = new Map<Schema, string>();
  readonly #later: Root[] = [];
  readonly #names = new Set<string>();

  constructor(parts: SchemaFileParts, roots: readonly Root[]) {
    this.#parts = parts;
    this.#roots = roots;
    for (const { schema } of roots) this.#graphOf(schema).enter(schema);
    for (const { schema, path } of roots) if (schema.named && path.startsWith("schemas/")) this.#homes.set(schema, path);
    // A schema that is the whole content of several files gets the first of them.
    for (const { schema, path } of roots) if (!this.#homes.has(schema)) this.#homes.set(schema, path);
  }

  /** The files of all roots, then those of further schemas that they need. */
  *files(): Generator<SchemaFile> {
    const alone = this.#mostAlone();
    for (const root of this.#roots) yield this.#file(root, alone);
    for (let root = this.#later.pop(); root; root = this.#later.pop()) yield this.#file(root, SMALL);
  }

  /** The most values of a file that contains everything it refers to. */
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
    // Without the site's URL, the id is a relative name that leads to the file itself wherever it is.
    const id = base === undefined ? relativeUrl(path, path) : base + relativeUrl("", path);
    const elsewhere = (each: Schema): string | undefined =>
      isAlone || graph.closure(each, SMALL) <= SMALL ? undefined : relativeUrl(path, this.#homeOf(each));
    // With few files, each contains what its name says.
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

  /** A file name made from the place of a schema. */
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
