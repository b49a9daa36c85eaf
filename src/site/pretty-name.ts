/** A field's name as a heading: `messageTraits` → `Message traits`. */
export function prettyName(field: string): string {
  const words = field.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
