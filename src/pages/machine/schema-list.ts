import type { Node, StringNode } from "#text";
import { hasAtMost } from "#text";
import type { Property, Schema } from "#schema";
import { code, inline, shortJson } from "./writing.ts";
import type { PageWriter } from "./page-writer.ts";
import type { MachineParts } from "./writing.ts";

/** Rows of a list on a thing's first page, and on each that goes on with it. */
const MOST_ROWS = 250;
/** Characters of a list whose rows say more than the schema does: texts of others, once for each reference to them. */
const MOST_CHARACTERS = 400_000;
const FURTHER_ROWS = 1000;
/** Levels of one list: what lies deeper has a page of its own, or is in the model. */
const DEEPEST = 8;
/** Characters of source that the smallest row takes (`a: {}`): a list is no longer than its schema's own text, whatever it refers to. */
const LEAST_ROW = 4;

interface Row {
  readonly label: string;
  readonly schema: Schema;
  readonly property?: Property;
  readonly required?: boolean;
}

function isPlain(schema: Schema | undefined): boolean {
  return schema?.always === true;
}

function inner(label: string, schema: Schema | undefined): Row[] {
  return schema && !isPlain(schema) ? [{ label, schema }] : [];
}

function choices(label: string, list: readonly Schema[]): Row[] {
  return list.map((each, at) => ({ label: `(${label} ${at + 1} of ${list.length})`, schema: each }));
}

function ofProperties(schema: Schema): Row[] {
  return [
    ...schema.properties.map((property) => ({
      label: code(property.name),
      schema: property.schema,
      property,
      required: property.required,
    })),
    ...schema.patternProperties.map(({ name, schema: each }) => ({ label: `(properties that match ${code(name)})`, schema: each })),
    ...inner("(every other property)", schema.additionalProperties),
    ...inner("(every property not covered elsewhere)", schema.unevaluatedProperties),
    ...inner("(property names)", schema.propertyNames),
    ...schema.dependencies.flatMap(({ name, schema: each }) => (each ? [{ label: `(when ${code(name)} is present)`, schema: each }] : [])),
  ];
}

function ofItems(schema: Schema): Row[] {
  return [
    ...inner("(each item)", schema.items),
    ...(schema.tuple ?? []).map((each, at) => ({ label: `(item ${at + 1})`, schema: each })),
    ...inner("(every further item)", schema.additionalItems),
    ...inner("(every item not covered elsewhere)", schema.unevaluatedItems),
    ...inner("(at least one item)", schema.contains),
    ...inner("(decoded content)", schema.contentSchema),
  ];
}

function ofChoices(schema: Schema): Row[] {
  return [
    ...choices("all of,", schema.allOf),
    ...choices("one of,", schema.oneOf),
    ...choices("any of,", schema.anyOf),
    ...inner("(must not be)", schema.not),
    ...inner("(if)", schema.if),
    ...inner("(then)", schema.then),
    ...inner("(otherwise)", schema.else),
  ];
}

/** Everything below a schema, in one order for all languages. */
function rowsOf(schema: Schema): Row[] {
  if (schema.isLeaf) return [];
  return [...ofProperties(schema), ...ofItems(schema), ...ofChoices(schema)];
}

function typeOf(schema: Schema): string {
  if (schema.unresolved !== undefined) return `unresolved reference ${code(schema.unresolved)}`;
  if (schema.asWritten) return "not read as a schema";
  if (schema.always !== undefined) return schema.always ? "any value" : "no value allowed";
  const types =
    schema.types.length > 0 ? schema.types.join(" or ") : schema.properties.length > 0 ? "object" : schema.items ? "array" : "any";
  return inline(types) + (schema.format ? ` (${inline(schema.format.value)})` : "");
}

function flagsOf({ schema, property, required }: Row): string[] {
  const flags: [string, boolean | undefined][] = [
    ["required", required],
    ["deprecated", schema.deprecated || property?.deprecated],
    ["read-only", schema.readOnly],
    ["write-only", schema.writeOnly],
    ["no other properties", schema.additionalProperties?.always === false],
  ];
  return flags.flatMap(([name, holds]) => (holds ? [name] : []));
}

/** Values of an enumeration that are listed. */
const MOST_VALUES = 100;

function valuesOf(schema: Schema, fallback: Node | undefined): string[] {
  const { enum: all = [], examples } = schema;
  const listed = all.slice(0, MOST_VALUES).map(({ value }) => shortJson(value));
  return [
    ...(schema.const ? [`always ${shortJson(schema.const)}`] : []),
    ...(listed.length > 0 ? [`one of ${listed.join(", ")}${all.length > listed.length ? ", and more" : ""}`] : []),
    ...(fallback ? [`default ${shortJson(fallback)}`] : []),
    ...(examples.length > 0 ? [`for example ${examples.slice(0, 3).map(shortJson).join(", ")}`] : []),
  ];
}

/** Constraints by their keywords, values as written. */
function limitsOf(schema: Schema, property?: Property): string[] {
  const facts = [...schema.facts, ...(property?.facts ?? [])];
  return [
    ...facts.map(({ keyword, value }) => `${inline(keyword)} ${shortJson(value)}`),
    ...valuesOf(schema, property?.default ?? schema.default),
    ...(schema.discriminator ? [`${code(schema.discriminator.property.value)} decides which`] : []),
    ...[...schema.extensions, ...schema.otherKeywords].map(({ key, value }) => `${inline(key)} ${shortJson(value)}`),
  ];
}

/** The title of a schema that says nothing else of itself; the page of one that has its own says all of it. */
function titleOf({ title, named }: Schema, writer: PageWriter): string {
  const text = writer.text(title?.value ?? "");
  return inline(named ? writer.parts.shorten(text) : text);
}

function aboutOf(writer: PageWriter, schema: Schema, description: StringNode | undefined): string {
  return writer.plain(description) || titleOf(schema, writer);
}

/** What is said of a schema wherever it stands. */
interface Told {
  readonly type: string;
  readonly limits: readonly string[];
  readonly about: string;
}

/** By site: most schemas are in the lists of several pages. */
const told = new WeakMap<MachineParts, WeakMap<Schema, Told>>();

function toldOf(writer: PageWriter, schema: Schema): Told {
  let ofSite = told.get(writer.parts);
  if (!ofSite) told.set(writer.parts, (ofSite = new WeakMap<Schema, Told>()));
  let known = ofSite.get(schema);
  if (!known)
    ofSite.set(schema, (known = { type: typeOf(schema), limits: limitsOf(schema), about: aboutOf(writer, schema, schema.description) }));
  return known;
}

interface Line {
  readonly depth: number;
  readonly label: string;
  readonly text: string;
}

interface Listing {
  readonly writer: PageWriter;
  readonly lines: Line[];
  readonly most: number;
  /** Room for characters. */
  left: number;
  readonly above: Set<Schema>;
}

function rowText(row: Row, { writer, above }: Listing): string {
  const { schema, property } = row;
  const known = toldOf(writer, schema);
  const name = schema.named ? writer.link(schema.named) : schema.name === undefined ? "" : code(schema.name);
  const type = [known.type, name, above.has(schema) ? "(recursive)" : ""].filter((text) => text !== "").join(" ");
  const adds = property && (property.facts.length > 0 || property.default !== undefined);
  const limits = [...flagsOf(row), ...(adds ? limitsOf(schema, property) : known.limits)];
  const about = property?.description ? aboutOf(writer, schema, property.description) : known.about;
  return [`${row.label}: ${type}`, limits.join("; "), about].filter((text) => text !== "").join(" — ");
}

/** Depth first, in reading order; what has a page of its own is a link, and what stands above itself is not opened again. */
function put(row: Row, depth: number, listing: Listing): void {
  const { lines, above, most } = listing;
  if (lines.length >= most || listing.left <= 0) return;
  const text = rowText(row, listing);
  lines.push({ depth, label: row.label, text });
  listing.left -= text.length;
  const opens = depth === 0 || !row.schema.named;
  if (!opens || above.has(row.schema)) return;
  if (depth + 1 >= DEEPEST) return;
  above.add(row.schema);
  for (const each of rowsOf(row.schema)) put(each, depth + 1, listing);
  above.delete(row.schema);
}

const lineText = ({ depth, text }: Pick<Line, "depth" | "text">): string => `${"  ".repeat(depth)}- ${text}`;

/** What a line stands in, from the outside in, for a page that begins with the line. */
function around(lines: readonly Line[], from: number): string[] {
  const found: Line[] = [];
  for (let at = from - 1, depth = lines[from]?.depth ?? 0; at >= 0 && depth > 0; at -= 1) {
    const line = lines[at];
    if (!line || line.depth >= depth) continue;
    depth = line.depth;
    found.unshift(line);
  }
  return found.map(({ depth, label }) => lineText({ depth, text: `${label} (continued)` }));
}

/** Pages of what the first one has no room for. */
function goOn({ writer, lines }: Listing, title: string): void {
  for (let at = MOST_ROWS; at < lines.length; at += FURTHER_ROWS) {
    writer.goOn(title, [...around(lines, at), ...lines.slice(at, at + FURTHER_ROWS).map(lineText)]);
  }
}

/** A schema as a list: name, type, constraints, description. What is more than a page's share goes on on pages of the writer's. */
export function schemaList(writer: PageWriter, schema: Schema, title: string): string {
  const { named } = schema;
  // Its own page has all of it: however many have it as theirs, it is gone through once.
  const whole = named && !writer.isOf(named) ? writer.link(named) : undefined;
  const size = schema.node.end - schema.node.start;
  const most = whole === undefined ? Math.max(MOST_ROWS, Math.ceil(size / LEAST_ROW)) : MOST_ROWS + 1;
  const listing: Listing = { writer, lines: [], most, left: Math.max(MOST_CHARACTERS, size), above: new Set() };
  put({ label: "Value", schema }, 0, listing);
  const { lines } = listing;
  if (listing.left <= 0) lines.push({ depth: 0, label: "", text: "(more: see model.json)" });
  const shown = lines.slice(0, MOST_ROWS).map(lineText);
  if (lines.length > MOST_ROWS) shown.push(`- (more: ${whole ?? writer.nextPage()})`);
  if (whole === undefined) goOn(listing, title);
  const written = schema.asWritten && hasAtMost(schema.asWritten, 1000) ? `\n\n${writer.json(schema.asWritten)}` : "";
  return shown.join("\n") + written;
}
