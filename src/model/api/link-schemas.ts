/** Links named schemas. */
import type { Documents, Edge } from "#documents";
import { isAnySchema, schemaFormatOf } from "#format";
import type { MapNode, Node, StringNode, TextFile } from "#text";
import { asString, entriesOf, formatPointer, getOrMake, itemsOf, parsePointer, valueOf } from "#text";
import type { Description, SchemaPart } from "../normalize/index.ts";
import type { LinkContext } from "./linking.ts";
import type { NamedSchema } from "./entity.ts";
import { relativeName, titleOf } from "./entity.ts";
import { uniqueIds } from "./linking.ts";

/** The schemas of a description with an explicit format. */
function* formatted({ messages, schemas }: Description): Generator<Required<SchemaPart>> {
  const parts = [...messages.flatMap(({ headers, payload }) => [headers, payload]), ...schemas.map(({ schema }) => schema)];
  for (const part of parts) if (part?.format) yield { node: part.node, format: part.format };
}

/**
 * The formats of schemas in other files. Such a schema does not state its format; the reference to it does. If any reference to it has
 * no format, it is a Schema Object.
 */
function foreignFormats(description: Description, edges: readonly Edge[]): ReadonlyMap<Node, StringNode> {
  const targets = new Map<Node, Node | undefined>(edges.map(({ from, target }) => [from, target]));
  const formats = new Map<Node, StringNode>();
  const seen = new Set<Node>();
  for (const { node, format } of formatted(description)) {
    const open: Node[] = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const target = targets.get(next);
      if (target && !formats.has(target)) formats.set(target, format);
      for (const part of target ? [target] : [...entriesOf(next).map(({ value }) => value), ...itemsOf(next)]) open.push(part);
    }
  }
  for (const { from, target } of edges) if (target && !seen.has(from)) formats.delete(target);
  return formats;
}

/** Splits a Multi Format Schema Object of 3.x into schema and format. Any other schema is returned unchanged. */
function withOwnFormat(node: Node, { dialect }: Documents): SchemaPart {
  if (dialect.line !== "3") return { node };
  const [format, schema] = [valueOf(node, "schemaFormat"), valueOf(node, "schema")];
  return format?.kind === "string" && schema ? { node: schema, format } : { node };
}

interface SchemaEntry {
  readonly id: string;
  readonly rank: number;
  readonly nodes: readonly Node[];
  readonly schema: SchemaPart;
  readonly component: boolean;
}

/** The pointers of some nodes in a file. Each node is visited once, however often aliases repeat it. */
function pointersOf(root: Node, wanted: ReadonlySet<Node>): ReadonlyMap<Node, string> {
  const pointers = new Map<Node, string>();
  const seen = new Set<Node>();
  const tokens: string[] = [];
  const step = (token: string, node: Node): void => {
    tokens.push(token);
    visit(node);
    tokens.pop();
  };
  const visit = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (wanted.has(node)) pointers.set(node, formatPointer(tokens));
    if (node.kind === "map") for (const { key, value } of node.entries) step(key, value);
    else if (node.kind === "list") for (const [index, item] of node.items.entries()) step(String(index), item);
  };
  visit(root);
  return pointers;
}

/** Schemas in other files that references lead to, by file, in the order of the references. */
function targetsByFile(edges: readonly Edge[], main: TextFile): ReadonlyMap<TextFile, ReadonlySet<Node>> {
  const byFile = new Map<TextFile, Set<Node>>();
  for (const { target } of edges) {
    if (!target || target.file === main) continue;
    getOrMake(byFile, target.file, () => new Set()).add(target);
  }
  return byFile;
}

function* foundElsewhere(description: Description, documents: Documents, known: ReadonlySet<Node>): Generator<SchemaEntry> {
  if (documents.files.length === 1) return;
  const edges = documents.edges.filter(({ expects }) => isAnySchema(expects));
  const formats = foreignFormats(description, edges);
  for (const [file, targets] of targetsByFile(edges, documents.main)) {
    const root = documents.rootOf(file);
    const pointers = root && pointersOf(root, targets);
    const name = relativeName(documents.main, file);
    for (const node of targets) {
      if (known.has(node)) continue;
      const own = withOwnFormat(node, documents);
      const format = own.format ?? formats.get(node);
      const schema = format ? { node: own.node, format } : own;
      yield {
        id: `${name}#${pointers?.get(node) ?? ""}`,
        rank: 1,
        nodes: own.node === node ? [node] : [node, own.node, node],
        schema,
        component: false,
      };
    }
  }
}

/** The field with the name of a schema in another language. A component in Avro has none: it is named by its key. */
function foreignName({ schema, component }: SchemaEntry, documents: Documents): StringNode | undefined {
  const { family } = schemaFormatOf(schema.format?.value, documents.dialect);
  const field = family === "avro" ? (component ? undefined : "name") : family === "raml" ? "displayName" : "title";
  return field === undefined ? undefined : asString(valueOf(documents.follow(schema.node) ?? schema.node, field));
}

/** The name of a schema in another file: the last step of its pointer, otherwise the name of the file. Its id has the whole path. */
export function nameInFile({ id, component }: Pick<NamedSchema, "id" | "component">): string | undefined {
  if (component) return undefined;
  const [, path = "", pointer = ""] = /^(.*?)(?:#(.*))?$/s.exec(id) ?? [];
  return parsePointer(pointer)?.at(-1) ?? path.split("/").at(-1);
}

/** Links a named schema. Its keywords, including `x-` and unknown ones, are read by the schema room. */
function linkSchema(found: SchemaEntry, id: string, linking: LinkContext): NamedSchema {
  const node = found.nodes.find((each): each is MapNode => each.kind === "map" && linking.source.documents.follow(each) === each);
  const own = !found.schema.format && node ? linking.fields({ object: "Schema", node }) : undefined;
  const named = own ? linking.named("schema", own, { id, made: nameInFile(found) }) : undefined;
  const schema: NamedSchema = {
    node: node ?? found.schema.node,
    description: own?.text("description"),
    extensions: [],
    otherFields: [],
    source: found.schema,
    component: found.component,
    ...(named ?? {
      kind: "schema",
      id,
      title: titleOf(nameInFile(found) ?? id, foreignName(found, linking.source.documents)),
      tags: [],
      deprecated: false,
    }),
  };
  linking.enter(schema, found.nodes);
  return schema;
}

/** Links each schema of the components, then each schema in another file that a reference leads to. */
export function linkSchemas(description: Description, linking: LinkContext): readonly NamedSchema[] {
  const components = description.schemas.map(({ key, written, node, schema }): SchemaEntry => {
    return { id: key, rank: 0, nodes: [node, schema.node, written], schema, component: true };
  });
  const known = new Set(components.flatMap(({ nodes }) => nodes));
  const all = [...components, ...foundElsewhere(description, linking.source.documents, known)];
  const ids = uniqueIds(all);
  // A component that is an alias must not take over the node of the schema it refers to.
  const owners = all.filter(({ nodes }) => nodes[0] === nodes.at(-1));
  const aliases = all.filter(({ nodes }) => nodes[0] !== nodes.at(-1));
  const linked = new Map([...owners, ...aliases].map((found) => [found, linkSchema(found, ids.get(found) ?? found.id, linking)]));
  return all.map((found) => linked.get(found)).filter((schema) => schema !== undefined);
}
