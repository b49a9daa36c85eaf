import { createHash } from "node:crypto";

/** Longer anchors are cut and end in a hash of the whole path. */
const LONGEST = 120;

const PLAIN = /^[A-Za-z0-9_-]*$/;

/** A longer step is cut and ends in a hash, because thousands of anchors may contain it. */
const LONGEST_STEP = 4_000;

const hashOf = (text: string, encoding: BufferEncoding = "utf8"): string =>
  createHash("sha256").update(text, encoding).digest("hex").slice(0, 16);

/** What stands for an escape in an anchor, if not the character itself. `:` and `+` are in no step otherwise. */
const SIGNS: Readonly<Record<string, string>> = { ".": ":", " ": "+" };
/** Characters that stand for themselves: what names are made of, in any language, and what needs no encoding in a fragment. */
const ITSELF = /[\p{L}\p{N}/@$]/u;
/** The step of any other name, a hash, or an escape. */
const ESCAPED = /~007b~002a~007d|~~[\da-f]{16}|~([\da-f]{4})/g;

/**
 * Spells escapes so that people can read them, `io:github:Order+created` and `(*)` for any other name. The rest stays escaped, so
 * different anchors stay different. The script of pages leads from an anchor that is escaped to one that is readable (address.js).
 */
function readable(anchor: string): string {
  if (!anchor.includes("~")) return anchor;
  return anchor.replace(ESCAPED, (all, code?: string) => {
    if (code === undefined) return all.startsWith("~~") ? all : "(*)";
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return SIGNS[character] ?? (ITSELF.test(character) ? character : all);
  });
}

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
 * anchors, and nothing else affects them, so links stay valid. An anchor starts with a letter or `~` and is safe as `id` and in a URL.
 */
export function anchorFor(...path: readonly string[]): string {
  const joined = path.map(anchorStep).join(".");
  const anchor = /^[A-Za-z]/.test(joined) ? joined : `~${joined}`;
  // Lengths and hashes are of the escaped anchor, so that the script can lead from one to the other.
  if (anchor.length <= LONGEST) return readable(anchor);
  return `${readable(anchor.slice(0, LONGEST - 20))}~~${hashOf(anchor)}`;
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
  if (joined.length <= LONGEST_BELOW) return `${anchor}.${readable(joined)}`;
  return `${anchor}.${readable(joined.slice(0, LONGEST_BELOW - 20))}~~${hashOf(joined)}`;
}
