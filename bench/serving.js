import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" };

/** A file gzipped, once: a host keeps what it sends compressed. */
function compressed(kept, path) {
  if (!kept.has(path)) {
    try {
      kept.set(path, gzipSync(readFileSync(path), { level: 6 }));
    } catch {
      kept.set(path, undefined);
    }
  }
  return kept.get(path);
}

/** Serves a folder gzipped at a free port of this machine while `use` runs, and gives it the address. */
export async function serving(folder, use) {
  const kept = new Map();
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname)));
    const body = compressed(kept, path);
    if (!body) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", "content-encoding": "gzip" });
    return response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
