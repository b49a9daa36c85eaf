import { createHash } from "node:crypto";

/** Longer anchors are cut and end in a hash of the whole path. */
const LONGEST = 120;

/** One step of a path, injectively: anything but letters, digits, `_` and `-` is written as `~` and its code unit in hex. */
function escapeStep(step: string): string {
  return step.replace(/[^A-Za-z0-9_-]/g, (character) => `~${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The anchor of a section or row by its full path (such as `payload`, `lines`, `sku`): `payload.lines.sku`.
 * Different paths have different anchors and no neighbour has a say in it, so a link to it stays good.
 * It starts with a letter, and is safe as `id` and in a URL as it is.
 */
export function anchorFor(...path: readonly string[]): string {
  const joined = path.map(escapeStep).join(".");
  const anchor = /^[A-Za-z]/.test(joined) ? joined : `~${joined}`;
  if (anchor.length <= LONGEST) return anchor;
  const hash = createHash("sha256").update(anchor, "utf8").digest("hex").slice(0, 16);
  return `${anchor.slice(0, LONGEST - 20)}~~${hash}`;
}
