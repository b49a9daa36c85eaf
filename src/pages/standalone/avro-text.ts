import type { MapNode, Node } from "#text";
import { stringOf } from "#text";
import type { Schemas } from "#schema";
import { DataText, listText, objectText } from "./data-text.ts";

type AvroMember = readonly [key: string, json: string];

/** Attributes of a type that hold types. */
const TYPES = new Set(["type", "items", "values"]);

/** Prints one Avro schema. A named type is defined where it occurs first; after that its full name is used (Avro 1.9, "Names"). */
class AvroText {
  readonly #schemas: Schemas;
  readonly #data = new DataText();
  readonly #defined = new Set<string>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  type(written: Node, indent: string): string {
    const { node, name, unresolved } = this.#schemas.at(written, "avro");
    if (unresolved !== undefined || node.kind === "string") return this.#data.print(unresolved === undefined ? node : written, indent);
    const inner = `${indent}  `;
    if (node.kind === "list") {
      return listText(
        node.items.map((item) => this.type(item, inner)),
        indent,
      );
    }
    if (node.kind !== "map") return this.#data.print(node, indent);
    const isNamed = name !== undefined && stringOf(node, "name") !== undefined;
    if (isNamed && this.#defined.has(name)) return JSON.stringify(name);
    if (isNamed) this.#defined.add(name);
    return objectText(this.#members(node, { name: isNamed ? name : undefined, indent: inner }), indent);
  }

  #members(node: MapNode, { name, indent }: { name: string | undefined; indent: string }): AvroMember[] {
    const own = node.entries.filter(({ key }) => name === undefined || key !== "namespace");
    return own.map(({ key, value }): AvroMember => {
      // A type from another schema keeps its namespace.
      if (key === "name" && name !== undefined) return [key, JSON.stringify(name)];
      if (key === "fields" && value.kind === "list") return [key, this.#fields(value.items, indent)];
      const isType = TYPES.has(key) && !(key === "type" && value.kind === "string");
      return [key, isType || this.#isName(key, value) ? this.type(value, indent) : this.#data.print(value, indent)];
    });
  }

  /** Whether a value of `type` is a name: `{"type": "Other"}` means the type of that name. */
  #isName(key: string, value: Node): boolean {
    return key === "type" && this.#schemas.at(value, "avro").node !== value;
  }

  #fields(fields: readonly Node[], indent: string): string {
    const inner = `${indent}  `;
    const texts = fields.map((field) => {
      if (field.kind !== "map") return this.#data.print(field, inner);
      const members = field.entries.map(({ key, value }): AvroMember => [
        key,
        key === "type" ? this.type(value, `${inner}  `) : this.#data.print(value, `${inner}  `),
      ]);
      return objectText(members, inner);
    });
    return listText(texts, indent);
  }
}

/** The text of an Avro schema file. All types it names are defined in it, except those that the document defines nowhere. */
export function avroText(schemas: Schemas, root: Node): string {
  return `${new AvroText(schemas).type(root, "")}\n`;
}
