/** The linked model of a document. */
import type { Dialect, ObjectName } from "#format";
import type { MapNode, Node, StringNode } from "#text";
import type { DescribedObject, Entity, ExternalDocs, Tag, TagUse } from "./entity.ts";
import type { Channel, Message, Operation, SecurityScheme, Server } from "./linked.ts";
import type { NamedSchema } from "./entity-fields.ts";

/** The linked model of one document. Its objects refer to each other directly. */
export interface Api {
  readonly dialect: Dialect;
  readonly node: MapNode;
  readonly identifier?: StringNode;
  readonly info: Info;
  readonly defaultContentType?: StringNode;
  readonly tags: readonly TagUse[];
  readonly externalDocs?: ExternalDocs;
  readonly extensions: DescribedObject["extensions"];
  readonly plainFields?: DescribedObject["plainFields"];
  readonly otherFields: DescribedObject["otherFields"];
  /**
   * The servers under the root's `servers`, in document order. Servers that are only in the components and not referred to are among
   * the {@link components}.
   */
  readonly servers: readonly Server[];
  readonly channels: readonly Channel[];
  readonly operations: readonly Operation[];
  /** All messages with a page, those in use first, each group in document order. */
  readonly messages: readonly Message[];
  readonly schemas: readonly NamedSchema[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** All tags, each name once, in the order of `x-tagGroups` if the document has it. */
  readonly allTags: readonly Tag[];
  /** Every component except schemas, messages and security schemes, which have their own pages. */
  readonly components: readonly Component[];
  /** The entity that was made from a node. `node` is the target of a reference, not the reference itself. */
  entityAt(node: Node): Entity | undefined;
}

export interface Info extends DescribedObject {
  readonly title: string;
  readonly version: string;
  readonly termsOfService?: StringNode;
  readonly contact?: DescribedObject & { readonly name?: StringNode; readonly url?: StringNode; readonly email?: StringNode };
  readonly license?: DescribedObject & { readonly name?: StringNode; readonly url?: StringNode };
}

/** One reusable object of the components. */
export interface Component {
  /** The field of the Components Object, such as `messageTraits`. */
  readonly group: string;
  readonly key: string;
  readonly object: ObjectName;
  /** The object after following references; the reference itself if it does not resolve. */
  readonly node: Node;
  readonly used: boolean;
}
