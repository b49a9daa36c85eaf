/** Facts of the two versions that a change names. */
import type { Schema } from "#schema";
import { aboutSameValue, isClosed } from "#schema";
import type { Place, WordKey } from "#text";
import { entryOf, escapeToken, getOrMake, groupBy, LONGEST_TEXT_QUOTED, parsePointer, MOST_LISTED } from "#text";
import type { ChangeFact, FactBlank, FactPhrase } from "../report/index.ts";
import type { ComparedAlternatives, NamedAlternative as Named } from "./alternatives.ts";
import { alternativesOf, compareAlternatives, hasAlternatives, statedIn } from "./alternatives.ts";
import type { DescribedPlace, Field, Word } from "./schema-fields.ts";
import { describedAt, fieldsOf, isRequiredIn, MOST_FIELDS } from "./schema-fields.ts";
import { assertionsOf } from "./stated-values.ts";

function short(name: string): string {
  return name.length > LONGEST_TEXT_QUOTED ? `${name.slice(0, LONGEST_TEXT_QUOTED)}…` : name;
}

/** What a schema is called by its author. */
function nameOf(schemas: Iterable<Schema>): string | undefined {
  for (const { named, name, title } of schemas) {
    const own = named?.title ?? name ?? title?.value;
    if (own) return short(own);
  }
  return undefined;
}

function phrase(key: WordKey, blanks: FactPhrase["blanks"] = {}): FactPhrase {
  return { key, blanks };
}

/** A fact of a place in a document. */
export function factOf({ key, blanks }: FactPhrase, { file, start }: Place): ChangeFact {
  return { key, blanks, where: `${file.name}:${start}` };
}

/** A fact that names the whole value by what it is, such as the payload. */
export function ofWhole<Fact extends FactPhrase>(
  { key, blanks, ...rest }: Fact,
  whole: FactBlank,
): FactPhrase & Omit<Fact, "key" | "blanks"> {
  const within = (blank: FactBlank): FactBlank => {
    if (typeof blank !== "object" || !("key" in blank)) return blank;
    return blank.key === "change.value" ? whole : ofWhole(blank, whole);
  };
  return { ...rest, key, blanks: Object.fromEntries(Object.entries(blanks).map(([name, blank]) => [name, within(blank)])) };
}

/** A fact that is only told in a sentence of ours. */
export function saidFact(text: string, place: Place): ChangeFact {
  return factOf(phrase("change.said", { text: { text } }), place);
}

/** The schema of the nearest name above a place, and the path from there. */
function ownerOf(above: readonly ReadonlySet<Schema>[], tokens: readonly string[]): { readonly owner: FactBlank; readonly field: string } {
  const depth = Math.max(0, above.findLastIndex((schemas) => nameOf(schemas) !== undefined)); // prettier-ignore
  const name = nameOf(above[depth] ?? []);
  const steps = tokens.slice(depth).map((token) => (token === "*" || /^\d+$/.test(token) ? "[]" : `.${token}`));
  return { owner: name ?? phrase("change.value"), field: short(steps.join("").replace(/^\./, "")) };
}

/** A place in words: the name of its own schema, or such as `state of Order`. */
function placeIn(above: readonly ReadonlySet<Schema>[], schemas: ReadonlySet<Schema>, tokens: readonly string[]): FactBlank {
  const [first] = schemas;
  if (first?.named) return short(first.named.title);
  if (tokens.length === 0) return nameOf(schemas) ?? phrase("change.value");
  return phrase("change.field", ownerOf(above, tokens));
}

/** What a keyword was and is, of something in words. */
function keywordFact(keyword: string, [was, is]: readonly [readonly string[], readonly string[]], of: FactBlank): FactPhrase {
  if (is.length === 0) return phrase("change.keyword-gone", { keyword, of, was });
  if (was.length === 0) return phrase("change.keyword-new", { keyword, of, is });
  const [lost, gained] = [was.filter((value) => !is.includes(value)), is.filter((value) => !was.includes(value))];
  if (keyword !== "enum" && keyword !== "type") return phrase("change.keyword", { keyword, of, was, is });
  return listFact(keyword, { lost, gained }, of);
}

/** What a keyword that lists something lost and gained. */
function listFact(
  keyword: string,
  { lost, gained }: { readonly lost: readonly string[]; readonly gained: readonly string[] },
  of: FactBlank,
): FactPhrase {
  if (lost.length > 0 && gained.length > 0) return phrase("change.keyword-both", { keyword, of, lost, gained });
  return lost.length > 0 ? phrase("change.keyword-lost", { keyword, of, lost }) : phrase("change.keyword-gained", { keyword, of, gained });
}

type Both = readonly [old: DescribedPlace, now: DescribedPlace];

/** Where both versions say what a change is about. */
export interface BothPlaces {
  readonly old: Place;
  readonly new: Place;
}

/** A fact, and the places that differ: in a shared schema, not where it is used. */
export interface PlacedFact {
  readonly fact: ChangeFact;
  readonly places: BothPlaces;
  /** Of a field that is new or gone: what is stated of it. It is asked for only where fields came and went, because fields are many. */
  readonly field?: { readonly isNew: boolean; readonly stated: () => string };
}

/** The place of what is described: the schema that a reference leads to, or else the name of the property. */
function ownPlace({ place, schemas }: DescribedPlace, like?: Schema): Place {
  const [first] = schemas;
  const title = like?.named?.title;
  const own = (title === undefined ? undefined : [...schemas].find(({ named }) => named?.title === title)) ?? first;
  return own?.origin === undefined ? place : own.node;
}

/** Where a keyword is written in both versions. One that a version lacks would be in the same schema. */
export function keywordPlaces([old, now]: Both, keyword: string, of: (schemas: Iterable<Schema>) => string): BothPlaces {
  const placeIn = (own: DescribedPlace, other: DescribedPlace): Place => {
    const stating = ({ schemas }: DescribedPlace): Schema[] => [...schemas].filter(({ node }) => entryOf(node, keyword) !== undefined);
    const [all, others] = [stating(own), stating(other)];
    const different = all.find((schema) => !others.some((each) => of([each]) === of([schema]))) ?? all[0];
    return entryOf(different?.node, keyword) ?? ownPlace(own, others.find((schema) => !all.some((each) => of([each]) === of([schema])))); // prettier-ignore
  };
  return { old: placeIn(old, now), new: placeIn(now, old) };
}

/** The keywords that state something else at a place. */
function keywordFacts([old, now]: Both, tokens: readonly string[]): readonly PlacedFact[] {
  const [before, after] = [assertionsOf(old.schemas), assertionsOf(now.schemas)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((keyword) => {
    const [was, is] = [before.get(keyword) ?? [], after.get(keyword) ?? []];
    if (was.length === is.length && was.every((value) => is.includes(value))) return [];
    const stating = [...now.schemas, ...old.schemas].find((schema) => assertionsOf([schema]).has(keyword));
    const of = stating?.named ? short(stating.named.title) : placeIn(now.above, now.schemas, tokens);
    const places = keywordPlaces([old, now], keyword, (schemas) => JSON.stringify(assertionsOf(schemas).get(keyword)));
    return [{ fact: factOf(keywordFact(keyword, [was, is], of), stating?.node ?? now.place), places }];
  });
}

/** Both versions of a schema. An alternative that only one of them has is told, and what is in it is not told again. */
class BothSchemas {
  readonly old: Schema;
  readonly now: Schema;
  readonly #left = new Map<Schema, Set<Schema>>();
  readonly #alternatives = new Map<string, readonly PlacedFact[]>();

  constructor(old: Schema, now: Schema) {
    this.old = old;
    this.now = now;
  }

  at(pointer: string, missing?: string): Both {
    return [describedAt(this.old, pointer, missing, this.#left), describedAt(this.now, pointer, missing, this.#left)];
  }

  get fields(): readonly [ReadonlyMap<string, Field>, ReadonlyMap<string, Field>] {
    return [fieldsOf(this.old, this.#left), fieldsOf(this.now, this.#left)];
  }

  /** The alternatives that only one version has at a place. Those above it were asked before. */
  alternativesAt(pointer: string, tokens: readonly string[]): readonly PlacedFact[] {
    return getOrMake(this.#alternatives, pointer, () => this.#compareAlternatives(this.at(pointer), tokens));
  }

  #compareAlternatives([old, now]: Both, tokens: readonly string[]): readonly PlacedFact[] {
    const [before, after] = [alternativesOf(old, now), alternativesOf(now, old)];
    if (before.length + after.length === 0) return [];
    const found = compareAlternatives(before, after);
    const [lost, gained] = [found.lost, found.gained].map((all) => all.filter(({ within, schema }) => within !== schema)) as [
      Named[],
      Named[],
    ];
    // Where one version has no choice at all, what all alternatives say is compared with it.
    const isList = lost.length === found.lost.length && gained.length === found.gained.length;
    if (isList) for (const { within, schema } of [...lost, ...gained]) getOrMake(this.#left, within, () => new Set()).add(schema);
    return (["oneOf", "anyOf"] as const).flatMap((keyword): readonly PlacedFact[] => {
      const [less, more] = [lost, gained].map((all) => all.filter((each) => each.keyword === keyword)) as [Named[], Named[]];
      const [first = less[0]] = more;
      if (!first) return [];
      const [were, are] = [less, more].map((all) => [...new Set(all.map(({ name }) => short(name)))]) as [string[], string[]];
      const { named } = first.within;
      const field = tokens.length === 0 ? phrase("change.value") : phrase("change.field", ownerOf(now.above, tokens));
      const of = named ? short(named.title) : field;
      const said = isList ? listFact(keyword, { lost: were, gained: are }, of) : keywordFact(keyword, [were, are], of);
      const lists = ({ schemas, place }: DescribedPlace): Place =>
        [...schemas].flatMap(({ node }) => entryOf(node, keyword) ?? [])[0] ?? place;
      return [{ fact: factOf(said, first.within.node), places: { old: less[0]?.place ?? lists(old), new: more[0]?.place ?? lists(now) } }];
    });
  }
}

/** That a field is new or gone, and whether that is in an object which is closed to others. */
function fieldFact([old, now]: Both, tokens: readonly string[]): PlacedFact {
  const [own, other] = now.isDeclared ? [now, old] : [old, now];
  const isInClosed = [...other.schemas].some(isClosed);
  const key = !now.isDeclared ? "change.field-gone" : now.isRequired ? "change.required-new" : "change.optional-new";
  const blanks = ownerOf(own.above, tokens);
  const fact = factOf(isInClosed ? phrase("change.closed", { fact: phrase(key, blanks) }) : phrase(key, blanks), own.place);
  const owner = [...(own.above.at(-1) ?? [])].find(({ properties }) => properties.some(({ name }) => name === tokens.at(-1)));
  const placeOf = (each: DescribedPlace): Place => (each.isDeclared ? each.place : ownPlace(each, owner));
  const stated = (): string => JSON.stringify([tokens.slice(0, -1), isInClosed, own.isRequired, [...own.schemas].map(statedIn)]);
  return { fact, places: { old: placeOf(old), new: placeOf(now) }, field: { isNew: now.isDeclared, stated } };
}

/** A field that is gone from an object, where the only one that is new states the same: both are one change. */
function withReplaced(facts: readonly PlacedFact[]): readonly PlacedFact[] {
  if (![true, false].every((isNew) => facts.some(({ field }) => field?.isNew === isNew))) return facts;
  const statedOf = new Map(facts.map((each) => [each, each.field?.stated()]));
  const alike = groupBy(facts, (each) => statedOf.get(each));
  return facts.flatMap((each): readonly PlacedFact[] => {
    const [one, other, ...others] = (each.field && alike.get(statedOf.get(each))) ?? [];
    if (!one?.field || !other?.field || others.length > 0 || one.field.isNew === other.field.isNew) return [each];
    if (each !== one) return [];
    const [gone, added] = one.field.isNew ? [other, one] : [one, other];
    const [was, is] = [gone, added].map(({ fact }) => fieldBlanks(fact));
    const said = phrase("change.field-replaced", { ...was, by: is?.field ?? "" });
    return [{ fact: { ...said, where: added.fact.where }, places: { old: gone.places.old, new: added.places.new } }];
  });
}

function fieldBlanks({ blanks }: FactPhrase): FactPhrase["blanks"] {
  const { fact } = blanks;
  return typeof fact === "object" && "blanks" in fact ? fact.blanks : blanks;
}

/** The fields of one object that became required, or no longer are. */
function requiredFacts(schemas: BothSchemas, tokens: readonly string[]): readonly PlacedFact[] {
  const at = tokens.map((token) => `/${escapeToken(token)}`).join("");
  const [old, now] = schemas.at(at);
  const names = [old, now].flatMap(({ schemas: all }) => [...all].flatMap(({ required }) => required.map(({ value }) => value)));
  const facts = [...new Set(names)].flatMap((name): readonly PlacedFact[] => {
    const [was, is] = [isRequiredIn(old.schemas, name), isRequiredIn(now.schemas, name)];
    if (was === is) return [];
    const both = schemas.at(at, name);
    if (both[0].isDeclared !== both[1].isDeclared) return [fieldFact(both, [...tokens, name])];
    const stated = ({ schemas: all }: DescribedPlace): Place | undefined =>
      [...all].flatMap(({ required }) => required.filter(({ value }) => value === name))[0];
    const place = stated(is ? now : old);
    const blanks = ownerOf([...now.above, now.schemas], [...tokens, name]);
    const fact = factOf(phrase(is ? "change.now-required" : "change.now-optional", blanks), place ?? now.place);
    const placeOf = (own: DescribedPlace, field: DescribedPlace): Place =>
      field.isDeclared ? field.place : (stated(own) ?? ownPlace(own));
    return [{ fact, places: { old: placeOf(old, both[0]), new: placeOf(now, both[1]) } }];
  });
  return withReplaced(facts);
}

/** What changed at a place in the values, or at the nearest place above it; empty if no keyword that we compare differs there. */
function factsOf(schemas: BothSchemas, pointer: string, missing?: string): readonly PlacedFact[] {
  const tokens = parsePointer(pointer) ?? [];
  const toDepth = (depth: number): string => pointer.split("/").slice(0, depth + 1).join("/"); // prettier-ignore
  // What only one version has above is left out of all that is looked at below.
  for (let depth = 0; depth <= tokens.length; depth += 1) schemas.alternativesAt(toDepth(depth), tokens.slice(0, depth));
  const required = missing === undefined ? [] : requiredFacts(schemas, tokens);
  if (required.length > 0) return required;
  const depths = schemas.at(pointer).map(({ above }) => above.length) as [number, number];
  const common = Math.min(...depths);
  if (depths[0] !== depths[1]) return [fieldFact(schemas.at(toDepth(common + 1)), tokens.slice(0, common + 1))];
  for (let depth = common; depth >= 0; depth -= 1) {
    const [at, above] = [toDepth(depth), tokens.slice(0, depth)];
    const [fact, ...others] = [...schemas.alternativesAt(at, above), ...keywordFacts(schemas.at(at), above)];
    // What several keywords say of one place is one change.
    const join = (all: ChangeFact, { fact: other }: PlacedFact): ChangeFact => ({
      ...phrase("change.both", { fact: all, other }),
      where: all.where,
    });
    if (fact) return [{ ...fact, fact: others.slice(0, 2).reduce(join, fact.fact) }];
  }
  return [];
}

/** What changed at a place in the values of two schemas, or at the nearest place above it. */
export function factsAt(old: Schema, now: Schema, pointer: string, missing?: string): readonly PlacedFact[] {
  return factsOf(new BothSchemas(old, now), pointer, missing);
}

/** The alternatives that both versions have at a place in the values. */
export function keptAlternatives(old: Schema, now: Schema, pointer: string): ComparedAlternatives["kept"] {
  const [one, other] = [describedAt(old, pointer), describedAt(now, pointer)];
  return compareAlternatives(alternativesOf(one, other), alternativesOf(other, one)).kept;
}

/** All that differs between the fields of two schemas. What is in a field that is new or gone is not told again. */
export function factsBetween(old: Schema, now: Schema): readonly PlacedFact[] {
  const schemas = new BothSchemas(old, now);
  const facts: PlacedFact[] = [...schemas.alternativesAt("", []), ...keywordFacts(schemas.at(""), [])];
  const [before, after] = schemas.fields;
  const told = new Set<string>();
  const linesOf = (schema: Schema): string => JSON.stringify([...assertionsOf(aboutSameValue([schema]))].sort());
  for (const path of [...new Set([...after.keys(), ...before.keys()])].sort().slice(0, MOST_FIELDS)) {
    if (facts.length >= MOST_LISTED) break;
    const [one, other] = [before.get(path), after.get(path)];
    const { pointer } = other ?? one ?? { pointer: "" };
    const tokens = parsePointer(pointer) ?? [];
    if (!one || !other) {
      const isInside = [...told].some((above) => path.startsWith(`${above}/`));
      if (!isInside) facts.push(...factsOf(schemas, pointer));
      told.add(path);
      continue;
    }
    if ([one, other].some(({ schema }) => hasAlternatives(schema))) facts.push(...schemas.alternativesAt(pointer, tokens));
    if (linesOf(one.schema) !== linesOf(other.schema)) facts.push(...keywordFacts(schemas.at(pointer), tokens));
    else if (one.required !== other.required) facts.push(...requiredFacts(schemas, tokens.slice(0, -1)));
  }
  return withReplaced([...new Map(facts.map((each) => [JSON.stringify(each.fact), each])).values()]);
}

/** A keyword that says something else of a place without refusing a value. */
export function annotationFact(
  now: Schema,
  pointer: string,
  { keyword, was, is }: { readonly keyword: string; readonly was: string | undefined; readonly is: string | undefined },
  place: Place,
): ChangeFact {
  const { above, schemas } = describedAt(now, pointer);
  const values = [was, is].map((value) => (value === undefined ? [] : [value])) as [string[], string[]];
  return factOf(keywordFact(keyword, values, placeIn(above, schemas, parsePointer(pointer) ?? [])), place);
}

/** What changed where the effect cannot be told, and why it cannot. */
export function unclearFact(old: Schema, now: Schema, why: string): PlacedFact {
  const [first, ...others] = factsBetween(old, now);
  const text = { text: why };
  if (!first || others.length > 0)
    return { fact: factOf(phrase("change.unclear", { why: text }), now.node), places: { old: old.node, new: now.node } };
  const { key, blanks, where } = first.fact;
  return { fact: { ...phrase("change.unclear-fact", { fact: { key, blanks }, why: text }), where }, places: first.places };
}

/** The words that differ, for each named schema that has them, before or now. */
export function wordFacts(different: readonly Word[]): readonly ChangeFact[] {
  const named = different.map(({ keyword, schema }) => ({ keyword, schema, owner: nameOf([schema]) }));
  return [...groupBy(named, ({ owner = "" }) => owner).values()].slice(0, MOST_LISTED).flatMap((all) => {
    const last = all.at(-1);
    if (!last) return [];
    const keywords = [...new Set(all.map(({ keyword }) => keyword))].sort();
    return factOf(phrase("change.words", { owner: last.owner ?? phrase("change.value"), keywords }), last.schema.node);
  });
}
