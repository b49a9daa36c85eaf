import { nearest } from "#text";
import type { Dialect } from "./dialect.ts";

/** What a `schemaFormat` says about the schema it stands beside. */
export interface SchemaFormat {
  readonly family: "schema-object" | "json-schema" | "avro" | "openapi" | "raml" | "protobuf" | "unknown";
  /** As written, such as `1.9.0` or `draft-07`. */
  readonly version?: string;
  /** The structured-syntax suffix, `json` or `yaml`, where one is written. */
  readonly encoding?: string;
  /** Whether the specification (or the public format) lists exactly this. */
  readonly listed: boolean;
  /** The listed format that an unlisted one all but is, in the spelling of the document. */
  readonly near?: string;
}

interface Family {
  readonly family: Exclude<SchemaFormat["family"], "unknown">;
  /** The media type without `+json` or `+yaml`; any vendor segment. */
  readonly type: RegExp;
  readonly encodings: readonly (string | undefined)[];
  readonly version: RegExp;
  /** Versions that mean the same to a reader although no version of the format lists them: read without a word. */
  readonly close?: RegExp;
  /** The public spelling, with the place of the encoding and a version that is listed. */
  readonly example: string;
}

const both = [undefined, "json", "yaml"];

const families: readonly Family[] = [
  {
    family: "schema-object",
    type: /^application\/vnd\.(?:[^/;+]*\.)?(?:asyncapi|msgapi)$/,
    encodings: both,
    version: /^[23]\.[0-9]+\.[0-9]+$/,
    example: "application/vnd.aai.asyncapi{+};version={version}",
  },
  {
    family: "json-schema",
    type: /^application\/schema$/,
    encodings: ["json", "yaml"],
    version: /^draft-07$/,
    example: "application/schema{+json};version=draft-07",
  },
  {
    family: "avro",
    type: /^application\/vnd\.(?:apache\.avro|<vendor_b>)$/,
    encodings: both,
    version: /^1\.9\.0$/,
    close: /^1\.[0-9]+\.[0-9]+$/,
    example: "application/vnd.apache.avro{+};version=1.9.0",
  },
  {
    family: "openapi",
    type: /^application\/vnd\.(?:oai\.openapi|<vendor_c>\.<api_format>)$/,
    encodings: both,
    version: /^3\.0\.0$/,
    close: /^3\.0\.[0-9]+$/,
    example: "application/vnd.oai.openapi{+};version=3.0.0",
  },
  {
    family: "raml",
    type: /^application\/(?:raml|<vendor_d>)$/,
    encodings: ["yaml"],
    version: /^1\.0$/,
    example: "application/raml{+yaml};version=1.0",
  },
  {
    family: "protobuf",
    type: /^application\/vnd\.google\.protobuf$/,
    encodings: [undefined],
    version: /^[23]$/,
    example: "application/vnd.google.protobuf;version=3",
  },
];

interface Parts {
  readonly type: string;
  readonly encoding?: string;
  readonly version?: string;
}

/** A media type in lower case, its suffix and its `version`; RFC 6838 names and RFC 9110 § 5.6.6 parameters, quotes removed. */
function partsOf(text: string): Parts {
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

function example(family: Family, parts: Parts, dialect: Dialect): string {
  const suffix = parts.encoding !== undefined && family.encodings.includes(parts.encoding) ? `+${parts.encoding}` : "";
  return family.example
    .replace("{+}", suffix)
    .replace(/\{(\+\w+)\}/, (_, usual: string) => suffix || usual)
    .replace("{version}", ownVersion(dialect));
}

function isListed(family: Family, parts: Parts, dialect: Dialect): boolean {
  if (family.family === "protobuf" && dialect.line !== "3") return false;
  return family.encodings.includes(parts.encoding) && parts.version !== undefined && family.version.test(parts.version);
}

function isClose(family: Family, { encoding, version }: Parts): boolean {
  return family.encodings.includes(encoding) && version !== undefined && (family.close ?? family.version).test(version);
}

/** Whether a word is another one but for a typing error. */
function isNearly(word: string, other: string): boolean {
  return word === other || nearest(word, [other]) !== undefined;
}

/** The family whose type is written but for letters, such as `application/vnd.apache.arvo`: every segment must be close by itself. */
function misspelt({ type }: Parts): Family | undefined {
  const written = type.split(/[/.]/);
  return families.find((family) => {
    const listed = family.example.replace(/[{;].*$/, "").split(/[/.]/);
    return listed.length === written.length && listed.every((segment, at) => isNearly(written[at] ?? "", segment));
  });
}

/**
 * What a `schemaFormat` means, in any spelling: case does not count, nor spaces around `;`, nor the vendor segment of the
 * format's own type. No text is the Schema Object of the document's version. A family is found by its type alone, so that a
 * format that is all but a listed one (another version, no version, another suffix) is still read, with `listed: false`.
 */
export function schemaFormatOf(text: string | undefined, dialect: Dialect): SchemaFormat {
  if (text === undefined) return { family: "schema-object", version: ownVersion(dialect), listed: true };
  const parts = partsOf(text);
  const { encoding, version } = parts;
  const details = { ...(encoding === undefined ? {} : { encoding }), ...(version === undefined ? {} : { version }) };
  const family = families.find((each) => each.type.test(parts.type));
  if (family) {
    if (isListed(family, parts, dialect)) return { family: family.family, ...details, listed: true };
    if (isClose(family, parts)) return { family: family.family, ...details, listed: false };
    return { family: family.family, ...details, listed: false, near: example(family, parts, dialect) };
  }
  const meant = misspelt(parts);
  return { family: "unknown", ...details, listed: false, ...(meant ? { near: example(meant, parts, dialect) } : {}) };
}
