import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Preview } from "./preview.ts";
import { judgeRequest, OWN } from "./preview.ts";
import type { Hosts } from "./send.ts";
import { COMMON, send } from "./send.ts";

/** Limits for clients. Times are in milliseconds. */
export interface ServerLimits {
  readonly headers: number;
  readonly request: number;
  readonly idle: number;
  /** How often time limits are checked. */
  readonly checks: number;
  readonly connections: number;
  /** After how long without sending or reading a connection is closed. */
  readonly silence: number;
  /** The most requests on one connection. Browsers then open another. */
  readonly perConnection: number;
  /** The most bytes of answers that clients have not read yet, all together. A single answer is always allowed. */
  readonly unread: number;
}

/** The default limits. No client on this machine takes longer. */
const BOUNDS: ServerLimits = {
  headers: 5000,
  request: 10_000,
  idle: 20_000,
  checks: 1000,
  connections: 512,
  silence: 120_000,
  perConnection: 100,
  unread: 32 * 1024 * 1024,
};

/** A running server. */
export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface ServingOptions {
  /** The address to listen on. */
  readonly address: string;
  readonly hosts: Hosts;
  /** The first port to try; 0 for any. */
  readonly port: number;
  /** How many ports to try. */
  readonly tries: number;
  readonly bounds?: ServerLimits;
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const headers = { ...COMMON, "Content-Type": "text/plain; charset=utf-8", ...(status === 405 ? { Allow: "GET, HEAD" } : {}) };
  response.writeHead(status, headers).end(`${reason}\n`);
}

/** The answers not read yet. Without a limit, clients that only send requests could fill the memory. */
class UnreadAnswers {
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether an answer may be sent. */
  add(length: number, response: ServerResponse): boolean {
    if (this.#bytes > 0 && this.#bytes + length > this.#most) return false;
    this.#bytes += length;
    response.on("close", () => (this.#bytes -= length));
    return true;
  }
}

interface AnswerContext {
  readonly preview: Preview;
  readonly hosts: Hosts;
  readonly unread: UnreadAnswers;
}

async function respond(request: IncomingMessage, response: ServerResponse, { preview, hosts, unread }: AnswerContext): Promise<void> {
  const port = request.socket.localPort ?? 0;
  request.resume();
  const asked = judgeRequest(request, { hosts, port });
  if ("reason" in asked) refuse(response, asked.status, asked.reason);
  else if (asked.path === `${OWN}events` && request.method === "GET") preview.events.add(response);
  else {
    const answer = await preview.answer(asked);
    if (unread.add(answer.body.length, response)) send(request, response, answer);
    else refuse(response, 503, "too much is asked for and not read");
  }
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.removeListener("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** Listens on the first free port. */
async function listenSomewhere(server: Server, { port, address, tries }: ServingOptions): Promise<number> {
  for (let at = port; ; at += 1) {
    try {
      return await listen(server, at, address);
    } catch (error) {
      if (!isTaken(error) || at - port >= tries - 1 || at >= 65_535) throw error;
    }
  }
}

/** Serves a preview. No request can end the process. Throws if no port is available. */
export async function serve(preview: Preview, options: ServingOptions): Promise<RunningServer> {
  const bounds = options.bounds ?? BOUNDS;
  const { headers, request: whole, idle, checks, connections } = bounds;
  const on: AnswerContext = { preview, hosts: options.hosts, unread: new UnreadAnswers(bounds.unread) };
  const server = createServer({ connectionsCheckingInterval: checks, keepAliveTimeout: idle }, (request, response) => {
    respond(request, response, on).catch(() => response.destroy());
  });
  server.headersTimeout = headers;
  server.requestTimeout = whole;
  server.maxConnections = connections;
  server.maxRequestsPerSocket = bounds.perConnection;
  server.timeout = bounds.silence;
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    else socket.destroy();
  });
  const port = await listenSomewhere(server, options);
  server.on("error", () => undefined);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
