import type { Documents } from "#documents";
import type { ObjectName, PlainShape, TraversalContext, Shape, Tables } from "#format";
import { bindingVersions, visitParts, matchingShape, mayRefer, tableFor, tablesOf } from "#format";
import type { Diagnostic, Entry, MapNode, Node, Place, Report } from "#text";
import { keyAt, Memo, problem, stringOf, valueOf } from "#text";
import { checkFields, checkKeys, keyPattern, realmInside } from "./check-fields.ts";
import { checkValue } from "./check-value.ts";
import { quoted } from "./phrases.ts";
import type { CheckContext, Label, Realm, ValueVisit } from "./visit.ts";
import { objectName, said } from "./visit.ts";

/**
 * Where to say that an object lacks something: the key it stands under, an item of a list itself, and for the root of a
 * file the start of that file.
 */
function keyPlace(documents: Documents, node: MapNode): Place {
  const start: Place = { file: node.file, start: 0, end: 0 };
  const root = documents.rootOf(node.file);
  if (!root || root === node) return start;
  return keyAt(root, node) ?? node;
}

/** What a node is expected to be, as far as it matters here. */
type Expectation = string | object;

/** A worklist, not a recursion: through references and aliases the values are a graph. */
interface CheckQueue {
  readonly check: CheckContext;
  readonly pending: ValueVisit[];
  /** Targets of references come last: most of them also stand under a key of their own, which is the better place. */
  readonly referred: ValueVisit[];
  readonly seen: Map<Node, Expectation | Set<Expectation>>;
}

/** One node is looked at once as each thing that it is expected to be. */
function first({ seen }: CheckQueue, node: Node, shape: PlainShape): boolean {
  const what = shape.kind === "object" && !shape.binding ? shape.object : shape.kind === "inline" ? shape.table : shape;
  const known = seen.get(node);
  // Nearly every node is expected to be one thing only.
  if (known === undefined) seen.set(node, what);
  else if (known instanceof Set) {
    if (known.has(what)) return false;
    known.add(what);
  } else if (known === what) return false;
  else seen.set(node, new Set([known, what]));
  return true;
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

/** A scalar that is surely what is asked for: most values are, and need not wait for their turn. */
function isFine(node: Node, shape: Shape): boolean {
  if (shape.kind === "any") return true;
  if (shape.kind === "string") return node.kind === "string" && !shape.oneOf;
  return shape.kind === "boolean" && node.kind === "boolean";
}

/** Puts what is inside a value on the stack, the first on top. */
function pushParts(visit: ValueVisit, at: { readonly shape: PlainShape; readonly realm: Realm }, { check, pending }: CheckQueue): void {
  const { shape, realm } = at;
  const inSchema = realm.kind === "schema";
  const ofItems: Label = { itemOf: visit.label };
  const parts: ValueVisit[] = [];
  visitParts(shape, visit.node, {
    reading: check.reading,
    visit(node, own, entry) {
      if (isFine(node, own)) return;
      // A discriminator of the Schema Object that is no string has a rule of its own.
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

/** Where a reference stands: its target is looked at in its place. Whether it is a fitting one, the reference room has said. */
function follow(visit: ValueVisit, work: CheckQueue): void {
  const target = work.check.reading.follow(visit.node);
  if (target && target !== visit.node)
    work.referred.push({ node: target, shape: visit.shape, label: visit.label, realm: visit.realm, referred: true });
}

function isRequired(shape: Shape): boolean {
  return shape.kind === "object" && shape.reference === "required";
}

/** Whether the fields beside `$ref` count too: the 2.x Channel Item Object, and schemas of later drafts. */
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

/** A report that says the same thing of one place once: through aliases a value stands in many. */
function once(report: Report): Report {
  const said = new Map<Place, Diagnostic | readonly Diagnostic[]>();
  return (diagnostic) => {
    const { code, place, message } = diagnostic;
    const known = said.get(place);
    const before = known === undefined ? [] : [known].flat();
    if (before.some((each) => each.code === code && each.message === message)) return;
    // Most places have one: very many are kept without a list for each.
    said.set(place, known === undefined ? diagnostic : [...before, diagnostic]);
    report(diagnostic);
  };
}

function run(start: ValueVisit, check: CheckContext): void {
  const work: CheckQueue = { check, pending: [start], referred: [], seen: new Map() };
  for (;;) {
    const visit = work.pending.pop() ?? work.referred.pop();
    if (!visit) return;
    if (visit.referred || check.spares?.(visit.node) !== true) visitOne(visit, work);
  }
}

/**
 * Holds every object of the documents against the tables of their version: required fields, types, unknown and moved fields,
 * keys, references where only references may stand, schema keywords, bindings. References are followed, other files included;
 * one object is looked at once. What `spares` says of a value that stands in its place is taken for granted: that neither it nor what
 * references lead to from it has a fault.
 */
export function checkStructure(documents: Documents, report: Report, spares?: (node: Node) => boolean): void {
  const reading: TraversalContext = { tables: tablesOf(documents.dialect), follow: (node) => documents.follow(node) };
  const placeOf = (node: MapNode, entry: Entry | undefined): Place => entry ?? keyPlace(documents, node);
  const check: CheckContext = { reading, dialect: documents.dialect, report: once(report), memo: new Memo(), placeOf, spares };
  run({ node: documents.root, shape: { kind: "object", object: "Root" }, label: "The document", realm: { kind: "object" } }, check);
}

/** One object by itself, such as what traits give. */
interface ObjectToCheck {
  readonly node: MapNode;
  readonly object: ObjectName;
  /** Where to report a missing field. */
  readonly place: Place;
}

/**
 * The fields of one object without what is inside them: required ones, unknown ones, and the types of all. For a merged
 * object, whose parts were looked at where they were written.
 */
export function checkObject({ node, object, place }: ObjectToCheck, documents: Documents, report: Report): void {
  const reading: TraversalContext = { tables: tablesOf(documents.dialect), follow: (each) => documents.follow(each) };
  const check: CheckContext = { reading, dialect: documents.dialect, report: once(report), memo: new Memo(), placeOf: () => place };
  const shape: PlainShape = { kind: "object", object };
  const work: CheckQueue = { check, pending: [], referred: [], seen: new Map() };
  addParts({ node, shape, label: quoted(object), realm: { kind: "object" } }, shape, work);
  for (const visit of work.pending) if (!mayRefer(visit.shape, visit.node)) checkValue(visit, check);
}
