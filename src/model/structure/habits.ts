import type { Documents } from "#documents";
import type { Code, Diagnostic, Entry, Node } from "#text";
import { entriesOf, stringOf, valueOf } from "#text";

/** A rule that a well-known tool breaks in everything it writes. Its users cannot mend that, so it is a warning for them. */
export interface Habit {
  readonly tool: string;
  readonly code: Code;
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
    code: "structure/key-pattern",
    writes: "colons in keys",
    fits: (place) => "key" in place && /^[\w.:-]+$/.test(place.key),
  },
  {
    ...FASTSTREAM,
    code: "binding/field-type",
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
  const habit = habits.find(({ code, fits }) => code === found.code && fits(place));
  if (!habit) return found;
  const hint = [found.hint, `It is a habit of ${habit.tool}, which writes ${habit.writes} everywhere.`];
  return { ...found, severity: "warning", hint: hint.filter((each) => each !== undefined).join(" ") };
}
