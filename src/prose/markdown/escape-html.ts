/** Text content, escaped as the pipeline does it. */
export function escapeText(text: string): string {
  return escapeClose(text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;"));
}

/** A `>` that closes nothing. HTML lets it stand; validators rightly take it for a tag that lost its beginning. */
export function escapeClose(text: string): string {
  return text.replaceAll(">", "&#x3E;");
}

/** The same in serialized HTML: whatever begins with `<` is a tag there, its attributes in double quotes. */
export function escapeCloses(html: string): string {
  return html.replace(/<(?:[^">]|"[^"]*")*>|>/g, (found) => (found === ">" ? "&#x3E;" : found));
}

/** The value of a double-quoted attribute, escaped as the pipeline's serializer does it. */
export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;");
}
