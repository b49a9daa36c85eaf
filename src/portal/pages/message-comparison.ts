import { relativeUrl } from "#model";
import type { Block, Line, Item } from "#pages";
import { code, factPhrases, htmlOnly, joinLines, named, sentence, linksLine } from "#pages";
import type { Words } from "#text";
import { groupBy, MOST_ON_PAGE, parsePointer, plainText } from "#text";
import type { ApiIndex, FitRow, MessageField, MessageIndex, OperationIndex } from "../match/index.ts";
import type { PortalContext, PortalPage, VerdictView } from "./portal-context.ts";
import { apiLink, pageInApi, partiesLine, fitLine } from "./portal-context.ts";

/** The most different descriptions of a message in one table. */
const COLUMNS = 4;
const ROWS = 60;
/** The most APIs named in the heading of a column. */
const NAMED = 4;
/** The most listed values in one cell. */
const VALUES = 8;

/** A message of one API in a comparison. */
export interface ComparedMessage {
  readonly api: ApiIndex;
  readonly message: MessageIndex;
}

const PARTS = ["payload", "headers"] as const;
type PayloadOrHeaders = (typeof PARTS)[number];

/** APIs that describe a message the same way. */
interface Column {
  readonly messages: readonly ComparedMessage[];
  readonly fields: Readonly<Record<PayloadOrHeaders, ReadonlyMap<string, MessageField>>>;
}

/** A column for each different description; `undefined` if a schema cannot be read. */
function columnsOf({ facts }: PortalContext, ways: readonly (readonly ComparedMessage[])[]): readonly Column[] | undefined {
  const columns: Column[] = [];
  for (const messages of ways) {
    const message = messages[0]?.message;
    const [payload, headers] = PARTS.map((part) => facts.fieldsOf(message?.[part] ?? null));
    if (!payload || !headers) return undefined;
    const byPath = (fields: readonly MessageField[]) => new Map(fields.map((field) => [field.path, field]));
    columns.push({ messages, fields: { payload: byPath(payload), headers: byPath(headers) } });
  }
  return columns;
}

/** A field in words: its type, allowed values and limits. */
export function fieldLine({ words, say }: PortalContext, field: MessageField): Line {
  const or = (types: readonly string[]): Line =>
    types.slice(1).reduce<Line>((left, right) => say("schema.type.or", { left, right }), types[0] ?? "");
  const { types, itemTypes, formats, values, choices, facts, isOpen } = field;
  const type =
    types.length === 1 && types[0] === "array" && itemTypes.length > 0 ? say("schema.type.array", { item: or(itemTypes) }) : or(types);
  const shown = values.slice(0, VALUES).map((value) => code(plainText(value)));
  const more = values.length > VALUES ? [say("schema.value.more", { count: values.length - VALUES })] : [];
  const pieces = [
    ...(types.length > 0 && values.length === 0 ? [type] : []),
    ...(choices > 0 ? [say("schema.type.choice", { count: choices })] : []),
    ...formats.map(code),
    ...[...shown, ...more],
    ...factPhrases(facts, say),
    ...(isOpen === false ? [say("portal.closed")] : []),
  ];
  return pieces.length === 0 ? say("schema.type.any") : joinLines(pieces, words("schema.value.comma"));
}

/** The path of a field: `/lines/0/sku` becomes `lines[].sku`. */
function pathOf(steps: readonly string[]): string {
  return steps.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[]` : path === "" ? step : `${path}.${step}`), "");
}

/** The path of the field that a clash is about. */
export function clashPath({ at = "", missing }: FitRow): string {
  return pathOf([...(parsePointer(at) ?? []), ...(missing === undefined ? [] : [missing])]);
}

/** Splits a reason such as `/lines/0/sku must be …` into the steps to the field, and the rest. */
export function splitReason(why: string): { readonly steps: readonly string[]; readonly rest: string } {
  const [, pointer, rest] = /^((?:\/[^\s/]*)+) (.+)$/s.exec(why) ?? [];
  const steps = pointer === undefined ? undefined : parsePointer(pointer);
  return steps && rest !== undefined ? { steps, rest } : { steps: [], rest: why };
}

function namesIn({ messages }: Column): string[] {
  return [...new Set(messages.map(({ api }) => api.name))];
}

/** The heading of a column in few words. */
function columnLabel({ words }: PortalContext, column: Column): string {
  const [first = "", ...others] = namesIn(column);
  return others.length === 0
    ? first
    : others.length === 1
      ? `${first}, ${others.join()}`
      : `${first} +${words("site.number", { number: others.length })}`;
}

/** The cells of one row. Each is compared with the first column that describes the field. */
function cellsOf(
  context: PortalContext,
  { columns, part, path, refused }: { columns: readonly Column[]; part: PayloadOrHeaders; path: string; refused: ReadonlySet<string> },
) {
  const first = columns.map(({ fields }) => fields[part].get(path)).find((field) => field !== undefined);
  const isDescribed = (column: Column): boolean => column.fields[part].size > 0;
  let isFirst = true;
  return columns.map((column) => {
    const field = column.fields[part].get(path);
    const bad = column.messages.some(({ api }) => refused.has(`${api.name} ${part} ${path}`));
    const differs = field?.key !== first?.key && (field !== undefined || isDescribed(column));
    const leads = isFirst && field !== undefined;
    if (field) isFirst = false;
    const same = field !== undefined && !leads && !differs;
    return {
      // Where there is no room for columns.
      label: columnLabel(context, column),
      same,
      bad,
      differs: differs && !bad,
      ...(field && !same ? { required: field.required, says: fieldLine(context, field) } : {}),
    };
  });
}

interface ComparedRows {
  readonly refused: ReadonlySet<string>;
  readonly readers: readonly ComparedMessage[];
}

function rowsOf(context: PortalContext, columns: readonly Column[], { refused, readers }: ComparedRows) {
  const { words } = context;
  return PARTS.flatMap((part) => {
    const paths = [...new Set(columns.flatMap(({ fields }) => [...fields[part].keys()]))];
    return paths.map((path, at) => {
      const cells = cellsOf(context, { columns, part, path, refused });
      const name = path === "" ? words("portal.whole") : path;
      return {
        ...(at === 0 && part === "headers"
          ? { part: words("site.headers"), columnCount: columns.length + (readers.length > 0 ? 2 : 1) }
          : {}),
        name,
        isPath: path !== "",
        cells,
        ...(readers.length > 0 && path !== "" ? { readBy: readByView(context, readers, { part, path }) } : {}),
      };
    });
  });
}

interface MessageComparison {
  readonly name: string;
  readonly messages: readonly ComparedMessage[];
  /** The clashes between the APIs. */
  readonly clashes: readonly FitRow[];
  /** Those that receive the message, to say for each field who requires it and who only accepts it. */
  readonly readers?: readonly ComparedMessage[];
  /** The page of the message, if it is another one, and whether it says who reads each field. */
  readonly page?: string | undefined;
  readonly saysReaders?: boolean;
}

/** Who requires a field, who only accepts it, and of whom that cannot be said. All who require it are named, or counted if all do. */
function readByView(
  { facts, words }: PortalContext,
  readers: readonly ComparedMessage[],
  { part, path }: { part: PayloadOrHeaders; path: string },
) {
  const count = new Set(readers.map(({ api }) => api.name)).size;
  const of = groupBy(readers, ({ message }) => {
    const fields = facts.fieldsOf(message[part]);
    const field = fields?.find((each) => each.path === path);
    return field ? (field.required ? "needed" : "accepted") : fields ? "silent" : "read-unknown";
  });
  const reads = (["needed", "accepted", "read-unknown"] as const).flatMap((how) => {
    const names = [...new Set(of.get(how)?.map(({ api }) => api.name))];
    if (names.length === 0) return [];
    const isAll = names.length === count && count > NAMED;
    const more = names.length > MOST_ON_PAGE ? [words("portal.and-more", { count: names.length - MOST_ON_PAGE })] : [];
    return [
      {
        how: words(`portal.${how}`),
        needed: how === "needed",
        by: isAll ? words("portal.all-readers", { count }) : [names.slice(0, MOST_ON_PAGE).join(", "), ...more].join(" "),
      },
    ];
  });
  return reads.length > 0 ? reads : [{ how: "", needed: false, by: words("portal.nobody") }];
}

/** Compares, field by field, how several APIs describe one message; `undefined` if only one describes it. */
export function comparisonView(
  context: PortalPage,
  { name, messages, clashes, readers = [], page, saysReaders = false }: MessageComparison,
) {
  const { words, path } = context;
  const count = new Set(messages.map(({ api }) => api)).size;
  const described = messages.filter(({ message }) => message.payload ?? message.headers);
  const [leading] = described;
  if (count < 2 || !leading) return undefined;
  const ways = groupBy(messages, ({ message }) => `${message.payload?.hash ?? ""} ${message.headers?.hash ?? ""}`);
  const common = {
    name,
    ...(page === undefined ? {} : { page: { text: name, href: relativeUrl(path, page) } }),
    fields:
      page !== undefined && saysReaders
        ? { text: words("portal.who-reads"), href: relativeUrl(path, page, "described") }
        : { text: words("portal.its-fields"), href: pageInApi(path, leading.api, leading.message.page) },
  };
  if (ways.size === 1 && readers.length === 0) return { ...common, said: words("portal.described-alike", { count }) };
  const columns = columnsOf(context, [...ways.values()].slice(0, COLUMNS));
  if (!columns) return { ...common, said: words(ways.size === 1 ? "portal.described-alike" : "portal.not-compared", { count }) };
  const refused = new Set(
    clashes.flatMap((row) => {
      const paths = [clashPath(row), ...(row.also ?? []).map((why) => pathOf(splitReason(why).steps))];
      return paths.map((each) => `${row.receiver} ${row.compared?.part ?? "payload"} ${each}`);
    }),
  );
  const rows = rowsOf(context, columns, { refused, readers });
  const isEqual = (row: (typeof rows)[number]): boolean => row.cells.every(({ differs, bad }) => !differs && !bad);
  // Fields that differ come first if the table has to be cut.
  const shown = rows.length <= ROWS ? rows : [...rows.filter((row) => !isEqual(row)), ...rows.filter(isEqual)].slice(0, ROWS);
  return {
    ...common,
    hasReaders: readers.length > 0,
    columns: columns.map((column) => {
      const names = namesIn(column);
      return { apis: names.slice(0, NAMED).map((each) => apiLink(context, each)), more: Math.max(0, names.length - NAMED) };
    }),
    rows: shown,
    ...(rows.length > ROWS ? { moreRows: words("portal.more-fields", { count: rows.length - ROWS }) } : {}),
    ...(ways.size > COLUMNS ? { moreWays: words("portal.more-ways", { count: ways.size - COLUMNS }) } : {}),
  };
}

type ComparisonView = NonNullable<ReturnType<typeof comparisonView>>;
type ComparedRow = ReturnType<typeof rowsOf>[number];

function cellLine(cell: ComparedRow["cells"][number], words: Words): Line {
  const { same, bad, differs, required, says, ...rest } = cell;
  htmlOnly(rest, { label: "the heading of the column" });
  const stated = says ?? words(same ? "portal.the-same" : "portal.not-described");
  const verdict = bad ? `✗ ${words("portal.verdict-clash")}` : differs ? `(${words("portal.differs")})` : "";
  return joinLines([stated, required === true ? words("site.required") : "", verdict], " ");
}

function readByLine(reads: NonNullable<ComparedRow["readBy"]>): Line {
  const lines = reads.map(({ how, by, ...rest }) => {
    htmlOnly(rest, { needed: "a class" });
    return joinLines([how, by], " ");
  });
  return joinLines(lines, "; ");
}

/** How each API describes a message, as a table or in a sentence. */
export function comparisonBlock(view: ComparisonView, words: Words): Block {
  if (!("columns" in view)) return { line: [view.page ?? view.name, `: ${view.said} `, view.fields] };
  const { name, page, columns, rows, hasReaders, moreRows, moreWays, ...rest } = view;
  htmlOnly(rest, { fields: "each column leads to its API" });
  const head = columns.map(({ apis, more }) => partiesLine({ items: apis, more }, words));
  const lines = rows.flatMap(({ part, name: field, isPath, cells, readBy, ...look }): (readonly Line[])[] => {
    htmlOnly(look, { columnCount: "the width of a cell" });
    const row = [
      isPath ? { code: field } : field,
      ...cells.map((cell) => cellLine(cell, words)),
      ...(hasReaders ? [readBy ? readByLine(readBy) : ""] : []),
    ];
    return part === undefined ? [row] : [[part, ...row.slice(1).map(() => "")], row];
  });
  const readers = hasReaders ? [words("portal.read-by")] : [];
  const table = { head: [words("portal.field"), ...head, ...readers], rows: lines };
  return named(page ?? name, [{ table }, ...[moreRows, moreWays].flatMap(sentence)]);
}

/** The name by which a message is known to other APIs. */
export function nameOfMessage({ messageId, names, title, id }: MessageIndex): string {
  return messageId ?? names[0] ?? (title === "" ? id : title);
}

/**
 * Messages of one channel by name. If each API has a single message, all are treated as the same one, whatever its names: it is what
 * goes over the channel.
 */
export function messagesByName(all: readonly ComparedMessage[]): ReadonlyMap<string, readonly ComparedMessage[]> {
  const once = all.filter(({ message }, at) => all.findIndex((each) => each.message === message) === at);
  const isSingle = new Set(once.map(({ api }) => api)).size === once.length;
  const [first] = once;
  return groupBy(once, (each) => nameOfMessage((isSingle && first ? first : each).message));
}

/** An API that sends or receives something. */
interface Party extends Pick<OperationIndex, "direction" | "place"> {
  readonly api: ApiIndex;
  readonly messages: readonly MessageIndex[];
  /** Whether it can take what it receives. */
  readonly fit: VerdictView | undefined;
}

/** The row of an API in a table of who sends and who receives. */
export function partyRow(context: PortalPage, { api, direction, place, messages, fit }: Party) {
  const { path, words, facts } = context;
  const isSender = direction === "send";
  const source = `${place.file}:${place.start.line}`;
  return {
    api: apiLink(context, api.name),
    owner: facts.apis.get(api.name)?.owner ?? "",
    direction,
    sign: isSender ? "↑" : "↓",
    does: words(isSender ? "portal.sends" : "portal.receives"),
    messages: messages.map(({ id, title, page }) => ({ text: title === "" ? id : title, href: pageInApi(path, api, page) })),
    fit: isSender ? undefined : fit,
    source,
    sourceLabel: { name: source, isPath: true },
  };
}

/** A row, with the operation of the API and why it meets the channel, if that is told. */
type PartyRow = ReturnType<typeof partyRow> & {
  readonly operation?: { readonly text: string; readonly href: string };
  readonly met?: string;
};

/** The table of rows. It has owners only if any API has one. */
export function partyTable<Row extends { readonly owner: string }>(rows: readonly Row[]) {
  return { rows, hasOwners: rows.some(({ owner }) => owner !== "") };
}

/** The owner of an API; empty if nobody says. */
export function ownerLine(owner: string, words: Words): string {
  return owner === "" ? "" : `${words("portal.owner")}: ${owner}`;
}

/** What a row says. */
export function partyItem({ api, owner, does, met, operation, messages, fit, source, ...rest }: PartyRow, words: Words): Item {
  htmlOnly(rest, { direction: "a class", sign: "a sign for a word", sourceLabel: "the source, with marks where it may break" });
  const about: Line[] = [
    ownerLine(owner, words),
    does,
    operation ?? "",
    linksLine(messages),
    met ?? "",
    fitLine(fit, words),
    { code: source },
  ];
  return { line: [api, ": ", joinLines(about, " — ")] };
}
