/** Links components without a page. */
import type { ObjectName, Shape } from "#format";
import type { Entry, MapNode, Node, Place } from "#text";
import { entriesOf, partitionPoint, valueOf } from "#text";
import type { Component } from "./api.ts";
import type { NamedValue, ReadContext } from "./entity.ts";

/** The groups whose components have pages of their own. */
const PAGED = new Set(["schemas", "messages", "securitySchemes"]);

/** A component of the main document with its group. */
interface PlacedComponent extends Entry {
  readonly group: string;
}

/** The object type in a group of the components. */
function objectIn(shape: Shape | undefined): ObjectName | undefined {
  const values = shape?.kind === "map" ? shape.values : undefined;
  return values?.kind === "object" ? values.object : undefined;
}

/** Finds the components that the rest of the document refers to, directly or through other components. */
class ComponentUses {
  readonly #ranges: readonly PlacedComponent[];

  constructor(standing: readonly PlacedComponent[]) {
    this.#ranges = standing.toSorted((a, b) => a.value.start - b.value.start || b.value.end - a.value.end);
  }

  /** The component that contains a place of the main document. */
  #around(place: Place, main: Place["file"]): PlacedComponent | undefined {
    if (place.file !== main) return undefined;
    const ranges = this.#ranges;
    const found = ranges[partitionPoint(ranges.length, (index) => (ranges[index]?.value.start ?? 0) <= place.start) - 1];
    return found && place.end <= found.value.end ? found : undefined;
  }

  /**
   * The components that are in use. References within values that are only shown as written do not count, because nothing shows their
   * targets.
   */
  reached({ documents }: ReadContext, asWritten: ReadonlySet<Node>): ReadonlySet<PlacedComponent> {
    const within = new Map<PlacedComponent, PlacedComponent[]>();
    const open: PlacedComponent[] = [];
    for (const { from, target } of documents.edges) {
      const to = target && this.#around(target, documents.main);
      if (!to || asWritten.has(from)) continue;
      const source = this.#around(from, documents.main);
      if (!source) open.push(to);
      else
        within
          .set(source, within.get(source) ?? [])
          .get(source)
          ?.push(to);
    }
    const reached = new Set<PlacedComponent>();
    for (let next = open.pop(); next; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      for (const inner of within.get(next) ?? []) open.push(inner);
    }
    return reached;
  }
}

/** An object with traits, as it was before merging them. */
interface ComponentTraits {
  readonly written: MapNode;
  readonly traits: readonly { readonly gave: readonly string[] }[];
}

/** The lists that a trait replaced: in a merge patch, a list replaces a list as a whole (RFC 7396). */
function replacedBy(traited: readonly ComponentTraits[]): Node[] {
  return traited.flatMap(({ written, traits }) => {
    if (traits.length === 0) return [];
    const given = new Set(traits.flatMap(({ gave }) => gave));
    return entriesOf(written).flatMap(({ key, value }) => (given.has(key) && value.kind === "list" ? [value] : []));
  });
}

/** Values with all their descendants. */
function withInner(values: Iterable<Node>): ReadonlySet<Node> {
  const met = new Set<Node>();
  const open = [...values];
  for (let node = open.pop(); node; node = open.pop()) {
    if (met.has(node)) continue;
    met.add(node);
    if (node.kind === "list") for (const item of node.items) open.push(item);
    for (const { value } of entriesOf(node)) open.push(value);
  }
  return met;
}

interface ComponentContext {
  readonly source: ReadContext;
  readonly traited: readonly ComponentTraits[];
  /** The ids of all messages. */
  readonly messageIds: ReadonlySet<string>;
}

/**
 * Entries of the message components whose key is shown nowhere else. A message has a page under its own name, so the key of a reference
 * may not appear there; and a reference that cannot be followed has no page.
 */
function unsaid(messages: Node, { source, messageIds }: ComponentContext): NamedValue[] {
  const isUnsaid = ({ key, value }: Entry): boolean => {
    const target = source.documents.follow(value);
    return !target || (target !== value && !messageIds.has(key));
  };
  return entriesOf(messages)
    .filter(isUnsaid)
    .map(({ key, value }) => ({ key: `components.messages.${key}`, value }));
}

/** All components except those with pages, and fields of the Components Object that are not groups. */
export function linkComponents(
  root: MapNode,
  linking: ComponentContext,
): { components: readonly Component[]; strays: readonly NamedValue[] } {
  const { source, traited } = linking;
  const table = source.tables.object("Components");
  const components: PlacedComponent[] = [];
  const strays: NamedValue[] = [];
  for (const { key: group, value } of entriesOf(valueOf(root, "components"))) {
    const known = Object.hasOwn(table.fields, group);
    if (known && value.kind === "map") for (const entry of value.entries) components.push({ ...entry, group });
    else if (!known || value.kind !== "null") strays.push({ key: `components.${group}`, value });
    if (group === "messages") for (const each of unsaid(value, linking)) strays.push(each);
  }
  const listed = components.filter(({ group }) => !PAGED.has(group));
  if (listed.length === 0) return { strays, components: [] };
  const reached = new ComponentUses(components).reached(source, withInner([...source.asWritten, ...replacedBy(traited)]));
  const usedNodes = new Set<Node>([...reached].map(({ value }) => value));
  return {
    strays,
    components: listed.map((each) => {
      const node = source.documents.follow(each.value) ?? each.value;
      const object = objectIn(table.fields[each.group]?.shape) ?? "Binding";
      return { group: each.group, key: each.key, object, node, used: reached.has(each) || usedNodes.has(node) };
    }),
  };
}
