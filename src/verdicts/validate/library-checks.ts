import type { Documents } from "#documents";
import { isLikelyAvro } from "#format";
import type { Api, SchemaSource } from "#model";
import type { Language, Schemas } from "#schema";
import { protoFieldCounts } from "#schema";
import type { Node, Place, DiagnosticReporter, StringNode } from "#text";
import { entriesOf, itemsOf, placeWithin, problem, stringOf, valueOf } from "#text";
import type { AvroContext, AvroFault } from "./avro-faults.ts";
import { avroFaults, namedTypes } from "./avro-faults.ts";
import { avroTypes } from "./language-types.ts";

/** Larger schemas are not checked by a library. They are still shown. */
const MOST_NODES = 20_000;

/** A value for a library, and a function that restores numbers in the library's messages as they were written. */
interface LibraryValue {
  readonly value: unknown;
  asWritten(reason: string): string;
}

/** Converts numbers to doubles. */
class DoubleNumbers {
  readonly #written = new Map<string, string>();
  /** The next double for a long that doubles cannot represent. The library accepts longs up to two below the largest safe integer. */
  #standIn = Number.MAX_SAFE_INTEGER - 1;

  /** The double for a number. A long that doubles cannot represent gets a unique one that the library also accepts as a long. */
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

/** The plain value of a node after following references; `undefined` if it is too large or contains itself. */
function plainOf(node: Node, { follow, anyBranch }: AvroContext): LibraryValue | undefined {
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
    // The library knows the rule for defaults of unions of before Avro 1.12 only. Our own check has judged them.
    const isJudged = anyBranch && valueOf(target, "type")?.kind === "list";
    const made =
      target.kind === "list"
        ? target.items.map(plain)
        : Object.fromEntries(target.entries.flatMap(({ key, value }) => (isJudged && key === "default" ? [] : [[key, plain(value)]])));
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

/**
 * The faults of an Avro schema: those that our own check finds, which knows their places, otherwise that of the library, which knows
 * the rest.
 */
async function avroProblems(node: Node, world: AvroContext): Promise<readonly AvroFault[]> {
  const faults = avroFaults(node, world);
  const schema = faults.length > 0 ? undefined : plainOf(node, world);
  if (schema === undefined) return faults;
  const { default: avro } = await import("avsc");
  try {
    avro.Type.forSchema(schema.value as Parameters<typeof avro.Type.forSchema>[0]);
    return [];
  } catch (error) {
    const reason = schema.asWritten(messageOf(error));
    // A name that another schema of the document defines is not a fault of this schema.
    return /^undefined type name|duplicate type name/i.test(reason) ? [] : [{ place: node, reason }];
  }
}

/** All types with a name in some schemas, by their names. */
function namesIn(nodes: readonly Node[], follow: ReferenceFollower): ReadonlyMap<string, Node> {
  const seen = new Set(nodes);
  const names = new Map<string, Node>();
  for (const each of seen) {
    const node = follow(each) ?? each;
    const name = stringOf(node, "name");
    if (name !== undefined && namedTypes.includes(stringOf(node, "type") ?? "")) names.set(name.split(".").at(-1) ?? name, node);
    for (const inner of [...entriesOf(node).map(({ value }) => value), ...itemsOf(node)]) seen.add(inner);
  }
  return names;
}

/** Whether the version that a schema format states lets the default of a union be of any of its types. None stated may be any version. */
function takesAnyBranch(format = ""): boolean {
  const [, major = "1", minor = "12"] = /version=(\d+)\.(\d+)/.exec(format) ?? [];
  return Number(major) > 1 || Number(minor) >= 12;
}

/** The place of a fault in a .proto file: the token that the library names on the line that it names. */
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

/** The limit on the library's work for all texts of a document. It visits all fields of a message again for each field. */
const MOST_FIELD_LOOKS = 10_000_000;

/** The number of fields the library would visit. If our own parser cannot read a text, the most it could contain. */
function fieldLooks({ value }: StringNode): number {
  const counts = protoFieldCounts(value) ?? [value.split(";").length];
  return counts.reduce((sum, count) => sum + count ** 2, 0);
}

/** Why a text is not a valid .proto file. */
async function protobufProblems(
  node: Node,
  isTooLarge: (node: Node) => boolean,
  report: DiagnosticReporter,
): Promise<readonly AvroFault[]> {
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
  /** What diagnostics call the schema. */
  readonly as: string;
}

/**
 * The schemas of messages that name their format, and those in the components, which messages may not refer to. No others can be in a
 * foreign language.
 */
function heldOf(api: Api): ForeignSource[] {
  const ofMessages = api.messages.flatMap(({ headers, payload }): ForeignSource[] => [
    ...(headers?.format ? [{ ...headers, as: "The headers schema" }] : []),
    ...(payload?.format ? [{ ...payload, as: "The payload" }] : []),
  ]);
  // A Multi Format Schema Object with a format but no schema stands for itself: there is nothing to check.
  const ofComponents = api.schemas.filter(({ source: { node, format } }) => format && valueOf(node, "schemaFormat") !== format);
  return [...ofMessages, ...ofComponents.map(({ source }) => ({ ...source, as: "The schema" }))];
}

/** Checks schemas in foreign languages against the rules of their language. A library is loaded only if its language occurs. */
export async function judgeByLibraries({ api, schemas, documents, follow }: ForeignContext, report: DiagnosticReporter): Promise<void> {
  const seen = new Set<Node>();
  const held = heldOf(api);
  let names: ReadonlyMap<string, Node> | undefined;
  // The types of one file know each other, whichever of them a reference leads to.
  const withFile = (node: Node): Node[] => {
    const root = documents.rootOf((follow(node) ?? node).file);
    return root && isLikelyAvro(root) ? [node, root] : [node];
  };
  const avroNodes = (): Node[] => held.filter((source) => schemas.languageOf(source) === "avro").flatMap(({ node }) => withFile(node));
  const defined = (): ReadonlyMap<string, Node> => (names ??= namesIn(avroNodes(), follow));
  let looks = MOST_FIELD_LOOKS;
  const isTooLarge = (node: Node): boolean => node.kind === "string" && (looks -= fieldLooks(node)) < 0;
  for (const source of held) {
    const language = schemas.languageOf(source);
    const node = follow(source.node);
    if (!node || seen.has(node) || (language !== "avro" && language !== "protobuf")) continue;
    seen.add(node);
    const world = { follow, defined, anyBranch: takesAnyBranch(source.format?.value) };
    const faults = language === "avro" ? await avroProblems(node, world) : await protobufProblems(node, isTooLarge, report);
    for (const { place, reason, hint } of faults) {
      const blanks = { what: source.as, format: named[language] ?? language, reason: reason.replace(/\.$/, "") };
      report(problem("message/payload-not-in-format", place, { ...blanks, ...(hint === undefined ? {} : { hint }) }));
    }
  }
}
