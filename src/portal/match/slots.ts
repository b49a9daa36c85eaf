import type { SlotName } from "./part-index.ts";
import { slotNames } from "./part-index.ts";

/** A text without its marks, and the offsets at which they were. */
export interface CutText {
  readonly bytes: Buffer;
  readonly slots: readonly (readonly [offset: number, slot: number])[];
  /** The slots of fields, one a line: the offset, a space, and the anchor. */
  readonly fields: string;
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
    const names = slotNames.filter((name) => !isFolder(name)).join("|");
    this.#pattern = new RegExp(`${this.#start}(?:(${names}):|(folder|canonical)/|field:([^;]*);)`, "g");
  }

  /** The mark beside the name of a field, whose row has an anchor. Anchors have letters and many signs, but no semicolon. */
  field(anchor: string): string {
    return `${this.#start}field:${anchor};`;
  }

  mark(name: SlotName): string {
    return `${this.#start}${name}${isFolder(name) ? "" : ":"}`;
  }

  /** Removes the marks from a text. */
  cut(text: string): CutText {
    if (!text.includes(this.#start)) return { bytes: Buffer.from(text), slots: [], fields: "" };
    const pieces: Buffer[] = [];
    const slots: (readonly [number, number])[] = [];
    const fields: string[] = [];
    let [at, offset] = [0, 0];
    for (const match of text.matchAll(this.#pattern)) {
      const piece = Buffer.from(text.slice(at, match.index));
      pieces.push(piece);
      offset += piece.length;
      const [, name, folder, anchor] = match;
      if (anchor === undefined) slots.push([offset, slotNames.indexOf((name ?? folder) as SlotName)]);
      else fields.push(`${offset} ${anchor}`);
      at = match.index + match[0].length;
    }
    pieces.push(Buffer.from(text.slice(at)));
    return { bytes: Buffer.concat(pieces), slots, fields: fields.join("\n") };
  }
}

function isFolder(name: SlotName): boolean {
  return name === "folder" || name === "canonical";
}

/** The texts in the slots of fields, by offset. */
export function fieldTexts(fields: string, textOf: (anchor: string) => string): (readonly [offset: number, text: string])[] {
  return fields.split("\n").flatMap((line) => {
    const [, offset, anchor = ""] = /^(\d+) (.+)$/.exec(line) ?? [];
    const text = offset === undefined ? "" : textOf(anchor);
    return text === "" ? [] : [[Number(offset), text] as const];
  });
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
