import { addressPieces, withoutNames } from "#format";

/** The most texts that a template is expanded to. With more, its variables stay open. */
const MOST_TEXTS = 1_000;

/** Every text that a template gives with the values of its variables. A variable without values becomes `{}`. */
export function substitute(template: string, valuesOf: (name: string) => readonly string[] | undefined): readonly string[] {
  let texts = [""];
  for (const { text: literal, name } of addressPieces(template)) {
    const own = name === undefined ? undefined : valuesOf(name);
    const values = name === undefined ? [literal] : own && own.length > 0 ? own : ["{}"];
    if (texts.length * values.length > MOST_TEXTS) return [withoutNames(template)];
    texts = texts.flatMap((text) => values.map((value) => text + value));
  }
  return texts;
}
