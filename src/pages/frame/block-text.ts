/** The header of a YAML block scalar at the end of a line: `|`, `>` with indentation and chomping indicators (YAML 1.2 § 8.1.1). */
const BLOCK = /(?:^|[:\-?]\s+|\s)[|>][0-9+-]{0,2}\s*(?:#.*)?$/;

const indentOf = (text: string): number => text.search(/\S|$/);

/**
 * Returns a function that is called with each line in turn, and says whether the line is text inside a block scalar, which is not
 * highlighted as YAML. Make a new one for each page.
 */
export function blockText(language: "yaml" | "json"): (line: string) => boolean {
  let inside = -1;
  return (line) => {
    if (language === "json") return false;
    const indent = indentOf(line);
    if (inside >= 0 && (indent > inside || line.trim() === "")) return true;
    inside = BLOCK.test(line) && !/^\s*#/.test(line) ? indent : -1;
    return false;
  };
}
