import { numberedPages, relativeUrl } from "#model";
import type { Block, Figure, Item, Page } from "#pages";
import {
  browsePath,
  framedBlocks,
  htmlOnly,
  joinLines,
  listOf,
  section,
  sentence,
  drawText,
  escapeText,
  fitText,
  shorten,
  textWidth,
} from "#pages";
import type { Words } from "#text";
import { compareTexts, groupBy, MOST_ON_PAGE } from "#text";
import type { PortalApi } from "../match/index.ts";
import { inOrder } from "./api-rows.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import { apiLink, badFirst, firstOf, groupName, hasClash, partiesLine, channelLink } from "./portal-context.ts";
import type { ApiPair } from "./portal-facts.ts";
import type { ListPart, PortalFrameView } from "./portal-frame.ts";
import { listPages, portalFrame } from "./portal-frame.ts";

/** A row and a column of a matrix. */
interface MatrixEntry {
  readonly title: string;
  readonly href?: string | undefined;
  /** Whether a line separates it from the entry before. */
  readonly begins?: boolean;
}

interface MatrixCell {
  readonly row: number;
  readonly column: number;
  readonly count: string;
  /** The shade of the cell, 3 being the darkest. */
  readonly level: 1 | 2 | 3;
  readonly bad: boolean;
  /** A text alternative for the cell. */
  readonly title: string;
  readonly href: string;
}

interface MatrixPicture {
  readonly entries: readonly MatrixEntry[];
  readonly cells: readonly MatrixCell[];
  /** Marks the diagonal, because no entry sends to itself. */
  readonly noSelf: boolean;
  readonly label: string;
}

const CELL = 26;
const TITLE_WIDTH = 190;
const GAP = 2;

/**
 * Draws a square that shows who sends to whom: rows send, columns receive. A row is drawn from its own beginning, so that all rows say the
 * same of a column: what is written 50 times alike weighs little.
 */
function drawMatrix({ entries, cells, noSelf, label }: MatrixPicture) {
  const widest = Math.min(TITLE_WIDTH, Math.max(...entries.map(({ title }) => textWidth(title, 12))));
  const left = Math.ceil(widest) + 12;
  // Column headings lean by 60 degrees.
  const top = Math.ceil(widest * 0.87) + 20;
  const side = entries.length * CELL;
  const [width, height] = [left + side + Math.ceil(widest * 0.5) + 16, top + side + 2];
  const linked = (href: string | undefined, body: string, more = ""): string =>
    href === undefined ? `<g>${body}</g>` : `<a href="${escapeText(href)}"${more}>${body}</a>`;
  const lines = (isEdge: boolean): string => {
    const at = entries.flatMap(({ begins }, index) => ((begins === true || index === 0) === isEdge ? [index * CELL] : []));
    if (isEdge) at.push(side);
    return at.map((own) => `M${left} ${top + own}h${side}M${left + own} ${top}v${side}`).join("");
  };
  const shown = entries.map(({ title }) => fitText(title, TITLE_WIDTH, { size: 12 }));
  const parts: string[] = [`<rect class="matrix-ground" x="${left}" y="${top}" width="${side}" height="${side}"/>`];
  if (noSelf) {
    const square = `h${CELL}v${CELL}h-${CELL}z`;
    parts.push(`<path class="matrix-self" d="M${left} ${top}${entries.map(() => square).join(`m${CELL} ${CELL}`)}"/>`);
  }
  parts.push(`<path class="matrix-line" d="${lines(false)}"/><path class="matrix-edge" d="${lines(true)}"/>`);
  // The rows have the same links: one is enough for readers who use the keyboard.
  const columns = shown.map((text, index) => {
    const [x, y] = [left + index * CELL + CELL / 2 + 4, top - 8];
    return `<text transform="translate(${x} ${y}) rotate(-60)">${escapeText(text)}</text>`;
  });
  parts.push(`<g class="matrix-columns" aria-hidden="true">${columns.join("")}</g>`);
  // A picture has hundreds of cells. With the keyboard the table below is the shorter way to each of them.
  const notInReach = ' tabindex="-1"';
  const inRows = groupBy(cells, ({ row }) => row);
  for (const [index, { title, href }] of entries.entries()) {
    const whole = shown[index] === title ? "" : `<title>${escapeText(title)}</title>`;
    const name = linked(href, whole + drawText(shown[index] ?? "", { x: -8, y: CELL / 2 + 4 }, "matrix-row"));
    const own = (inRows.get(index) ?? []).map((cell) => linked(cell.href, drawCell(cell), notInReach));
    parts.push(`<g transform="translate(${left} ${top + index * CELL})">${name}${own.join("")}</g>`);
  }
  const svg = `<svg class="matrix" role="group" aria-label="${escapeText(label)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join("")}</svg>`;
  return { svg };
}

/** Draws a cell into its row. */
function drawCell({ column, count, level, bad, title }: MatrixCell): string {
  const x = column * CELL + GAP;
  const size = CELL - 2 * GAP;
  const corner = bad ? `<path class="matrix-corner" d="M${x + size - 8} ${GAP}h8v8z"/>` : "";
  const look = bad ? "matrix-bad" : `level${level}`;
  const shape = `<rect class="matrix-cell ${look}" x="${x}" y="${GAP}" width="${size}" height="${size}" rx="3"/>`;
  return `<title>${escapeText(title)}</title>${shape}${corner}${drawText(count, { x: x + size / 2, y: CELL / 2 + 4 }, "matrix-count")}`;
}

/** A picture of who sends to whom, and how to read it. */
interface MatrixView {
  readonly picture: Figure<MatrixPicture>;
  readonly legend: readonly { readonly level: number; readonly text: string }[];
}

/** The most cells of a picture. One with more is nearly full, and heavier than all else on its page: the table says the same. */
const MOST_CELLS = 450;

/** Whether a picture of so many entries and cells is small enough to read. */
function isReadable(entries: number, cells: number): boolean {
  return entries >= 2 && entries <= MOST_ON_PAGE && cells <= MOST_CELLS;
}

/** Whether a picture of some APIs is small enough to read. */
export function isMapReadable({ facts }: Pick<PortalContext, "facts">, apis: readonly PortalApi[]): boolean {
  if (!isReadable(apis.length, 0)) return false;
  const names = new Set(apis.map(({ name }) => name));
  const pairs = [...names].flatMap((name) => facts.sentBy(name).filter(({ receiver }) => names.has(receiver)));
  return isReadable(apis.length, pairs.length);
}

/** The page of a pair: the only channel that it shares, otherwise the neighbours of the sender. */
function pairHref(context: PortalPage, { sender, flows }: ApiPair): string {
  const clash = flows.find(({ verdict }) => verdict === "clash");
  const only = clash ?? (flows.length === 1 ? flows[0] : undefined);
  return only ? channelLink(context, only.channel, clash ? "clashes" : undefined).href : apiLink(context, sender).href;
}

/** The matrix of some APIs, in the order of lists. */
export function apiMatrix(context: PortalPage, apis: readonly PortalApi[]): MatrixView {
  const { facts, words } = context;
  const order = new Map(apis.map(({ name }, at) => [name, at]));
  const cells = apis.flatMap(({ name }, row) =>
    facts.sentBy(name).flatMap((pair): MatrixCell[] => {
      const column = order.get(pair.receiver);
      if (column === undefined) return [];
      const count = new Set(pair.flows.map(({ channel }) => channel)).size;
      const look = { level: count > 2 ? 3 : count > 1 ? 2 : 1, bad: hasClash(pair), href: pairHref(context, pair) } as const;
      return [matrixCell(context, { row, column, sender: name, receiver: pair.receiver, count, noun: "channels", ...look })];
    }),
  );
  const entries = apis.map(({ name, group }, at) => {
    const { href } = apiLink(context, name);
    return { title: name, href: href === "" ? undefined : href, begins: at > 0 && apis[at - 1]?.group !== group };
  });
  return {
    picture: { shows: { entries, cells, noSelf: true, label: words("portal.matrix") }, draw: drawMatrix },
    legend: [
      { level: 1, text: words("portal.count-channels", { count: 1 }) },
      { level: 2, text: words("portal.count-channels", { count: 2 }) },
      { level: 3, text: words("portal.more-than") },
    ],
  };
}

/** Pairs of sender and receiver by the groups of both. */
function groupPairs({ facts }: Pick<PortalPage, "facts">): ReadonlyMap<string, ReadonlyMap<string, readonly ApiPair[]>> {
  const groupOf = (name: string): string => facts.apis.get(name)?.group ?? "";
  const rows = groupBy(facts.pairs, ({ sender }) => groupOf(sender));
  return new Map([...rows].map(([from, pairs]) => [from, groupBy(pairs, ({ receiver }) => groupOf(receiver))]));
}

/** A cell of a matrix. */
function matrixCell(
  { words }: PortalPage,
  {
    sender,
    receiver,
    count,
    noun,
    ...cell
  }: Omit<MatrixCell, "title" | "count"> & {
    readonly sender: string;
    readonly receiver: string;
    readonly count: number;
    readonly noun: "channels" | "pairs";
  },
): MatrixCell {
  const number = words(`portal.count-${noun}`, { count });
  const title = words(cell.bad ? "portal.cell-bad" : "portal.cell", { sender, receiver, number });
  return { ...cell, count: words("site.number", { number: count }), title };
}

/** The matrix of all groups. A cell is marked from two clashes on, since among many pairs one often does not fit. */
function groupMatrix(context: PortalPage): MatrixView {
  const { facts, words, path } = context;
  const rows = groupPairs(context);
  const names = facts.groups.map(({ name }) => name);
  const most = Math.max(1, ...[...rows.values()].flatMap((row) => [...row.values()].map(({ length }) => length)));
  const step = Math.max(1, Math.ceil(most / 3));
  const cells = names.flatMap((from, row) =>
    names.flatMap((to, column): MatrixCell[] => {
      const pairs = rows.get(from)?.get(to) ?? [];
      if (pairs.length === 0) return [];
      const [sender, receiver] = [groupName(context, from), groupName(context, to)];
      const level = pairs.length > 2 * step ? 3 : pairs.length > step ? 2 : 1;
      const look = { level, bad: pairs.filter(hasClash).length > 1, href: relativeUrl(path, browsePath("group", from)) } as const;
      return [matrixCell(context, { row, column, sender, receiver, count: pairs.length, noun: "pairs", ...look })];
    }),
  );
  const entries = names.map((name) => ({ title: shorten(groupName(context, name)), href: relativeUrl(path, browsePath("group", name)) }));
  return {
    picture: { shows: { entries, cells, noSelf: false, label: words("portal.matrix") }, draw: drawMatrix },
    legend: [1, 2, 3].map((level) => ({ level, text: words("portal.up-to", { count: Math.min(most, level * step) }) })),
  };
}

/** The most neighbours that a row names, and the rows of a page on each side. */
const NAMED = 24;
const NAMED_ON_PAGE = 800;
/** The number of entries in each list of top APIs. */
const RANKS = 5;

function neighbours(context: PortalPage, pairs: readonly ApiPair[], { side, most }: { side: "sender" | "receiver"; most: number }) {
  const named = firstOf(badFirst(pairs, hasClash), most, (pair) => ({
    ...apiLink(context, pair[side]),
    bad: hasClash(pair),
    times: pair.flows.length > 1 ? `× ${context.words("site.number", { number: pair.flows.length })}` : "",
  }));
  return { ...named, none: context.words("portal.no-neighbour") };
}

function apiRowsOf(context: PortalPage, apis: readonly PortalApi[]) {
  const most = Math.max(1, Math.min(NAMED, Math.floor(NAMED_ON_PAGE / apis.length)));
  return apis.map(({ name }) => ({
    ...apiLink(context, name),
    sendsTo: neighbours(context, context.facts.sentBy(name), { side: "receiver", most }),
    receivesFrom: neighbours(context, context.facts.receivedBy(name), { side: "sender", most }),
  }));
}

function groupRowsOf(context: PortalPage) {
  const { facts, path, words } = context;
  const rows = groupPairs(context);
  return facts.groups.map(({ name, apis }) => {
    const row = [...(rows.get(name) ?? [])].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
    const clashes = row.flatMap(([, pairs]) => pairs).filter(hasClash).length;
    return {
      text: groupName(context, name),
      href: relativeUrl(path, browsePath("group", name)),
      count: words("portal.count-apis", { count: apis.length }),
      sendsTo: {
        ...firstOf(row, NAMED, ([to, pairs]) => ({
          text: groupName(context, to),
          href: relativeUrl(path, browsePath("group", to)),
          bad: false,
          times: `× ${words("site.number", { number: pairs.length })}`,
        })),
        none: words("portal.no-neighbour"),
      },
      ...(clashes > 0 ? { clashes } : {}),
    };
  });
}

/** The APIs with the highest counts. */
function ranks(context: PortalPage) {
  const { facts, portal, words } = context;
  const lists = [
    ["portal.clash-most", (name: string) => facts.clashesOf(name), "portal.does-not-fit-count"],
    ["portal.sends-most", (name: string) => facts.sentBy(name), "portal.n-receivers"],
    ["portal.receives-most", (name: string) => facts.receivedBy(name), "portal.n-senders"],
  ] as const;
  return lists.flatMap(([title, allOf, said]) => {
    const items = portal.apis
      .map(({ name }) => ({ name, count: allOf(name).length }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || compareTexts(a.name, b.name))
      .slice(0, RANKS)
      .map(({ name, count }) => ({ ...apiLink(context, name), count: words(said, { count }) }));
    return items.length > 0 ? [{ title: words(title), items }] : [];
  });
}

type MapShape = "apis" | "groups" | "table";

function mapView(context: PortalPage, shape: MapShape, apis: readonly PortalApi[], { rows, at, pages }: ListPart<PortalApi>) {
  const { words, facts } = context;
  const count = words("portal.count-apis", { count: apis.length });
  const bad = facts.pairs.filter(hasClash).length;
  const pairs = words("portal.count-pairs", { count: facts.pairs.length });
  const sums = words("portal.map-lead", { apis: count, pairs }) + (bad > 0 ? ` ${words("portal.map-bad", { count: bad })}` : "");
  const why =
    shape === "groups"
      ? ` ${words("portal.map-groups", { apis: count, pairs })}`
      : shape === "table" && apis.length > 1
        ? ` ${words("portal.map-table", { apis: count, pairs })}`
        : "";
  const matrix = at > 0 ? undefined : shape === "apis" ? apiMatrix(context, apis) : shape === "groups" ? groupMatrix(context) : undefined;
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.map"),
      section: "map",
      summary: sums,
      pages,
    }),
    lead: sums + why,
    matrixTitle: words(shape === "groups" ? "portal.which-group" : "portal.who-to-whom"),
    ...(matrix
      ? {
          matrix: {
            ...matrix,
            reading: words(shape === "groups" ? "portal.read-groups" : "portal.read-apis"),
            badText: words(shape === "groups" ? "portal.read-clashes" : "portal.read-clash"),
          },
        }
      : {}),
    groups: shape === "groups" ? groupRowsOf(context) : [],
    rows: shape === "groups" ? [] : apiRowsOf(context, rows),
    ranks: at === 0 ? ranks(context) : [],
  };
}

type NeighboursView = ReturnType<typeof neighbours>;

/** An API or a group, with those that it sends to and receives from. */
function rowItem(
  {
    text,
    href,
    count,
    sendsTo,
    receivesFrom,
    clashes = 0,
  }: {
    readonly text: string;
    readonly href: string;
    readonly count?: string;
    readonly sendsTo: NeighboursView;
    readonly receivesFrom?: NeighboursView;
    readonly clashes?: number;
  },
  words: Words,
): Item {
  const facts = [
    count,
    [`${words("portal.sends-to")}: `, partiesLine(sendsTo, words)],
    receivesFrom && [`${words("portal.receives-from")}: `, partiesLine(receivesFrom, words)],
    clashes > 0 ? words("portal.does-not-fit-count", { count: clashes }) : "",
  ];
  return { line: joinLines([{ text, href }, joinLines(facts, " — ")], ": ") };
}

function blocksOf(view: ReturnType<typeof mapView>, words: Words): Block[] {
  const { lead, rows, groups, ranks: tops, ...rest } = view;
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, { matrix: "a picture of the list", matrixTitle: "the title of the picture" });
  const parts = [
    ...listOf([...rows, ...groups].map((row) => rowItem(row, words))),
    ...tops.flatMap(({ title, items }) =>
      section(title, listOf(items.map(({ text, href, count }) => ({ line: [{ text, href }, `: ${count}`] })))),
    ),
  ];
  return framedBlocks(rest, words, { lead: sentence(lead), parts });
}

/** Who sends to whom: a matrix if it is small enough to read, and a table with the same data. */
export function* mapPages(context: PortalContext): Generator<Page> {
  const { facts, words } = context;
  const rows = inOrder(context).filter(({ index }) => index !== undefined);
  const groupCells = [...groupPairs(context).values()].reduce((sum, { size }) => sum + size, 0);
  const shape = isMapReadable(context, rows) ? "apis" : isReadable(facts.groups.length, groupCells) ? "groups" : "table";
  const pages = numberedPages("map", shape === "groups" ? 1 : rows.length, context.settings.limits.listRows);
  yield* listPages(
    context,
    { pages, rows },
    {
      title: words("portal.map"),
      template: "map",
      view: (page, part: ListPart<PortalApi>) => mapView(page, shape, rows, part),
      blocks: blocksOf,
    },
  );
}
