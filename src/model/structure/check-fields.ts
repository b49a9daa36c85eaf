import type { Diagnostic, Entry, MapNode, Node } from "#text";
import { didYouMean, entryOf, escapeToken, listSome, oncePerObject, onlyNearest, problem, stringOf, valueOf, quoted } from "#text";
import type { BindingKind, BindingTable, FieldRule, ObjectName, ObjectTable, PlainShape, Requirement } from "#format";
import { bindingFieldHistory, bindingKeys, canonicalProtocol, isSchemaObject, matchingShape, movedField } from "#format";
import type { CheckContext, Label, Realm, ValueVisit } from "./check-value.ts";
import { excused, objectName, said, anyOf, expected, theObject } from "./check-value.ts";

/** A map, and the table against which its keys are checked. */
export interface FieldCheck {
  readonly visit: ValueVisit;
  readonly node: MapNode;
  readonly table: ObjectTable;
  readonly name: ObjectName | undefined;
  /** The realm of its values. */
  readonly realm: Realm;
}

type BindingRealm = Realm & { readonly kind: "binding" };

const bindingsObjects: ReadonlySet<string | undefined> = new Set<ObjectName>([
  "ServerBindings",
  "ChannelBindings",
  "OperationBindings",
  "MessageBindings",
]);

function spelledVersion({ dialect }: CheckContext): string {
  return `${dialect.spelling} ${dialect.written}`;
}

/** Whether an object is a Security Requirement Object of 2.x, with scopes by name, where 3.x expects a scheme. */
function isRequirement({ name, node }: FieldCheck): boolean {
  return name === "SecurityScheme" && node.entries.length > 0 && node.entries.every(({ value }) => value.kind === "list");
}

function missingHint(fields: FieldCheck, field: string): string | undefined {
  const { node, table } = fields;
  if (isRequirement(fields)) {
    const key = node.entries[0]?.key ?? "";
    return `From 3.0 on an item of security is a scheme or a reference to one: { $ref: ${quoted(`#/components/securitySchemes/${escapeToken(key)}`)} }.`;
  }
  const unknown = node.entries.filter(({ key }) => !Object.hasOwn(table.fields, key)).map(({ key }) => key);
  const meant = unknown.find((key) => didYouMean(key, [field]));
  return meant === undefined ? undefined : `${quoted(meant)} stands there instead.`;
}

/** Makes a problem a warning if only the public format requires the field: the specification leaves it open. */
function asWarning(diagnostic: Diagnostic, field: FieldRule): Diagnostic {
  return field.public ? { ...diagnostic, severity: "warning" } : diagnostic;
}

/** The required fields of a table, found once: a schema table has fifty keywords, and none is required. */
const requiredFields = oncePerObject((table: ObjectTable) => Object.entries<FieldRule>(table.fields).filter(([, field]) => field.required));

/** Whether the condition of a requirement is met. */
function holds({ when }: Requirement, node: MapNode): boolean {
  if (!when) return true;
  const value = entryOf(node, when.field)?.value;
  return when.is === undefined ? value === undefined : value?.kind === "string" && value.value === when.is;
}

function requirementHint(required: FieldRule["required"], version: string): string {
  if (typeof required !== "object") return `Version ${version} of the binding requires it.`;
  const { when } = required;
  const or = when && when.is === undefined ? `, or ${quoted(when.field)}` : "";
  const where = when?.is === undefined ? "" : ` where ${quoted(when.field)} is ${quoted(when.is)}`;
  return "text" in required
    ? `Version ${version} of the binding requires it${or}${where}.`
    : `The JSON Schema of version ${version} of the binding requires it${or}${where}; its text does not say so.`;
}

function checkRequired(fields: FieldCheck, check: CheckContext): void {
  const { node, table, name, visit, realm } = fields;
  for (const [key, field] of requiredFields(table)) {
    if (entryOf(node, key) || (typeof field.required === "object" && !holds(field.required, node))) continue;
    const place = check.placeOf(node, visit.entry);
    if (realm.kind === "binding") {
      const { protocol, kind, version } = realm.table;
      const blanks = { field: quoted(key), protocol, kind, expected: expected(field.shape, check.reading.tables), found: "missing" };
      check.report(problem("binding/field-type", place, { ...blanks, hint: requirementHint(field.required, version) }));
      continue;
    }
    const hint = missingHint(fields, key);
    check.report(
      asWarning(problem("structure/required-field", place, { object: theObject(name, table), field: quoted(key), hint }), field),
    );
  }
}

function unknownBinding({ name }: FieldCheck, entry: Entry, check: CheckContext): Diagnostic {
  const kind = (name ?? "").replace("Bindings", "").toLowerCase() as BindingKind;
  const keys = bindingKeys(check.dialect, kind);
  const canonical = canonicalProtocol(entry.key);
  const meant = keys.includes(canonical) && canonical !== entry.key ? `Did you mean ${quoted(canonical)}?` : didYouMean(entry.key, keys);
  const hint = meant ?? (canonical === entry.key && keys.length ? `Listed are ${keys.join(", ")}.` : undefined);
  return problem("structure/unknown-binding", entry, {
    key: quoted(entry.key),
    object: `the ${check.reading.tables.object(name ?? "Binding").title}`,
    hint,
  });
}

function bindingHint({ table }: FieldCheck, { key }: Entry, { table: whole }: BindingRealm): string | undefined {
  const { since, until, elsewhere } = bindingFieldHistory(whole, key);
  if (table === whole) {
    if (since !== undefined) return `It came with version ${since}.`;
    if (until !== undefined) return `It went with version ${until}.`;
    if (elsewhere.length > 0) return `It belongs to the binding of the ${anyOf(elsewhere)}.`;
  }
  const fields = Object.keys(table.fields);
  const reserved = table === whole && fields.length === 1;
  return didYouMean(key, fields) ?? (reserved ? "Nothing but bindingVersion may stand here: the rest is reserved." : undefined);
}

function unknownInBinding(fields: FieldCheck, entry: Entry, realm: BindingRealm): Diagnostic {
  const { protocol, version, kind } = realm.table;
  const hint = bindingHint(fields, entry, realm);
  return problem("binding/unknown-field", entry, {
    protocol,
    kind,
    field: quoted(entry.key),
    version,
    hint,
    fix: hint?.startsWith("Did you mean") === true ? renamedField(fields, entry) : undefined,
  });
}

/** A hint for a field that came with a later version of the same major. */
function laterField(fields: FieldCheck, entry: Entry, check: CheckContext): string | undefined {
  if (check.dialect.line !== "2" || fields.name !== "Server" || entry.key !== "tags") return undefined;
  return "Servers have tags from 2.5 on.";
}

/** A hint for a second version field with the other spelling. The first one counts. */
function secondVersion({ name }: FieldCheck, { key }: Entry, { dialect }: CheckContext): string | undefined {
  const spelling = key === "msgapi" || key === "asyncapi";
  return name === "Root" && spelling ? `The version is said by ${quoted(dialect.spelling)}, which stands first.` : undefined;
}

const traitsOf: Partial<Record<ObjectName, ObjectName>> = { OperationTrait: "Operation", MessageTrait: "Message" };

/** Whether the object itself has a field that its traits must not have. */
function isForbidden({ name }: FieldCheck, entry: Entry, { reading }: CheckContext): boolean {
  const object = name && traitsOf[name];
  return object !== undefined && Object.hasOwn(reading.tables.object(object).fields, entry.key);
}

function unknownHint(fields: FieldCheck, entry: Entry, check: CheckContext): string | undefined {
  const { key } = entry;
  if (key === "$ref") return "A reference cannot stand here.";
  if (key === "anyOf" && fields.name === "Message") return "Several messages are a oneOf.";
  if (fields.table.extensible && key.startsWith("X-")) return `Extensions start with a small letter: ${quoted(`x${key.slice(1)}`)}.`;
  const known = secondVersion(fields, entry, check) ?? laterField(fields, entry, check);
  const own = fields.table.extensible ? 'A field of your own begins with "x-".' : "Remove it: nothing else may stand here.";
  return known ?? didYouMean(key, Object.keys(fields.table.fields)) ?? own;
}

/** The field that was probably meant, if only one name is near and the object does not have it yet. */
function renamedField({ table, node }: FieldCheck, { key }: Entry): string | undefined {
  const fix = onlyNearest(key, Object.keys(table.fields));
  return fix !== undefined && !entryOf(node, fix) ? fix : undefined;
}

/** Whether a value is a schema with its `schemaFormat`, as a Multi Format Schema Object of 3.x is. */
function isWrapped(node: Node | undefined): boolean {
  return stringOf(node, "schemaFormat") !== undefined && valueOf(node, "schema") !== undefined;
}

/** Reports a schema that stands with its `schemaFormat` where only a schema is read: nothing would be held against it. */
function checkWrapper({ node, name, visit }: FieldCheck, check: CheckContext): void {
  const { report, dialect } = check;
  const entry = isSchemaObject(name) && isWrapped(node) ? entryOf(node, "schemaFormat") : undefined;
  // In 3.x the target may stand where it is. The reference is wrong.
  if (!entry || (visit.referred && dialect.line === "3")) return;
  const hint = movedField(dialect, "Schema", entry.key);
  const blanks = { field: quoted(entry.key), object: "a schema", version: spelledVersion(check), hint };
  report({ ...problem("structure/moved-field", entry, blanks), severity: "warning" });
}

/** Reports a reference of 3.x that leads from inside a schema to one with a `schemaFormat` of its own. */
export function checkWrappedTarget({ node, shape }: ValueVisit, target: Node, { report, dialect }: CheckContext): void {
  const fitted = matchingShape(shape, target);
  if (dialect.line !== "3" || fitted?.kind !== "object" || !isSchemaObject(fitted.object) || !isWrapped(target)) return;
  const ref = valueOf(node, "$ref") ?? node;
  const blanks = { ref: quoted(stringOf(node, "$ref") ?? ""), found: "a Multi Format Schema Object", expected: "a Schema Object" };
  const hint = movedField(dialect, "Schema", "schemaFormat");
  report({ ...problem("reference/wrong-target", ref, { ...blanks, hint }), severity: "warning" });
}

function unknown(fields: FieldCheck, entry: Entry, check: CheckContext): Diagnostic {
  const { table, name, realm } = fields;
  if (realm.kind === "binding") return unknownInBinding(fields, entry, realm);
  if (bindingsObjects.has(name)) return unknownBinding(fields, entry, check);
  const moved = name && movedField(check.dialect, name, entry.key);
  const object = theObject(name, table);
  const field = quoted(entry.key);
  if (moved !== undefined) {
    const blanks = { field, object: object.replace(/^The/, "the"), version: spelledVersion(check), hint: moved };
    return problem("structure/moved-field", entry, blanks);
  }
  if (isForbidden(fields, entry, check)) return problem("trait/forbidden-field", entry, { object, field });
  const hint = unknownHint(fields, entry, check);
  const fix = hint?.startsWith("Did you mean") === true ? renamedField(fields, entry) : undefined;
  return problem("structure/unknown-field", entry, { object, field, hint, fix });
}

function isKnown({ table, node }: FieldCheck, key: string): boolean {
  if (Object.hasOwn(table.fields, key) || table.others) return true;
  // A wrong reference is reported elsewhere; the fields beside it are not checked against the table.
  return table.extensible ? key.startsWith("x-") : key === "$ref" && node.entries.length === 1;
}

/** Reports the required fields that an object lacks and the fields that it must not have. */
export function checkFields(fields: FieldCheck, check: CheckContext): void {
  checkRequired(fields, check);
  checkWrapper(fields, check);
  // The missing type was reported, which is enough.
  if (isRequirement(fields)) return;
  for (const entry of fields.node.entries) if (!isKnown(fields, entry.key)) check.report(unknown(fields, entry, check));
}

/** The characters of a key that its pattern does not allow. */
function offending(key: string, pattern: RegExp): string | undefined {
  const all = [...new Set(Array.from(key).filter((each) => !pattern.test(each)))].map(quoted);
  if (all.length === 0) return undefined;
  return all.length === 1 ? `The character ${all.join("")} is not allowed.` : `The characters ${listSome(all, 5)} are not allowed.`;
}

/** Checks keys chosen by the author against the pattern of their map. */
export function checkKeys({ node, label }: { readonly node: MapNode; readonly label: Label }, pattern: RegExp, check: CheckContext): void {
  for (const entry of node.entries) {
    if (pattern.test(entry.key)) continue;
    const blanks = { key: quoted(entry.key), map: said(label), pattern: pattern.source, hint: offending(entry.key, pattern) };
    const found = problem("structure/key-pattern", entry, blanks);
    check.report(excused(found, entry, check.habits));
  }
}

/** The pattern for the keys of a map; `undefined` if there is none. */
export function keyPattern(shape: PlainShape, table: ObjectTable | undefined): RegExp | undefined {
  return shape.kind === "map" ? shape.keys : table?.others?.keys;
}

/** The realm of the values in an object. */
export function realmInside(shape: PlainShape, table: ObjectTable, outer: Realm): Realm {
  const name = objectName(shape);
  if (isSchemaObject(name)) return { kind: "schema" };
  if (shape.kind === "inline") return outer;
  if (name === "Binding" && "protocol" in table) return { kind: "binding", table: table as BindingTable };
  return { kind: "object" };
}
