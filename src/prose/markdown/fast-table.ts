import type { Phrase } from "./fast-inline.ts";
import { fastInline } from "./fast-inline.ts";

const ROW = /^\|[^\\]*\|$/;
const RULER = /^\|(?: *:?-+:? *\|)+$/;
/** Larger ones are the pipeline's, which knows the limit. */
const MOST_CELLS = 5_000;

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.replace(/^ +|(?<! ) +$/g, ""));
}

function alignOf(ruler: string): string {
  if (ruler.startsWith(":")) return ruler.endsWith(":") ? "center" : "left";
  return ruler.endsWith(":") ? "right" : "";
}

function rowHtml(cells: readonly Phrase[], { name, sides }: { name: "td" | "th"; sides: readonly string[] }): string {
  const scope = name === "th" ? ' scope="col"' : "";
  const html = cells.map((cell, column) => `<${name}${scope}${sides[column] ? ` class="${sides[column]}"` : ""}>${cell.html}</${name}>`);
  return `<tr>\n${html.join("\n")}\n</tr>`;
}

/** A GFM table whose rows all have their pipes and the same number of cells; `undefined` for any other. */
export function fastTable(rows: readonly string[]): Phrase | undefined {
  const [header = "", ruler = "", ...body] = rows;
  if (!ROW.test(header) || !RULER.test(ruler) || !body.every((row) => ROW.test(row))) return undefined;
  const sides = cellsOf(ruler).map(alignOf);
  if (sides.length * rows.length > MOST_CELLS) return undefined;
  const table: Phrase[][] = [];
  for (const row of [header, ...body]) {
    const cells = cellsOf(row).map((cell) => fastInline(cell));
    // Where raw HTML stands in a cell, the pipeline knows.
    const sure = cells.flatMap((cell) => (cell && !cell.tags ? [cell] : []));
    if (sure.length !== sides.length || cells.length !== sides.length) return undefined;
    table.push(sure);
  }
  const [head = [], ...others] = table;
  const tbody = others.map((cells) => rowHtml(cells, { name: "td", sides })).join("\n");
  const html = [
    '<div class="table" tabindex="0">\n<table>\n<thead>',
    rowHtml(head, { name: "th", sides }),
    `</thead>${others.length > 0 ? `\n<tbody>\n${tbody}\n</tbody>` : ""}\n</table>\n</div>`,
  ].join("\n");
  return { html, plain: table.map((cells) => cells.map((cell) => cell.plain).join("\t")).join("\n") };
}
