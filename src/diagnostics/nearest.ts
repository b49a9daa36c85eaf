interface Rows {
  readonly before: readonly number[];
  readonly last: readonly number[];
}

/** The cost of one cell: the cheapest of delete, insert, replace and (adjacent letters swapped) transpose. */
function cell({ before, last }: Rows, left: number, { a, b, row, column }: { a: string; b: string; row: number; column: number }): number {
  const same = a[row - 1] === b[column - 1] ? 0 : 1;
  const cost = Math.min(at(last, column) + 1, left + 1, at(last, column - 1) + same);
  const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return swapped ? Math.min(cost, at(before, column - 2) + 1) : cost;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}

/** Edit distance with transpositions (optimal string alignment); anything over `limit` where the lengths alone say so. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let rows: Rows = { before: [], last: Array.from({ length: b.length + 1 }, (_, column) => column) };
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) next.push(cell(rows, at(next, column - 1), { a, b, row, column }));
    rows = { before: rows.last, last: next };
  }
  return at(rows.last, b.length);
}

/** Names longer than this are never a typing error of one another worth the search. */
const LONGEST = 200;

/**
 * The known name that a wrong one was most likely meant to be, or `undefined` where none is near
 * (more than a third of the letters differ). Case does not count as a difference.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(name.length / 3));
  for (const candidate of known) {
    if (candidate === name || candidate.length > LONGEST) continue;
    const far = distance(wanted, candidate.toLowerCase(), limit);
    if (far > limit || (best !== undefined && far === limit)) continue;
    best = candidate;
    limit = far;
    if (far === 0) break;
  }
  return best;
}

/** The known name that a wrong one was most likely meant to be, where no other is as near: what may be put in its place. */
export function onlyNearest(name: string, known: Iterable<string>): string | undefined {
  const all = [...known];
  const found = nearest(name, all);
  if (found === undefined || name.length < 3) return undefined;
  const wanted = name.toLowerCase();
  const far = distance(wanted, found.toLowerCase(), LONGEST);
  const rival = all.some((each) => each !== found && each !== name && distance(wanted, each.toLowerCase(), far) <= far);
  return rival ? undefined : found;
}

/** `Did you mean "x"?` for the nearest known name, or `undefined`. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const found = nearest(name, known);
  return found === undefined ? undefined : `Did you mean ${JSON.stringify(found)}?`;
}
