import type { Entry, Node } from "#text";
import { entriesOf, entryOf, itemsOf } from "#text";

/** Where a field stands that only the released 3.x has; `*` is every key or item. */
const paths = [
  "servers/*/host",
  "servers/*/pathname",
  "operations/*/messages",
  "operations/*/reply",
  "channels/*/parameters/*/enum",
  "channels/*/parameters/*/default",
  "channels/*/parameters/*/examples",
  "components/replies",
  "components/replyAddresses",
  "components/servers/*/host",
  "components/operations/*/messages",
  "components/operations/*/reply",
  "components/parameters/*/enum",
  "components/parameters/*/default",
  "components/parameters/*/examples",
  "components/securitySchemes/*/scopes",
  "components/securitySchemes/*/flows/*/availableScopes",
  "servers/*/security/*/$ref",
  "operations/*/security/*/$ref",
].map((path) => path.split("/"));

/** A Multi Format Schema has both fields; a schema alone may have a property-like keyword of either name. */
const schemas = [
  "components/schemas/*",
  "components/messages/*/payload",
  "components/messages/*/headers",
  "channels/*/messages/*/payload",
  "channels/*/messages/*/headers",
].map((path) => path.split("/"));

function children(node: Node): readonly Node[] {
  return node.kind === "list" ? itemsOf(node) : entriesOf(node).map((entry) => entry.value);
}

/** Every value that a path leads to. */
function reached(root: Node, path: readonly string[]): readonly Node[] {
  let nodes: readonly Node[] = [root];
  for (const token of path) {
    // Aliases may lead to one node by many ways; each is looked at once.
    nodes = [...new Set(nodes.flatMap((node) => (token === "*" ? children(node) : (entryOf(node, token)?.value ?? []))))];
  }
  return nodes;
}

function entryAt(root: Node, path: readonly string[]): Entry | undefined {
  const last = path.at(-1) ?? "";
  for (const node of reached(root, path.slice(0, -1))) {
    const entry = entryOf(node, last);
    if (entry) return entry;
  }
  return undefined;
}

/** The first field found that the draft of 3.0.0 does not have and the released 3.0.0 does, or `undefined`. */
export function releasedOnly(root: Node): Entry | undefined {
  for (const path of paths) {
    const entry = entryAt(root, path);
    if (entry) return entry;
  }
  for (const path of schemas) {
    const node = reached(root, path).find((each) => entryOf(each, "schemaFormat") && entryOf(each, "schema"));
    if (node) return entryOf(node, "schemaFormat");
  }
  return undefined;
}
