import { compareNumbers, problem } from "#text";
import type { NumberShape, PlainShape } from "#format";
import { matchesShape, matchingShape } from "#format";
import type { ListNode, Node, NumberNode } from "#text";
import { excused } from "./habits.ts";
import { choiceOf, expected, found, quoted } from "./phrases.ts";
import { otherWord, typeHint } from "./type-hint.ts";
import type { CheckContext, ValueVisit } from "./visit.ts";
import { said } from "./visit.ts";

interface TypeMismatch {
  readonly visit: ValueVisit;
  /** The wrong node, which gives the place. */
  readonly node: Node;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string | undefined;
}

/** Reports a wrong type. In schemas and bindings it has another code. */
function reportType(wrong: TypeMismatch, { report, habits }: CheckContext): void {
  const { visit, node, hint } = wrong;
  const blanks = { expected: wrong.expected, found: wrong.found, hint };
  if (visit.realm.kind === "schema") return report(problem("schema/keyword", node, { keyword: said(visit.label), ...blanks }));
  if (visit.realm.kind === "object") return report(problem("structure/wrong-type", node, { field: said(visit.label), ...blanks }));
  const { protocol, kind } = visit.realm.table;
  report(excused(problem("binding/field-type", node, { field: said(visit.label), protocol, kind, ...blanks }), node, habits));
}

/** Checks bounds by the digits as written, because a double may round a number onto the wrong side of a bound. */
function inBounds({ minimum, above, maximum, oneOf }: NumberShape, { raw, value }: NumberNode): boolean {
  const against = (bound: number | undefined): number | undefined =>
    bound === undefined ? undefined : (compareNumbers(raw, String(bound)) ?? value - bound);
  if (oneOf && !oneOf.some((each) => against(each) === 0)) return false;
  return (against(minimum) ?? 0) >= 0 && (against(above) ?? 1) > 0 && (against(maximum) ?? 0) <= 0;
}

function checkListed(visit: ValueVisit, shape: PlainShape, check: CheckContext): void {
  const { node, realm } = visit;
  if (shape.kind !== "string" || !shape.oneOf || node.kind !== "string" || shape.oneOf.includes(node.value)) return;
  if (realm.kind !== "object") {
    const hint = otherWord(node.value, shape.oneOf);
    return reportType({ visit, node, expected: expected(shape, check.reading.tables), found: quoted(node.value), hint }, check);
  }
  const folded = shape.oneOf.find((each) => each.toLowerCase() === node.value.toLowerCase());
  const hint = folded === undefined ? otherWord(node.value, shape.oneOf) : `Letters count: write ${quoted(folded)}.`;
  check.report(
    problem("structure/not-one-of", node, {
      field: said(visit.label),
      allowed: choiceOf(shape.oneOf.map(quoted)),
      found: quoted(node.value),
      hint,
    }),
  );
}

/** The second occurrence of a name in a list. Only strings are compared: others have the wrong type, and may be alias bombs. */
function repeated(list: ListNode): Node | undefined {
  const seen = new Set<string>();
  for (const item of list.items) {
    if (item.kind !== "string") continue;
    if (seen.has(item.value)) return item;
    seen.add(item.value);
  }
  return undefined;
}

function checkList(visit: ValueVisit, shape: PlainShape, check: CheckContext): void {
  const { node } = visit;
  if (shape.kind !== "list" || node.kind !== "list") return;
  if (shape.atLeast && node.items.length === 0) {
    return reportType({ visit, node, expected: expected(shape, check.reading.tables), found: "an empty list" }, check);
  }
  const twice = shape.unique && repeated(node);
  if (twice) reportType({ visit, node: twice, expected: "a list without repetition", found: `${found(twice)}, again` }, check);
}

/** Whether a node is the format version written as a number. It was accepted, with a warning of its own. */
function isVersionNumber({ shape, node }: ValueVisit): boolean {
  return shape.kind === "string" && shape.text === "version" && node.kind === "number";
}

/**
 * Checks a value against its shape: type, bounds, allowed values. Problems are reported. Returns the shape for checking its content, or
 * `undefined` if that makes no sense.
 */
export function checkValue(visit: ValueVisit, check: CheckContext): PlainShape | undefined {
  const { node } = visit;
  const { tables } = check.reading;
  const shape = matchingShape(visit.shape, node);
  if (!shape || !matchesShape(shape, node)) {
    if (!visit.referred && !isVersionNumber(visit)) {
      reportType({ visit, node, expected: expected(visit.shape, tables), found: found(node), hint: typeHint(visit) }, check);
    }
    return undefined;
  }
  const number = shape.kind === "number" || shape.kind === "integer";
  if (number && node.kind === "number" && !inBounds(shape, node)) {
    reportType({ visit, node, expected: expected(shape, tables), found: node.raw }, check);
  }
  checkListed(visit, shape, check);
  checkList(visit, shape, check);
  return shape;
}
