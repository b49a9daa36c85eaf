import {
  counted,
  didYouMean,
  entryOf,
  groupBy,
  isIntegerNode,
  itemsOf,
  printJson,
  stringOf,
  valueOf,
  LONGEST_QUOTED,
  DEEPEST_NESTED,
} from "#text";
import type { MapNode, Node, Place } from "#text";
import { avroPrimitives } from "#schema";
import { avroTypes } from "./language-types.ts";

/** A fault of a schema at the exact value. If something is missing, the place is the object that lacks it. */
export interface AvroFault {
  readonly place: Place;
  readonly reason: string;
  readonly hint?: string | undefined;
}

/** What is known about the document around a schema. */
export interface AvroContext {
  readonly follow: (node: Node) => Node | undefined;
  /** All types defined by any schema of the document, by their names without namespaces; computed when first asked for. */
  readonly defined: () => ReadonlyMap<string, Node>;
  /** Whether the default of a union may be of any of its types (Avro 1.12, AVRO-3649). Before, it is of the first. */
  readonly anyBranch: boolean;
}

/** Avro 1.9, "Names". */
const isName = (text: string | undefined): boolean => text !== undefined && /^[A-Za-z_]\w*$/.test(text);
const isFullName = (text: string | undefined): boolean => text?.split(".").every(isName) === true;

/** The types that are defined under a name. */
export const namedTypes = ["record", "error", "enum", "fixed"];
const complexTypes = [...namedTypes, "array", "map"];

const last = (name: string): string => name.split(".").at(-1) ?? name;

/** The type of an object, except for types that have a name of their own. */
function unnamedType(node: Node | undefined): string | undefined {
  const type = stringOf(node, "type");
  return type !== undefined && namedTypes.includes(type) ? undefined : type;
}

/** Walks one schema. A type reached twice is visited once. */
class AvroWalk {
  readonly faults: AvroFault[] = [];
  readonly #seen = new Set<Node>();
  readonly #pending: Node[];
  readonly #world: AvroContext;

  constructor(root: Node, world: AvroContext) {
    this.#pending = [root];
    this.#world = world;
  }

  run(): readonly AvroFault[] {
    for (let written = this.#pending.pop(); written; written = this.#pending.pop()) {
      const node = this.#world.follow(written);
      // A reference that cannot be followed is reported elsewhere.
      if (!node || this.#seen.has(node)) continue;
      this.#seen.add(node);
      this.#type(node);
    }
    return this.faults;
  }

  /** Reports a repeated name once, at its second place: there may be hundreds of thousands of repetitions. */
  #repeated(names: readonly (readonly [Place, string])[], say: (name: string, times: string, count: number) => string): void {
    for (const [name, { 1: second, length }] of groupBy(names, ([, each]) => each))
      if (second) this.#fault(second[0], say(name, length === 2 ? "twice" : counted(length, "time"), length));
  }

  #fault(place: Place, reason: string, hint?: string): void {
    this.faults.push({ place, reason, hint });
  }

  #type(node: Node): void {
    if (node.kind === "string") this.#named(node, node.value);
    else if (node.kind === "list") this.#union(node.items);
    else if (node.kind === "map") this.#complex(node);
    else if (node.kind === "null") this.#fault(node, "null without quotes is no name of a type", 'Write "null".');
    else this.#fault(node, "a type is an object, a list or a name");
  }

  #named(place: Place, name: string): void {
    if (!isFullName(name))
      return this.#fault(place, "a text stands where a type belongs", "Write the schema itself, not its text, or refer to its file.");
    if (this.#isKnown(name)) return;
    if (complexTypes.includes(name)) this.#fault(place, `the type "${name}" needs an object of its own`, `Write { type: ${name}, … }.`);
    else this.#unknown(place, name);
  }

  /** A union may not contain a union directly, nor two types of one kind unless they are named (Avro 1.9, "Unions"). */
  #union(items: readonly Node[]): void {
    const names: [Place, string][] = [];
    for (const item of items) {
      const node = this.#world.follow(item);
      if (node?.kind === "list") {
        this.#fault(item, "a union stands directly in a union");
        continue;
      }
      const name = node?.kind === "string" ? node.value : unnamedType(node);
      if (name !== undefined) names.push([item, name]);
      this.#pending.push(item);
    }
    this.#repeated(names, (name, times) => `the union has "${name}" ${times}`);
  }

  #complex(node: MapNode): void {
    const type = valueOf(node, "type");
    const kind = type?.kind === "string" ? type.value : undefined;
    if (!type) this.#fault(node, 'a type needs the attribute "type"');
    else if (kind === "record" || kind === "error") this.#record(node);
    else if (kind === "enum") this.#enum(node);
    else if (kind === "fixed") this.#fixed(node);
    else if (kind === "array") this.#inner(node, "items");
    else if (kind === "map") this.#inner(node, "values");
    else if (kind === undefined) this.#pending.push(type);
    // A type written as an object, to give it further attributes.
    else if (!this.#isKnown(kind)) this.#unknown(type, kind, complexTypes);
  }

  #isKnown(name: string): boolean {
    return avroPrimitives.has(name) || this.#world.defined().has(last(name));
  }

  #unknown(place: Place, name: string, others: readonly string[] = []): void {
    this.#fault(place, `it has no type "${name}"`, didYouMean(name, [...avroPrimitives, ...others, ...this.#world.defined().keys()]));
  }

  #inner(node: MapNode, attribute: "items" | "values"): void {
    const inner = valueOf(node, attribute);
    if (inner) this.#pending.push(inner);
    else this.#fault(node, `the ${attribute === "items" ? "array" : "map"} needs the attribute "${attribute}"`);
  }

  #name(node: MapNode, kind: string): void {
    const name = valueOf(node, "name");
    if (!name) this.#fault(node, `the ${kind} needs a name`);
    else if (!isFullName(name.kind === "string" ? name.value : undefined)) {
      this.#fault(
        name,
        `${JSON.stringify(stringOf(node, "name") ?? null)} is not a name`,
        "Names are of letters, digits and _, and do not begin with a digit.",
      );
    }
  }

  #record(node: MapNode): void {
    this.#name(node, "record");
    const fields = valueOf(node, "fields");
    const list = fields && this.#world.follow(fields);
    if (!fields) this.#fault(node, 'the record needs the attribute "fields"');
    else if (list?.kind !== "list") this.#fault(fields, '"fields" must be a list');
    const names: [Place, string][] = [];
    for (const item of itemsOf(list)) this.#field(this.#world.follow(item) ?? item, names);
    this.#repeated(names, (name, times, count) => `the record has ${count === 2 ? "two" : count} fields "${name}"`);
  }

  #field(field: Node, names: [Place, string][]): void {
    if (field.kind !== "map") return this.#fault(field, "a field must be an object");
    const name = valueOf(field, "name");
    const type = valueOf(field, "type");
    if (!name) this.#fault(field, "the field needs a name");
    else if (name.kind !== "string" || !isName(name.value))
      this.#fault(name, `${JSON.stringify(stringOf(field, "name") ?? null)} is not a name`);
    else names.push([name, name.value]);
    if (type) this.#pending.push(type);
    else this.#fault(field, "the field needs a type");
    this.#default(type && this.#world.follow(type), valueOf(field, "default"));
  }

  /** The default of a union. The library checks the other defaults, and those of unions before Avro 1.12. */
  #default(type: Node | undefined, value: Node | undefined): void {
    if (!this.#world.anyBranch || type?.kind !== "list" || !value) return;
    if (!type.items.some((branch) => this.#takes(branch, value, 0)))
      this.#fault(value, `the default ${printJson(value).replace(/\s+/g, " ").slice(0, LONGEST_QUOTED)} is of no type of the union`);
  }

  /** Whether a type takes a default. What cannot be told counts as taken. */
  #takes(written: Node, value: Node, depth: number): boolean {
    const type = this.#world.follow(written);
    if (!type || depth > DEEPEST_NESTED) return true;
    if (type.kind === "list") return type.items.some((branch) => this.#takes(branch, value, depth + 1));
    if (type.kind === "string") {
      const check = avroTypes.get(type.value);
      if (check) return check(value);
      const named = this.#world.defined().get(last(type.value));
      return !named || this.#takes(named, value, depth + 1);
    }
    const kind = stringOf(type, "type");
    const [items, values, inner] = ["items", "values", "type"].map((attribute) => valueOf(type, attribute));
    if (kind === "array") return value.kind === "list" && value.items.every((item) => !items || this.#takes(items, item, depth + 1));
    if (kind === "map")
      return value.kind === "map" && value.entries.every((entry) => !values || this.#takes(values, entry.value, depth + 1));
    if (kind === "enum")
      return (
        value.kind === "string" && itemsOf(valueOf(type, "symbols")).some((each) => each.kind === "string" && each.value === value.value)
      );
    if (kind === "fixed") return value.kind === "string";
    if (kind === "record" || kind === "error") return value.kind === "map" && this.#hasFields(type, value, depth);
    return !inner || this.#takes(inner, value, depth + 1);
  }

  #hasFields(record: Node, value: MapNode, depth: number): boolean {
    const fields = valueOf(record, "fields");
    return itemsOf(fields && this.#world.follow(fields)).every((each) => {
      const field = this.#world.follow(each);
      const [given, type] = [valueOf(value, stringOf(field, "name") ?? ""), valueOf(field, "type")];
      return given ? !type || this.#takes(type, given, depth + 1) : valueOf(field, "default") !== undefined;
    });
  }

  #enum(node: MapNode): void {
    this.#name(node, "enum");
    const symbols = valueOf(node, "symbols");
    if (!symbols) return this.#fault(node, 'the enum needs the attribute "symbols"');
    if (symbols.kind !== "list" || symbols.items.length === 0) return this.#fault(symbols, '"symbols" must be a list of names');
    const names: [Place, string][] = [];
    for (const symbol of symbols.items) {
      const text = symbol.kind === "string" ? symbol.value : undefined;
      if (text === undefined || !isName(text)) this.#fault(symbol, "a symbol must be a name of letters, digits and _");
      else names.push([symbol, text]);
    }
    this.#repeated(names, (name, times) => `the enum has "${name}" ${times}`);
  }

  #fixed(node: MapNode): void {
    this.#name(node, "fixed");
    const size = entryOf(node, "size")?.value;
    if (!size) this.#fault(node, 'the fixed needs the attribute "size"');
    else if (size.kind !== "number" || !Number.isSafeInteger(size.value) || !isIntegerNode(size) || size.value < 1)
      this.#fault(size, '"size" must be a whole number of bytes');
  }
}

/** The faults of a schema by Avro ("Schema Declaration"), in document order. */
export function avroFaults(root: Node, world: AvroContext): readonly AvroFault[] {
  const faults = new AvroWalk(root, world).run();
  return [...faults].sort((a, b) => a.place.start - b.place.start);
}
