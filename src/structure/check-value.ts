import { problem } from "#diagnostics";
import type { NumberShape, PlainShape, Shape } from "#format";
import { fits, fitting } from "#format";
import type { ListNode, Node } from "#json";
import { entryOf } from "#json";
import { anyOf, expected, found, quoted } from "./phrases.ts";
import type { Check, Visit } from "./visit.ts";

interface Wrong {
  readonly visit: Visit;
  /** What is wrong, and so the place. */
  readonly node: Node;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string | undefined;
}

/** The same mistake has another name in a schema and in a binding. */
function reportType(wrong: Wrong, { report }: Check): void {
  const { visit, node, hint } = wrong;
  const blanks = { expected: wrong.expected, found: wrong.found, hint };
  if (visit.realm.kind === "schema") return report(problem("schema/keyword", node, { keyword: visit.label, ...blanks }));
  if (visit.realm.kind === "object") return report(problem("structure/wrong-type", node, { field: visit.label, ...blanks }));
  const { protocol, kind } = visit.realm.table;
  report(problem("binding/field-type", node, { field: visit.label, protocol, kind, ...blanks }));
}

function takes(shape: Shape, kind: Shape["kind"]): boolean {
  return shape.kind === kind || (shape.kind === "either" && shape.of.some((each) => takes(each, kind)));
}

function takesSchema(shape: Shape): boolean {
  return shape.kind === "either" ? shape.of.some(takesSchema) : shape.kind === "object" && shape.object.endsWith("Schema");
}

/** YAML reads `1.0` and `true` as what they look like: the usual reason for a number where a string belongs. */
function quoteHint(node: Node): string | undefined {
  if (node.kind !== "number" && node.kind !== "boolean") return undefined;
  return `To make it a string, write it in quotes: "${node.kind === "number" ? node.raw : String(node.value)}".`;
}

function typeHint({ node, shape, realm, entry }: Visit): string | undefined {
  if (entryOf(node, "$ref")) return "A reference cannot stand here.";
  if (takes(shape, "string")) return quoteHint(node);
  if (entry?.key === "$ref" && takesSchema(shape)) return "Where names are keys, $ref is the name of a property and not a reference.";
  if (realm.kind === "binding" && takesSchema(shape) && node.kind === "string") {
    return `Write a schema of it, such as { type: string, const: ${quoted(node.value)} }.`;
  }
  return undefined;
}

function inBounds({ minimum, above, maximum, oneOf }: NumberShape, value: number): boolean {
  if (oneOf && !oneOf.includes(value)) return false;
  return value >= (minimum ?? -Infinity) && value > (above ?? -Infinity) && value <= (maximum ?? Infinity);
}

function checkListed(visit: Visit, shape: PlainShape, check: Check): void {
  const { node, realm } = visit;
  if (shape.kind !== "string" || !shape.oneOf || node.kind !== "string" || shape.oneOf.includes(node.value)) return;
  if (realm.kind !== "object")
    return reportType({ visit, node, expected: expected(shape, check.reading.tables), found: quoted(node.value) }, check);
  const folded = shape.oneOf.find((each) => each.toLowerCase() === node.value.toLowerCase());
  const hint = folded === undefined ? undefined : `Letters count: write ${quoted(folded)}.`;
  check.report(
    problem("structure/not-one-of", node, { field: visit.label, allowed: anyOf(shape.oneOf.map(quoted)), found: quoted(node.value), hint }),
  );
}

/** A name that stands in a list twice. Only strings are compared: anything else is of the wrong type, and may be an alias bomb. */
function repeated(list: ListNode): Node | undefined {
  const seen = new Set<string>();
  for (const item of list.items) {
    if (item.kind !== "string") continue;
    if (seen.has(item.value)) return item;
    seen.add(item.value);
  }
  return undefined;
}

function checkList(visit: Visit, shape: PlainShape, check: Check): void {
  const { node } = visit;
  if (shape.kind !== "list" || node.kind !== "list") return;
  if (shape.atLeast && node.items.length === 0) {
    return reportType({ visit, node, expected: expected(shape, check.reading.tables), found: "an empty list" }, check);
  }
  const twice = shape.unique && repeated(node);
  if (twice) reportType({ visit, node: twice, expected: "a list without repetition", found: `${found(twice)}, again` }, check);
}

/** A format version written as a number: it has been read, and a warning of its own says so. */
function isVersionNumber({ shape, node }: Visit): boolean {
  return shape.kind === "string" && shape.text === "version" && node.kind === "number";
}

/**
 * Whether a value is what its shape asks for: its type, its bounds, its list of values. The problem is reported; the result is
 * the shape that counts for what is inside, or `undefined` where there is no point in looking inside.
 */
export function checkValue(visit: Visit, check: Check): PlainShape | undefined {
  const { node } = visit;
  const { tables } = check.reading;
  const shape = fitting(visit.shape, node);
  if (!shape || !fits(shape, node)) {
    if (!visit.referred && !isVersionNumber(visit)) {
      reportType({ visit, node, expected: expected(visit.shape, tables), found: found(node), hint: typeHint(visit) }, check);
    }
    return undefined;
  }
  const number = shape.kind === "number" || shape.kind === "integer";
  if (number && node.kind === "number" && !inBounds(shape, node.value)) {
    reportType({ visit, node, expected: expected(shape, tables), found: node.raw }, check);
  }
  checkListed(visit, shape, check);
  checkList(visit, shape, check);
  return shape;
}
