/** Bytes of HTML that one unit of a page's row budget stands for: 1,000 of them leave room for the rest of a page of 400 KB. */
const UNIT = 280;
/** Markup of a row without any text. */
const MARKUP = 260;
/** Markup around each text of a row. */
const AROUND = 24;

/** Bytes that the texts of a view take, with the markup around each. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return value === "" ? 0 : value.length + AROUND;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  // Of every row all fields are gone through, so no list of them is made first.
  if (Array.isArray(value)) for (const each of value as unknown[]) sum += bytesOf(each);
  else for (const key in value) sum += bytesOf(value[key as keyof typeof value]);
  return sum;
}

/** What a row takes of its page's budget: one for a small one, more where it has much to say. Anchor and path stand twice. */
export function weightOf(face: { readonly id: string; readonly path: string; readonly written?: object }): number {
  return Math.max(1, Math.round((MARKUP + bytesOf(face) + face.id.length + face.path.length) / UNIT));
}
