import type { Node } from "#text";
import { stringOf } from "#text";
import type { Identifiers, Resource, Resources } from "./resources.ts";
import type { Scope, Visit } from "./visit.ts";

interface Ways {
  readonly resources: Resources;
  readonly follow: (node: Node) => Node | undefined;
}

interface Resolved {
  readonly schema: Node;
  readonly scope: Scope;
}

function enter(scope: Scope, resource: Resource): Scope {
  return { ...scope, resource, trail: scope.trail.includes(resource) ? scope.trail : [...scope.trail, resource] };
}

/** 2020-12 § 8.2.3.2 and 2019-09 § 8.2.4.2.2: the outermost resource on the way here that has the anchor too. */
function dynamic(visit: Visit, found: { schema: Node; resource: Resource }, anchor: string): Resolved {
  const { scope } = visit;
  const bookended = found.resource.dynamicAnchors.get(anchor) === found.schema;
  const outermost = bookended ? scope.trail.find(({ dynamicAnchors }) => dynamicAnchors.has(anchor)) : undefined;
  const schema = outermost?.dynamicAnchors.get(anchor);
  return outermost && schema ? { schema, scope: enter(scope, outermost) } : { schema: found.schema, scope: enter(scope, found.resource) };
}

/** By identifiers where the schema's words have them, else as a reference of the document. */
export function resolveReference(visit: Visit, keyword: "$ref" | "$dynamicRef" | "$recursiveRef", ways: Ways): Resolved | undefined {
  const { schema, scope } = visit;
  const { reading, resource } = scope;
  const reference = stringOf(schema, keyword) ?? "";
  if (reading.references === "uri" && resource) {
    const identifiers: Identifiers = { keyword: reading.name === "draft-04" ? "id" : "$id", siblings: reading.siblings };
    const found = ways.resources.resolve(reference, resource, identifiers);
    if (found && keyword === "$ref") return { schema: found.schema, scope: enter(scope, found.resource) };
    if (found) return dynamic(visit, found, keyword === "$recursiveRef" ? "" : reference.slice(reference.indexOf("#") + 1));
  }
  const target = ways.follow(schema);
  // A schema of another place: its own identifiers, if it has any, are read when it is entered.
  return target && target !== schema ? { schema: target, scope: { ...scope, resource: undefined } } : undefined;
}
