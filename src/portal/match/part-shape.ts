import type { JsonDiagnostic } from "#report";
import type { Guarded } from "#text";
import { guards } from "#text";
import { hasTargets, isApiIndex, placeFields } from "./api-index.ts";
import type { NamedApi } from "./api-name.ts";

const { text, flag, count, oneOf, nullable, optional, list, pair, record, object, shape } = guards;

/** A page of a part. The path is relative to the API's folder. */
const page = { path: text, kind: text, id: nullable(text), title: text };

/** A thing of a part with its home, as in the manifest of a site. */
const isThing = shape({
  ...page,
  anchor: text,
  examples: optional(shape({ passed: count, failed: count, notChecked: count })),
  keys: optional(list(text)),
});

/** A file of a part. */
const isFile = shape({
  sha256: text,
  /** The slots filled when parts are merged: byte offsets in the file, and the index of the slot in `slotNames`. */
  slots: optional(list(pair(count, count))),
  /** The slots for marks of fields, one a line: the byte offset in the file, a space, and the anchor of the field's row. One text takes less time to read than thousands of values. */
  fields: optional(text),
});

export type PartFile = Guarded<typeof isFile>;

const isProblem = object<JsonDiagnostic>({
  code: text,
  severity: oneOf("error", "warning", "info"),
  message: text,
  hint: nullable(text),
  ...placeFields,
  related: list(object<JsonDiagnostic["related"][number]>({ message: text, ...placeFields })),
});

/** The content of `part.json`: all that merging needs to know about one version of an API. */
const isPart = shape({
  part: oneOf(1),
  /** The version of msgdocs. */
  msgdocs: text,
  /** A hash of each setting that all parts must share. */
  look: record(text),
  name: text,
  /** The texts from which the name was made. */
  named: object<NamedApi>({
    name: optional(text),
    id: optional(text),
    path: text,
    title: text,
    isListed: optional(flag),
    repository: optional(text),
  }),
  title: text,
  version: text,
  /** The main document, relative to the folder of the settings. */
  document: text,
  /** Who owns the API, also if it could not be built; `null` if nobody is named, or it cannot be known. */
  owner: nullable(text),
  group: text,
  /** Whose side the document describes. */
  perspective: oneOf("application", "client"),
  /** Whether the part holds the text of the document as written, so that its lines are those of the file. */
  asWritten: flag,
  /** Absent if the API could not be built. */
  index: optional(isApiIndex),
  pages: list(shape(page)),
  things: list(isThing),
  problems: list(isProblem),
  /** The places of examples by verdict. */
  examples: shape({ passed: list(text), failed: list(text), notChecked: list(text) }),
  /** The files of the portal that pages link to. */
  links: list(text),
  /**
   * The files by path: the site below `site/`, schemas below `schemas/`, `search.json`, and the whole description as `document.yaml` or
   * `document.json`, with which other versions are compared.
   */
  files: record(isFile),
});

export type PartIndex = Guarded<typeof isPart>;

/** Whether the content of a `part.json`, which anybody may have edited, has the shape that merging expects. */
export function isPartIndex(value: unknown): value is PartIndex {
  return isPart(value) && (value.index === undefined || hasTargets(value.index));
}
