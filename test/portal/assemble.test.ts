import { expect, it } from "vitest";
import { assemble, createPortal, indexApi } from "#portal";
import { documentOf } from "./organisation.ts";

/** A part of the API lamps; without an index it could not be built. */
function part(version: string, { built = true, document = `lamps-${version}.yaml` } = {}) {
  const title = "Lamps";
  const { index } = indexApi(documentOf({ asyncapi: "2.6.0", info: { title, version: version || "0" }, channels: {} }), {
    name: "lamps",
    fileName: () => document,
  });
  const named = { name: "lamps", path: document, title };
  return { index: { name: "lamps", named, title, version, document, group: "", ...(built ? { index } : {}) } };
}

function statusOf(parts: readonly ReturnType<typeof part>[]) {
  const apis = assemble(parts).apis.map(({ api }) => api);
  const { problems } = createPortal(apis, { title: "House", brokers: {}, schemaText: () => undefined });
  return [apis[0]?.status, apis[0]?.index?.version, problems.map(({ code, blanks, place }) => [code, blanks.api, place.file])];
}

it.each([
  ["a newer version", "2.0.0", ["stale", "1.0.0", [["portal/stale", "lamps", "lamps-2.0.0.yaml"]]]],
  ["an unknown version", "", ["stale", "1.0.0", [["portal/stale", "lamps", "lamps-.yaml"]]]],
  ["an earlier version", "0.9.0", ["built", "1.0.0", [["portal/not-built", 'lamps version "0.9.0"', "lamps-0.9.0.yaml"]]]],
])("%s that could not be built is said at its own document", (_, version, expected) => {
  expect(statusOf([part("1.0.0"), part(version, { built: false })])).toEqual(expected);
});

it("a version is said to be shown as it was only if it is that one", () => {
  const document = "old.yaml";
  const parts = [part("2.0.0"), part("1.0.0", { document }), part("1.0.0", { document, built: false })];
  expect(statusOf(parts)).toEqual(["built", "2.0.0", [["portal/stale", 'lamps version "1.0.0"', document]]]);
  expect(statusOf(parts.slice(1))).toEqual(["stale", "1.0.0", [["portal/stale", "lamps", document]]]);
});

it("an API of which nothing could be built is said once", () => {
  expect(statusOf([part("1.0.0", { built: false })])).toEqual(["failed", undefined, [["portal/not-built", "lamps", "lamps-1.0.0.yaml"]]]);
});
