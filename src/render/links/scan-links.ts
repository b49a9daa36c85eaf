/** The state of a hash (FNV-1a) that can be continued. Its two halves give 53 bits. */
export interface TextHash {
  low: number;
  high: number;
}

/** The hash of an empty text. */
export const EMPTY: Readonly<TextHash> = { low: 0x811c9dc5, high: 0x01000193 };

/** Continues a hash with a further text. */
export function hashed({ low, high }: Readonly<TextHash>, text: string): TextHash {
  let [first, second] = [low, high];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return { low: first, high: second };
}

/** A hash as one number. A set of numbers takes a tenth of the memory of a set of texts. */
export function numberOf({ low, high }: Readonly<TextHash>): number {
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

/** The ids in a page's HTML, and the targets of its links as written, with character references decoded. */
export interface PageLinks {
  readonly ids: string[];
  readonly targets: string[];
}

const REFERENCES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#x3D": "=",
  "#x60": "`",
  "#39": "'",
};

function decode(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(/&(amp|lt|gt|quot|#x27|#x3D|#x60|#39);/gi, (whole, name: string) => REFERENCES[name] ?? whole);
}

/** Whether an attribute's name ends at an offset. In our HTML, attributes that matter are always written ` name="value"`. */
function endsIn(html: string, end: number, name: string): boolean {
  return html.startsWith(name, end - name.length);
}

const QUOTE = 34;
const EQUALS = 61;
const CLOSE = 62;

/**
 * Finds ids and link targets by plain search, tag by tag. Our code escapes every `<` in text but not `>` and quotes, so text that only
 * looks like an attribute is skipped.
 */
export function scanLinks(html: string): PageLinks {
  const ids: string[] = [];
  const targets: string[] = [];
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    for (at += 1; at < html.length && html.charCodeAt(at) !== CLOSE; at += 1) {
      if (html.charCodeAt(at) !== EQUALS || html.charCodeAt(at + 1) !== QUOTE) continue;
      const end = html.indexOf('"', at + 2);
      if (end < 0) break;
      if (endsIn(html, at, " id")) ids.push(decode(html.slice(at + 2, end)));
      else if (endsIn(html, at, " href") || endsIn(html, at, " src")) targets.push(decode(html.slice(at + 2, end)));
      at = end;
    }
  }
  return { ids, targets };
}
