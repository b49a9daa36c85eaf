import type { ObjectName, Shape, Tables } from "#format";
import type { Node } from "#text";
import { describe } from "#text";
import type { Located } from "./locate-kind.ts";
import { mayServeAs } from "./locate-kind.ts";

/** A title of the tables with its article. */
export function withArticle(title: string): string {
  return `${/^[AEIOU]/i.test(title) ? "an" : "a"} ${title}`;
}

function titleOf(object: ObjectName, tables: Tables): string {
  return withArticle(tables.object(object).title);
}

/** Objects that are a kind of schema: a boolean is one too (JSON Schema draft 07 § 4.3.2). */
const schemas: ReadonlySet<ObjectName> = new Set(["Schema", "OpenapiSchema", "MultiFormatSchema"]);

function fitsKind(node: Node, expected: ObjectName): boolean {
  // What a schema of another format is made of, its own reader knows: Avro has texts and lists, protobuf is a text.
  if (expected === "Payload") return node.kind !== "null";
  return node.kind === "map" || (node.kind === "boolean" && schemas.has(expected));
}

/** A map or list of objects where one of them is expected; `undefined` for data. */
function container(shape: Shape, tables: Tables): string | undefined {
  if (shape.kind !== "map" && shape.kind !== "list") return undefined;
  const of = shape.kind === "map" ? shape.values : shape.items;
  const inner = of.kind === "either" ? of.of.find((each) => each.kind === "object") : of;
  if (inner?.kind !== "object") return undefined;
  return `${shape.kind === "map" ? "a map" : "a list"} of ${tables.object(inner.object).title}s`;
}

interface Where {
  readonly located: Located | undefined;
  readonly tables: Tables;
}

function foundInstead(node: Node, expected: ObjectName, { located, tables }: Where): string | undefined {
  if (located?.object === "Root") return "the document itself";
  if (located?.object && !mayServeAs(located.object, expected)) return titleOf(located.object, tables);
  if (!fitsKind(node, expected)) return describe(node);
  return located && container(located.shape, tables);
}

/** What a target is instead of what has to stand there, or `undefined` where it may. */
export function wrongTarget(node: Node, expected: ObjectName, { located, tables }: Where): { found: string; expected: string } | undefined {
  const found = foundInstead(node, expected, { located, tables });
  return found === undefined ? undefined : { found, expected: titleOf(expected, tables) };
}
