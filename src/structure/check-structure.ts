import type { Report } from "#diagnostics";
import { problem } from "#diagnostics";
import type { ObjectName, Part, PlainShape, Reading, Shape, Tables } from "#format";
import { bindingVersions, mayRefer, partsOf, tableFor, tablesOf } from "#format";
import type { Entry, MapNode, Node, Place } from "#json";
import { stringOf, valueOf } from "#json";
import type { Documents } from "#reference";
import { checkFields, checkKeys, keyPattern, realmInside } from "./check-fields.ts";
import { checkValue } from "./check-value.ts";
import { keyPlace } from "./key-place.ts";
import { quoted } from "./phrases.ts";
import type { Check, Realm, Visit } from "./visit.ts";
import { objectName } from "./visit.ts";

/** A worklist, not a recursion: through references and aliases the values are a graph. */
interface Work {
  readonly check: Check;
  readonly pending: Visit[];
  /** Targets of references come last: most of them also stand under a key of their own, which is the better place. */
  readonly referred: Visit[];
  readonly seen: Map<Node, Set<unknown>>;
}

/** One node is looked at once as each thing that it is expected to be. */
function first({ seen }: Work, node: Node, shape: PlainShape): boolean {
  const what = shape.kind === "object" && !shape.binding ? shape.object : shape.kind === "inline" ? shape.table : shape;
  const known = seen.get(node);
  if (!known) seen.set(node, new Set([what]));
  else if (known.has(what)) return false;
  else known.add(what);
  return true;
}

function checkBindingVersion(realm: Realm, node: MapNode, { report }: Check): void {
  if (realm.kind !== "binding") return;
  const written = valueOf(node, "bindingVersion");
  const version = stringOf(node, "bindingVersion");
  const { protocol, version: known } = realm.table;
  if (!written || version === undefined || version === "latest" || bindingVersions(protocol).includes(version)) return;
  const hint = `Known are ${bindingVersions(protocol).join(", ")} and latest.`;
  report(problem("binding/version", written, { version: quoted(version), protocol, known, hint }));
}

function labelOf({ entry }: Part, outer: Visit): string {
  return entry ? quoted(entry.key) : `An item of ${outer.label.replace(/^An item of /, "")}`;
}

function addParts(visit: Visit, shape: PlainShape, work: Work): void {
  const { node } = visit;
  const { check, pending } = work;
  const table = tableFor(shape, node, check.reading.tables);
  const realm = table ? realmInside(shape, table, visit.realm) : visit.realm;
  if (table && node.kind === "map") {
    checkFields({ visit, node, table, name: objectName(shape), realm }, check);
    if (objectName(shape) === "Binding") checkBindingVersion(realm, node, check);
  }
  const pattern = keyPattern(shape, table);
  if (pattern && node.kind === "map") checkKeys({ node, label: visit.label }, pattern, check);
  for (const part of partsOf(shape, node, check.reading).toReversed()) {
    if (part.shape.kind === "any") continue;
    // A discriminator that is no string has a rule of its own.
    if (realm.kind === "schema" && part.entry?.key === "discriminator") continue;
    pending.push({ ...part, label: labelOf(part, visit), realm });
  }
}

/** Where a reference stands: its target is looked at in its place. Whether it is a fitting one, the reference room has said. */
function follow(visit: Visit, work: Work): void {
  const target = work.check.reading.follow(visit.node);
  if (target && target !== visit.node)
    work.referred.push({ node: target, shape: visit.shape, label: visit.label, realm: visit.realm, referred: true });
}

function isRequired(shape: Shape): boolean {
  return shape.kind === "object" && shape.reference === "required";
}

/** Whether the fields beside `$ref` count too: the 2.x Channel Item Object. */
function hasOwnRef(shape: Shape, tables: Tables): boolean {
  return shape.kind === "object" && Object.hasOwn(tables.object(shape.object).fields, "$ref");
}

function visitOne(visit: Visit, work: Work): void {
  const { check } = work;
  if (mayRefer(visit.shape, visit.node) && !visit.referred) {
    follow(visit, work);
    if (!hasOwnRef(visit.shape, check.reading.tables)) return;
  }
  if (isRequired(visit.shape) && !visit.referred && visit.node.kind === "map") {
    check.report(problem("structure/reference-required", visit.entry ?? visit.node, { field: visit.label }));
    return;
  }
  const shape = checkValue(visit, check);
  if (!shape || (visit.node.kind !== "map" && visit.node.kind !== "list")) return;
  if (first(work, visit.node, shape)) addParts(visit, shape, work);
}

/** A report that says the same thing of one place once: through aliases a value stands in many. */
function once(report: Report): Report {
  const said = new Set<string>();
  return (diagnostic) => {
    const { code, place, message } = diagnostic;
    const id = `${code} ${place.file.id} ${place.start} ${place.end} ${message}`;
    if (!said.has(id)) report(diagnostic);
    said.add(id);
  };
}

function run(start: Visit, check: Check): void {
  const work: Work = { check, pending: [start], referred: [], seen: new Map() };
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
  const reading: Reading = { tables: tablesOf(documents.dialect), follow: (node) => documents.follow(node) };
  const placeOf = (node: MapNode, entry: Entry | undefined): Place => entry ?? keyPlace(documents, node);
  const check: Check = { reading, dialect: documents.dialect, report: once(report), placeOf, spares };
  run({ node: documents.root, shape: { kind: "object", object: "Root" }, label: "The document", realm: { kind: "object" } }, check);
}

/** One object by itself, such as what traits give. */
export interface ObjectToCheck {
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
  const reading: Reading = { tables: tablesOf(documents.dialect), follow: (each) => documents.follow(each) };
  const check: Check = { reading, dialect: documents.dialect, report: once(report), placeOf: () => place };
  const shape: PlainShape = { kind: "object", object };
  const work: Work = { check, pending: [], referred: [], seen: new Map() };
  addParts({ node, shape, label: quoted(object), realm: { kind: "object" } }, shape, work);
  for (const visit of work.pending) if (!mayRefer(visit.shape, visit.node)) checkValue(visit, check);
}
