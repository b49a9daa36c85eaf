import { keywordNames, schemaFormatOf } from "#format";
import type { Message, SchemaSource } from "#model";
import type { Contradiction, SchemaPlace, Schemas, Schema } from "#schema";
import { contradictionsIn, isJsonSchema } from "#schema";
import type { Place, Related, Node } from "#text";
import { entriesOf, valueOf, inQuotes, listSome, nearest, printJson, problem, MOST_LISTED, MOST_STEPS, didYouMean, itemsOf } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

function inWords(value: Node): string {
  return value.kind === "string" ? inQuotes(value.value) : printJson(value);
}

/** Why a headers schema does not accept objects, searched in all parts of its `allOf`; each part once. */
function notObject(root: Node, { documents }: RuleContext): { readonly place: Node; readonly found: string } | undefined {
  const parts = new Set([root]);
  for (const part of parts) {
    const schema = documents.follow(part);
    if (schema?.kind === "boolean" && !schema.value) return { place: schema, found: "false, which takes no value" };
    const type = valueOf(schema, "type");
    if (type && !(type.kind === "string" && type.value === "object")) return { place: type, found: `of type ${inWords(type)}` };
    const value = valueOf(schema, "const");
    if (value && value.kind !== "map") return { place: value, found: `the value ${inWords(value)}` };
    const values = valueOf(schema, "enum");
    if (values?.kind === "list" && !values.items.some(({ kind }) => kind === "map")) {
      return { place: values, found: `one of ${inWords(values)}` };
    }
    for (const each of itemsOf(valueOf(schema, "allOf"))) parts.add(each);
  }
  return undefined;
}

function checkHeaders({ headers }: Message, context: RuleContext): void {
  const fault = headers && !headers.format && notObject(headers.node, context);
  if (fault) context.report(problem("message/headers-not-object", fault.place, { found: fault.found }));
}

function checkFormat(source: SchemaSource | undefined, { api, documents, report, isOff }: RuleContext): void {
  if (!source?.format) return;
  const text = source.format.value;
  const format = schemaFormatOf(text, api.dialect);
  const quoted = inQuotes(text);
  if (format.suggestion !== undefined) {
    const other = inQuotes(format.suggestion);
    const hint = format.isRead ? `msgdocs reads it as what it says; other tools may know ${other} alone.` : `Did you mean ${other}?`;
    report(problem("message/near-schema-format", source.format, { format: quoted, hint }));
  } else if (format.family === "unknown") {
    report(problem("message/unknown-schema-format", source.format, { format: quoted }));
  }
  const target = isOff("message/schema-format-encoding") ? undefined : documents.follow(source.node);
  if (target && target.file !== source.format.file && format.encoding === undefined) {
    report(problem("message/schema-format-encoding", source.format, { format: quoted }));
  }
}

/** Headers must be an object. A schema format must be one that can be read, or not be close to a listed one. */
export const messageSchemas: Rule = {
  codes: ["message/headers-not-object", "message/unknown-schema-format", "message/near-schema-format", "message/schema-format-encoding"],
  check(context) {
    const judged = new Set<Node>();
    const isNew = (node: Node | undefined) => node !== undefined && !judged.has(node) && !!judged.add(node);
    for (const message of context.api.messages) {
      if (isNew(message.headers?.node)) checkHeaders(message, context);
      for (const source of [message.payload, message.headers]) if (isNew(source?.format)) checkFormat(source, context);
    }
    for (const { source } of context.api.schemas) if (isNew(source.format)) checkFormat(source, context);
  },
};

/** The schemas that may declare a schema's properties: itself, its `allOf`, and its branches with theirs. Each once. */
function* parts(schema: Schema): Iterable<Schema> {
  const all = new Set([schema, ...schema.oneOf, ...schema.anyOf]);
  for (const part of all) {
    yield part;
    for (const each of part.allOf) all.add(each);
  }
}

function checkDefined(schema: Schema, name: string, { report }: RuleContext): void {
  const place = valueOf(schema.node, "discriminator") ?? schema.node;
  let [isDefined, isRequired] = [false, false];
  for (const part of parts(schema)) {
    isDefined ||= part.properties.some((property) => property.name === name);
    isRequired ||= part.required.some(({ value }) => value === name);
    if (isDefined && isRequired) return;
  }
  const say = (reason: string, hint?: string) => report(problem("schema/discriminator", place, { name: inQuotes(name), reason, hint }));
  if (isDefined) {
    say("is not among the schema's required properties", `Add ${inQuotes(name)} to required.`);
    return;
  }
  const properties = [...parts(schema)].flatMap((part) => part.properties.map((property) => property.name));
  say("is not among the schema's properties", didYouMean(name, properties) ?? "Define it under properties.");
}

/**
 * Checks the discriminator of the format's own Schema Object. It must be a string that names a required property, and each choice must
 * have a name or a const.
 */
export const schemaDiscriminators: Rule = {
  codes: ["schema/discriminator", "schema/discriminator-inline"],
  check(context) {
    for (const place of context.schemas.all()) {
      const written = place.language === "schema-object" ? valueOf(place.node, "discriminator") : undefined;
      if (!written) continue;
      if (written.kind !== "string") {
        const hint = written.kind === "map" ? "The object form belongs to OpenAPI; here it is the property's name." : undefined;
        context.report(problem("schema/discriminator", written, { name: "of this schema", reason: "must be a string", hint }));
        continue;
      }
      checkDefined(place.schema, written.value, context);
      checkBranches(place.schema, written.value, context);
    }
  },
};

/** Reports branches that no value of the discriminator can pick. */
function checkBranches(schema: Schema, name: string, { report }: RuleContext): void {
  if (schema.oneOf.length + schema.anyOf.length === 0) return;
  const chosen = new Set(schema.discriminator?.choices.map((choice) => choice.schema));
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = itemsOf(valueOf(schema.node, keyword));
    schema[keyword].forEach((branch, index) => {
      if (chosen.has(branch) || branch.unresolved !== undefined) return;
      report(problem("schema/discriminator-inline", branches[index] ?? branch.node, { name: inQuotes(name) }));
    });
  }
}

interface CycleFrame {
  readonly place: SchemaPlace;
  /** The schemas that apply to the same value, and the index of the next one. */
  readonly below: readonly SchemaPlace[];
  next: number;
}

interface CycleSearch {
  readonly schemas: Schemas;
  /** Finished schemas. All walks share them, so together they take linear time. */
  readonly done: Set<SchemaPlace>;
}

/** The paths from a schema back to itself. */
interface Cycle {
  /** The schemas of the first path, starting with the schema itself; at most {@link MOST_LISTED}. */
  readonly way: readonly SchemaPlace[];
  readonly length: number;
  /** The schemas from which further paths lead back. */
  readonly others: SchemaPlace[];
}

/**
 * Searches depth-first from one schema. A schema met again while still on the stack closes a cycle. All paths back to one schema count
 * as one cycle.
 */
function cyclesFrom(root: SchemaPlace, { schemas, done }: CycleSearch): Iterable<Cycle> {
  const cycles = new Map<SchemaPlace, Cycle>();
  /** The schemas on the stack, by depth. */
  const open = new Map([[root, 0]]);
  const stack: CycleFrame[] = [{ place: root, below: schemas.ofSameValue(root), next: 0 }];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const next = frame.below[frame.next];
    frame.next += 1;
    const depth = next && open.get(next);
    if (!next) {
      open.delete(frame.place);
      done.add(frame.place);
      stack.pop();
    } else if (depth !== undefined) {
      const known = cycles.get(next);
      if (known) known.others.push(frame.place);
      else {
        const way = stack.slice(depth, depth + MOST_LISTED).map(({ place }) => place);
        cycles.set(next, { way, length: stack.length - depth, others: [] });
      }
    } else if (!done.has(next)) {
      open.set(next, stack.length);
      stack.push({ place: next, below: schemas.ofSameValue(next), next: 0 });
    }
  }
  return cycles.values();
}

function nameOf({ schema }: SchemaPlace): string {
  return schema.named?.id ?? schema.name ?? schema.title?.value ?? "(without a name)";
}

function chainOf({ way, length, others }: Cycle): string {
  const more = length - way.length;
  const names = [...way.map(nameOf), ...(more > 0 ? [`${more} more`] : []), ...way.slice(0, 1).map(nameOf)].join(" → ");
  return others.length === 0 ? names : `${names}, and ${others.length} more ${others.length === 1 ? "way" : "ways"} back`;
}

function relatedTo({ way, others }: Cycle): Related[] {
  return [
    ...way.slice(1).map(({ node }) => ({ message: "the way goes through here", place: node })),
    ...others.slice(0, MOST_LISTED).map(({ node }) => ({ message: "another way leads back from here", place: node })),
  ];
}

/** Reports a schema that contains itself directly, so that no value could ever be validated against it. */
export const schemaCycles: Rule = {
  codes: ["schema/cycle"],
  check({ schemas, report }) {
    const walk: CycleSearch = { schemas, done: new Set() };
    const hint = "Put a property or an item between, or remove the branch.";
    for (const place of schemas.all()) {
      if (walk.done.has(place)) continue;
      for (const cycle of cyclesFrom(place, walk)) {
        const [first] = cycle.way;
        if (first) report(problem("schema/cycle", first.node, { chain: chainOf(cycle), related: relatedTo(cycle), hint }));
      }
    }
  },
};

/** What one side of a contradiction says. */
function sayings({ sides }: Contradiction): readonly string[] {
  return sides.map(({ keyword, values }) => {
    const said = values
      .slice(0, 21)
      .map((value) => (typeof value === "string" ? inQuotes(value) : printJson(value).replace(/\s+/g, " ").slice(0, 60)));
    return [...(keyword === undefined ? [] : [keyword]), values.length > 1 ? `one of ${listSome(said)}` : said.join("")].join(" ");
  });
}

function reasonOf(contradiction: Contradiction): string {
  const { kind, names } = contradiction;
  const said = sayings(contradiction).join(" and ");
  const which = `${listSome(names.map(inQuotes))} ${names.length === 1 ? "is" : "are"}`;
  const own = "allows no properties but its own";
  const reasons: Readonly<Record<Contradiction["kind"], string>> = {
    types: `nothing is of the types ${said}`,
    range: `nothing lies between ${said}`,
    const: `it cannot be ${said} at once`,
    enum: `${said} have no value in common`,
    required: `${which} required, and another part ${own}`,
    closed: `${which} described in one part, and another ${own}`,
    never: "a part of it allows nothing",
  };
  return reasons[kind];
}

/** Keywords without which a schema of one part contradicts nothing. Most schemas are not read for this rule. */
const LIMITS: ReadonlySet<string> = new Set(
  "allOf $ref maximum exclusiveMaximum maxLength maxItems maxProperties const additionalProperties".split(" "),
);

function mayContradict({ node }: SchemaPlace): boolean {
  const entries = entriesOf(node);
  return entries.length > 1 ? entries.some(({ key }) => LIMITS.has(key)) : entries.some(({ key }) => key === "allOf");
}

/** The state of a search through all schemas. */
interface Search {
  /** The pairs of places that have been reported. */
  readonly told: Map<Place, Set<Place>>;
  readonly budget: { left: number };
}

/** Reports what no value can match, once for all schemas that are put together of the same parts. */
function checkContradictions({ schema, node }: SchemaPlace, { told, budget }: Search, { report }: RuleContext): void {
  for (const contradiction of contradictionsIn(schema, budget)) {
    const { kind, sides } = contradiction;
    const [first, last = first] = sides.map(({ place }) => place);
    const place = last ?? node;
    const before = told.get(place) ?? new Set();
    if (before.has(first ?? node)) continue;
    told.set(place, before.add(first ?? node));
    const effect = kind === "closed" ? "Some properties can never be present" : "No value can match this schema";
    const related = first && first !== place ? [{ message: "this contradicts it", place: first }] : [];
    report(problem("schema/impossible", place, { effect, reason: reasonOf(contradiction), related }));
  }
}

/** Shorter names are near to too many keywords, as "cost" is to "const". */
const SHORTEST = 5;

/** Whether two names are one but for case or a plural. */
function isSpelling(name: string, keyword: string): boolean {
  const [one, other] = [name, keyword].map((each) => each.toLowerCase());
  return one === other || `${one}s` === other || one === `${other}s`;
}

/** The keywords without `$`. What is meant by `schema` in a schema is not `$schema`. */
const plainNames = [...keywordNames].filter((name) => !name.startsWith("$"));

/** `{ description: Of one piece, in cents. }` has two keys. */
const AFTER_A_COMMA = "It has no value. Within braces a comma ends a text: put the whole text in quotes.";

/** A name that is no keyword but nearly one, or the rest of a text. Other names are the author's own, and nothing is wrong with them. */
function checkNames({ node }: SchemaPlace, { report }: RuleContext): void {
  for (const entry of entriesOf(node)) {
    const { key } = entry;
    if (keywordNames.has(key) || key.startsWith("x-")) continue;
    if (entry.value.kind === "null" && /\s/.test(key)) {
      report(problem("schema/near-keyword", entry, { keyword: inQuotes(key), hint: AFTER_A_COMMA }));
      continue;
    }
    const near = nearest(key, key.startsWith("$") ? keywordNames : plainNames);
    if (near === undefined || !(key.length >= SHORTEST || isSpelling(key, near))) continue;
    // Generators write "types" beside "type". Where both stand, nothing was mistaken.
    if (isSpelling(key, near) && valueOf(node, near)) continue;
    report(problem("schema/near-keyword", entry, { keyword: inQuotes(key), hint: `Did you mean ${inQuotes(near)}?` }));
  }
}

/** Schemas must be such that a value can match them, and the keywords those that were meant. */
export const schemaSense: Rule = {
  codes: ["schema/impossible", "schema/near-keyword"],
  check(context) {
    const search: Search = { told: new Map(), budget: { left: MOST_STEPS } };
    for (const place of context.schemas.all()) {
      if (!isJsonSchema(place.language)) continue;
      if (!context.isOff("schema/near-keyword")) checkNames(place, context);
      if (!context.isOff("schema/impossible") && mayContradict(place)) checkContradictions(place, search, context);
    }
  },
};
