import { describe, expect, it } from "vitest";
import { anchorFor } from "../../../src/model/index.ts";
import type { PartIndex } from "../../../src/portal/match/index.ts";
import { apiName, indexApi, printPartIndex, readPartIndex, readPartLists, fieldTexts, SlotMarks } from "../../../src/portal/match/index.ts";
import { documentOf } from "./organisation.ts";

describe("the marks of a part", () => {
  it.each([["id"], ["Open a lid"], ["io.github.Order"], ["größe"], ["a:b"], ["a@b/$c"], ["*"], ["<;>"], ["x".repeat(200)]])(
    "leave nothing of themselves beside a field that is called %s",
    (name) => {
      const marks = new SlotMarks("0123abcd");
      const anchor = anchorFor("payload", name);
      const { bytes, fields, slots } = marks.cut(`before ${marks.field(anchor)}: after ${marks.mark("root")}x`);
      expect([bytes.toString(), slots.length]).toEqual(["before : after x", 1]);
      expect(fieldTexts(fields, (each) => (each === anchor ? "new" : ""))).toEqual([["before ".length, "new"]]);
    },
  );
});

const origin = { msgdocs: "1.0.0", look: { title: "a" } };

/** A part with something in every list. */
function partOf(): PartIndex {
  const document = documentOf({
    asyncapi: "2.6.0",
    id: "urn:example:lamps",
    info: { title: "Lamps", version: "1", contact: { name: "Light" } },
    tags: [{ name: "light" }],
    servers: { main: { url: "{host}.example.com", protocol: "kafka", variables: { host: { enum: ["a", "b"] } } } },
    channels: {
      "lamps/{id}": {
        servers: ["main"],
        parameters: { id: { schema: { type: "string", enum: ["1"] } } },
        bindings: { kafka: { topic: "lamps" } },
        publish: { message: { name: "turn", payload: { type: "object" }, headers: { type: "object" } } },
      },
    },
  });
  const { index } = indexApi(document, { name: "lamps", fileName: () => "lamps.yaml" });
  const linked = [...index.channels, ...index.operations, ...index.messages].map(({ page }) => page.replace(/#.*/, ""));
  const range = { file: "lamps.yaml", pointer: "", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  return {
    part: 1,
    ...origin,
    name: "lamps",
    named: { path: "lamps.yaml", title: "Lamps" },
    title: "Lamps",
    version: "1",
    document: "lamps.yaml",
    owner: null,
    group: "",
    perspective: "application",
    asWritten: true,
    index,
    pages: [{ path: "index.html", kind: "overview", id: "a", title: "Lamps" }],
    things: [
      {
        ...{ path: "index.html", kind: "message", id: "lit", title: "Lit", anchor: "messages.lit", keys: ["lit"] },
        examples: { passed: 0, failed: 0, notChecked: 0 },
      },
    ],
    problems: [{ code: "c", severity: "error", message: "m", hint: "h", ...range, related: [{ message: "m", ...range }] }],
    examples: { passed: ["p"], failed: ["f"], notChecked: ["n"] },
    links: ["index.html"],
    files: Object.fromEntries(
      ["index.html", ...linked].map((path) => [`site/${path}`, { sha256: "0", slots: [[0, 0]], fields: "0 payload.a" }]),
    ),
  };
}

/** The pointers of all values below one, with their values. */
function* valuesBelow(value: object, path: readonly string[] = []): Generator<readonly [path: readonly string[], value: unknown]> {
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    yield [[...path, key], inner];
    if (typeof inner === "object" && inner !== null) yield* valuesBelow(inner, [...path, key]);
  }
}

function withValue(part: PartIndex, path: readonly string[], value: unknown): PartIndex {
  const copy = structuredClone(part);
  const parent = path.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy as never);
  parent[path.at(-1) ?? ""] = value;
  return copy;
}

describe("part.json", () => {
  it("is read as it was written", () => {
    const part = partOf();
    const { files, pages, things, ...index } = part;
    expect(readPartIndex(printPartIndex(part), origin)).toMatchObject({ index, lists: { files, pages, things } });
  });

  it("gives its lists again, unless its text is another one by now", () => {
    const part = partOf();
    const { files, pages, things } = part;
    const text = printPartIndex(part);
    const [, seal = ""] = /"seal":"(\w+)"/.exec(text) ?? [];
    expect(readPartLists(text, seal)).toEqual({ files, pages, things });
    expect(readPartLists(printPartIndex({ ...part, title: "Another" }), seal)).toBeUndefined();
    expect(readPartLists(text.slice(1), seal)).toBeUndefined();
  });

  it("is refused where anything in it is of a wrong type", () => {
    const part = partOf();
    const values = [...valuesBelow(part)];
    expect(values.length).toBeGreaterThan(100);
    for (const [path, value] of values) {
      const isPlain = value === null || typeof value !== "object" || Array.isArray(value);
      const said = readPartIndex(printPartIndex(withValue(part, path, isPlain ? {} : 5)), origin);
      expect([path.join("."), said]).toEqual([path.join("."), { reason: expect.any(String) as string }]);
    }
  });

  it("is refused where something that merging reads is absent", () => {
    const part = partOf();
    for (const [path, value] of valuesBelow(part)) {
      if (
        /\d$/.test(path.at(-1) ?? "") ||
        ["index", "hint", "id", "examples", "slots", "fields", "wire", "keys"].includes(path.at(-1) ?? "")
      )
        continue;
      // Members of maps may be absent, and so may what a part need not say.
      if (["sources", "variables", "files", "look"].includes(path.at(-2) ?? "") || typeof value === "undefined") continue;
      const said = readPartIndex(printPartIndex(withValue(part, path, undefined)), origin);
      expect([path.join("."), said]).toEqual([path.join("."), { reason: expect.any(String) as string }]);
    }
  });

  it("is refused where an index leads nowhere, or where it holds no object", () => {
    const part = partOf();
    for (const path of ["channels.0.servers.0", "operations.0.channel", "operations.0.messages.0"]) {
      const said = readPartIndex(printPartIndex(withValue(part, ["index", ...path.split(".")], 1)), origin);
      expect(said).toEqual({ reason: expect.stringMatching(/damaged/) as string });
    }
    for (const value of [null, 5, []]) {
      expect(readPartIndex(printPartIndex(value as never), origin)).toEqual({ reason: expect.any(String) as string });
    }
  });

  it("is read where the name of the API was cut, as it was too long for a folder", () => {
    const part = partOf();
    const named = { path: "lamps.yaml", title: "All lamps of the town and of the villages around it, and their shades" };
    const name = apiName(named);
    expect(name).toMatch(/-[0-9a-f]{8}$/);
    const cut = { ...part, name, named, ...(part.index ? { index: { ...part.index, name } } : {}) };
    expect(readPartIndex(printPartIndex(cut), origin)).toMatchObject({ index: { name } });
  });

  it("is refused where its index has another name", () => {
    const forged = withValue(partOf(), ["index", "name"], "other");
    expect(readPartIndex(printPartIndex(forged), origin)).toEqual({ reason: expect.stringMatching(/names files/) as string });
  });

  it("is refused where its name is not made from what it says: it would take the place of another API", () => {
    const forged = withValue(partOf(), ["named", "name"], "other");
    expect(readPartIndex(printPartIndex(forged), origin)).toEqual({ reason: expect.stringMatching(/names files/) as string });
  });

  it("is refused where it was changed after it was made, or names one file twice", () => {
    const text = printPartIndex(partOf());
    expect(readPartIndex(text.replace('"title":"Lamps"', '"title":"Lumps"'), origin)).toEqual({
      reason: expect.stringContaining("does not have the hash that it says") as string,
    });
    const { files } = partOf();
    const twice = { ...partOf(), files: { ...files, "site/INDEX.html": { sha256: "0" } } };
    expect(readPartIndex(printPartIndex(twice), origin)).toEqual({ reason: expect.stringMatching(/names files/) as string });
  });

  it("is refused where a page of its index is none of its own", () => {
    const forged = withValue(partOf(), ["index", "messages", "0", "page"], "javascript:alert(1)");
    expect(readPartIndex(printPartIndex(forged), origin)).toEqual({ reason: expect.stringMatching(/names files/) as string });
  });

  it.each<[what: string, wrong: object]>([
    ["a text without end", { title: "x".repeat(1_000_001) }],
    ["more values than any part has", { links: Array.from({ length: 4_000_001 }, () => 0) }],
  ])("is refused where it has %s", (_, wrong) => {
    expect(readPartIndex(printPartIndex({ ...partOf(), ...wrong }), origin)).toEqual({
      reason: expect.stringMatching(/too large/) as string,
    });
  });
});
