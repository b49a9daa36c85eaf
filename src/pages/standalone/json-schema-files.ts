import { relativeUrl } from "#model";
import type { Schema, Language, Schemas } from "#schema";
import type { MapNode, Node } from "#text";
import { entriesOf, valueOf, jsonScalar, MOST_VALUES, pointerAt, getOrMake } from "#text";
import type { SchemaPiece, Root, SchemaFile, SchemaFileParts, Reference } from "./schema-parts.ts";
import { dialectOf, TooLarge, orTooLarge, partsOf, schemasIn } from "./schema-parts.ts";

/** The size of a schema without what it refers to, and the schemas it refers to. */
interface Unit {
  readonly values: number;
  readonly refers: ReadonlySet<Schema>;
}

/** Up to this many values, a schema used in several places is repeated there. A larger one is referred to. */
const FEW = 20;

/** The number of values in a node. Counting stops beyond `most`. */
function count(node: Node, most: number): number {
  const open: Node[] = [node];
  let values = 0;
  for (let next = open.pop(); next && values <= most; next = open.pop()) {
    values += 1;
    if (next.kind === "map") for (const { value } of next.entries) open.push(value);
    else if (next.kind === "list") for (const item of next.items) open.push(item);
  }
  return values;
}

/** The schemas of one language and the references between them. Each node is visited once. */
class Graph {
  readonly language: Language;
  readonly #schemas: Schemas;
  /** Nodes that were visited, and those reached from more than one place. */
  readonly #seen = new Set<Node>();
  readonly #shared = new Set<Node>();
  readonly #targets = new Map<Node, Schema | undefined>();
  readonly #units = new Map<Schema, Unit>();
  readonly #parts = new Map<MapNode, readonly SchemaPiece[]>();

  constructor(schemas: Schemas, language: Language) {
    this.#schemas = schemas;
    this.language = language;
  }

  parts(node: MapNode): readonly SchemaPiece[] {
    return getOrMake(this.#parts, node, (each) => partsOf(each, this.language));
  }

  /** The schema that a reference leads to; `undefined` if it cannot be followed. */
  target({ value }: Reference, from: MapNode): Schema | undefined {
    if (this.#targets.has(value)) return this.#targets.get(value);
    const found = this.#schemas.target(value, { from, language: this.language });
    const target = found.unresolved === undefined ? found : undefined;
    this.#targets.set(value, target);
    return target;
  }

  /** The schemas in the mapping of a discriminator, by the value that picks them. */
  mapping({ key, value }: SchemaPiece, node: MapNode): ReadonlyMap<string, Schema> {
    if (key !== "discriminator" || entriesOf(valueOf(value, "mapping")).length === 0) return new Map();
    const choices = this.#schemas.at(node, this.language).discriminator?.choices ?? [];
    return new Map(choices.flatMap(({ value: picked, schema }) => (schema.unresolved === undefined ? [[picked, schema] as const] : [])));
  }

  /** The schemas that a keyword refers to. */
  #referredBy(part: SchemaPiece, node: MapNode): readonly Schema[] {
    if (part.role === "reference") return [this.target(part, node) ?? []].flat();
    const chosen = this.mapping(part, node);
    return entriesOf(valueOf(chosen.size > 0 ? part.value : undefined, "mapping")).flatMap(({ key }) => chosen.get(key) ?? []);
  }

  /**
   * The schema of a node that is reached from several places and too large to repeat; otherwise `undefined`. Enter all roots before
   * calling it.
   */
  shared(node: Node): Schema | undefined {
    return this.#shared.has(node) ? this.#schemas.at(node, this.language) : undefined;
  }

  /** Whether any schema is shared. */
  get hasShared(): boolean {
    return this.#shared.size > 0;
  }

  /** Adds a schema and everything that it leads to. */
  enter(root: Schema): void {
    const open: MapNode[] = [];
    const arrive = (node: Node): void => {
      if (node.kind !== "map") return;
      if (!this.#seen.has(node)) open.push(node);
      else if (!this.#shared.has(node) && count(node, FEW) > FEW) this.#shared.add(node);
      this.#seen.add(node);
    };
    this.#refer(root, arrive);
    for (let node = open.pop(); node; node = open.pop()) {
      for (const part of this.parts(node)) {
        for (const child of schemasIn(part)) arrive(child);
        for (const target of this.#referredBy(part, node)) this.#refer(target, arrive);
      }
    }
  }

  readonly #referred = new Set<Node>();

  /** Counts all references to a schema as one further place. */
  #refer({ node }: Schema, arrive: (node: Node) => void): void {
    if (this.#referred.has(node)) return;
    this.#referred.add(node);
    arrive(node);
  }

  /** Measures a schema without what it refers to. */
  unit(root: Schema): Unit {
    return getOrMake(this.#units, root, (each) => this.#measure(each));
  }

  #measure(root: Schema): Unit {
    const refers = new Set<Schema>();
    const open: Node[] = [root.node];
    let values = 0;
    for (let node = open.pop(); node; node = open.pop()) {
      const schema = node === root.node ? undefined : this.shared(node);
      values += 1;
      if (schema) refers.add(schema);
      if (schema || node.kind !== "map") continue;
      for (const part of this.parts(node)) {
        if (part.role === "data") values += count(part.value, 5000);
        for (const target of this.#referredBy(part, node)) refers.add(target);
        for (const below of schemasIn(part)) open.push(below);
      }
    }
    return { values, refers };
  }

  /** The number of values in a schema and everything it refers to, each counted once. Counting stops beyond `most`. */
  closure(root: Schema, most: number): number {
    const seen = new Set([root]);
    let values = 0;
    for (const schema of seen) {
      const unit = this.unit(schema);
      values += unit.values;
      if (values > most) return most + 1;
      for (const each of unit.refers) seen.add(each);
    }
    return values;
  }
}

/** A JSON object from printed members, indented by two spaces a level. */
function objectText(members: readonly (readonly [key: string, json: string])[], indent: string): string {
  if (members.length === 0) return "{}";
  const inner = `${indent}  `;
  return `{\n${members.map(([key, json]) => `${inner}${JSON.stringify(key.toWellFormed())}: ${json}`).join(",\n")}\n${indent}}`;
}

/** A JSON array from printed items. Short ones of scalars take one line. */
function listText(items: readonly string[], indent: string): string {
  const line = `[${items.join(", ")}]`;
  if (line.length <= 100 && !line.includes("\n")) return line;
  const inner = `${indent}  `;
  return `[\n${items.map((item) => `${inner}${item}`).join(",\n")}\n${indent}]`;
}

/** Prints values as JSON with digits as written. */
export class DataText {
  #left = MOST_VALUES;

  /** Throws {@link TooLarge} if a file would have too many values. */
  print(node: Node, indent: string): string {
    this.#left -= 1;
    if (this.#left < 0) throw new TooLarge();
    const inner = `${indent}  `;
    if (node.kind === "list") {
      return listText(
        node.items.map((item) => this.print(item, inner)),
        indent,
      );
    }
    if (node.kind !== "map") return jsonScalar(node);
    return objectText(
      node.entries.map(({ key, value }) => [key, this.print(value, inner)]),
      indent,
    );
  }
}

type JsonMember = readonly [key: string, json: string];

/** The `$id` of a file, and the other files that it may refer to. */
export interface FileContext {
  /** The `$id` of the file. */
  readonly id: string;
  /** The relative URL of a schema's own file; `undefined` to include the schema in this file. */
  readonly elsewhere: (schema: Schema) => string | undefined;
  /** The relative URL of another file that contains the whole root. */
  readonly home?: string | undefined;
}

/** A key for the definitions: the schema's name without characters that a URL fragment would have to encode. */
function keyOf({ named, name }: Schema): string {
  const full = named?.id ?? name ?? "shared";
  const last = full
    .replace(/(?<![#/])[#/]+$/, "")
    .split(/[/#]/)
    .at(-1);
  const plain = (last ?? "").replace(/\.(?:json|ya?ml)$/, "").replace(/[^A-Za-z0-9._-]+/g, "-");
  return plain === "" || plain === "-" ? "shared" : plain;
}

/** Makes the keys of one object unique. Further references become items of `allOf`, because they apply as well. */
function together(members: readonly JsonMember[]): JsonMember[] {
  const [first, ...more] = members.filter(([key]) => key === "$ref");
  if (!first || more.length === 0) return [...members];
  const all = members.find(([key]) => key === "allOf");
  const parts = [...more.map(([, json]) => `{ "$ref": ${json} }`), ...(all ? [`{ "allOf": ${all[1]} }`] : [])];
  return [...members.filter(([key]) => key !== "$ref" && key !== "allOf"), first, ["allOf", listText(parts, "")]];
}

/** One file: a root, and its definitions with what it refers to. */
class JsonSchemaText {
  readonly #graph: Graph;
  readonly #root: Schema;
  readonly #standing: FileContext;
  readonly #data = new DataText();
  readonly #keys = new Map<Schema, string>();
  readonly #taken = new Map<string, number>();

  constructor(graph: Graph, root: Schema, standing: FileContext) {
    this.#graph = graph;
    this.#root = root;
    this.#standing = standing;
  }

  /** Prints the file. If the root has its own file elsewhere, this one only refers to it. */
  print(): string {
    const { home } = this.#standing;
    const { uri, definitions } = dialectOf(this.#graph.language);
    const own: JsonMember[] = home === undefined ? this.#members(this.#root.node, "") : [["$ref", JSON.stringify(home)]];
    const list: JsonMember[] = [];
    // Printing a definition may add further ones.
    for (const [schema, key] of this.#keys) list.push([key, this.#schema(schema.node, "    ", true)]);
    const start: JsonMember[] = [
      ["$schema", JSON.stringify(uri)],
      ["$id", JSON.stringify(this.#standing.id)],
    ];
    const end: JsonMember[] = list.length === 0 ? [] : [[definitions, objectText(list, "  ")]];
    // Before 2019-09, keywords beside `$ref` are ignored, even `$id`.
    const isReference = definitions === "definitions" && own.some(([key]) => key === "$ref");
    const body: JsonMember[] = isReference ? [["allOf", listText([objectText(own, "    ")], "  ")]] : own;
    return `${objectText([...start, ...body, ...end], "")}\n`;
  }

  /** The members of the file's own schema. A boolean schema is written as an object. */
  #members(node: Node, indent: string): JsonMember[] {
    if (node.kind === "map") return together(this.#graph.parts(node).map((part) => this.#part(part, node, indent)));
    return node.kind === "boolean" && !node.value ? [["not", "{}"]] : [];
  }

  #schema(node: Node, indent: string, isDefinition = false): string {
    if (node.kind === "boolean") return String(node.value);
    // A value that is not a schema constrains nothing.
    if (node.kind !== "map") return "true";
    const shared = isDefinition ? undefined : this.#graph.shared(node);
    return shared ? `{ "$ref": ${this.#reference(shared)} }` : objectText(this.#members(node, indent), indent);
  }

  #part(part: SchemaPiece, node: MapNode, indent: string): JsonMember {
    const { key, value } = part;
    const inner = `${indent}  `;
    if (part.role === "reference") {
      const target = this.#graph.target(part, node);
      return target ? ["$ref", this.#reference(target)] : ["$comment", JSON.stringify(`Leads nowhere: ${part.value.value}`)];
    }
    if (part.role === "schema") return [key, this.#schema(value, inner)];
    if (part.role === "list" && value.kind === "list") {
      const items = value.items.map((item) => this.#schema(item, `${inner}  `));
      return [key, listText(items, inner)];
    }
    if (part.role === "map" && value.kind === "map") {
      const members = value.entries.map((each): JsonMember => {
        const isNames = key === "dependencies" && each.value.kind === "list";
        return [each.key, isNames ? this.#data.print(each.value, `${inner}  `) : this.#schema(each.value, `${inner}  `)];
      });
      return [key, objectText(members, inner)];
    }
    const chosen = this.#graph.mapping(part, node);
    return [key, chosen.size > 0 ? this.#discriminator(value, chosen, inner) : this.#data.print(value, inner)];
  }

  /** A discriminator whose mapping leads to the schemas in this file. */
  #discriminator(node: Node, chosen: ReadonlyMap<string, Schema>, indent: string): string {
    const inner = `${indent}  `;
    const mapped = entriesOf(valueOf(node, "mapping")).map(({ key, value }): JsonMember => {
      const schema = chosen.get(key);
      return [key, schema ? this.#reference(schema) : this.#data.print(value, inner)];
    });
    const members = entriesOf(node).map(({ key, value }): JsonMember => [
      key,
      key === "mapping" ? objectText(mapped, inner) : this.#data.print(value, inner),
    ]);
    return objectText(members, indent);
  }

  /** A reference from this file, as JSON. */
  #reference(schema: Schema): string {
    if (schema === this.#root) return '"#"';
    const elsewhere = this.#standing.elsewhere(schema);
    if (elsewhere !== undefined) return JSON.stringify(elsewhere);
    const key = getOrMake(this.#keys, schema, (each) => this.#freeKey(keyOf(each)));
    return JSON.stringify(`#/${dialectOf(this.#graph.language).definitions}/${key}`);
  }

  #freeKey(wanted: string): string {
    let number = this.#taken.get(wanted) ?? 0;
    let key: string;
    do {
      number += 1;
      key = number === 1 ? wanted : `${wanted}-${number}`;
    } while (key !== wanted && this.#taken.has(key));
    this.#taken.set(wanted, number);
    if (key !== wanted) this.#taken.set(key, 1);
    return key;
  }
}

/** The text of a JSON Schema file. Throws {@link TooLarge} if aliases would make it too large. */
export function jsonSchemaText(graph: Graph, root: Schema, standing: FileContext): string {
  return new JsonSchemaText(graph, root, standing).print();
}

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
    return getOrMake(this.#graphs, language, () => new Graph(this.#parts.schemas, language));
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
