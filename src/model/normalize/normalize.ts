import type { Entry, MapNode, Node, DiagnosticReporter } from "#text";
import { tablesOf } from "#format";
import { entriesOf, entryOf, valueOf } from "#text";
import type { Documents } from "#documents";
import type { Description, NamedSchemaPart, DescriptionPart, OperationPart, ServerPart } from "./description.ts";
import { classic, fromV2 } from "./from-v2.ts";
import { fromV3, released } from "./from-v3.ts";
import { merging, mapUnder, saidOf, straysUnder } from "./reading.ts";
import { MessageBook, SchemeBook, securityOf } from "./message-book.ts";
import type { FormatLine, NormalizeContext } from "./reading.ts";

function lineOf({ dialect }: Documents): FormatLine {
  if (dialect.line === "3") return released;
  return { ...classic, freeExamples: dialect.line === "2" && dialect.minor === 0 };
}

function serverOf(entry: Entry, reading: NormalizeContext): ServerPart {
  const node = mapUnder(entry, reading);
  const where = reading.line.server(node);
  const security = securityOf(node, entry.key, reading);
  const { url, host, pathname } = where;
  return {
    object: "Server",
    key: entry.key,
    node,
    nodes: [entry.value, node],
    said: saidOf({
      url: url !== undefined,
      host: host !== undefined,
      pathname: pathname !== undefined,
      security: security !== undefined,
    }),
    strays: straysUnder({ security }),
    ...where,
    security: security?.part,
  };
}

function schemaOf({ key, value }: Entry, reading: NormalizeContext): NamedSchemaPart {
  return { key, written: value, node: reading.documents.follow(value) ?? value, schema: reading.line.schema(value, reading).part };
}

/** The root as a part. Its maps that can be read and the version field count as read. */
function rootOf({ root, dialect }: Documents): DescriptionPart {
  const { fields } = tablesOf(dialect).object("Root");
  const maps = ["servers", "channels", "operations", "components", "info"].filter((name) => Object.hasOwn(fields, name));
  const said = Object.fromEntries(maps.map((name) => [name, valueOf(root, name)?.kind === "map"]));
  return { object: "Root", node: root, nodes: [root], said: saidOf({ ...said, [dialect.spelling]: true }) };
}

function infoOf(documents: Documents): DescriptionPart {
  const entry = entryOf(documents.root, "info");
  const { file, start, end } = documents.root;
  const none: MapNode = { kind: "map", file, start, end: Math.min(start, end), entries: [] };
  const node: Node = entry ? mapUnder(entry, { documents }) : none;
  return { object: "Info", node, nodes: [node], said: new Map() };
}

/** Turns an operation around, for a document that describes the client. */
function turned(operation: OperationPart): OperationPart {
  return { ...operation, direction: operation.direction === "send" ? "receive" : "send" };
}

/** Whether a document describes the application or its client. */
interface NormalizeOptions {
  readonly perspective?: "application" | "client" | undefined;
}

/**
 * Turns a document of any version into one version-free description. Nodes keep their places. It never throws for what a document
 * contains; what cannot be read is kept, to be shown as written.
 */
export function normalize(
  documents: Documents,
  report: DiagnosticReporter,
  { perspective = "application" }: NormalizeOptions = {},
): Description {
  const line = lineOf(documents);
  const messages = new MessageBook(documents);
  const schemes = new SchemeBook(documents);
  const reading: NormalizeContext = {
    documents,
    report,
    line,
    tables: tablesOf(documents.dialect),
    merging: merging(line.wins, (node) => documents.follow(node)),
    messages,
    schemes,
  };
  schemes.open(reading);
  const { root, dialect } = documents;
  const servers = entriesOf(valueOf(root, "servers")).map((entry) => serverOf(entry, reading));
  const { channels, operations } = dialect.line === "2" ? fromV2(servers, reading) : fromV3(servers, reading);
  return {
    dialect,
    root: rootOf(documents),
    info: infoOf(documents),
    servers,
    channels,
    operations: perspective === "client" ? operations.map(turned) : operations,
    messages: messages.finish(reading),
    schemes: schemes.all(),
    schemas: entriesOf(valueOf(valueOf(root, "components"), "schemas")).map((entry) => schemaOf(entry, reading)),
  };
}
