import type { Report } from "#diagnostics";
import { problem } from "#diagnostics";
import type { Node } from "#json";
import { entriesOf, itemsOf, stringOf } from "#json";
import type { Api, SchemaSource } from "#model";
import type { Language, Schemas } from "#schema";

type Follow = (node: Node) => Node | undefined;

/** Larger schemas are not handed to a library; they are shown all the same. */
const MOST_NODES = 20_000;

/** A value as the library wants it: references followed, keys own ones; `undefined` where it is too large or leads to itself. */
function plainOf(node: Node, follow: Follow): unknown {
  let left = MOST_NODES;
  const open = new Set<Node>();
  const plain = (from: Node): unknown => {
    const target = stringOf(from, "$ref") === undefined ? from : (follow(from) ?? from);
    left -= 1;
    if (left < 0 || open.has(target)) throw new RangeError("too large");
    if (target.kind === "null") return null;
    if (target.kind === "number") return Number.isInteger(target.value) ? target.value : Number(target.raw);
    if (target.kind === "string" || target.kind === "boolean") return target.value;
    open.add(target);
    const made =
      target.kind === "list" ? target.items.map(plain) : Object.fromEntries(target.entries.map(({ key, value }) => [key, plain(value)]));
    open.delete(target);
    return made;
  };
  try {
    return plain(node);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 300);
}

/** The name that a library does not find, without its namespace. */
const missingName = /^(?:undefined type name: |unknown type: ")(?:[\w.]*\.)?(\w+)"?$/i;

/** Why a schema is not Avro 1.9. A name that another schema of the document defines is no mistake of this one. */
async function avroProblem(node: Node, follow: Follow, defined: () => ReadonlySet<string>): Promise<string | undefined> {
  const { default: avro } = await import("avsc");
  if (node.kind === "number" || node.kind === "boolean" || node.kind === "null") return "an Avro schema is an object, a list or a name";
  const schema = plainOf(node, follow);
  if (schema === undefined) return undefined;
  try {
    avro.Type.forSchema(schema as Parameters<typeof avro.Type.forSchema>[0]);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    const [, name] = missingName.exec(message) ?? [];
    if (name !== undefined) return defined().has(name) ? undefined : `it has no type "${name}"`;
    return /duplicate type name/i.test(message) ? undefined : message;
  }
}

/** Every name that a value of some schemas gives, such as those of Avro's types. */
function namesIn(nodes: readonly Node[], follow: Follow): ReadonlySet<string> {
  const seen = new Set(nodes);
  const names = new Set<string>();
  for (const each of seen) {
    const node = follow(each) ?? each;
    const name = stringOf(node, "name");
    if (name !== undefined) names.add(name.split(".").at(-1) ?? name);
    for (const inner of [...entriesOf(node).map(({ value }) => value), ...itemsOf(node)]) seen.add(inner);
  }
  return names;
}

/** Why a text is not a .proto file. */
async function protobufProblem(node: Node): Promise<string | undefined> {
  const { default: protobuf } = await import("protobufjs");
  if (node.kind !== "string") return "a protobuf schema is the text of a .proto file";
  try {
    protobuf.parse(node.value);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const named: Partial<Record<Language, string>> = { avro: "an Avro schema", protobuf: "a protobuf schema" };

interface Parts {
  readonly api: Api;
  readonly schemas: Schemas;
  readonly follow: Follow;
}

/** Holds schemas of foreign formats against their own library, which is only loaded where one is met. */
export async function judgeForeignSchemas({ api, schemas, follow }: Parts, report: Report): Promise<void> {
  const seen = new Set<Node>();
  const sources = api.messages.flatMap(({ headers, payload }): SchemaSource[] => [headers, payload].filter((each) => each !== undefined));
  let names: ReadonlySet<string> | undefined;
  const avroNodes = (): Node[] => sources.filter((source) => schemas.languageOf(source) === "avro").map(({ node }) => node);
  const defined = (): ReadonlySet<string> => (names ??= namesIn(avroNodes(), follow));
  for (const source of sources) {
    const language = schemas.languageOf(source);
    const node = follow(source.node);
    if (!node || seen.has(node) || (language !== "avro" && language !== "protobuf")) continue;
    seen.add(node);
    const reason = language === "avro" ? await avroProblem(node, follow, defined) : await protobufProblem(node);
    if (reason === undefined) continue;
    report(problem("message/payload-not-in-format", node, { format: named[language] ?? language, reason: reason.replace(/\.$/, "") }));
  }
}
