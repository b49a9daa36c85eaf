/** Text content, escaped as the pipeline's serializer does it. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");
}

/** The value of a double-quoted attribute, escaped as the pipeline's serializer does it. */
export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;");
}
