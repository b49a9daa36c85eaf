import { hash } from "node:crypto";

/** A graph of numbered parts: what each says, and which it leads to. */
export interface Graph {
  readonly targets: readonly (readonly number[])[];
  /** What a part says by itself. */
  own(part: number): readonly string[];
  /** Closures of parts by themselves from before; `below` are those of its targets, in their order. */
  readonly memo?: ClosureMemo | undefined;
}

/** What is kept of closures: the same words and the same closures below are the same closure. */
export interface ClosureMemo {
  get(part: number, below: readonly string[]): string | undefined;
  set(part: number, below: readonly string[], closure: string): void;
}

/** One hash of several texts, none of which can be taken for the end of another. */
export function hashOf(texts: readonly string[]): string {
  return hash("sha256", texts.map((text) => `${text.length}:${text}`).join(""), "base64url");
}

/** The index of a part that was not met yet. */
const UNMET = -1;

interface Frame {
  readonly part: number;
  next: number;
}

/** Tarjan's strongly connected components, with a stack of its own: a document can be one long chain. */
class Components {
  readonly #graph: Graph;
  readonly #index: Int32Array;
  readonly #low: Int32Array;
  readonly #open: number[] = [];
  readonly #isOpen: Uint8Array;
  readonly #told: (members: readonly number[]) => void;
  #count = 0;

  constructor(graph: Graph, told: (members: readonly number[]) => void) {
    const { length } = graph.targets;
    this.#graph = graph;
    this.#index = new Int32Array(length).fill(UNMET);
    this.#low = new Int32Array(length);
    this.#isOpen = new Uint8Array(length);
    this.#told = told;
  }

  run(): void {
    for (const part of this.#graph.targets.keys()) if (this.#index[part] === UNMET) this.#from(part);
  }

  #enter(part: number, frames: Frame[]): void {
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
    const frames: Frame[] = [];
    this.#enter(start, frames);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const target = this.#graph.targets[frame.part]?.[frame.next];
      frame.next += 1;
      if (target === undefined) this.#leave(frames);
      else if (this.#index[target] === UNMET) this.#enter(target, frames);
      else if (this.#isOpen[target] === 1) this.#lower(frame.part, this.#index[target]);
    }
  }

  #leave(frames: Frame[]): void {
    const { part } = frames.pop() ?? { part: -1 };
    const around = frames.at(-1);
    if (around) this.#lower(around.part, this.#low[part]);
    if (this.#low[part] !== this.#index[part]) return;
    const members = this.#open.splice(this.#open.lastIndexOf(part));
    for (const member of members) this.#isOpen[member] = 0;
    this.#told(members);
  }
}

/**
 * What each part says together with all that it leads to, as a hash: parts that lead to one another share what they lead to,
 * and are told apart by their own words. Linear in the graph.
 */
export function merkle(graph: Graph): readonly string[] {
  const { targets, memo } = graph;
  // Filled from the ends of references on: an array that grows by such leaps is a dictionary to V8.
  const closures = targets.map(() => "");
  /** What is led to from some parts and is none of them, each closure once. */
  const below = (members: readonly number[]): string[] => {
    const inside = new Set(members);
    const found = new Set<string>();
    for (const member of members) for (const target of targets[member] ?? []) if (!inside.has(target)) found.add(closures[target] ?? "");
    return [...found].sort();
  };
  const made = (member: number): string => {
    const said = graph.own(member);
    return hashOf([String(said.length), ...said, ...below([member])]);
  };
  const alone = (member: number): string => {
    if (!memo) return made(member);
    const all = (targets[member] ?? []).map((target) => closures[target] ?? "");
    const known = memo.get(member, all);
    if (known !== undefined) return known;
    const closure = made(member);
    memo.set(member, all, closure);
    return closure;
  };
  const together = (members: readonly number[]): void => {
    const words = members.map((member) => hashOf(graph.own(member)));
    const all = hashOf(["together", String(words.length), ...words.toSorted(), ...below(members)]);
    for (const [index, member] of members.entries()) closures[member] = hashOf([words[index] ?? "", all]);
  };
  // Components are told after all that they lead to.
  const components = new Components(graph, (members) => {
    const [first, second] = members;
    if (first !== undefined && second === undefined) closures[first] = alone(first);
    else together(members);
  });
  components.run();
  return closures;
}
