import type { MapNode, Node } from "#text";
import { entriesOf, valueOf } from "#text";
import type { Schema } from "#schema";
import { DataText, listText, objectText } from "./data-text.ts";
import { dialectOf } from "./parts.ts";
import type { Graph } from "./graph.ts";
import type { SchemaPiece } from "./parts.ts";

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
    let key = this.#keys.get(schema);
    if (key === undefined) this.#keys.set(schema, (key = this.#freeKey(keyOf(schema))));
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
