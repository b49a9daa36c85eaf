/** A number with its noun, in English: `1 item`, `2 items`, `3 properties`. */
export function counted(count: number | string, noun: string): string {
  if (String(count) === "1") return `1 ${noun}`;
  return `${count} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** Why something failed: the first line of an error. */
export function failureReason(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.split("\n", 1)[0] ?? "";
}

/** The first `most` names of a list and the number of the others: `a, b and 3 more`. */
export function listSome(names: readonly string[], most = 20): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
