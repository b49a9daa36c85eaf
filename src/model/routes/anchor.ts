import { createHash } from "node:crypto";

/** Longer anchors are cut and end in a hash of the whole path. */
const LONGEST = 120;

const PLAIN = /^[A-Za-z0-9_-]*$/;

/** A step longer than any name is told by its beginning and a hash: thousands of anchors may have it. */
const LONGEST_STEP = 4_000;

const hashOf = (text: string, encoding: BufferEncoding = "utf8"): string =>
  createHash("sha256").update(text, encoding).digest("hex").slice(0, 16);

/** One step of a path, injectively: anything but letters, digits, `_` and `-` is written as `~` and its code unit in hex. */
export function anchorStep(step: string): string {
  // Its code units, since halves of surrogate pairs are all one in UTF-8.
  if (step.length > LONGEST_STEP) return `${anchorStep(step.slice(0, LONGEST))}~~${hashOf(step, "utf16le")}`;
  return PLAIN.test(step)
    ? step
    : step.replace(/[^A-Za-z0-9_-]/g, (character) => `~${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The anchor of a section or row by its full path (such as `payload`, `lines`, `sku`): `payload.lines.sku`.
 * Different paths have different anchors and no neighbour has a say in it, so a link to it stays good.
 * It starts with a letter, and is safe as `id` and in a URL as it is.
 */
export function anchorFor(...path: readonly string[]): string {
  const joined = path.map(anchorStep).join(".");
  const anchor = /^[A-Za-z]/.test(joined) ? joined : `~${joined}`;
  if (anchor.length <= LONGEST) return anchor;
  return `${anchor.slice(0, LONGEST - 20)}~~${hashOf(anchor)}`;
}

/** Steps below an anchor longer than this are cut and end in a hash of all of them. */
const LONGEST_BELOW = 100;

/**
 * The anchor of something below another: what it adds depends on the steps alone, so that parts of a page can be made once
 * and put below any anchor. Short ones are what {@link anchorFor} gives for the whole path.
 */
export function anchorBelow(anchor: string, ...steps: readonly string[]): string {
  return anchorAt(anchor, steps.map(anchorStep).join("."));
}

/** The same by steps that are escaped and joined by dots already. */
export function anchorAt(anchor: string, joined: string): string {
  if (joined.length <= LONGEST_BELOW) return `${anchor}.${joined}`;
  return `${anchor}.${joined.slice(0, LONGEST_BELOW - 20)}~~${hashOf(joined)}`;
}
