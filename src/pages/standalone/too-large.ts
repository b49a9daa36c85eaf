/** Thrown inside of this room only, where aliases would make a file too large. */
export class TooLarge extends Error {}

/** What a file says instead of what aliases would make endless. */
export function orTooLarge(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return '{ "$comment": "Too large once its aliases are written out: see the document.", "not": {} }\n';
  }
}
