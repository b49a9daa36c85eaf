const LONGEST = 120;

/** A name for lists and navigation: whole up to 120 characters, else its beginning and end. The page itself shows all of it. */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  // A cut may split a surrogate pair; the half becomes U+FFFD, and the mark beside it says that something is missing anyway.
  return `${text.slice(0, 80).toWellFormed()}…${text.slice(-36).toWellFormed()}`;
}
