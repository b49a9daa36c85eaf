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

const BARE = /^[A-Za-z][A-Za-z0-9 ]*$/;
/** Words that are something else than a text, and what a YAML 1.1 reader takes for something else. */
const WORDS = /^(?:true|false|null|y|n|yes|no|on|off|nan|inf)$/i;

function isBare(text: string): boolean {
  return BARE.test(text) && text === text.trim() && !WORDS.test(text);
}

function entry(head: string, value: Plain, indent: string): string {
  const isNested =
    value !== null && typeof value === "object" && (value instanceof Map ? value.size : (value as readonly Plain[]).length) > 0;
  if (isNested) return `${indent}${head}\n${printBlock(value, `${indent}  `)}`;
  if (typeof value === "string" && /^[a-z0-9 ]+\n[ -~\n]*[!-~]$/i.test(value)) {
    return `${indent}${head} |-\n${value.replace(/^(?=.)/gm, `${indent}  `)}\n`;
  }
  return `${indent}${head} ${typeof value === "string" && isBare(value) ? value : printPlain(value, false)}\n`;
}

/** Prints a value as YAML in block style, with texts bare, as literals or quoted. */
export function printBlock(value: Plain, indent = ""): string {
  if (value instanceof Map && value.size > 0) {
    const entries = [...(value as ReadonlyMap<string, Plain>)];
    return entries.map(([key, each]) => entry(`${isBare(key) ? key : JSON.stringify(key)}:`, each, indent)).join("");
  }
  if (Array.isArray(value) && value.length > 0) return (value as readonly Plain[]).map((each) => entry("-", each, indent)).join("");
  return `${indent}${printPlain(value, false)}\n`;
}
