import type { Documents } from "#documents";
import type { NumberShape, PlainShape, Shape, ObjectName, ObjectTable, Tables, BindingTable, Dialect, TraversalContext } from "#format";
import { matchesShape, matchingShape } from "#format";
import type { Diagnostic, ListNode, Node, NumberNode, Entry, MapNode, Place, DiagnosticReporter, Code } from "#text";
import { compareNumbers, problem, didYouMean, entryOf, stringOf, quoted, describeKind, entriesOf, valueOf } from "#text";

/** A rule that a well-known tool breaks in everything it writes. Its users cannot mend that, so it is a warning for them. */
interface Habit {
  readonly tool: string;
  readonly codes: readonly Code[];
  readonly writes: string;
  /** Whether the tool wrote the document. It must not take what anybody else wrote for that. */
  readonly isOf: (documents: Documents) => boolean;
  /** Whether a problem is of this habit, by its key or value. */
  readonly fits: (place: Entry | Node) => boolean;
}

/** FastStream names the parts of components after the channel, with colons, gives messages that name as title, and all one correlation id. */
export function isOfFastStream({ root }: Documents): boolean {
  const messages = entriesOf(valueOf(valueOf(root, "components"), "messages"));
  const isOwn = ({ key, value }: Entry): boolean =>
    key.includes(":") &&
    stringOf(value, "title") === key &&
    stringOf(valueOf(value, "correlationId"), "location") === "$message.header#/correlation_id";
  return messages.length > 0 && messages.every(isOwn);
}

const FASTSTREAM = { tool: "FastStream", isOf: isOfFastStream };

const HABITS: readonly Habit[] = [
  {
    ...FASTSTREAM,
    codes: ["structure/key-pattern"],
    writes: "colons in keys",
    fits: (place) => "key" in place && /^[\w.:-]+$/.test(place.key),
  },
  {
    ...FASTSTREAM,
    codes: ["structure/wrong-type", "schema/keyword", "binding/field-type"],
    writes: "null for what is not set",
    fits: (place) => "kind" in place && place.kind === "null",
  },
];

/** The habits of the tool that wrote a document. */
export function habitsOf(documents: Documents): readonly Habit[] {
  return HABITS.filter((habit) => habit.isOf(documents));
}

/** A problem, as a warning that names the tool if it is a habit of it. */
export function excused(found: Diagnostic, place: Entry | Node, habits: readonly Habit[]): Diagnostic {
  const habit = habits.find(({ codes, fits }) => codes.includes(found.code) && fits(place));
  if (!habit) return found;
  const hint = [found.hint, `It is a habit of ${habit.tool}, which writes ${habit.writes} everywhere.`];
  return { ...found, severity: "warning", hint: hint.filter((each) => each !== undefined).join(" ") };
}

/** The kind of rules for a value: those of the format's objects, of schema keywords, or of a protocol's binding. */
export type Realm = { readonly kind: "object" } | { readonly kind: "schema" } | { readonly kind: "binding"; readonly table: BindingTable };

/** The name of a value in messages: a text, the key of a field, or an item of something named. */
export type Label = string | Entry | { readonly itemOf: Label };

/** A label in words: a field in quotes, or an item of one, at any depth. */
export function said(label: Label): string {
  if (typeof label === "string") return label;
  if ("key" in label) return quoted(label.key);
  let of = label.itemOf;
  while (typeof of !== "string" && "itemOf" in of) of = of.itemOf;
  return `An item of ${said(of)}`;
}

/** One value to check. */
export interface ValueVisit {
  readonly node: Node;
  readonly shape: Shape;
  /** The entry with its key. List items and targets of references have none. */
  readonly entry?: Entry;
  /** The name of the value in messages. */
  readonly label: Label;
  readonly realm: Realm;
  /** Set if the value is the target of a reference. Its kind was checked at the reference. */
  readonly referred?: true;
}

/** The state that all checks share. */
export interface CheckContext {
  readonly reading: TraversalContext;
  readonly dialect: Dialect;
  readonly report: DiagnosticReporter;
  /** The tools whose habits the document has. */
  readonly habits: readonly Habit[];
  /** The place at which a missing field is reported: the key of a map, or the start of its file. */
  placeOf(node: MapNode, entry: Entry | undefined): Place;
}

/** The object type of a shape, if the format has a name for it. */
export function objectName(shape: Shape): ObjectName | undefined {
  return shape.kind === "object" ? shape.object : undefined;
}

function takes(shape: Shape, kind: Shape["kind"]): boolean {
  return shape.kind === kind || (shape.kind === "either" && shape.of.some((each) => takes(each, kind)));
}

function takesSchema(shape: Shape): boolean {
  return shape.kind === "either" ? shape.of.some(takesSchema) : shape.kind === "object" && shape.object.endsWith("Schema");
}

/** A hint to quote a value. YAML reads `1.0` and `true` as number and boolean, which is the usual reason for one in place of a string. */
function quoteHint(node: Node): string | undefined {
  if (node.kind !== "number" && node.kind !== "boolean") return undefined;
  return `To make it a string, write it in quotes: "${node.kind === "number" ? node.raw : String(node.value)}".`;
}

/** How a reference to what may stand here begins, for a text that does not say where it is. */
const referencesTo: ReadonlyMap<string, string> = new Map([
  ["Channel", "#/channels/…"],
  ["Message", "#/channels/…/messages/…"],
]);

/** A hint for a text where only a reference may stand: the reference that it is nearly, or how such a reference begins. */
function plainHint({ node, shape, label }: ValueVisit): string | undefined {
  if (node.kind !== "string" || shape.kind !== "object" || shape.reference !== "required") return undefined;
  const list = typeof label === "object" && "itemOf" in label && typeof label.itemOf === "object" && "key" in label.itemOf;
  // The messages of an operation are those of its channel, whose name is not known here.
  const pointer = list && label.itemOf.key === "servers" ? `#/servers/${node.value}` : referencesTo.get(shape.object);
  const ref = /^#|^\.{0,2}\/|\.(?:ya?ml|json)(?:#|$)/.test(node.value) ? node.value : pointer;
  return ref === undefined ? undefined : `Write a reference: { $ref: ${quoted(ref)} }.`;
}

/** A hint for a reference where none is allowed. */
function referenceHint({ node, shape }: ValueVisit): string | undefined {
  const ref = stringOf(node, "$ref");
  if (ref !== undefined && takes(shape, "string")) return `A text cannot be a reference: write here what ${quoted(ref)} says.`;
  if (ref !== undefined && takes(shape, "list")) return `A list cannot be a reference, but its items can: - $ref: ${quoted(ref)}`;
  return entryOf(node, "$ref") ? "A reference cannot stand here." : undefined;
}

/** A hint for common mistakes with schema keywords. */
function keywordHint({ node, shape, realm, entry }: ValueVisit): string | undefined {
  if (entry?.key === "$ref" && takesSchema(shape)) return "Where names are keys, $ref is the name of a property and not a reference.";
  const isFlag = realm.kind === "schema" && entry?.key === "required" && node.kind === "boolean";
  return isFlag ? "Name required properties in the object's list." : undefined;
}

/** A hint for items of a list without a space after the dash, which YAML reads as one text. */
function dashHint({ node, shape }: ValueVisit): string | undefined {
  const isDashed = node.kind === "string" && /^-[^\s-]/.test(node.value) && takes(shape, "list");
  return isDashed ? `To make it a list, put a space after each -: "- ${node.value.slice(1).split(/\s/)[0] ?? ""}".` : undefined;
}

/** A hint for a key without a value, which YAML reads as null. */
function emptyHint({ node, entry }: ValueVisit): string | undefined {
  return node.kind === "null" && entry ? "Write a value in its place, or remove the key." : undefined;
}

/** A hint on what to write instead of a value of the wrong type, if it is known. */
function typeHint(visit: ValueVisit): string | undefined {
  const { node, shape, realm } = visit;
  const reference = emptyHint(visit) ?? plainHint(visit) ?? referenceHint(visit) ?? dashHint(visit);
  if (reference !== undefined) return reference;
  if (takes(shape, "string")) return quoteHint(node);
  if (realm.kind === "binding" && takesSchema(shape) && node.kind === "string") {
    return `Write a schema of it, such as { type: string, const: ${quoted(node.value)} }.`;
  }
  return keywordHint(visit);
}

/** The type of JSON Schema for names of types in other languages. */
const otherWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    integer: "int int32 int64 long short byte",
    number: "float double decimal",
    boolean: "bool",
    string: "str text char date datetime date-time timestamp time uuid enum",
    object: "map dict record struct",
    array: "list set tuple",
    null: "nil none",
  }).flatMap(([type, words]) => words.split(" ").map((word) => [word, type] as const)),
);

/** The word to write instead of one that is not in a list. */
function otherWord(text: string, listed: readonly string[]): string | undefined {
  const meant = otherWords.get(text.toLowerCase());
  if (meant === undefined || !listed.includes(meant)) return didYouMean(text, listed);
  const format = meant === "string" && /^(?:date|datetime|date-time|timestamp|time|uuid)$/i.test(text);
  return format
    ? `Write it as a string, with a format such as ${quoted(text.toLowerCase() === "uuid" ? "uuid" : "date-time")}.`
    : `Did you mean ${quoted(meant)}?`;
}

interface TypeMismatch {
  readonly visit: ValueVisit;
  /** The wrong node, which gives the place. */
  readonly node: Node;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string | undefined;
}

/** Reports a wrong type. In schemas and bindings it has another code. */
function reportType({ visit, node, ...blanks }: TypeMismatch, { report, habits }: CheckContext): void {
  const name = said(visit.label);
  const told = (): Diagnostic => {
    if (visit.realm.kind === "schema") return problem("schema/keyword", node, { keyword: name, ...blanks });
    if (visit.realm.kind === "object") return problem("structure/wrong-type", node, { field: name, ...blanks });
    const { protocol, kind } = visit.realm.table;
    return problem("binding/field-type", node, { field: name, protocol, kind, ...blanks });
  };
  report(excused(told(), node, habits));
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

/** A node in words, with the value if it is a scalar: `a number, 5`. */
function found(node: Node): string {
  if (node.kind === "string") return `a string, ${quoted(node.value)}`;
  if (node.kind === "number") return `a number, ${node.raw}`;
  if (node.kind === "boolean") return String(node.value);
  return describeKind(node);
}

/** A noun with its article. */
function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

function bounds({ minimum, above, maximum }: { readonly minimum?: number; readonly above?: number; readonly maximum?: number }): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  if (above !== undefined) return ` greater than ${above}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

/** A list of words: `a, b or c`. */
export function anyOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** The allowed words: `a or b`, `one of a, b or c`. */
function choiceOf(words: readonly string[]): string {
  return words.length > 2 ? `one of ${anyOf(words)}` : anyOf(words);
}

function objectPhrase(shape: Shape & { readonly kind: "object" }, tables: Tables): string {
  const noun = withArticle(tables.object(shape.object).title);
  if (shape.reference === "required") return "a reference ($ref)";
  return shape.reference ? `${noun} or a reference` : noun;
}

type Collection = "object" | "inline" | "map" | "list" | "either";

function scalarPhrase(shape: Exclude<Shape, { readonly kind: Collection }>): string {
  if (shape.kind === "string") return shape.oneOf ? choiceOf(shape.oneOf.map(quoted)) : "a string";
  if (shape.kind === "any") return "a value";
  if (shape.kind === "boolean") return "true or false";
  if (shape.kind === "null") return "null";
  return shape.oneOf ? anyOf(shape.oneOf.map(String)) : `${withArticle(shape.kind)}${bounds(shape)}`;
}

function isSchema(shape: Shape): boolean {
  return shape.kind === "either" && shape.of.length === 2 && shape.of[0]?.kind === "boolean" && shape.of[1]?.kind === "object";
}

/** A shape in words: `an integer of at least 0`, `a list`, `a Schema Object or a reference`. */
export function expected(shape: Shape, tables: Tables): string {
  if (shape.kind === "object") return objectPhrase(shape, tables);
  if (shape.kind === "inline" || shape.kind === "map") return "an object";
  if (shape.kind === "list") return shape.atLeast ? "a list of at least one item" : "a list";
  if (isSchema(shape)) return "a schema (an object, true or false)";
  if (shape.kind === "either") return anyOf([...new Set(shape.of.map((each) => expected(each, tables)))]);
  return scalarPhrase(shape);
}

/** An object as the subject of a sentence. */
export function theObject(name: ObjectName | undefined, table: ObjectTable): string {
  return name === "Root" ? "The document" : `The ${table.title}`;
}
