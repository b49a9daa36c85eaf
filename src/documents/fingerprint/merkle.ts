import { hash } from "node:crypto";

/** A graph of numbered parts with their texts. */
export interface PartGraph {
  readonly targets: readonly (readonly number[])[];
  /** The texts that identify a part by itself. */
  own(part: number): readonly string[];
  /** Closures of parts outside of cycles from earlier runs. `below` are the closures of the targets, in order. */
  readonly memo?: ClosureMemo | undefined;
}

/** Stores closures. The same own texts and the same closures below yield the same closure. */
export interface ClosureMemo {
  get(part: number, below: readonly string[]): string | undefined;
  set(part: number, below: readonly string[], closure: string): void;
}

/** The hash of several texts. The boundaries of the texts count. */
export function hashOf(texts: readonly string[]): string {
  return hash("sha256", texts.map((text) => `${text.length}:${text}`).join(""), "base64url");
}

/** The index of a part that was not visited yet. */
const UNVISITED = -1;

interface SearchFrame {
  readonly part: number;
  next: number;
}

/** Tarjan's algorithm for strongly connected components, without recursion, because a document can be one long chain. */
class ComponentSearch {
  readonly #graph: PartGraph;
  readonly #index: Int32Array;
  readonly #low: Int32Array;
  readonly #open: number[] = [];
  readonly #isOpen: Uint8Array;
  readonly #onComponent: (members: readonly number[]) => void;
  #count = 0;

  constructor(graph: PartGraph, onComponent: (members: readonly number[]) => void) {
    const { length } = graph.targets;
    this.#graph = graph;
    this.#index = new Int32Array(length).fill(UNVISITED);
    this.#low = new Int32Array(length);
    this.#isOpen = new Uint8Array(length);
    this.#onComponent = onComponent;
  }

  run(): void {
    for (const part of this.#graph.targets.keys()) if (this.#index[part] === UNVISITED) this.#from(part);
  }

  #enter(part: number, frames: SearchFrame[]): void {
    this.#index[part] = this.#low[part] = this.#count;
    this.#count += 1;
    this.#open.push(part);
    this.#isOpen[part] = 1;
    frames.push({ part, next: 0 });
  }

  #lower(part: number, to: number | undefined): void {
    this.#low[part] = Math.min(this.#low[part] ?? 0, to ?? 0);
  }

  #from(start: number): void {
    const frames: SearchFrame[] = [];
    this.#enter(start, frames);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const target = this.#graph.targets[frame.part]?.[frame.next];
      frame.next += 1;
      if (target === undefined) this.#leave(frames);
      else if (this.#index[target] === UNVISITED) this.#enter(target, frames);
      else if (this.#isOpen[target] === 1) this.#lower(frame.part, this.#index[target]);
    }
  }

  #leave(frames: SearchFrame[]): void {
    const { part } = frames.pop() ?? { part: -1 };
    const around = frames.at(-1);
    if (around) this.#lower(around.part, this.#low[part]);
    if (this.#low[part] !== this.#index[part]) return;
    const members = this.#open.splice(this.#open.lastIndexOf(part));
    for (const member of members) this.#isOpen[member] = 0;
    this.#onComponent(members);
  }
}

/**
 * The closure of each part: a hash of the part and of all parts that it leads to. The parts of a cycle share what they lead to and differ
 * by their own texts. Linear in the graph.
 */
export function merkle(graph: PartGraph): readonly string[] {
  const { targets, memo } = graph;
  // Preallocated: it is filled in another order, and V8 would turn a sparse array into a dictionary.
  const closures = targets.map(() => "");
  /** The distinct closures of the targets of some parts, without those parts. */
  const below = (members: readonly number[]): string[] => {
    const inside = new Set(members);
    const found = new Set<string>();
    for (const member of members) for (const target of targets[member] ?? []) if (!inside.has(target)) found.add(closures[target] ?? "");
    return [...found].sort();
  };
  const closureOf = (member: number): string => {
    const said = graph.own(member);
    return hashOf([String(said.length), ...said, ...below([member])]);
  };
  const closureOfSingle = (member: number): string => {
    if (!memo) return closureOf(member);
    const all = (targets[member] ?? []).map((target) => closures[target] ?? "");
    const known = memo.get(member, all);
    if (known !== undefined) return known;
    const closure = closureOf(member);
    memo.set(member, all, closure);
    return closure;
  };
  const closeCycle = (members: readonly number[]): void => {
    const words = members.map((member) => hashOf(graph.own(member)));
    const all = hashOf(["together", String(words.length), ...words.toSorted(), ...below(members)]);
    for (const [index, member] of members.entries()) closures[member] = hashOf([words[index] ?? "", all]);
  };
  // A component comes after all components that it leads to.
  const components = new ComponentSearch(graph, (members) => {
    const [first, second] = members;
    if (first !== undefined && second === undefined) closures[first] = closureOfSingle(first);
    else closeCycle(members);
  });
  components.run();
  return closures;
}
