/** A number with its noun, in English: `1 item`, `2 items`, `3 properties`. */
export function counted(count: number | string, noun: string): string {
  if (String(count) === "1") return `1 ${noun}`;
  return `${count} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}
