import type { ServerResponse } from "node:http";
import type { InputSignatures } from "./inputs.ts";
import { difference, isBlank, isThere } from "./inputs.ts";
import { COMMON } from "./send.ts";

/** The most pages that listen. A browser shares one stream among its pages. */
const MOST = 64;
/** The interval of heartbeats in milliseconds. */
const BEAT = 15_000;
/** A listener that is this many bytes behind is disconnected. It reconnects by itself. */
const BEHIND = 1024 * 1024;

/** Sends server-sent events (HTML Living Standard § 9.2) to all listeners. A new one gets the latest state at once. */
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

/**
 * The milliseconds between two looks. It is longer than the resolution of file timestamps, so that a later change has another
 * timestamp.
 */
const QUIET = 16;

/**
 * How many looks to wait for the end of a save: 200 and 400 ms. Looks are counted, and not time, because on a busy machine this process
 * may not run while the editor waits too.
 */
const LOOKS = { longest: 12, blank: 25 };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a save seems incomplete: a file that had content is empty or missing, or a new one is still empty. */
function isHalfDone(built: InputSignatures, now: InputSignatures): boolean {
  for (const [path, signature] of now) {
    const before = built.get(path);
    if (before === undefined || before === signature || !isBlank(signature)) continue;
    if (!isBlank(before) || !isThere(before)) return true;
  }
  return false;
}

/**
 * Waits until nothing has changed for a moment. If a file was emptied or removed it waits longer, because many editors do so before
 * they write. If saves never stop, it gives up waiting. The snapshot is at least as old as the resolution of timestamps.
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
