/** HTML from a maker that is known to be safe. Nothing of a document ever has this shape unless such a maker made it. */
export interface SafeHtml {
  readonly html: string;
}

/** The text of a safe HTML value, nothing for anything else: `{{html x}}` never puts a plain string out unescaped. */
export function htmlOf(value: unknown): string {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "html")) return "";
  const { html } = value as { html: unknown };
  return typeof html === "string" ? html : "";
}
