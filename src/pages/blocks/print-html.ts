import { oncePerObject } from "#text";
import type { NamePiece } from "./blocks.ts";
import { breakableHtml, escapeHtml } from "./html-syntax.ts";

/** A name as HTML. It is kept, because links to one thing share its name. */
const nameHtml = oncePerObject(({ name, after, isPath = false }: NamePiece): string => {
  if (isPath) return escapeHtml(name).replaceAll("/", "/<wbr>");
  if (after === undefined) return breakableHtml(name);
  // With a sign before it, a separator at the beginning counts as one within a name.
  const html = breakableHtml(`}${name}`).slice(1);
  // The word joiner prevents a line break after the ellipsis.
  return after === "ellipsis" ? `…\u2060${html}` : html;
});

/**
 * What `{{html x}}` prints in templates: a line as HTML, escaped, and HTML from a trusted maker as it is. Anything else prints nothing.
 * Objects of a document are not plain, so that none passes for HTML.
 */
export function lineHtml(line: unknown): string {
  if (typeof line === "string") return escapeHtml(line);
  if (Array.isArray(line)) return line.map(lineHtml).join("");
  if (typeof line !== "object" || line === null || Object.getPrototypeOf(line) !== Object.prototype) return "";
  if ("html" in line) return typeof line.html === "string" ? line.html : "";
  return "name" in line ? nameHtml(line as NamePiece) : "";
}
