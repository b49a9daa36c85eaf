import type { MapNode, Node, StringNode } from "#text";
import type { Language } from "./language.ts";
import type { Schema } from "./schema.ts";

/** The functions that a reader of one language uses to read subschemas. */
export interface ReaderContext {
  readonly language: Language;
  /** The schema of a node of the same language; a reference is followed. The same node gives the same schema. */
  child(node: Node): Schema;
  /** The schema that a reference beside other keywords of `from` means. */
  refer(ref: StringNode, from: MapNode): Schema;
  /** The value that a node has, a reference followed; `undefined` where it does not resolve. */
  follow(node: Node): Node | undefined;
  /** The root of the file that a node stands in. */
  rootOf(node: Node): Node | undefined;
  /** The component schemas that build on a schema by `allOf`, directly or not. */
  inheritors(schema: Node): readonly Schema[];
  /** The schema that the name or reference of an OpenAPI discriminator mapping means. */
  lookup(reference: StringNode): Schema | undefined;
}
