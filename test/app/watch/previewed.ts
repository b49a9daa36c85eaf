import { connect } from "node:net";
import { onTestFinished } from "vitest";
import type { Flags } from "../../../src/config/index.ts";
import type { WatchedBuild } from "../../../src/app/watch/builder.ts";
import { Builder } from "../../../src/app/watch/builder.ts";
import { hostsFor } from "../../../src/app/watch/send.ts";
import { Preview } from "../../../src/app/watch/preview.ts";
import { serve } from "../../../src/app/watch/server.ts";

export interface Previewed {
  readonly preview: Preview;
  readonly port: number;
  /** Builds and shows. */
  readonly build: (...changed: readonly string[]) => Promise<WatchedBuild>;
}

/** What builds in a folder, until the test ends. */
export function builderIn(cwd: string, flags: Flags = {}): Builder {
  const builder = new Builder({ flags, io: { cwd, version: "0.0.0", onInterrupt: () => () => undefined } });
  onTestFinished(() => builder.close());
  return builder;
}

/** The preview of a folder's document, at a port of its own. */
export async function previewed(cwd: string, flags: Flags = {}): Promise<Previewed> {
  const preview = new Preview();
  const builder = builderIn(cwd, flags);
  const build = async (...changed: readonly string[]): Promise<WatchedBuild> => {
    const built = await builder.build(changed);
    preview.show(built.site, built.site ? [] : [{ severity: "error", message: "broken" }]);
    return built;
  };
  await build();
  const serving = await serve(preview, { address: "127.0.0.1", hosts: hostsFor(undefined), port: 0, tries: 1 });
  onTestFinished(async () => {
    preview.close();
    await serving.close();
  });
  return { preview, port: serving.port, build };
}

export interface Answered {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** What a server answers to bytes as they are, until it closes. An empty head is none at all. */
export function raw(port: number, bytes: string | Uint8Array): Promise<Answered> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const parts: Buffer[] = [];
    socket.on("data", (part: Buffer) => parts.push(part));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      const text = Buffer.concat(parts).toString("utf8");
      const [head = "", ...body] = text.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: body.join("\r\n\r\n") });
    });
    socket.write(bytes);
  });
}

/** A request with its Host, whose connection is closed after it; `GET` unless the path begins with another method. */
export function get(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, Connection: "close", ...headers });
  const line = path.startsWith("HEAD ") ? path : `GET ${path}`;
  return raw(port, `${line} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
}
