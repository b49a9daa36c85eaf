import { mkdtempSync, realpathSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Network, NetworkRequest, Transport } from "../../../src/documents/network/index.ts";
import { openNetwork, systemTransport } from "../../../src/documents/network/index.ts";

/** A new, empty folder. */
export const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-net-")));

/** A server of this machine, and what it was asked. */
export async function serve(listener: RequestListener): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

/** A wire to this machine: names lead to loopback, and plain HTTP is spoken. */
export const local: Transport = {
  schemes: ["http:", "https:"],
  resolve: () => Promise.resolve(["127.0.0.1"]),
  permits: (address) => address === "127.0.0.1",
};

/** The real guards against addresses, with names that lead where a test wants; https and http. */
export function guarded(addresses: readonly string[]): Transport {
  return {
    schemes: ["http:", "https:"],
    resolve: () => Promise.resolve(addresses),
    permits: (address) => systemTransport.permits(address),
  };
}

/** A network that is granted. */
export function granted(allow: readonly string[], change: Partial<NetworkRequest> = {}): Network {
  const network = openNetwork({
    allow,
    credentials: {},
    folder: folder(),
    offline: false,
    updateLock: false,
    env: {},
    wire: local,
    ...change,
  });
  if (!network || "reason" in network) throw new Error(network?.reason ?? "no network");
  return network;
}

/** Why nothing came, or the text that did. */
export async function got({ fetcher }: Network, url: string): Promise<string> {
  const result = await fetcher(url);
  return "code" in result ? `${result.code}: ${result.reason}` : Buffer.from(result.bytes).toString();
}
