import type { Diagnostic, Entry, MapNode, Node } from "#text";
import { entryOf, problem, valueOf } from "#text";
import { checkObject } from "../structure/index.ts";
import type { StrayField, TraitPart, TraitMerge } from "./description.ts";
import { merge, straysUnder, unreadItems } from "./reading.ts";
import type { NormalizeContext } from "./reading.ts";

/** An object with its traits merged, and what each trait contributed. */
export interface MergedObject extends TraitMerge {
  readonly node: MapNode;
  /** Entries of `traits` that are not objects. */
  readonly strays: readonly StrayField[];
}

/** The type of an object with traits, and the names of traits in the components. */
export interface TraitTarget {
  readonly object: "Operation" | "Message";
  readonly names: ReadonlyMap<Node, string>;
}

interface TraitShares extends TraitTarget {
  node: MapNode;
  /** By top-level field, the traits that its value comes from. */
  readonly givers: Map<string, Set<MapNode>>;
}

/** The problems of required fields that an object lacks. */
function missing(node: MapNode, { object, entry }: TraitField, { documents }: NormalizeContext): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  checkObject({ node, object, place: entry }, documents, (each) => found.push(each));
  return found.filter(({ code }) => code === "structure/required-field");
}

interface TraitField {
  readonly object: Parameters<typeof checkObject>[0]["object"];
  /** The field of the trait. */
  readonly entry: Entry;
}

/** Reports required fields of an inner object that a trait's merge removed. Fields that were missing before are not the trait's fault. */
function checkMerged(
  shares: TraitShares,
  entry: Entry,
  { before, after, reading }: { before: Node; after: Node; reading: NormalizeContext },
): void {
  const shape = reading.tables.object(shares.object).fields[entry.key]?.shape;
  const target = reading.documents.follow(before);
  if (shape?.kind !== "object" || target?.kind !== "map" || after.kind !== "map") return;
  const checked: TraitField = { object: shape.object, entry };
  const earlier = new Set(missing(target, checked, reading).map(({ message }) => message));
  for (const { message } of missing(after, checked, reading)) {
    const { title } = reading.tables.object(shares.object);
    if (!earlier.has(message)) reading.report(problem("trait/invalid-result", entry, { object: title, reason: message }));
  }
}

/** Records the effect of one field of a trait. */
function record(
  shares: TraitShares,
  entry: Entry,
  { trait, after, reading }: { trait: MapNode; after: MapNode; reading: NormalizeContext },
): void {
  const { key, value } = entry;
  const old = valueOf(shares.node, key);
  const fresh = valueOf(after, key);
  if (!fresh) shares.givers.delete(key);
  if (!fresh || fresh === old) return;
  const together = old && reading.documents.follow(old)?.kind === "map" && reading.documents.follow(value)?.kind === "map";
  const givers = shares.givers.get(key);
  if (together && givers) givers.add(trait);
  else shares.givers.set(key, new Set([trait]));
  if (together) checkMerged(shares, entry, { before: old, after: fresh, reading });
}

/** Merges one trait and records which fields it gave. Traits have no traits of their own. */
function mergeTrait(shares: TraitShares, trait: MapNode, reading: NormalizeContext): void {
  const patch: MapNode = { ...trait, entries: trait.entries.filter((entry) => entry.key !== "traits") };
  const after = merge(shares.node, patch, reading.merging);
  if (after.kind !== "map") return;
  for (const entry of patch.entries) record(shares, entry, { trait, after, reading });
  shares.node = after;
}

/** Merges the traits of an object in their order (RFC 7396). Entries that are not objects are skipped; the structure check reports them. */
export function applyTraits(written: MapNode, { object, names }: TraitTarget, reading: NormalizeContext): MergedObject {
  const entry = entryOf(written, "traits");
  if (entry?.value.kind !== "list") return { node: written, written, traits: [], strays: [] };
  const followed = entry.value.items.map((item) => reading.documents.follow(item));
  const traits = followed.filter((trait) => trait?.kind === "map");
  const bare: MapNode = { ...written, entries: written.entries.filter((each) => each !== entry) };
  const shares: TraitShares = { object, names, node: bare, givers: new Map() };
  for (const trait of traits) mergeTrait(shares, trait, reading);
  if (reading.merging.entriesLeft < 0) {
    const reason = "All traits of the document together are too large to merge, so it stands as written.";
    reading.report(problem("trait/invalid-result", entry, { object: reading.tables.object(object).title, reason }));
  }
  const strays = straysUnder({ traits: { strays: unreadItems(entry.value, (at) => followed[at]?.kind !== "map") } });
  const seen = new Set<string>();
  const { node } = shares;
  return { node, written, traits: traits.map((trait) => part(trait, { ...shares, written, seen })), strays };
}

/** @param seen fields of the object as written for which the replacing trait is already known */
function part(trait: MapNode, { givers, names, node, written, seen }: TraitShares & { written: MapNode; seen: Set<string> }): TraitPart {
  const gave = trait.entries.map(({ key }) => key).filter((key) => givers.get(key)?.has(trait));
  const removed = (key: string): boolean => key !== "traits" && entryOf(trait, key) !== undefined && entryOf(node, key) === undefined;
  const replaced = written.entries.filter(({ key }) => !seen.has(key) && (gave.includes(key) || removed(key)));
  for (const { key } of replaced) seen.add(key);
  return { node: trait, gave, replaced, name: names.get(trait) };
}
