import type { Documents } from "#documents";
import { isLikelyAvro } from "#format";
import type { Api, SchemaSource } from "#model";
import type { Language, Schemas } from "#schema";
import { protoFieldCounts } from "#schema";
import type { Node, Place, Report, StringNode } from "#text";
import { entriesOf, itemsOf, placeWithin, problem, stringOf, valueOf } from "#text";
import type { AvroContext, AvroFault } from "./avro-faults.ts";
import { avroFaults, namedTypes } from "./avro-faults.ts";
import { avroTypes } from "./foreign-types.ts";

/** Larger schemas are not handed to a library; they are shown all the same. */
const MOST_NODES = 20_000;

/** A value as the library wants it, and what the library says of it with every number as it is written. */
interface PlainValue {
  readonly value: unknown;
  asWritten(reason: string): string;
}

/** Numbers as a double each. */
class DoubleNumbers {
  readonly #written = new Map<string, string>();
  /** The library calls a long only what a double can count, and less two. */
  #standIn = Number.MAX_SAFE_INTEGER - 1;

  /** What stands for a number: for a long that no double can be one of its own that is a long to the library too. */
  of(node: Node & { kind: "number" }): number {
    const exact = Number.isSafeInteger(node.value) || !(avroTypes.get("long")?.(node) ?? false);
    const double = exact ? node.value : this.#standIn-- * Math.sign(node.value);
    if (!this.#written.has(String(double))) this.#written.set(String(double), node.raw);
    return double;
  }

  asWritten(reason: string): string {
    return reason.replace(/(?<![\w."])-?(?:\d[\w.+]*|Infinity)(?!["\w])/g, (text) => this.#written.get(text) ?? text);
  }
}

/** References followed, keys own ones; `undefined` where it is too large or leads to itself. */
function plainOf(node: Node, follow: (node: Node) => Node | undefined): PlainValue | undefined {
  let left = MOST_NODES;
  const open = new Set<Node>();
  const doubles = new DoubleNumbers();
  const plain = (from: Node): unknown => {
    const target = stringOf(from, "$ref") === undefined ? from : (follow(from) ?? from);
    left -= 1;
    if (left < 0 || open.has(target)) throw new RangeError("too large");
    if (target.kind === "null") return null;
    if (target.kind === "number") return doubles.of(target);
    if (target.kind === "string" || target.kind === "boolean") return target.value;
    open.add(target);
    const made =
      target.kind === "list" ? target.items.map(plain) : Object.fromEntries(target.entries.map(({ key, value }) => [key, plain(value)]));
    open.delete(target);
    return made;
  };
  try {
    return { value: plain(node), asWritten: (reason) => doubles.asWritten(reason) };
  } catch {
    return undefined;
  }
}

type ReferenceFollower = (node: Node) => Node | undefined;

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 300);
}

/** What is wrong with an Avro schema by our own reading, which knows the places; else by the library, which knows the rest. */
async function avroProblems(node: Node, world: AvroContext): Promise<readonly AvroFault[]> {
  const faults = avroFaults(node, world);
  const schema = faults.length > 0 ? undefined : plainOf(node, world.follow);
  if (schema === undefined) return faults;
  const { default: avro } = await import("avsc");
  try {
    avro.Type.forSchema(schema.value as Parameters<typeof avro.Type.forSchema>[0]);
    return [];
  } catch (error) {
    const reason = schema.asWritten(messageOf(error));
    // A name that another schema of the document defines, or defines as well, is no mistake of this one.
    return /^undefined type name|duplicate type name/i.test(reason) ? [] : [{ place: node, reason }];
  }
}

/** Every name that a value of some schemas gives, such as those of Avro's types. */
function namesIn(nodes: readonly Node[], follow: ReferenceFollower): ReadonlySet<string> {
  const seen = new Set(nodes);
  const names = new Set<string>();
  for (const each of seen) {
    const node = follow(each) ?? each;
    const name = stringOf(node, "name");
    if (name !== undefined && namedTypes.includes(stringOf(node, "type") ?? "")) names.add(name.split(".").at(-1) ?? name);
    for (const inner of [...entriesOf(node).map(({ value }) => value), ...itemsOf(node)]) seen.add(inner);
  }
  return names;
}

/** Where the library's reason says that it stopped: the token that it names on the line that it names. */
function protobufPlace(node: StringNode, reason: string): Place {
  const number = Number(/\(line (\d+)\)$/.exec(reason)?.[1] ?? 0);
  const lines = node.value.split("\n");
  const text = lines[number - 1];
  if (text === undefined || text.trim() === "") return node;
  const before = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const [, token] = /^illegal .*?'([^']+)'/.exec(reason) ?? [];
  const at = token === undefined ? -1 : text.indexOf(token);
  const [from, to] = at < 0 || token === undefined ? [text.search(/\S/), text.trimEnd().length] : [at, at + token.length];
  return placeWithin(node, before + from, before + to);
}

/** What the library may cost for all texts of a document: it goes through all fields of a message again for each of them. */
const MOST_FIELD_LOOKS = 10_000_000;

/** How many fields the library goes through; of a text that our own reading makes nothing of, as many as it could have. */
function fieldLooks({ value }: StringNode): number {
  const counts = protoFieldCounts(value) ?? [value.split(";").length];
  return counts.reduce((sum, count) => sum + count ** 2, 0);
}

/** Why a text is not a .proto file. */
async function protobufProblems(node: Node, isTooLarge: (node: Node) => boolean, report: Report): Promise<readonly AvroFault[]> {
  if (isTooLarge(node)) {
    report(problem("example/budget", node, { what: "Whether this is a protobuf schema is", reason: "its messages have too many fields" }));
    return [];
  }
  const { default: protobuf } = await import("protobufjs");
  if (node.kind !== "string") return [{ place: node, reason: "a protobuf schema is the text of a .proto file" }];
  try {
    protobuf.parse(node.value);
    return [];
  } catch (error) {
    const reason = messageOf(error);
    return [{ place: protobufPlace(node, reason), reason: reason.replace(/ \(line \d+\)$/, "") }];
  }
}

const named: Partial<Record<Language, string>> = { avro: "an Avro schema", protobuf: "a protobuf schema" };

interface ForeignContext {
  readonly api: Api;
  readonly schemas: Schemas;
  readonly documents: Documents;
  readonly follow: ReferenceFollower;
}

interface ForeignSource extends SchemaSource {
  /** What a diagnostic calls it. */
  readonly as: string;
}

/** Schemas of messages that name their format, and those of the components that no message may lead to: no other can be foreign. */
function heldOf(api: Api): ForeignSource[] {
  const ofMessages = api.messages.flatMap(({ headers, payload }): ForeignSource[] => [
    ...(headers?.format ? [{ ...headers, as: "The headers schema" }] : []),
    ...(payload?.format ? [{ ...payload, as: "The payload" }] : []),
  ]);
  // A Multi Format Schema Object that has a format and no schema stands for itself, and there is nothing to hold.
  const ofComponents = api.schemas.filter(({ source: { node, format } }) => format && valueOf(node, "schemaFormat") !== format);
  return [...ofMessages, ...ofComponents.map(({ source }) => ({ ...source, as: "The schema" }))];
}

/** Holds schemas of foreign formats against their own rules; a library is only loaded where one is met. */
export async function judgeForeignSchemas({ api, schemas, documents, follow }: ForeignContext, report: Report): Promise<void> {
  const seen = new Set<Node>();
  const held = heldOf(api);
  let names: ReadonlySet<string> | undefined;
  // The types of a file know one another, whichever of them a reference leads to.
  const withFile = (node: Node): Node[] => {
    const root = documents.rootOf((follow(node) ?? node).file);
    return root && isLikelyAvro(root) ? [node, root] : [node];
  };
  const avroNodes = (): Node[] => held.filter((source) => schemas.languageOf(source) === "avro").flatMap(({ node }) => withFile(node));
  const defined = (): ReadonlySet<string> => (names ??= namesIn(avroNodes(), follow));
  let looks = MOST_FIELD_LOOKS;
  const isTooLarge = (node: Node): boolean => node.kind === "string" && (looks -= fieldLooks(node)) < 0;
  for (const source of held) {
    const language = schemas.languageOf(source);
    const node = follow(source.node);
    if (!node || seen.has(node) || (language !== "avro" && language !== "protobuf")) continue;
    seen.add(node);
    const faults = language === "avro" ? await avroProblems(node, { follow, defined }) : await protobufProblems(node, isTooLarge, report);
    for (const { place, reason, hint } of faults) {
      const blanks = { what: source.as, format: named[language] ?? language, reason: reason.replace(/\.$/, "") };
      report(problem("message/payload-not-in-format", place, { ...blanks, ...(hint === undefined ? {} : { hint }) }));
    }
  }
}
