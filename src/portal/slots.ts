import type { SlotName } from "./part-index.ts";
import { slotNames } from "./part-index.ts";

/** A text without its marks, and the offsets at which they were. */
export interface CutText {
  readonly bytes: Buffer;
  readonly slots: readonly (readonly [offset: number, slot: number])[];
}

/**
 * Makes the marks for slots while the pages of a part are made. A mark contains a hash of everything that the part is made from. So no
 * text of a document can contain it, since it would have to contain its own hash.
 */
export class SlotMarks {
  readonly #start: string;
  readonly #pattern: RegExp;

  constructor(hash: string) {
    this.#start = `slot${hash}`;
    // The colon makes a link look like one to another site, which is not verified. A folder keeps its slash.
    this.#pattern = new RegExp(`${this.#start}(?:(${slotNames.filter((name) => !isFolder(name)).join("|")}):|(folder|canonical)/)`, "g");
  }

  mark(name: SlotName): string {
    return `${this.#start}${name}${isFolder(name) ? "" : ":"}`;
  }

  /** Removes the marks from a text. */
  cut(text: string): CutText {
    if (!text.includes(this.#start)) return { bytes: Buffer.from(text), slots: [] };
    const pieces: Buffer[] = [];
    const slots: (readonly [number, number])[] = [];
    let [at, offset] = [0, 0];
    for (const match of text.matchAll(this.#pattern)) {
      const piece = Buffer.from(text.slice(at, match.index));
      pieces.push(piece);
      offset += piece.length;
      slots.push([offset, slotNames.indexOf((match[1] ?? match[2]) as SlotName)]);
      at = match.index + match[0].length;
    }
    pieces.push(Buffer.from(text.slice(at)));
    return { bytes: Buffer.concat(pieces), slots };
  }
}

function isFolder(name: SlotName): boolean {
  return name === "folder" || name === "canonical";
}

/** The texts in the slots of a file, by offset. Empty slots are left out. */
export function slotTexts(
  slots: readonly (readonly [offset: number, slot: number])[],
  textOf: (name: SlotName) => string,
): (readonly [offset: number, text: string])[] {
  return slots.flatMap(([offset, slot]) => {
    const name = slotNames[slot];
    const text = name === undefined ? "" : textOf(name);
    return text === "" ? [] : [[offset, text] as const];
  });
}
