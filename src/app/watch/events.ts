import type { ServerResponse } from "node:http";
import type { InputSignatures } from "./inputs.ts";
import { difference } from "./inputs.ts";
import { COMMON } from "./send.ts";
import { isBlank, isThere } from "./signature.ts";

/** Pages that listen; a browser shares one stream among its pages. */
const MOST = 64;
/** Milliseconds. */
const BEAT = 15_000;
/** A reader that is so far behind, in bytes, is let go; it comes back by itself. */
const BEHIND = 1024 * 1024;

/** Server-sent events (HTML Living Standard § 9.2) to everyone who listens, each told the latest state at once. */
export class Events {
  readonly #listeners = new Set<ServerResponse>();
  readonly #beat = setInterval(() => this.#write(": still here\n\n"), BEAT).unref();
  #latest = "";

  add(response: ServerResponse): void {
    if (this.#listeners.size >= MOST) {
      response.writeHead(503, COMMON).end();
      return;
    }
    response.writeHead(200, { ...COMMON, "Content-Type": "text/event-stream; charset=utf-8" });
    response.write(`retry: 500\n\n${this.#latest}`);
    this.#listeners.add(response);
    response.on("close", () => this.#listeners.delete(response));
  }

  send(state: object): void {
    this.#latest = `data: ${JSON.stringify(state)}\n\n`;
    this.#write(this.#latest);
  }

  close(): void {
    clearInterval(this.#beat);
    for (const each of this.#listeners) each.end();
  }

  #write(text: string): void {
    for (const each of this.#listeners) {
      if (each.writableLength > BEHIND) each.destroy();
      else each.write(text);
    }
  }
}

/** Milliseconds between two looks: longer than a tick of the clock that files are dated by, so that what is written later has another date. */
const QUIET = 16;

/**
 * How many looks are waited for the end of a save, 200 and 400 ms. They are counted: a process that a busy machine did not let run has
 * seen nothing meanwhile, and who saves may have waited as long.
 */
const LOOKS = { longest: 12, blank: 25 };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a save seems to be half done: a file that had something in it is empty or gone, or one that was not there is empty yet. */
function isHalfDone(built: InputSignatures, now: InputSignatures): boolean {
  for (const [path, signature] of now) {
    const before = built.get(path);
    if (before === undefined || before === signature || !isBlank(signature)) continue;
    if (!isBlank(before) || !isThere(before)) return true;
  }
  return false;
}

/**
 * Waits until nothing has changed for a moment, and a moment longer for a file that was emptied or taken away, since many editors
 * do both before they write. Those who never stop saving are not waited for. The snapshot is at least one tick old.
 */
export async function settle(look: () => InputSignatures, built: InputSignatures): Promise<InputSignatures> {
  let before = look();
  for (let looks = 1; ; looks += 1) {
    await sleep(QUIET);
    const now = look();
    const isDone = !isHalfDone(built, now) && (looks > LOOKS.longest || difference(before, now).length === 0);
    if (isDone || looks > LOOKS.blank) return before;
    before = now;
  }
}
