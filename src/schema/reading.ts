import type { MapNode, Node, StringNode } from "#text";
import type { Language } from "./language.ts";
import type { Schema } from "./schema.ts";

/** The functions that a reader of one language uses to read subschemas. */
export interface ReaderContext {
  readonly language: Language;
  /** The schema of a node in the same language, after following a reference. The same node always gives the same schema. */
  child(node: Node): Schema;
  /** The schema for a reference in `from` that has keywords beside it. */
  refer(ref: StringNode, from: MapNode): Schema;
  /** The value of a node after following a reference; `undefined` if it does not resolve. */
  follow(node: Node): Node | undefined;
  /** The root of the file that contains a node. */
  rootOf(node: Node): Node | undefined;
  /** The component schemas that extend a schema by `allOf`, directly or indirectly. */
  inheritors(schema: Node): readonly Schema[];
  /** The schema for a name or reference in the mapping of an OpenAPI discriminator. */
  lookup(reference: StringNode): Schema | undefined;
}
