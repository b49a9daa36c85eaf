import type { BindingTable, Dialect, ObjectName, TraversalContext, Shape } from "#format";
import type { Entry, MapNode, Memo, Node, Place, DiagnosticReporter, Code, Diagnostic } from "#text";
import { entriesOf, stringOf, valueOf, quoted } from "#text";
import type { Documents } from "#documents";

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
function isOfFastStream({ root }: Documents): boolean {
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
  /** Values that are computed once for each table. */
  readonly memo: Memo;
  /** The place at which a missing field is reported: the key of a map, or the start of its file. */
  placeOf(node: MapNode, entry: Entry | undefined): Place;
}

/** The object type of a shape, if the format has a name for it. */
export function objectName(shape: Shape): ObjectName | undefined {
  return shape.kind === "object" ? shape.object : undefined;
}
