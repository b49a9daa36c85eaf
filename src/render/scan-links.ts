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

/** Whether an offset stands inside a tag. Our makers escape every `<` of text, while `>` and quotes may stand there as they are. */
function inTag(html: string, at: number): boolean {
  for (let before = at; before >= 0; before -= 1) {
    const code = html.charCodeAt(before);
    if (code === 60) return true;
    if (code === 62) return false;
  }
  return false;
}

/** Every value of one attribute, which all our HTML writes as ` name="value"`; what only looks so in a text is passed over. */
function values(html: string, opening: string, found: string[]): void {
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at)) {
    const start = at + opening.length;
    const end = html.indexOf('"', start);
    if (end < 0) return;
    if (inTag(html, at)) found.push(decode(html.slice(start, end)));
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
