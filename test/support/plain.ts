/** JSON as plain values whose maps keep every key, `__proto__` too. A number may be given by its digits. */
export type Plain = string | number | bigint | boolean | null | readonly Plain[] | ReadonlyMap<string, Plain>;

/** Prints a value as JSON text, which is YAML as well; on one line but for the entries of the outermost map. */
export function printPlain(value: Plain, outermost = true): string {
  if (typeof value === "bigint") return String(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<string, Plain>)].map(([key, each]) => `${JSON.stringify(key)}: ${printPlain(each, false)}`);
    return outermost ? `{\n${entries.join(",\n")}\n}\n` : `{${entries.join(", ")}}`;
  }
  return `[${(value as readonly Plain[]).map((each) => printPlain(each, false)).join(", ")}]`;
}
