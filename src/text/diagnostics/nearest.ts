import { AsyncLocalStorage } from "node:async_hooks";
import { LONGEST_TEXT_QUOTED } from "../json/index.ts";

/** How many comparisons of letters a run may spend. After that, hints are left out. */
const BUDGET = 40_000_000;

interface SearchBudget {
  left: number;
}

const budgets = { stored: new AsyncLocalStorage<SearchBudget>(), runs: 0 };

/**
 * Runs something with a new budget, so that its hints do not depend on other runs: two builds may run at the same time, as the Node API
 * allows. A search outside of a run has a budget of its own. Before version 24, Node does more for every promise of the process while a
 * budget is stored, so after the last run none is.
 */
export async function withSearchBudget<T>(run: () => Promise<T>, budget: SearchBudget = { left: BUDGET }): Promise<T> {
  budgets.runs += 1;
  try {
    return await budgets.stored.run(budget, run);
  } finally {
    budgets.runs -= 1;
    if (budgets.runs === 0) budgets.stored.disable();
  }
}

/** What looking at a name costs, in comparisons of letters: names that are skipped take time as well. */
const PER_NAME = 10;

const row = (): Uint16Array => new Uint16Array(LONGEST_TEXT_QUOTED + 2);

/** Three rows of the cost table: the one being filled, the last, and the one before that. */
type CostRows = readonly [Uint16Array, Uint16Array, Uint16Array];

/** What the comparisons of one search share. Each comparison fills the rows that it reads. */
interface NameSearch {
  readonly budget: SearchBudget;
  readonly rows: CostRows;
}

const newSearch = (): NameSearch => ({ budget: budgets.stored.getStore() ?? { left: BUDGET }, rows: [row(), row(), row()] });

/** The cost of one cell: the cheapest of delete, insert, replace and transpose (two adjacent letters swapped). */
function cell([next, last, before]: CostRows, a: string, b: string, { at, column }: { at: number; column: number }): number {
  const same = a[at - 1] === b[column - 1] ? 0 : 1;
  const cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + same);
  const swapped = at > 1 && column > 1 && a[at - 1] === b[column - 2] && a[at - 2] === b[column - 1];
  return swapped ? Math.min(cost, (before[column - 2] ?? 0) + 1) : cost;
}

/** Fills the part of a row where costs can be within the limit. Returns the least cost. */
function fill(rows: CostRows, a: string, b: string, { at, limit }: { at: number; limit: number }): number {
  const [next] = rows;
  const first = Math.max(1, at - limit);
  const end = Math.min(b.length, at + limit);
  let least = limit + 1;
  next[first - 1] = first === 1 ? at : limit + 1;
  for (let column = first; column <= end; column += 1) {
    const cost = cell(rows, a, b, { at, column });
    next[column] = cost;
    least = Math.min(least, cost);
  }
  next[end + 1] = limit + 1;
  return least;
}

/** Edit distance with transpositions (optimal string alignment); `limit + 1` if it is over the limit or a name is too long. */
function distance(a: string, b: string, limit: number, { budget, rows: shared }: NameSearch): number {
  if (Math.abs(a.length - b.length) > limit || Math.max(a.length, b.length) > LONGEST_TEXT_QUOTED) return limit + 1;
  let before = limit + 1;
  let rows = shared;
  rows[1].fill(limit + 1, 0, b.length + 2);
  for (let column = 0; column <= Math.min(limit, b.length); column += 1) rows[1][column] = column;
  for (let at = 1; at <= a.length; at += 1) {
    const least = fill(rows, a, b, { at, limit });
    budget.left -= Math.min(b.length, at + limit) - Math.max(1, at - limit) + 1;
    // A transposition skips one row.
    if (Math.min(least, before) > limit) return limit + 1;
    before = least;
    rows = [rows[2], rows[0], rows[1]];
  }
  return Math.min(limit + 1, rows[1][b.length] ?? 0);
}

/** Whether a name is the opposite of another, as `unsubscribe` is of `subscribe`. */
const isOpposite = (a: string, b: string): boolean => ["un", "dis", "de", "in", "non"].some((not) => a === not + b || b === not + a);

/**
 * The known name that is nearest to a wrong one, or `undefined` if more than a third of the letters differ.
 * Case does not count as a difference.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const search = newSearch();
  const { budget } = search;
  if (name.length > LONGEST_TEXT_QUOTED || budget.left < 0) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(name.length / 3));
  for (const candidate of known) {
    if (budget.left < 0) return undefined;
    budget.left -= PER_NAME;
    if (candidate === name || candidate.length > LONGEST_TEXT_QUOTED || Math.abs(candidate.length - name.length) > limit) continue;
    const far = distance(wanted, candidate.toLowerCase(), limit, search);
    // The names have nothing in common.
    if (far >= Math.max(name.length, candidate.length)) continue;
    if (far > limit || (best !== undefined && far === limit) || isOpposite(wanted, candidate.toLowerCase())) continue;
    best = candidate;
    limit = far;
    if (far === 0) break;
  }
  return best;
}

/** The nearest known name, if no other is as near: it is safe to put in place of the wrong one. */
export function onlyNearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length < 3 || (budgets.stored.getStore()?.left ?? 0) < 0) return undefined;
  const all = [...known];
  const found = nearest(name, all);
  if (found === undefined) return undefined;
  const wanted = name.toLowerCase();
  const search = newSearch();
  const far = distance(wanted, found.toLowerCase(), LONGEST_TEXT_QUOTED, search);
  const isRival = (each: string): boolean =>
    each !== found && each !== name && each.length <= LONGEST_TEXT_QUOTED && distance(wanted, each.toLowerCase(), far, search) <= far;
  return search.budget.left < 0 || all.some(isRival) ? undefined : found;
}

/** The hint `Did you mean "x"?` with the nearest known name, or `undefined`. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const found = nearest(name, known);
  return found === undefined ? undefined : `Did you mean ${JSON.stringify(found)}?`;
}
