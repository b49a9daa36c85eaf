const LONGEST = 120;

/**
 * Shortens a name for lists and navigation: up to 120 characters it stays whole, otherwise its beginning and end are kept. The page
 * itself shows it in full.
 */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  // A cut may split a surrogate pair. The half becomes U+FFFD; the ellipsis beside it says anyway that something is missing.
  return `${text.slice(0, 80).toWellFormed()}…${text.slice(-36).toWellFormed()}`;
}
