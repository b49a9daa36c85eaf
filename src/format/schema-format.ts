/** What a `schemaFormat` means. */
import type { Node } from "#text";
import { nearest, stringOf } from "#text";
import type { Dialect } from "./dialect.ts";
import type { JsonSchemaDialect } from "./schema-vocabulary.ts";
import { draftOf, draftOfVersion } from "./schema-vocabulary.ts";

/** The meaning of a `schemaFormat`. */
export interface SchemaFormat {
  readonly family: "schema-object" | "json-schema" | "avro" | "openapi" | "raml" | "protobuf" | "unknown";
  /** As written, such as `1.9.0` or `draft-07`. */
  readonly version?: string;
  /** The structured syntax suffix, such as `json` or `yaml`, if there is one. */
  readonly encoding?: string;
  /** Whether the specification or the public format lists exactly this text. */
  readonly listed: boolean;
  /** The listed format that was probably meant, or that every tool reads. */
  readonly suggestion?: string;
  /** Whether another version than a listed one is read as what it is. */
  readonly isRead?: true;
}

interface FormatFamily {
  readonly family: Exclude<SchemaFormat["family"], "unknown">;
  /** The media type without `+json` or `+yaml`; any vendor segment. */
  readonly type: RegExp;
  readonly encodings: readonly (string | undefined)[];
  readonly version: RegExp;
  /** Further versions that are read without a problem, although no version of the format lists them. */
  readonly compatible?: RegExp;
  /** Versions that are read as what they are, with the hint that other tools may not know them. */
  readonly known?: RegExp;
  /** The public spelling with a listed version; `{+}` is replaced by the suffix of the encoding, `{version}` by the version. */
  readonly template: string;
}

const both = [undefined, "json", "yaml"];

const families: readonly FormatFamily[] = [
  {
    family: "schema-object",
    type: /^application\/vnd\.(?:[^/;+]*\.)?(?:asyncapi|msgapi)$/,
    encodings: both,
    version: /^[23]\.[0-9]+\.[0-9]+$/,
    template: "application/vnd.aai.asyncapi{+};version={version}",
  },
  {
    family: "json-schema",
    type: /^application\/schema$/,
    encodings: ["json", "yaml"],
    version: /^draft-07$/,
    known: /^(?:draft-)?(?:0?[467]|2019-09|2020-12)$/,
    template: "application/schema{+json};version=draft-07",
  },
  {
    family: "avro",
    type: /^application\/vnd\.(?:apache\.avro|<vendor_b>)$/,
    encodings: both,
    version: /^1\.9\.0$/,
    compatible: /^1\.[0-9]+\.[0-9]+$/,
    template: "application/vnd.apache.avro{+};version=1.9.0",
  },
  {
    family: "openapi",
    type: /^application\/vnd\.(?:oai\.openapi|<vendor_c>\.<api_format>)$/,
    encodings: both,
    version: /^3\.0\.0$/,
    compatible: /^3\.0\.[0-9]+$/,
    known: /^3\.1\.[0-9]+$/,
    template: "application/vnd.oai.openapi{+};version=3.0.0",
  },
  {
    family: "raml",
    type: /^application\/(?:raml|<vendor_d>)$/,
    encodings: ["yaml"],
    version: /^1\.0$/,
    template: "application/raml{+yaml};version=1.0",
  },
  {
    family: "protobuf",
    type: /^application\/vnd\.google\.protobuf$/,
    encodings: [undefined],
    version: /^[23]$/,
    template: "application/vnd.google.protobuf;version=3",
  },
];

interface MediaType {
  readonly type: string;
  readonly encoding?: string;
  readonly version?: string;
}

/**
 * Parses a media type: the type in lower case, its suffix and its `version` (RFC 6838, and RFC 9110 § 5.6.6 for parameters). Quotes are
 * removed.
 */
function parseMediaType(text: string): MediaType {
  const [head = "", ...parameters] = text
    .trim()
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const [type = "", ...suffixes] = head.split("+");
  const encoding = suffixes.at(-1);
  const version = parameters.map((part) => /^version\s*=\s*"?([^"]*)"?$/.exec(part)?.[1]).find((found) => found !== undefined);
  return { type, ...(encoding === undefined ? {} : { encoding }), ...(version === undefined ? {} : { version }) };
}

function ownVersion(dialect: Dialect): string {
  return dialect.line === "2" ? `2.${Math.max(4, dialect.minor)}.0` : `3.${dialect.minor}.0`;
}

function suggest(family: FormatFamily, parts: MediaType, dialect: Dialect): string {
  const suffix = parts.encoding !== undefined && family.encodings.includes(parts.encoding) ? `+${parts.encoding}` : "";
  return family.template
    .replace("{+}", suffix)
    .replace(/\{(\+\w+)\}/, (_, usual: string) => suffix || usual)
    .replace("{version}", ownVersion(dialect));
}

function isListed(family: FormatFamily, parts: MediaType, dialect: Dialect): boolean {
  if (family.family === "protobuf" && dialect.line !== "3") return false;
  return family.encodings.includes(parts.encoding) && parts.version !== undefined && family.version.test(parts.version);
}

function isCompatible(family: FormatFamily, { encoding, version }: MediaType): boolean {
  return family.encodings.includes(encoding) && version !== undefined && (family.compatible ?? family.version).test(version);
}

/** Whether a word equals another one, or is a misspelling of it. */
function isNearly(word: string, other: string): boolean {
  return word === other || nearest(word, [other]) !== undefined;
}

/** The family of a misspelt type, such as `application/vnd.apache.arvo`. Each of its segments must be close to the right one. */
function findMisspelled({ type }: MediaType): FormatFamily | undefined {
  const written = type.split(/[/.]/);
  return families.find((family) => {
    const listed = family.template.replace(/[{;].*$/, "").split(/[/.]/);
    return listed.length === written.length && listed.every((segment, at) => isNearly(written[at] ?? "", segment));
  });
}

/**
 * Parses a `schemaFormat`. Case, spaces around `;` and the vendor segment of the format's own type do not matter. `undefined` means the
 * Schema Object of the document's version. The type alone determines the family, so that a format with another version, no version or
 * another suffix is still read, with `listed: false`.
 */
export function schemaFormatOf(text: string | undefined, dialect: Dialect): SchemaFormat {
  if (text === undefined) return { family: "schema-object", version: ownVersion(dialect), listed: true };
  const parts = parseMediaType(text);
  const { encoding, version } = parts;
  const details = { ...(encoding === undefined ? {} : { encoding }), ...(version === undefined ? {} : { version }) };
  const family = families.find((each) => each.type.test(parts.type));
  if (family) {
    if (isListed(family, parts, dialect)) return { family: family.family, ...details, listed: true };
    if (isCompatible(family, parts)) return { family: family.family, ...details, listed: false };
    const isRead = family.known?.test(version ?? "") === true ? ({ isRead: true } as const) : {};
    return { family: family.family, ...details, listed: false, ...isRead, suggestion: suggest(family, parts, dialect) };
  }
  const meant = findMisspelled(parts);
  return { family: "unknown", ...details, listed: false, ...(meant ? { suggestion: suggest(meant, parts, dialect) } : {}) };
}

/**
 * The dialect of JSON Schema that a `schemaFormat` names; `undefined` for other languages. `$schema` at the root decides between
 * drafts.
 */
export function schemaDialectOf(text: string | undefined, dialect: Dialect, root: Node | undefined): JsonSchemaDialect | undefined {
  const { family, version = "" } = schemaFormatOf(text, dialect);
  if (family === "schema-object") return family;
  if (family === "openapi") return /^3\.[1-9]/.test(version) ? "openapi-3.1" : "openapi-3.0";
  return family === "json-schema" ? (draftOf(stringOf(root, "$schema") ?? "") ?? draftOfVersion(version)) : undefined;
}
