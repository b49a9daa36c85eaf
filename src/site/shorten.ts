const LONGEST = 120;

/** A name for lists and navigation: whole up to 120 characters, else its beginning and end. The page itself shows all of it. */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, 80).join("")}…${characters.slice(-36).join("")}`;
}
