/** How many of the slowest files are listed. */
const LISTED = 10;

/** Measures where the time of a build goes: milliseconds for each stage since the start of the process, and the slowest files. */
export class Profile {
  readonly #now: () => number;
  readonly #stages = new Map<string, number>();
  readonly #files: { readonly path: string; readonly cost: number }[] = [];
  #stage = "starting";
  #since = 0;

  /** @param now returns the milliseconds since the start of the process */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Ends the current stage and starts another, or continues an earlier one. Returns what the ended one took. */
  begin(stage: string): number {
    const now = this.#now();
    const took = now - this.#since;
    this.#stages.set(this.#stage, (this.#stages.get(this.#stage) ?? 0) + took);
    this.#stage = stage;
    this.#since = now;
    return took;
  }

  /** Passes files on. The time until a file comes is rendering, the time after it is writing. */
  async *files<File extends { readonly path: string }>(files: AsyncIterable<File>): AsyncGenerator<File> {
    this.begin("rendering");
    for await (const file of files) {
      this.#note(file.path, this.begin("writing"));
      yield file;
      this.begin("rendering");
    }
    this.begin("putting in place");
  }

  /** Keeps only the slowest files, because a site may have any number. */
  #note(path: string, cost: number): void {
    const files = this.#files;
    if (files.length === LISTED && cost <= (files.at(-1)?.cost ?? 0)) return;
    files.push({ path, cost });
    files.sort((a, b) => b.cost - a.cost);
    files.length = Math.min(files.length, LISTED);
  }

  /** Ends the last stage and returns the summary. */
  report(): string {
    this.begin("");
    const stages = [...this.#stages].map(([stage, cost]) => `${cost.toFixed(0).padStart(8)}  ${stage}`);
    const files = this.#files.map(({ path, cost }) => `${cost.toFixed(1).padStart(8)}  ${path}`);
    return ["Milliseconds a stage", ...stages, "Costliest files, milliseconds each", ...files, ""].join("\n");
  }
}
