import type { SchemaRegistry, SchemaResource, SchemaResources } from "#format";
import { draftOf } from "#format";
import type { MapNode, Node } from "#text";
import { stringOf } from "#text";
import { readings } from "./readings.ts";
import type { KeywordVisit, ReferenceKeyword, References, SchemaInScope, SchemaScope } from "./visit.ts";

/** What identifiers and references of one document lead to. */
interface ResolveContext {
  readonly resources: SchemaResources;
  readonly registry: SchemaRegistry;
  /** Follows a reference of the document. Returns the node itself if the document does not know it as a reference. */
  readonly follow: (node: Node) => Node | undefined;
}

function enter(scope: SchemaScope, resource: SchemaResource): SchemaScope {
  return { ...scope, resource, trail: scope.trail.includes(resource) ? scope.trail : [...scope.trail, resource] };
}

/**
 * The target of a dynamic reference (2020-12 § 8.2.3.2, 2019-09 § 8.2.4.2.2): in the outermost resource on the way here that has the
 * same anchor.
 */
function dynamic(visit: KeywordVisit, found: { schema: Node; resource: SchemaResource }, anchor: string): SchemaInScope {
  const { scope } = visit;
  const bookended = found.resource.dynamicAnchors.get(anchor) === found.schema;
  const outermost = bookended ? scope.trail.find(({ dynamicAnchors }) => dynamicAnchors.has(anchor)) : undefined;
  const schema = outermost?.dynamicAnchors.get(anchor);
  return outermost && schema ? { schema, scope: enter(scope, outermost) } : { schema: found.schema, scope: enter(scope, found.resource) };
}

/** Resolves a reference: by identifiers, otherwise as a reference of the document, otherwise as a pointer within the schema itself. */
function resolveReference(
  visit: KeywordVisit,
  { keyword, reference }: { readonly keyword: ReferenceKeyword; readonly reference: string },
  { resources, registry, follow }: ResolveContext,
): SchemaInScope | undefined {
  const { schema, scope } = visit;
  const { reading } = scope;
  const resource = reading.references === "uri" ? scope.resource : undefined;
  if (keyword !== "$ref") {
    const found = resource && resources.find(reference, resource, registry);
    return found && dynamic(visit, found, keyword === "$recursiveRef" ? "" : reference.slice(reference.indexOf("#") + 1));
  }
  const named = resource && resources.named(reference, resource, registry);
  if (named) return { schema: named.schema, scope: enter(scope, named.resource) };
  const target = follow(schema);
  // The target is elsewhere. If it has identifiers, they are read when it is entered.
  if (target && target !== schema) return { schema: target, scope: { ...scope, resource: undefined } };
  const inside = resource && resources.find(reference, resource, registry);
  return inside && { schema: inside.schema, scope: enter(scope, inside.resource) };
}

/** The scope inside a schema: `$schema` may change the dialect, `$id` the base. */
function inside(schema: MapNode, scope: SchemaScope, resources: SchemaResources): SchemaScope {
  const named = stringOf(schema, "$schema");
  const draft = named === undefined ? undefined : draftOf(named);
  const own = draft === undefined ? scope.reading : readings[draft];
  // A Schema Object that names its draft keeps the format's additions to it.
  const reading = own === scope.reading ? own : { ...own, discriminator: scope.reading.discriminator };
  if (reading.references !== "uri") return scope;
  const around = scope.reading.references === "uri" ? scope.resource : undefined;
  const resource = resources.of(schema) ?? around ?? resources.enter(schema, reading.name);
  if (!resource) return scope;
  if (resource === scope.resource && reading === scope.reading) return scope;
  return { reading, resource, trail: scope.trail.includes(resource) ? scope.trail : [...scope.trail, resource] };
}

/** How the schemas of one document are read, with what identifiers in them refer to. */
export function createReferences(context: ResolveContext): References {
  return {
    inside: (schema, scope) => inside(schema, scope, context.resources),
    resolve: (visit, keyword, reference) => resolveReference(visit, { keyword, reference }, context),
  };
}
