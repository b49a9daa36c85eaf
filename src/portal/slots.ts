import type { SlotName } from "./part-index.ts";
import { slotNames } from "./part-index.ts";

/** A text without its marks, and where they were. */
export interface CutText {
  readonly bytes: Buffer;
  readonly slots: readonly (readonly [offset: number, slot: number])[];
}

/**
 * Marks that stand for slots while the pages of a part are made. They hold a hash of all that the part is made from, so that no text of a
 * document can hold them: it would have to hold its own hash.
 */
export class SlotMarks {
  readonly #start: string;
  readonly #pattern: RegExp;

  constructor(hash: string) {
    this.#start = `slot${hash}`;
    // The colon makes a link look like one to another site, which is not followed. A folder keeps its slash.
    this.#pattern = new RegExp(`${this.#start}(?:(${slotNames.filter((name) => !isFolder(name)).join("|")}):|(folder|canonical)/)`, "g");
  }

  mark(name: SlotName): string {
    return `${this.#start}${name}${isFolder(name) ? "" : ":"}`;
  }

  /** Takes the marks out of a text. */
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

/** Puts texts into the slots of a file. */
export function fillSlots(
  bytes: Buffer,
  slots: readonly (readonly [offset: number, slot: number])[],
  textOf: (name: SlotName) => string,
): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const [offset, slot] of slots) {
    const name = slotNames[slot];
    const text = name === undefined ? "" : textOf(name);
    if (text === "") continue;
    pieces.push(bytes.subarray(at, offset), Buffer.from(text));
    at = offset;
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(at)]);
}
