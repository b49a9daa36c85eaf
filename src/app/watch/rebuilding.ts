import type { Dependencies, InputSignatures } from "./inputs.ts";
import { difference, Inputs } from "./inputs.ts";
import type { Hints } from "./hints.ts";
import { openHints } from "./hints.ts";
import { settle } from "./events.ts";
import { isBlank } from "./signature.ts";

/**
 * How often all inputs are checked: `every` without events, `atWork` for the time `work` after a build; in milliseconds. The interval
 * is at least `share` times as long as the check takes.
 */
const SWEEP = { every: 1000, atWork: 250, work: 60_000, share: 50 };

/** The signature of a file that may have been saved while it was read. It differs from every other signature. */
const UNCERTAIN = "uncertain";

/** Builds once, and returns what the build depends on. It never throws. */
export type Build = (changed: readonly string[]) => Promise<Dependencies>;

/** Builds whenever files change. */
export interface Rebuilding {
  /** Builds again although nothing has changed. */
  force(): void;
  /** Resolves when no build is running or due. Everything saved before the call has then been built. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds once, and again whenever something changes that the last build read, one build at a time. Saves during a build lead to one
 * further build: at its end, the inputs are compared with those before it started.
 */
class Loop implements Rebuilding {
  readonly #build: Build;
  readonly #inputs = new Inputs();
  readonly #hints: Hints;
  #built: InputSignatures = new Map();
  #timer: NodeJS.Timeout | undefined;
  #busy: Promise<void> | undefined;
  #ended = 0;
  #due = false;
  #forced = false;
  #told = false;
  #closed = false;

  constructor(build: Build) {
    this.#build = build;
    this.#hints = openHints(() => {
      this.#told = true;
      this.#wake();
    });
  }

  async first(): Promise<void> {
    this.#forced = true;
    this.#wake();
    await this.idle();
  }

  force(): void {
    this.#forced = true;
    this.#wake();
  }

  async idle(): Promise<void> {
    this.#wake();
    while (this.#busy) await this.#busy;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#hints.close();
    while (this.#busy) await this.#busy;
  }

  #wake(): void {
    if (this.#closed) return;
    this.#due = true;
    this.#busy ??= this.#work().finally(() => {
      this.#busy = undefined;
    });
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    let cost = 0;
    while (this.#due && !this.#closed) {
      this.#due = false;
      const began = performance.now();
      const changed = difference(this.#built, this.#inputs.snapshot());
      cost = performance.now() - began;
      if (changed.length > 0 || this.#forced) await this.#rebuild();
    }
    if (this.#closed) return;
    const every = performance.now() - this.#ended < SWEEP.work ? SWEEP.atWork : SWEEP.every;
    this.#timer = setTimeout(() => this.#sweep(), Math.max(every, cost * SWEEP.share));
  }

  /**
   * Checks all inputs. If it finds a change without an event, watching starts again, because events for deleted and recreated paths may
   * never come.
   */
  #sweep(): void {
    this.#told = false;
    if (difference(this.#built, this.#inputs.snapshot()).length > 0) {
      setImmediate(() => {
        if (!this.#told && !this.#closed) this.#hints.renew();
      });
    }
    this.#wake();
  }

  /** The paths to build for. Paths that perhaps changed only count if there are no others. */
  #reasons(snapshot: InputSignatures): readonly string[] {
    const changed = difference(this.#built, snapshot);
    const sure = changed.filter((path) => this.#built.get(path) !== UNCERTAIN || !isBlank(snapshot.get(path) ?? "absent"));
    return sure.length > 0 ? sure : changed;
  }

  async #rebuild(): Promise<void> {
    this.#forced = false;
    const snapshot = await settle(() => this.#inputs.snapshot(), this.#built);
    if (this.#closed) return;
    const began = Date.now();
    const dependencies = await this.#build(this.#reasons(snapshot));
    this.#inputs.follow(dependencies);
    this.#hints.follow(dependencies);
    // A path that is checked for the first time counts as read in this state, unless it was modified meanwhile.
    const now = this.#inputs.snapshot();
    const built = new Map(now);
    for (const [path, signature] of snapshot) if (this.#inputs.includes(path)) built.set(path, signature);
    for (const path of this.#inputs.uncertain(now, snapshot, began)) built.set(path, UNCERTAIN);
    this.#built = built;
    this.#ended = performance.now();
    this.#due = true;
  }
}

/** Starts building, and resolves after the first build. */
export async function startRebuilding(build: Build): Promise<Rebuilding> {
  const loop = new Loop(build);
  await loop.first();
  return loop;
}
