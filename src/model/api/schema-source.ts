import type { Node, StringNode } from "#text";
import type { Entity } from "./entity.ts";

/**
 * A schema as the document gives it: what to read, and by which format. The first reference is *not* followed,
 * so that a named schema can be linked; the schema room follows it.
 */
export interface SchemaSource {
  readonly node: Node;
  /** The media type as written (`schemaFormat`), or `undefined` for the format's own Schema Object. */
  readonly format?: StringNode;
}

/**
 * A schema with a page: each key of `components.schemas`, used or not, and each schema that a reference reaches in another file
 * (id `<file>#<pointer>`).
 */
export interface NamedSchema extends Entity {
  readonly kind: "schema";
  readonly source: SchemaSource;
  /** Whether it stands in `components.schemas` of the main document. */
  readonly component: boolean;
}
