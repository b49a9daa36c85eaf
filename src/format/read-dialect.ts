import type { Entry, MapNode, Node, Place, Report } from "#text";
import { didYouMean, entryOf, problem } from "#text";
import type { Dialect } from "./dialect.ts";
import { releasedOnly } from "./objects-2.ts";

const READ = "Read are 2.0 to 2.6, the draft of 3.0.0 (msgapi: 3.0.0), and 3.0 and 3.1.";
/** The newest minor of each major that the tables know. */
const newest = { "2": 6, "3": 1 } as const;

/** `major.minor[.patch][-suffix]`; the specification tells tools not to distinguish what follows the minor. */
const VERSION = /^([0-9]{1,4})\.([0-9]{1,4})(?:\.[0-9]+)?(?:-[0-9A-Za-z.-]*)?$/;

interface Version {
  readonly major: number;
  readonly minor: number;
  readonly written: string;
  readonly place: Place;
}

const articles: Readonly<Record<Node["kind"], string>> = {
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  null: "null",
  list: "a list",
  map: "an object",
};

function versionOf(value: Node, report: Report): Version | undefined {
  const written = value.kind === "string" ? value.value.trim() : value.kind === "number" ? value.raw : articles[value.kind];
  if (value.kind === "number") {
    const hint = `Write it in quotes: "${written}".`;
    report(problem("version/not-a-string", value, { version: written, found: "a number", hint }));
  }
  const [, major, minor] = VERSION.exec(written) ?? [];
  if (major === undefined || minor === undefined) {
    report(problem("version/unsupported", value, { version: written, hint: READ }));
    return undefined;
  }
  return { major: Number(major), minor: Number(minor), written, place: value };
}

/** The version field. Where both spellings stand, the first counts, and the other is an unknown field. */
function versionEntry(root: MapNode): Entry | undefined {
  const both = [entryOf(root, "msgapi"), entryOf(root, "asyncapi")].filter((entry) => entry !== undefined);
  return both.reduce<Entry | undefined>((first, entry) => (first && first.start <= entry.start ? first : entry), undefined);
}

function missing(root: MapNode, entry: Entry | undefined): Parameters<Report>[0] {
  const near = entry ? undefined : root.entries.find(({ key }) => didYouMean(key, ["asyncapi", "msgapi"]));
  if (near)
    return problem("version/missing", near, {
      hint: `${didYouMean(near.key, ["asyncapi", "msgapi"]) ?? ""} Field names are case-sensitive.`,
    });
  const place = entry ?? { file: root.file, start: 0, end: 0 };
  return problem("version/missing", place, { hint: `Say it in the field asyncapi (or msgapi). ${READ}` });
}

function newer(version: Version, known: number, report: Report): number {
  if (version.minor <= known) return version.minor;
  report(problem("version/newer", version.place, { version: version.written, known: `${version.major}.${known}` }));
  return known;
}

/** `msgapi: 3.0.0` is the draft, unless the document uses what only the released 3.0.0 has. */
function lineOf3(root: MapNode, version: Version, report: Report): Dialect["line"] {
  const field = releasedOnly(root);
  if (!field) return "draft-3";
  const related = [{ message: "this field", place: field }];
  report(problem("version/read-as", version.place, { version: version.written, field: field.key, related }));
  return "3";
}

/**
 * The version that a document is written in and the spelling of its version field (DIALECTS), or `undefined`
 * (reported) where there is none or it is not read.
 */
export function readDialect(root: MapNode, report: Report): Dialect | undefined {
  const entry = versionEntry(root);
  if (!entry || entry.value.kind === "null") {
    report(missing(root, entry));
    return undefined;
  }
  const version = versionOf(entry.value, report);
  if (!version) return undefined;
  const spelling = entry.key === "msgapi" ? "msgapi" : "asyncapi";
  const { major, written } = version;
  if (major === 2) return { line: "2", minor: newer(version, newest["2"], report), spelling, written };
  if (major !== 3) {
    report(problem("version/unsupported", version.place, { version: written, hint: READ }));
    return undefined;
  }
  const draft = spelling === "msgapi" && version.minor === 0;
  const line = draft ? lineOf3(root, version, report) : "3";
  return { line, minor: newer(version, newest["3"], report), spelling, written };
}
