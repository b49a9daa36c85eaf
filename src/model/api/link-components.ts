import type { ObjectName, Shape } from "#format";
import type { Entry, MapNode, Node, Place } from "#text";
import { entriesOf, partitionPoint, valueOf } from "#text";
import type { Component } from "./api.ts";
import type { NamedValue } from "./entity.ts";
import type { ReadContext } from "./fields.ts";

/** Groups with pages of their own. */
const PAGED = new Set(["schemas", "messages", "securitySchemes"]);

/** A component as it stands in the main document. */
interface PlacedComponent extends Entry {
  readonly group: string;
}

/** The object that a group of the components holds. */
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

  /** References inside of the values that are only shown as written are none: nothing shows what they lead to. */
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

/** What has traits, as it was before them. */
interface ComponentTraits {
  readonly written: MapNode;
  readonly traits: readonly { readonly gave: readonly string[] }[];
}

/** The lists in the place of which a trait gave others (RFC 7396: a list replaces a list). */
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
  /** What messages go by. */
  readonly messageIds: ReadonlySet<string>;
}

/**
 * Messages of the components whose key is said nowhere else: a message has its page by what it leads to, and one that leads nowhere has
 * none; one that leads elsewhere may have another name there.
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

/** All components but those with pages, and the fields of the Components Object that are no group of it. */
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
