import type { Documents } from "#documents";
import type { ObjectName, PlainShape, TraversalContext, Shape, Tables } from "#format";
import { bindingVersions, visitParts, matchingShape, mayRefer, tableFor, tablesOf } from "#format";
import type { Diagnostic, Entry, MapNode, Node, Place, DiagnosticReporter } from "#text";
import { addNew, getOrMake, keyAt, problem, stringOf, valueOf, quoted } from "#text";
import { checkFields, checkKeys, checkWrappedTarget, keyPattern, realmInside } from "./check-fields.ts";
import type { CheckContext, Label, Realm, ValueVisit } from "./check-value.ts";
import { checkValue, habitsOf, objectName, said } from "./check-value.ts";

/** The place for a missing field: the key of the object, the object itself if it is a list item, or the start of a file for its root. */
function keyPlace(documents: Documents, node: MapNode): Place {
  const start: Place = { file: node.file, start: 0, end: 0 };
  const root = documents.rootOf(node.file);
  if (!root || root === node) return start;
  return keyAt(root, node) ?? node;
}

/** A key for the type that a node is expected to have, precise enough to tell visits apart. */
type Expectation = string | object;

/** The values still to check. It is a worklist and not a recursion, because references and aliases make the values a graph. */
interface CheckQueue {
  readonly check: CheckContext;
  readonly pending: ValueVisit[];
  /** Targets of references are checked last. Most also have a key of their own, which is a better place for problems. */
  readonly referred: ValueVisit[];
  readonly seen: Map<Expectation, Set<Node>>;
}

/** Records that a node is checked as a type. Returns whether it was not checked as that type before. */
function first({ seen }: CheckQueue, node: Node, shape: PlainShape): boolean {
  const what = shape.kind === "object" && !shape.binding ? shape.object : shape.kind === "inline" ? shape.table : shape;
  const known = getOrMake(seen, what, () => new Set<Node>());
  return addNew(known, node);
}

function checkBindingVersion(realm: Realm, node: MapNode, { report }: CheckContext): void {
  if (realm.kind !== "binding") return;
  const written = valueOf(node, "bindingVersion");
  const version = stringOf(node, "bindingVersion");
  const { protocol, version: known } = realm.table;
  if (!written || version === undefined || version === "latest" || bindingVersions(protocol).includes(version)) return;
  const hint = `Known are ${bindingVersions(protocol).join(", ")} and latest.`;
  report(problem("binding/version", written, { version: quoted(version), protocol, known, hint }));
}

/** Whether a scalar certainly has the expected type. Most do, and need no place in the queue. */
function isFine(node: Node, shape: Shape): boolean {
  if (shape.kind === "any") return true;
  if (shape.kind === "string") return node.kind === "string" && !shape.oneOf;
  return shape.kind === "boolean" && node.kind === "boolean";
}

/** Queues the values in a value so that the first is checked first. */
function pushParts(visit: ValueVisit, at: { readonly shape: PlainShape; readonly realm: Realm }, { check, pending }: CheckQueue): void {
  const { shape, realm } = at;
  const inSchema = realm.kind === "schema";
  const ofItems: Label = { itemOf: visit.label };
  const parts: ValueVisit[] = [];
  visitParts(shape, visit.node, {
    reading: check.reading,
    visit(node, own, entry) {
      if (isFine(node, own)) return;
      // A discriminator of the Schema Object that is not a string is reported by its own rule.
      if (inSchema && own.kind === "string" && entry?.key === "discriminator") return;
      parts.push({ node, shape: own, label: entry ?? ofItems, realm, ...(entry ? { entry } : {}) });
    },
  });
  for (let part = parts.pop(); part; part = parts.pop()) pending.push(part);
}

function addParts(visit: ValueVisit, shape: PlainShape, work: CheckQueue): void {
  const { node } = visit;
  const { check } = work;
  const table = tableFor(shape, node, check.reading.tables);
  const realm = table ? realmInside(shape, table, visit.realm) : visit.realm;
  if (table && node.kind === "map") {
    checkFields({ visit, node, table, name: objectName(shape), realm }, check);
    if (objectName(shape) === "Binding") checkBindingVersion(realm, node, check);
  }
  const pattern = keyPattern(shape, table);
  if (pattern && node.kind === "map") checkKeys({ node, label: visit.label }, pattern, check);
  pushParts(visit, { shape, realm }, work);
}

/** Queues the target of a reference as the expected type. Whether a reference fits was checked when it was resolved. */
function follow(visit: ValueVisit, work: CheckQueue): void {
  const target = work.check.reading.follow(visit.node);
  if (!target || target === visit.node) return;
  checkWrappedTarget(visit, target, work.check);
  work.referred.push({ node: target, shape: visit.shape, label: visit.label, realm: visit.realm, referred: true });
}

function isRequired(shape: Shape): boolean {
  return shape.kind === "object" && shape.reference === "required";
}

/** Whether fields beside `$ref` count: in the 2.x Channel Item Object, and in schemas of later drafts. */
function hasOwnRef({ shape, node }: ValueVisit, tables: Tables): boolean {
  const fitted = matchingShape(shape, node);
  return fitted?.kind === "object" && Object.hasOwn(tables.object(fitted.object).fields, "$ref");
}

function visitOne(visit: ValueVisit, work: CheckQueue): void {
  const { check } = work;
  if (mayRefer(visit.shape, visit.node) && !visit.referred) {
    follow(visit, work);
    if (!hasOwnRef(visit, check.reading.tables)) return;
  }
  if (isRequired(visit.shape) && !visit.referred && visit.node.kind === "map") {
    check.report(problem("structure/reference-required", visit.entry ?? visit.node, { field: said(visit.label) }));
    return;
  }
  const shape = checkValue(visit, check);
  if (!shape || (visit.node.kind !== "map" && visit.node.kind !== "list")) return;
  if (first(work, visit.node, shape)) addParts(visit, shape, work);
}

/** Drops repeated problems at one place. Through aliases, one value is checked in several contexts. */
function once(report: DiagnosticReporter): DiagnosticReporter {
  const said = new Map<Place, Diagnostic | readonly Diagnostic[]>();
  return (diagnostic) => {
    const { code, place, message } = diagnostic;
    const known = said.get(place);
    const before = known === undefined ? [] : [known].flat();
    if (before.some((each) => each.code === code && each.message === message)) return;
    // Most places have only one problem, so it is stored without a list.
    said.set(place, known === undefined ? diagnostic : [...before, diagnostic]);
    report(diagnostic);
  };
}

function run(start: ValueVisit, check: CheckContext): void {
  const work: CheckQueue = { check, pending: [start], referred: [], seen: new Map() };
  for (;;) {
    const visit = work.pending.pop() ?? work.referred.pop();
    if (!visit) return;
    visitOne(visit, work);
  }
}

/**
 * Checks every object of the documents against the tables of their version: required fields, types, unknown and moved fields, keys,
 * references where only references are allowed, schema keywords, bindings. References are followed, also into other files, and each
 * object is checked once.
 */
export function checkStructure(documents: Documents, report: DiagnosticReporter): void {
  const reading: TraversalContext = { tables: tablesOf(documents.dialect), follow: (node) => documents.follow(node) };
  const placeOf = (node: MapNode, entry: Entry | undefined): Place => entry ?? keyPlace(documents, node);
  const check: CheckContext = {
    reading,
    dialect: documents.dialect,
    report: once(report),
    habits: habitsOf(documents),
    placeOf,
  };
  run({ node: documents.root, shape: { kind: "object", object: "Root" }, label: "The document", realm: { kind: "object" } }, check);
}

/** A single object to check, such as one that traits were merged into. */
interface ObjectToCheck {
  readonly node: MapNode;
  readonly object: ObjectName;
  /** Where to report a missing field. */
  readonly place: Place;
}

/**
 * Checks the fields of one object, but not their content: required ones, unknown ones and all types. Use it for a merged object, whose
 * parts were checked where they are written.
 */
export function checkObject({ node, object, place }: ObjectToCheck, documents: Documents, report: DiagnosticReporter): void {
  const reading: TraversalContext = { tables: tablesOf(documents.dialect), follow: (each) => documents.follow(each) };
  const check: CheckContext = {
    reading,
    dialect: documents.dialect,
    report: once(report),
    habits: [],
    placeOf: () => place,
  };
  const shape: PlainShape = { kind: "object", object };
  const work: CheckQueue = { check, pending: [], referred: [], seen: new Map() };
  addParts({ node, shape, label: quoted(object), realm: { kind: "object" } }, shape, work);
  for (const visit of work.pending) if (!mayRefer(visit.shape, visit.node)) checkValue(visit, check);
}
