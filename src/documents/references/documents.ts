import type { Dialect, ObjectName, SchemaResources } from "#format";
import type { MapNode, Node, TextFile } from "#text";

/** A reference in the documents: a `$ref` where the format allows one. */
export interface Edge {
  /** The Reference Object. */
  readonly from: MapNode;
  /** The text of the reference. */
  readonly ref: string;
  /** The final target after all references on the way; `undefined` if it does not resolve, which is reported. */
  readonly target?: Node;
  /** The direct target, which may be another reference. Absent if the `$id` of a schema names the target. */
  readonly pointer?: { readonly root: Node; readonly tokens: readonly string[] };
  /** The object that the target must be. */
  readonly expects: ObjectName;
}

/** The main document and all files that references name, directly or indirectly. Following references is synchronous and in memory. */
export interface Documents {
  readonly main: TextFile;
  readonly root: MapNode;
  readonly dialect: Dialect;
  /** All files that were read, the main one first. */
  readonly files: readonly TextFile[];
  readonly edges: readonly Edge[];
  /**
   * The final target of a reference; any other node itself; `undefined` if a reference does not resolve. A `$ref` where the format allows
   * no reference, such as a property named `$ref`, is data.
   */
  follow(node: Node): Node | undefined;
  /** The index of identifiers in JSON Schemas. */
  readonly resources: SchemaResources;
  /** The root value of a file. */
  rootOf(file: TextFile): Node | undefined;
}
