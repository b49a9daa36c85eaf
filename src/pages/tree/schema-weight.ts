/** The bytes of HTML in one unit of a page's row budget. With 1,000 units there is still room for the rest of a page of 400 KB. */
const UNIT = 280;
/** The markup of a row without any text. */
const MARKUP = 260;
/** The markup around each text of a row. */
const AROUND = 24;

/** The bytes of all texts in a view, with the markup around each. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return value === "" ? 0 : value.length + AROUND;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  // `for in`, because every field of every row is visited and a list of them would be slower.
  if (Array.isArray(value)) for (const each of value as unknown[]) sum += bytesOf(each);
  else for (const key in value) sum += bytesOf(value[key as keyof typeof value]);
  return sum;
}

/**
 * How much of the row budget a row takes: at least one unit, more if it has long texts. Id and path are counted twice because they are
 * printed twice.
 */
export function weightOf(face: { readonly id: string; readonly path: string; readonly written?: object }): number {
  return Math.max(1, Math.round((MARKUP + bytesOf(face) + face.id.length + face.path.length) / UNIT));
}
