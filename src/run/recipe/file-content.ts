import { holdsSchemas, isLikelyAvro, isLikelyProtobuf } from "#format";
import type { OpenFile, TextFile } from "#text";
import { decodeText, entryOf, isPicture, parseText, readLimits } from "#text";

/** Larger data files are not read to find out what they are. */
const LARGEST = 10_000_000;

/** How many bytes of an archive are checked. */
const BEGINNING = 65_536;

const roots = ["asyncapi", "msgapi", "openapi", "swagger"];

/** Whether a text file has the content of its kind: a description of an API, or a schema. */
function holdsApi(kind: string, { path, size, read }: OpenFile): boolean {
  if (size > LARGEST) return false;
  const language = kind === "proto" ? "protobuf" : kind === "avsc" || kind === "json" ? "json" : "yaml";
  const report = (): void => undefined;
  const file: TextFile | undefined = decodeText({ id: path, name: path, language }, read(), report);
  const root = file && parseText(file, { limits: readLimits, report });
  if (!root) return false;
  if (kind === "proto") return isLikelyProtobuf(root);
  if (kind === "avsc") return isLikelyAvro(root);
  if (root.kind !== "map") return false;
  return roots.some((name) => entryOf(root, name)) || holdsSchemas(root) || isLikelyAvro(root);
}

/** Whether a text is a table: its first rows have the same number of columns and nothing quoted. */
function isTable(text: string, separator: string): boolean {
  const [first = 0, ...others] = text
    .split(/\r?\n/, 20)
    .filter((line) => line !== "" && !line.includes('"'))
    .map((line) => line.split(separator).length);
  return first > 1 && others.slice(0, -1).every((count) => count === first);
}

const schemas = new Set(["avsc", "json", "proto", "yaml", "yml"]);

const pictures = new Set(["apng", "avif", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp"]);

/** The first bytes of other kinds of files. */
const beginnings: ReadonlyMap<string, RegExp> = new Map([
  ["gz", /^[^ -\xff]\x8b/],
  ["ics", /^(?:\xef\xbb\xbf)?BEGIN:VCALENDAR/i],
  ["pdf", /^.{0,1019}%PDF-/s],
  ["tar", /^.{257}ustar/s],
  ["zip", /^PK[^ -\xff]{2}/],
]);

/**
 * Whether a file that a text links to is meant for readers. A link publishes the file, and the extension alone does not prove the
 * intention: a file of keys may be JSON or text, or be called a picture.
 */
export function isForReaders(extension: string, file: OpenFile): boolean {
  const kind = extension.toLowerCase();
  if (kind === "csv" || kind === "tsv") return isTable(file.read(10_000).toString("latin1"), kind === "csv" ? "," : "\t");
  if (pictures.has(kind)) return isPicture(kind, file);
  const beginning = beginnings.get(kind);
  if (beginning) return beginning.test(file.read(BEGINNING).toString("latin1"));
  return !schemas.has(kind) || holdsApi(kind, file);
}
