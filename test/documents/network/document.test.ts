import { expect, test } from "vitest";
import { loadDocuments } from "../../../src/documents/index.ts";
import { readLimits } from "#text";
import { folder, granted, serve } from "./server.ts";

const document = "msgapi: 2.4.0\ninfo: { title: a, version: '1' }\nchannels: { a: { $ref: 'parts/a.yaml#/a' }, b: { $ref: REF } }\n";

/** Loads a document from a server that redirects /api.yaml to /v1/api.yaml; what is below a path may be read. */
async function loaded(path: string, { ref, allowed }: { ref: string; allowed: string }) {
  const { port, asked } = await serve(({ url = "" }, response) => {
    const texts: Record<string, string> = { "/v1/api.yaml": document.replace("REF", ref), "/v1/parts/a.yaml": "a: {}\n" };
    if (url === "/api.yaml") response.writeHead(302, { location: "/v1/api.yaml" });
    else if (!texts[url]) response.writeHead(404);
    response.end(texts[url]);
  });
  const origin = `http://x.test:${port}`;
  const { fetcher } = granted([origin + allowed]);
  const result = await loadDocuments(origin + path, { cwd: folder(), limits: readLimits, fetcher });
  return { ...result, origin, asked: asked.map(({ url }) => url), codes: result.problems.map(({ code }) => code) };
}

test("a document of the network is read with what it refers to, relative to where it came from", async () => {
  const { documents, codes, origin, asked } = await loaded("/api.yaml#x", { ref: "'#/channels/a'", allowed: "/" });
  expect([codes, asked]).toEqual([[], ["/api.yaml", "/v1/api.yaml", "/v1/parts/a.yaml"]]);
  const urls = ["api.yaml", "parts/a.yaml"].map((path) => `${origin}/v1/${path}`);
  expect(documents?.files.map(({ id, name }) => [id, name])).toEqual(urls.map((url) => [url, url]));
});

test.each([
  ["/etc/hostname", "reference/remote-failed"],
  ["file:///etc/hostname", "reference/outside-root"],
  ["../api.yaml", "reference/remote-failed"],
])("a document of the network names no file of this machine, and nothing that is not allowed: %s", async (ref, code) => {
  const { codes, asked } = await loaded("/v1/api.yaml", { ref, allowed: "/v1/" });
  expect([codes, asked]).toEqual([[code], ["/v1/api.yaml", "/v1/parts/a.yaml"]]);
});

test("a document of the network that is not allowed is not asked for", async () => {
  const { documents, problems, asked } = await loaded("/api.yaml", { ref: "a", allowed: "/v1/" });
  expect([documents, problems.map(({ code, message }) => `${code} ${message}`), asked]).toEqual([
    undefined,
    [expect.stringMatching(/^document\/not-found .*its path is outside of what is allowed/)],
    [],
  ]);
});
