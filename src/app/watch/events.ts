import type { ServerResponse } from "node:http";
import { COMMON } from "./send.ts";

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
