/** Follows references of all schema languages. */
import type { Documents } from "#documents";
import { addressing } from "#format";
import type { Api } from "#model";
import type { MapNode, Node, StringNode, TextFile } from "#text";
import { entriesOf, entryOf, evaluateFragment, stringOf, valueOf, DEEPEST_NESTED } from "#text";
import type { AvroNames } from "./avro.ts";
import type { Language } from "./schema.ts";
import { isJsonSchema } from "./schema.ts";

/** A reference and its final target. `target` is missing if nothing is there. */
interface ResolvedReference {
  readonly ref: string;
  readonly target?: Node | undefined;
}

/** Resolves a reference. `at` is where it is written, if not at the node itself. */
type SchemaReferenceResolver = (node: MapNode, language: Language, at?: Node) => ResolvedReference;

/** Whether a node is only a reference: a map with a string under `$ref`. In such languages the rest of the map is ignored. */
export function isReference(node: Node, language: Language): node is MapNode {
  if (node.kind !== "map" || language === "custom" || entryOf(node, "$ref")?.value.kind !== "string") return false;
  if (language === "avro") return entryOf(node, "type") === undefined;
  return !(isJsonSchema(language) && addressing[language].besideReference && node.entries.length > 1);
}

/** The id of a file by its path relative to another one. */
function besides(id: string, path: string): string | undefined {
  const isUrl = /^https?:/.test(id);
  const base = isUrl ? id : `file://${id.split("/").map(encodeURIComponent).join("/")}`;
  if (!URL.canParse(path, base)) return undefined;
  const { href, pathname } = new URL(path, base);
  if (isUrl) return href;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined; // RFC 3986 § 2.1: `%` before anything but two digits.
  }
}

/** The target of a reference by JSON Pointer, within its own file or in another file that was read. */
function byPointer(documents: Documents, ref: string, from: Node): Node | undefined {
  const [path = "", fragment = ""] = ref.split("#");
  const id = path === "" ? from.file.id : besides(from.file.id, path);
  const file = path === "" ? from.file : documents.files.find((each) => each.id === id);
  const root = file && documents.rootOf(file);
  return root && evaluateFragment(root, fragment);
}

/** The end of a chain of references; `undefined` if it leads nowhere. */
export function endOfReferences(
  start: Node | undefined,
  isReference: (node: Node) => node is MapNode,
  next: (reference: MapNode) => Node | undefined,
): Node | undefined {
  let node = start;
  for (let step = 0; node && isReference(node); step += 1) {
    if (step === DEEPEST_NESTED) return undefined;
    node = next(node);
  }
  return node;
}

export function hasReference(node: Node): node is MapNode {
  return stringOf(node, "$ref") !== undefined;
}

/**
 * Returns a function that follows references anywhere in the files that were read. In schemas of other formats the document does not
 * know which maps are references.
 */
export function createFollower(documents: Documents): (node: Node) => Node | undefined {
  const next = (node: MapNode): Node | undefined => {
    const followed = documents.follow(node);
    return followed === node ? byPointer(documents, stringOf(node, "$ref") ?? "", node) : followed;
  };
  return (node) => endOfReferences(node, hasReference, next);
}

/** A schema and the name by which a discriminator chooses it. */
export interface NamedNode {
  readonly name: string;
  /** What is left after following references. */
  readonly schema: Node;
}

/** `components.schemas` of a file. */
export function componentsOf(file: TextFile, documents: Documents): Node | undefined {
  return valueOf(valueOf(documents.rootOf(file), "components"), "schemas");
}

/**
 * All named schemas: those of the API, and those in the components of other files, to which nothing may refer. A discriminator chooses
 * among those that extend its schema. If a schema is there twice, its last name counts: its own and not that of an alias, and in another
 * file its key and not its title.
 */
export function namedNodes(api: Api, documents: Documents): readonly NamedNode[] {
  const follow = createFollower(documents);
  const others = documents.files.filter((file) => file !== documents.main);
  const ofApi = api.schemas.map(({ id, component, title, source }) => ({ name: component ? id : title, node: source.node }));
  const isAlias = ({ node }: { readonly node: Node }): boolean => follow(node) !== node;
  const written = [
    ...ofApi.filter(isAlias),
    ...ofApi.filter((each) => !isAlias(each)),
    ...others.flatMap((file) => entriesOf(componentsOf(file, documents)).map(({ key, value }) => ({ name: key, node: value }))),
  ];
  return written.flatMap(({ name, node }) => {
    const schema = follow(node);
    return schema ? [{ name, schema }] : [];
  });
}

/**
 * Creates a resolver for JSON References. In JSON Schema, identifiers (`$id`, `$anchor`) come first. What the documents do not treat as
 * a reference, such as one inside `$defs`, is looked up in the files that were read. In Avro, `#/User` may be the name of a record.
 */
export function createResolver(documents: Documents, avro: AvroNames): SchemaReferenceResolver {
  /** Reads `#/User` or `./user.avsc#/User` as the name of a record. The file is entered first. */
  function named(ref: string, from: MapNode): Node | undefined {
    const [path = "", fragment = ""] = ref.split("#");
    const file = path === "" ? undefined : documents.files.find((each) => each.id === besides(from.file.id, path));
    const root = file && documents.rootOf(file);
    if (root) avro.enter(root);
    return path === "" || root ? avro.find(fragment.replace(/^\//, "")) : undefined;
  }

  function once(node: MapNode, language: Language, at: Node): Node | undefined {
    const ref = stringOf(node, "$ref") ?? "";
    const { resources } = documents;
    const resource = isJsonSchema(language) && addressing[language].identifier ? resources.of(at) : undefined;
    const identified = resource && resources.named(ref, resource);
    if (identified) return identified.schema;
    const followed = documents.follow(node);
    const found = followed === node ? byPointer(documents, ref, node) : followed;
    if (found) return found;
    return language === "avro" ? named(ref, node) : resource && resources.find(ref, resource)?.schema;
  }

  return (node, language, at = node) => {
    const ref = stringOf(node, "$ref") ?? "";
    const isAnother = (target: Node): target is MapNode => isReference(target, language);
    return { ref, target: endOfReferences(once(node, language, at), isAnother, (target) => once(target, language, target)) };
  };
}

/** The first reference to each target, after which a shared schema without a name can be called. */
function firstReferences(documents: Documents): Map<Node, string> {
  const origins = new Map<Node, string>();
  for (const { target, ref } of documents.edges) if (target && !origins.has(target)) origins.set(target, ref);
  return origins;
}

/** A text that is a reference without `$ref` (in a mapping or `$dynamicRef`), wrapped as a Reference Object. */
export function standingAlone(ref: StringNode): MapNode {
  return { kind: "map", file: ref.file, start: ref.start, end: ref.end, entries: [{ ...ref, key: "$ref", value: ref }] };
}

/** The targets of the references in schemas. */
export interface ReferenceTargets {
  /** The final target of a reference; `undefined` if it cannot be followed. */
  of(node: MapNode, language: Language): Node | undefined;
  /** The final target of a reference that has keywords beside it. */
  beside(ref: StringNode, from: MapNode, language: Language): Node | undefined;
  /** The node from which a JSON Schema is read: the final target of a reference, or the reference itself if it cannot be followed. */
  written(node: Node, language: Language): Node;
  /** The first reference that leads to a node, as written. */
  origin(node: Node): string | undefined;
}

export function createReferenceEnds(documents: Documents, resolve: SchemaReferenceResolver): ReferenceTargets {
  const origins = firstReferences(documents);
  const of: ReferenceTargets["of"] = (node, language) => {
    const { ref, target } = resolve(node, language);
    if (target && !origins.has(target)) origins.set(target, ref);
    return target;
  };
  return {
    of,
    beside(ref, from, language) {
      const isPlain = entryOf(from, "$ref")?.value === ref;
      return (isPlain ? resolve(from, language) : resolve(standingAlone(ref), language, from)).target;
    },
    written: (node, language) => (isReference(node, language) ? (of(node, language) ?? node) : node),
    origin: (node) => origins.get(node),
  };
}
