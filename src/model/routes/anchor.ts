import { createHash } from "node:crypto";

/** Longer anchors are cut and end in a hash of the whole path. */
const LONGEST = 120;

const PLAIN = /^[A-Za-z0-9_-]*$/;

/** A longer step is cut and ends in a hash, because thousands of anchors may contain it. */
const LONGEST_STEP = 4_000;

const hashOf = (text: string, encoding: BufferEncoding = "utf8"): string =>
  createHash("sha256").update(text, encoding).digest("hex").slice(0, 16);

/**
 * Escapes one step of a path, so that different steps stay different: characters other than letters, digits, `_` and `-` become `~` and
 * their code unit in hex.
 */
export function anchorStep(step: string): string {
  // The hash is over code units, because UTF-8 has the same bytes for all lone surrogates.
  if (step.length > LONGEST_STEP) return `${anchorStep(step.slice(0, LONGEST))}~~${hashOf(step, "utf16le")}`;
  return PLAIN.test(step)
    ? step
    : step.replace(/[^A-Za-z0-9_-]/g, (character) => `~${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The anchor of a section or row by its full path: `payload`, `lines`, `sku` give `payload.lines.sku`. Different paths have different
 * anchors, and nothing else affects them, so links stay valid. An anchor starts with a letter and is safe as `id` and in a URL.
 */
export function anchorFor(...path: readonly string[]): string {
  const joined = path.map(anchorStep).join(".");
  const anchor = /^[A-Za-z]/.test(joined) ? joined : `~${joined}`;
  if (anchor.length <= LONGEST) return anchor;
  return `${anchor.slice(0, LONGEST - 20)}~~${hashOf(anchor)}`;
}

/** If the steps below an anchor are longer than this, they are cut and end in a hash of all. */
const LONGEST_BELOW = 100;

/**
 * The anchor of something below another anchor. What is appended depends on the steps alone, so parts of a page can be made once and
 * placed below any anchor. For short steps it equals {@link anchorFor} of the whole path.
 */
export function anchorBelow(anchor: string, ...steps: readonly string[]): string {
  return anchorAt(anchor, steps.map(anchorStep).join("."));
}

/** The same for steps that are already escaped and joined by dots. */
export function anchorAt(anchor: string, joined: string): string {
  if (joined.length <= LONGEST_BELOW) return `${anchor}.${joined}`;
  return `${anchor}.${joined.slice(0, LONGEST_BELOW - 20)}~~${hashOf(joined)}`;
}
