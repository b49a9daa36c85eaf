import { describe, expect, it } from "vitest";
import { assemble, createPortal, indexApi } from "../../../src/portal/match/index.ts";
import { documentOf } from "./organisation.ts";

/** A part of the API lamps; without an index it could not be built. */
function part(version: string, { built = true, document = `lamps-${version}.yaml` } = {}) {
  const title = "Lamps";
  const { index } = indexApi(documentOf({ asyncapi: "2.6.0", info: { title, version: version || "0" }, channels: {} }), {
    name: "lamps",
    fileName: () => document,
  });
  const named = { name: "lamps", path: document, title };
  return {
    index: { name: "lamps", named, title, version, document, owner: built ? "Lights" : null, group: "", ...(built ? { index } : {}) },
  };
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

it("two APIs of one name have the owner that both name, and otherwise none that is known", () => {
  const ownerOf = (owner: string) => {
    const [one, other] = [part("1.0.0"), part("1.0.0", { document: "other.yaml" })];
    const named = { path: "a/lamps/x.yaml", title: "Lamps" };
    const parts = [one, { index: { ...other.index, owner } }].map(({ index }) => ({ index: { ...index, named } }));
    return assemble(parts).apis.map(({ api }) => [api.sharesName, api.owner]);
  };
  expect([ownerOf("Lights"), ownerOf("Halls")]).toEqual([[[true, "Lights"]], [[true, null]]]);
});

describe("a name that the settings give", () => {
  const owner = part("1.0.0");
  const intruder = (version: string, options: Parameters<typeof part>[1] = {}) => {
    const { index } = part(version, { document: "other.yaml", ...options });
    // Its id is that of the owner.
    return { index: { ...index, named: { id: "urn:x:lamps", path: "other.yaml", title: "Lamps" } } };
  };
  const own = { index: { ...owner.index, named: { ...owner.index.named, id: "urn:x:lamps" } } };

  it.each([
    ["a newer version", intruder("2.0.0")],
    ["the same version", intruder("1.0.0")],
  ])("is not taken by the id of %s", (_, other) => {
    for (const parts of [
      [own, other],
      [other, own],
    ]) {
      const { apis, conflicts } = assemble(parts);
      expect(apis.map(({ api }) => [api.name, api.status, api.document, api.versions])).toEqual([
        ["lamps", "built", "lamps-1.0.0.yaml", [{ version: "1.0.0", path: "apis/lamps/" }]],
      ]);
      expect(conflicts).toMatchObject([{ isFirstKept: true, parts: [own, other] }]);
    }
  });

  it("is kept where several others want it, or could not be built", () => {
    const { apis } = assemble([own, intruder("3.0.0"), intruder("4.0.0", { document: "third.yaml" }), intruder("", { built: false })]);
    expect(apis.map(({ api }) => [api.status, api.versions.length, api.broken])).toEqual([["built", 1, []]]);
  });

  it("is not taken while its own document cannot be built, and the other one is told of", () => {
    const broken = { index: { ...own.index, index: undefined } };
    const { apis, conflicts } = assemble([broken, intruder("2.0.0")]);
    expect(apis.map(({ api }) => [api.status, api.document])).toEqual([["failed", "lamps-1.0.0.yaml"]]);
    expect(conflicts).toHaveLength(1);
  });

  it("may be that of several versions", () => {
    expect(assemble([own, part("2.0.0")]).apis[0]?.api.versions.map(({ version }) => version)).toEqual(["2.0.0", "1.0.0"]);
  });
});
