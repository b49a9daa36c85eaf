import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sirv from "sirv";

/** Something that answers on this machine. */
export interface Served {
  /** Without a slash at its end. */
  readonly origin: string;
  /** Paths that were asked for, with their queries. */
  readonly asked: readonly string[];
  close(): void;
}

async function listen(answer: RequestListener): Promise<Served> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, asked, close };
}

/** Serves a folder below a path of the host, as GitHub Pages does: what is not there is the `404.html`, under the address asked for. */
export function serveFolder(folder: string, below = "/"): Promise<Served> {
  const files = sirv(folder, { dev: true });
  const missing = (response: ServerResponse): void => {
    response.writeHead(404, { "content-type": "text/html; charset=utf-8" });
    response.end(readFileSync(join(folder, "404.html")));
  };
  return listen((request: IncomingMessage, response) => {
    const url = request.url ?? "/";
    if (!url.startsWith(below)) {
      missing(response);
      return;
    }
    request.url = url.slice(below.length - 1);
    files(request, response, () => {
      missing(response);
    });
  });
}

/** Answers some paths with JavaScript, everything else with nothing; any origin may ask. */
export function serveScripts(scripts: Readonly<Record<string, (origin: string) => string>>): Promise<Served> {
  return listen((request, response) => {
    const { host = "" } = request.headers;
    const script = scripts[(request.url ?? "").replace(/\?.*/, "")];
    response.writeHead(200, { "content-type": "text/javascript", "access-control-allow-origin": "*" });
    response.end(script?.(`http://${host}`) ?? "");
  });
}
