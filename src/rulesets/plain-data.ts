import type { JSONValue } from "json-p3";
import type { Documents } from "#documents";
import type { Entry, Node, Place } from "#text";
import { entryOf, evaluateFragment, jsonScalar, stringOf, readLimits } from "#text";

/** The keys and positions that lead from the document to a value. */
export type Location = readonly (string | number)[];

/** A document as plain values, and the places from which they come. */
export interface PlainData {
  readonly value: JSONValue;
  /** The place of a value, or of its key; the nearest place that holds it if it is not there. */
  placeOf(location: Location, target?: "value" | "key"): Place;
}

/** The most values of a document with all its references replaced. Further references stay as they are written. */
const MOST_VALUES = 200_000;

interface Converted {
  readonly value: JSONValue;
  /** How many values it holds, with those of shared parts counted each time. */
  readonly size: number;
}

/**
 * Converts a document to plain values. Rules are written for documents whose references are replaced by what they lead to; a reference
 * to what contains itself stays.
 */
export function plainData(documents: Documents, { resolved }: { readonly resolved: boolean }): PlainData {
  const replaced = new Map<Node, Node>();
  const known = new Map<Node, Converted>();
  const open = new Set<Node>();
  let left = MOST_VALUES;
  /** What a reference leads to within the document, where the format knows no references, as in extensions. */
  const own = (node: Node): Node | undefined => {
    const reference = stringOf(node, "$ref");
    if (node.file !== documents.root.file || reference?.startsWith("#/") !== true) return undefined;
    const found = evaluateFragment(documents.root, reference.slice(1));
    return found && (documents.follow(found) ?? found);
  };
  const targetOf = (node: Node): Node | undefined => {
    if (!resolved || node.kind !== "map") return undefined;
    const followed = documents.follow(node);
    const target = followed === undefined || followed === node ? own(node) : followed;
    return target === node || target === undefined || open.has(target) || open.size > readLimits.depth ? undefined : target;
  };
  const shared = (node: Node): Converted => {
    const before = known.get(node);
    if (before) {
      left -= before.size;
      return before;
    }
    open.add(node);
    const made = convert(node);
    open.delete(node);
    known.set(node, made);
    return made;
  };
  const convert = (node: Node): Converted => {
    left -= 1;
    if (node.kind === "list") {
      const items = node.items.map((item) => ofAny(item));
      return { value: items.map(({ value }) => value), size: items.reduce((sum, { size }) => sum + size, 1) };
    }
    if (node.kind !== "map") return { value: JSON.parse(jsonScalar(node)) as JSONValue, size: 1 };
    let size = 1;
    const value: Record<string, JSONValue> = {};
    for (const entry of node.entries) {
      const member = ofAny(entry.value);
      size += member.size;
      // A key such as __proto__ is data like any other.
      Object.defineProperty(value, entry.key, { value: member.value, enumerable: true, configurable: true, writable: true });
    }
    return { value, size };
  };
  const ofAny = (node: Node): Converted => {
    if (node.kind !== "map" && node.kind !== "list") return convert(node);
    const target = targetOf(node);
    if (!target) return shared(node);
    const size = known.get(target)?.size ?? 0;
    if (left < size) return shared(node);
    replaced.set(node, target);
    return target.kind === "map" || target.kind === "list" ? shared(target) : convert(target);
  };
  const { value } = ofAny(documents.root);
  return {
    value,
    placeOf(location, target = "value") {
      let node: Node = documents.root;
      let place: Place = node;
      for (const step of location) {
        node = replaced.get(node) ?? node;
        const entry: Entry | undefined = node.kind === "map" ? entryOf(node, String(step)) : undefined;
        const next: Node | undefined = entry?.value ?? (node.kind === "list" ? node.items[Number(step)] : undefined);
        if (!next) return node;
        place = entry && target === "key" ? entry : next;
        node = next;
      }
      return target === "key" ? place : (replaced.get(node) ?? place);
    },
  };
}
