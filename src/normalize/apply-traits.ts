import { problem } from "#diagnostics";
import type { MapNode, Node } from "#json";
import { entryOf, valueOf } from "#json";
import type { TraitPart, Traited } from "./description.ts";
import { merge } from "./merge.ts";
import type { Reading } from "./reading.ts";

/** The object that its traits make of an object, and what each gave. */
export interface Merged extends Traited {
  readonly node: MapNode;
}

/** Names of component traits, and the traits whose fields were looked at already. */
export interface TraitBook {
  readonly names: ReadonlyMap<Node, string>;
  readonly looked: Set<Node>;
}

interface Shares {
  node: MapNode;
  /** By top-level field, the traits that its value comes from. */
  readonly givers: Map<string, Set<MapNode>>;
}

function record(shares: Shares, key: string, { trait, anew }: { trait: MapNode; anew: boolean }): void {
  const givers = shares.givers.get(key);
  if (givers && !anew) givers.add(trait);
  else shares.givers.set(key, new Set([trait]));
}

/** Merges one trait, noting who gave what. A trait has no traits of its own. */
function mergeTrait(shares: Shares, trait: MapNode, { merging, documents }: Reading): void {
  const patch: MapNode = { ...trait, entries: trait.entries.filter((entry) => entry.key !== "traits") };
  const before = shares.node;
  const after = merge(before, patch, merging);
  if (after.kind !== "map") return;
  for (const { key, value } of patch.entries) {
    const old = valueOf(before, key);
    const fresh = valueOf(after, key);
    if (!fresh) shares.givers.delete(key);
    else if (fresh !== old) {
      const bothMaps = old !== undefined && documents.follow(old)?.kind === "map" && documents.follow(value)?.kind === "map";
      record(shares, key, { trait, anew: !bothMaps });
    }
  }
  shares.node = after;
}

/**
 * Merges the traits of an object in listed order (RFC 7396). Entries that are no object are left out here and reported by the structure
 * check; then `traits` stays in the result, so that they are still shown.
 */
export function applyTraits(written: MapNode, names: ReadonlyMap<Node, string>, reading: Reading): Merged {
  const entry = entryOf(written, "traits");
  if (entry?.value.kind !== "list") return { node: written, written, traits: [] };
  const followed = entry.value.items.map((item) => reading.documents.follow(item));
  const traits = followed.filter((trait) => trait?.kind === "map");
  const whole = traits.length === followed.length;
  const bare: MapNode = { ...written, entries: written.entries.filter((each) => each !== entry) };
  const shares: Shares = { node: bare, givers: new Map() };
  for (const trait of traits) mergeTrait(shares, trait, reading);
  const node = whole ? shares.node : { ...shares.node, entries: [...shares.node.entries, entry] };
  if (reading.merging.entriesLeft < 0) {
    const reason = "all traits together are too large to merge, so this one stands alone.";
    reading.report(problem("trait/invalid-result", entry, { object: "object", reason }));
  }
  return { node, written, traits: traits.map((trait) => part(trait, shares, names)) };
}

function part(trait: MapNode, { givers }: Shares, names: ReadonlyMap<Node, string>): TraitPart {
  const gave = trait.entries.map(({ key }) => key).filter((key) => givers.get(key)?.has(trait));
  const name = names.get(trait);
  return { node: trait, gave, name };
}
