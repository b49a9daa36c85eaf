/** The versions of the format, how a document says which one it has, and how versions of APIs compare. */
import type { Entry, MapNode, Node, Place, DiagnosticReporter } from "#text";
import { describeKind, didYouMean, entryOf, problem, childrenOf, compareTexts } from "#text";

/** Matches `1.2.3`, `5`, `v1.2`, `0-9-1` or `2024-01-15`, optionally with a pre-release and build metadata. */
const RELEASE = /^v?(\d{1,9}(?:-\d{1,9})+|\d{1,9}(?:\.\d{1,9})*)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

interface VersionParts {
  readonly numbers: readonly number[];
  readonly preRelease: string | undefined;
}

/** The parts of a version; `undefined` if it has no numbers. */
export function versionParts(version: string): VersionParts | undefined {
  const [, numbers, preRelease] = RELEASE.exec(version.trim()) ?? [];
  return numbers === undefined ? undefined : { numbers: numbers.split(/[.-]/).map(Number), preRelease };
}

function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return compareTexts(a, b);
}

/** Compares pre-releases (Semantic Versioning 2.0.0, item 11). A version without one is later than any pre-release. */
function comparePreReleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const [own, others] = [a.split("."), b.split(".")];
  for (let at = 0; at < Math.min(own.length, others.length); at += 1) {
    const order = compareIdentifiers(own[at] ?? "", others[at] ?? "");
    if (order !== 0) return order;
  }
  return own.length - others.length;
}

/**
 * Compares two versions: negative if the first is lower, positive if it is higher; `undefined` if one has no numbers. Missing numbers
 * count as 0.
 */
export function orderOfVersions(version: string, other: string): number | undefined {
  const [one, two] = [version, other].map(versionParts);
  if (!one || !two) return undefined;
  for (let at = 0; at < Math.max(one.numbers.length, two.numbers.length); at += 1) {
    const order = (one.numbers[at] ?? 0) - (two.numbers[at] ?? 0);
    if (order !== 0) return order;
  }
  return comparePreReleases(one.preRelease, two.preRelease);
}

/**
 * The version of the format that a document is read with: 2.x by its minor, the draft of 3.0.0, or a released 3.x by its minor.
 * The patch part and a `-suffix` do not matter.
 */
export interface Dialect {
  readonly line: "2" | "draft-3" | "3";
  /** The minor that is read: 0 to 6 for line 2, 0 for the draft, 0 or 1 for line 3. */
  readonly minor: number;
  /** The version field of the document; pages and diagnostics use the same spelling. */
  readonly spelling: "msgapi" | "asyncapi";
  /** The version as it is written. */
  readonly written: string;
}

const SUPPORTED = "Supported are 2.0 to 2.6, the draft of 3.0.0 (msgapi: 3.0.0), 3.0 and 3.1.";
/** The newest supported minor of each major. */
const newest = { "2": 6, "3": 1 } as const;

/** `major.minor[.patch][-suffix]`; the specification tells tools not to distinguish what follows the minor. */
const VERSION = /^([0-9]{1,4})\.([0-9]{1,4})(?:\.[0-9]+)?(?:-[0-9A-Za-z.-]*)?$/;

interface Version {
  readonly major: number;
  readonly minor: number;
  readonly written: string;
  readonly place: Place;
}

function versionOf(value: Node, report: DiagnosticReporter): Version | undefined {
  const written = value.kind === "string" ? value.value.trim() : value.kind === "number" ? value.raw : describeKind(value);
  if (value.kind === "number") {
    const hint = `Write it in quotes: "${written}".`;
    report(problem("version/not-a-string", value, { version: written, found: "a number", hint }));
  }
  const [, major, minor] = VERSION.exec(written) ?? [];
  if (major === undefined || minor === undefined) {
    report(problem("version/unsupported", value, { version: written, hint: SUPPORTED }));
    return undefined;
  }
  return { major: Number(major), minor: Number(minor), written, place: value };
}

/** The version field. If both spellings are present, the first counts and the other is an unknown field. */
function versionEntry(root: MapNode): Entry | undefined {
  const both = [entryOf(root, "msgapi"), entryOf(root, "asyncapi")].filter((entry) => entry !== undefined);
  return both.reduce<Entry | undefined>((first, entry) => (first && first.start <= entry.start ? first : entry), undefined);
}

function missingVersion(root: MapNode, entry: Entry | undefined): Parameters<DiagnosticReporter>[0] {
  const near = entry ? undefined : root.entries.find(({ key }) => didYouMean(key, ["asyncapi", "msgapi"]));
  if (near)
    return problem("version/missing", near, {
      hint: `${didYouMean(near.key, ["asyncapi", "msgapi"]) ?? ""} Field names are case-sensitive.`,
    });
  const place = entry ?? { file: root.file, start: 0, end: 0 };
  return problem("version/missing", place, { hint: `Write it in the field asyncapi (or msgapi). ${SUPPORTED}` });
}

function supportedMinor(version: Version, known: number, report: DiagnosticReporter): number {
  if (version.minor <= known) return version.minor;
  report(problem("version/newer", version.place, { version: version.written, known: `${version.major}.${known}` }));
  return known;
}

/** Paths of fields that the released 3.0.0 has and its draft has not; `*` is every key or item. */
const released3Paths = [
  "servers/*/host",
  "servers/*/pathname",
  "operations/*/messages",
  "operations/*/reply",
  "channels/*/parameters/*/enum",
  "channels/*/parameters/*/default",
  "channels/*/parameters/*/examples",
  "components/replies",
  "components/replyAddresses",
  "components/servers/*/host",
  "components/operations/*/messages",
  "components/operations/*/reply",
  "components/parameters/*/enum",
  "components/parameters/*/default",
  "components/parameters/*/examples",
  "components/securitySchemes/*/scopes",
  "components/securitySchemes/*/flows/*/availableScopes",
  "servers/*/security/*/$ref",
  "operations/*/security/*/$ref",
].map((path) => path.split("/"));

/** Paths of schemas. A Multi Format Schema has both its fields; a plain schema may have an unknown keyword of one of the names. */
const schemas = [
  "components/schemas/*",
  "components/messages/*/payload",
  "components/messages/*/headers",
  "channels/*/messages/*/payload",
  "channels/*/messages/*/headers",
].map((path) => path.split("/"));

/** Every value that a path matches. */
function nodesAtPath(root: Node, path: readonly string[]): readonly Node[] {
  let nodes: readonly Node[] = [root];
  for (const token of path) {
    // Aliases can lead to one node on many paths; it is visited once.
    nodes = [...new Set(nodes.flatMap((node) => (token === "*" ? childrenOf(node) : (entryOf(node, token)?.value ?? []))))];
  }
  return nodes;
}

function entryAt(root: Node, path: readonly string[]): Entry | undefined {
  const last = path.at(-1) ?? "";
  for (const node of nodesAtPath(root, path.slice(0, -1))) {
    const entry = entryOf(node, last);
    if (entry) return entry;
  }
  return undefined;
}

/** A field that the released 3.0.0 has and its draft has not, or `undefined`. */
function findReleased3Field(root: Node): Entry | undefined {
  for (const path of released3Paths) {
    const entry = entryAt(root, path);
    if (entry) return entry;
  }
  for (const path of schemas) {
    const node = nodesAtPath(root, path).find((each) => entryOf(each, "schemaFormat") && entryOf(each, "schema"));
    if (node) return entryOf(node, "schemaFormat");
  }
  return undefined;
}

/** `msgapi: 3.0.0` is the draft, unless the document uses a field of the released 3.0.0. */
function lineOf3(root: MapNode, version: Version, report: DiagnosticReporter): Dialect["line"] {
  const field = findReleased3Field(root);
  if (!field) return "draft-3";
  const related = [{ message: "this field", place: field }];
  report(problem("version/read-as", version.place, { version: version.written, field: field.key, related }));
  return "3";
}

/**
 * Reads the version of a document and the spelling of its version field. Returns `undefined`, with a problem reported, if the version
 * is missing or not supported.
 */
export function readDialect(root: MapNode, report: DiagnosticReporter): Dialect | undefined {
  const entry = versionEntry(root);
  if (!entry || entry.value.kind === "null") {
    report(missingVersion(root, entry));
    return undefined;
  }
  const version = versionOf(entry.value, report);
  if (!version) return undefined;
  const spelling = entry.key === "msgapi" ? "msgapi" : "asyncapi";
  const { major, written } = version;
  if (major === 2) return { line: "2", minor: supportedMinor(version, newest["2"], report), spelling, written };
  if (major !== 3) {
    report(problem("version/unsupported", version.place, { version: written, hint: SUPPORTED }));
    return undefined;
  }
  const draft = spelling === "msgapi" && version.minor === 0;
  const line = draft ? lineOf3(root, version, report) : "3";
  return { line, minor: supportedMinor(version, newest["3"], report), spelling, written };
}
