import type { Dialect, ObjectName } from "#format";
import type { MapNode, Node, StringNode } from "#text";
import type { DescribedObject, Entity, ExternalDocs, Tag, TagUse } from "./entity.ts";
import type { Channel, Message, Operation, SecurityScheme, Server } from "./linked.ts";
import type { NamedSchema } from "./fields.ts";

/** The linked model of one document: objects point at objects. */
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
  /** Under the root's `servers`, in document order. Component servers that nothing refers to are {@link components}. */
  readonly servers: readonly Server[];
  readonly channels: readonly Channel[];
  readonly operations: readonly Operation[];
  /** All that have a page, those in use first, each in document order. */
  readonly messages: readonly Message[];
  readonly schemas: readonly NamedSchema[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** Every tag name of the document once, in the order of `x-tagGroups` where there is one. */
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
  /** References followed; the reference itself where it does not resolve. */
  readonly node: Node;
  readonly used: boolean;
}
