/** Goes on with a hash; two of these (FNV-1a) make 53 bits. */
export interface TextHash {
  low: number;
  high: number;
}

/** The hash of nothing. */
export const EMPTY: Readonly<TextHash> = { low: 0x811c9dc5, high: 0x01000193 };

/** The hash of what was hashed before and a text after it. */
export function hashed({ low, high }: Readonly<TextHash>, text: string): TextHash {
  let [first, second] = [low, high];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return { low: first, high: second };
}

/** A hash as one number: a set of numbers is a tenth of a set of texts. */
export function numberOf({ low, high }: Readonly<TextHash>): number {
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}
