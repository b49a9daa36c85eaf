/** Makes each schema once. */
import type { Documents } from "#documents";
import { definitionKeywords, usingKeywords } from "#format";
import type { Api, Entity, NamedSchema, SchemaSource } from "#model";
import type { MapNode, Node, StringNode } from "#text";
import { getOrMake, parsePointer, percentDecoded, stringOf, valueOf } from "#text";
import type { AvroNames } from "./avro.ts";
import { readAvro } from "./avro.ts";
import { readJsonSchema } from "./json-schema.ts";
import type { Language, Schema } from "./schema.ts";
import { isJsonSchema } from "./schema.ts";
import type { Inheritors, SchemaFields, ReaderContext } from "./make-schema.ts";
import { makeSchema } from "./make-schema.ts";
import { readProtobuf } from "./protobuf.ts";
import { ramlNames, ramlTarget, readRaml } from "./raml.ts";
import type { ReferenceTargets } from "./references.ts";
import { componentsOf, isReference, namedNodes, standingAlone } from "./references.ts";

/** Pointer tokens that only say where in a schema something is. */
const structural: ReadonlySet<string> = new Set([
  ...usingKeywords, ...definitionKeywords, "schemas", "components", "schema", "channels", "operations", "messages", "message", "publish", "subscribe",
]); // prettier-ignore

/**
 * A name for a schema without one, from the reference to it: the last tokens that name something, such as `userSignedUp payload` for
 * `#/components/messages/userSignedUp/payload`, or the name of the file if there are none.
 */
function nameOfReference(ref: string): string | undefined {
  const [path = "", fragment = ""] = ref.split("#");
  const telling = (parsePointer(percentDecoded(fragment)) ?? []).filter((token) => !structural.has(token) && !/^\d+$/.test(token));
  const last = telling.at(-1);
  const before = telling.at(-2);
  if (last === "payload" || last === "headers") return before === undefined ? last : `${before} ${last}`;
  if (last !== undefined) return last;
  const file = path
    .split("/")
    .at(-1)
    ?.replace(/\.(?:json|ya?ml|avsc|proto|raml)$/, "");
  return file === "" ? undefined : file;
}

/** Which named schemas extend which, for discriminators. It uses nodes, because a schema may be read in another language elsewhere. */
interface Inheritance {
  inheritors(base: Node): Inheritors<Node>;
  /** The component that a text names: one of its own file, otherwise of the main document. */
  byName(name: StringNode): Node | undefined;
  /** The name of a schema. */
  nameOf(node: Node): string | undefined;
}

/** In a chain of schemas that extend one another, each may be a base of all that follow. The bases share this many, but each has some. */
const ALL_INHERITORS = 200_000;
const LEAST_INHERITORS = 50;

/** Finds the inheritance when it is first asked for, in one pass over the named schemas. */
function createInheritance({ api, documents, of }: FinderContext): Inheritance {
  let children: Map<Node, Node[]> | undefined;
  let names: Map<Node, string> | undefined;
  let components: Map<string, Schema> | undefined;

  function allNames(): Map<Node, string> {
    return (names ??= new Map(namedNodes(api, documents).map(({ name, schema }) => [schema, name])));
  }

  function directly(): Map<Node, Node[]> {
    if (children) return children;
    children = new Map();
    const elsewhere = [...allNames().keys()].filter(({ file }) => file !== documents.main);
    for (const schema of new Set([...api.schemas.map(({ source }) => of(source)), ...elsewhere.map((node) => of({ node }))])) {
      for (const base of new Set(schema.allOf.map((part) => part.node))) {
        getOrMake(children, base, () => []).push(schema.node);
      }
    }
    return children;
  }

  function inheritors(base: Node): Inheritors<Node> {
    const most = Math.max(LEAST_INHERITORS, ALL_INHERITORS / allNames().size);
    const found = new Set<Node>([base]);
    let cut = false;
    // The set grows during the loop. Those that extend the base itself are always there.
    for (const next of found) {
      const below: readonly Node[] = directly().get(next) ?? [];
      cut ||= found.size > most && below.length > 0;
      if (!cut) for (const child of below) found.add(child);
    }
    found.delete(base);
    return { all: [...found], cut };
  }

  function byName({ file, value }: StringNode): Node | undefined {
    const own = file === documents.main ? undefined : valueOf(componentsOf(file, documents), value);
    if (own) return own;
    const component = api.schemas.filter((each) => each.component);
    return (components ??= new Map(component.map((each) => [each.id, of(each.source)]))).get(value)?.node;
  }

  return { inheritors, byName, nameOf: (node) => allNames().get(node) };
}

interface FinderContext {
  readonly api: Api;
  readonly documents: Documents;
  readonly ends: ReferenceTargets;
  readonly avro: AvroNames;
  /** Returns the schema of a component in any language. */
  readonly of: (source: SchemaSource) => Schema;
}

function isNamedSchema(entity: Entity | undefined): entity is NamedSchema {
  return entity?.kind === "schema";
}

function readAnyJsonSchema(node: Node, reading: ReaderContext): SchemaFields {
  if (node.kind === "boolean") return { now: { always: node.value } };
  return node.kind === "map" ? readJsonSchema(node, reading) : { now: { asWritten: node } };
}

function readerOf(language: Language): (node: Node, reading: ReaderContext) => SchemaFields {
  if (language === "avro") return readAvro;
  if (language === "raml") return readRaml;
  if (language === "protobuf") return readProtobuf;
  return isJsonSchema(language) ? readAnyJsonSchema : (node) => ({ now: { asWritten: node } });
}

/** Creates the functions for the readers of each language. */
function createReadings(
  { documents }: FinderContext,
  inheritance: Inheritance,
  { at, refer }: { at: (node: Node, language: Language) => Schema; refer: (ref: StringNode, from: MapNode, language: Language) => Schema },
): (language: Language) => ReaderContext {
  const readings = new Map<Language, ReaderContext>();
  return (each) =>
    getOrMake(readings, each, (language) => ({
      language,
      fixed: new Map(),
      child: (node) => at(node, language),
      refer: (ref, from) => refer(ref, from, language),
      follow: (node) => documents.follow(node),
      rootOf: (node) => documents.rootOf(node.file),
      inheritors(node) {
        const { all, cut } = inheritance.inheritors(node);
        return { all: all.map((each) => at(each, language)), cut };
      },
      nameOf: (node) => inheritance.nameOf(node),
      lookup(reference) {
        const named = inheritance.byName(reference);
        return named ? at(named, language) : refer(reference, standingAlone(reference), language);
      },
    }));
}

/** Finds the schema of a node or of a reference. The same node and language give the same object. */
interface SchemaFinder {
  readonly at: (node: Node, language: Language) => Schema;
  readonly refer: (ref: StringNode, from: MapNode, language: Language) => Schema;
}

/** Creates the registry, which makes each schema once, whatever leads to it. */
export function createRegistry(sources: FinderContext): SchemaFinder {
  const { api, documents, ends, avro } = sources;
  const schemas = new Map<Language, Map<Node, Schema>>();
  const unresolved = new Map<Node, Schema>();
  const inheritance = createInheritance(sources);
  const readingOf = createReadings(sources, inheritance, {
    at: (node, language) => at(node, language),
    refer: (ref, from, language) => refer(ref, from, language),
  });

  /** The name of a component of another file to which no reference leads. */
  function nameElsewhere(node: Node): string | undefined {
    return node.file === documents.main ? undefined : inheritance.nameOf(node);
  }

  function ramlName(node: Node): string | undefined {
    const root = documents.rootOf(node.file);
    return root && ramlNames(root).get(node);
  }

  /** The definition for a node that has no name of its own and only names another type. */
  function target(node: Node, language: Language): Node | undefined {
    if (language === "avro") return avro.target(node);
    if (language !== "raml" || ramlName(node) !== undefined || api.entityAt(node)) return undefined;
    return ramlTarget(node, documents.rootOf(node.file));
  }

  function make(node: Node, language: Language): Schema {
    const entity = api.entityAt(node);
    const named = isNamedSchema(entity) ? entity : undefined;
    const origin = ends.origin(node);
    const read = readerOf(language)(node, readingOf(language));
    const own = read.now?.name ?? (language === "raml" ? ramlName(node) : avro.fullName(node));
    const name = own ?? (named ? undefined : origin === undefined ? nameElsewhere(node) : nameOfReference(origin));
    return makeSchema(node, language, {
      now: { ...read.now, named, origin, name },
      later: read.later ?? {},
      ...(read.adopt ? { adopt: read.adopt } : {}),
    });
  }

  function at(node: Node, language: Language): Schema {
    const meant = target(node, language);
    if (meant) return at(meant, language);
    if (isReference(node, language)) {
      const target = ends.of(node, language);
      return target ? at(target, language) : unresolvedAt(node, stringOf(node, "$ref") ?? "", language);
    }
    return getOrMake(
      getOrMake(schemas, language, () => new Map<Node, Schema>()),
      node,
      () => make(node, language),
    );
  }

  function unresolvedAt(node: Node, ref: string, language: Language): Schema {
    return getOrMake(unresolved, node, () => makeSchema(node, language, { now: { unresolved: ref } }));
  }

  function refer(ref: StringNode, from: MapNode, language: Language): Schema {
    const target = ends.beside(ref, from, language);
    return target ? at(target, language) : unresolvedAt(ref, ref.value, language);
  }

  return { at, refer };
}
