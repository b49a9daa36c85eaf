import type { Dialect, ObjectName, SchemaResources } from "#format";
import type { MapNode, Node, TextFile } from "#text";

/** One `$ref` of the documents, where the format says that it is a reference. */
export interface Edge {
  /** The Reference Object. */
  readonly from: MapNode;
  /** What the reference says, as written. */
  readonly ref: string;
  /** The final target, all references on the way followed; `undefined` where it does not resolve (reported). */
  readonly target?: Node;
  /** Where its own pointer leads, as written, which may be a reference again; absent where a schema's `$id` named the target. */
  readonly pointer?: { readonly root: Node; readonly tokens: readonly string[] };
  /** What had to stand there. */
  readonly expects: ObjectName;
}

/** The main document and every file that references name, read to a fixpoint; following is synchronous and in memory. */
export interface Documents {
  readonly main: TextFile;
  readonly root: MapNode;
  readonly dialect: Dialect;
  /** Every file that was read, the main one first. */
  readonly files: readonly TextFile[];
  readonly edges: readonly Edge[];
  /**
   * A Reference Object's final target, anything else itself; `undefined` where a reference does not resolve.
   * Only nodes that the format lets be references are followed: a property *named* `$ref` is data.
   */
  follow(node: Node): Node | undefined;
  /** What identifiers name in the schemas of JSON Schema. */
  readonly resources: SchemaResources;
  /** The root value of a file, for pointers and source pages. */
  rootOf(file: TextFile): Node | undefined;
}
