/** What a page's HTML offers and asks for: its ids, and where its links lead, as written (character references decoded). */
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

/** Every value of one attribute. All our HTML writes attributes as ` name="value"`, and no text holds an unescaped quote after `=`. */
function values(html: string, opening: string, found: string[]): void {
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at)) {
    const start = at + opening.length;
    const end = html.indexOf('"', start);
    if (end < 0) return;
    found.push(decode(html.slice(start, end)));
    at = end;
  }
}

/** Finds ids and link targets by plain search: a page is scanned at the speed of memory, not of an HTML parser. */
export function scanLinks(html: string): PageLinks {
  const ids: string[] = [];
  const targets: string[] = [];
  values(html, ' id="', ids);
  values(html, ' href="', targets);
  values(html, ' src="', targets);
  return { ids, targets };
}
