import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringOf } from "#text";
import { at, folderOf, load, ref, schemas, title, told, v2 } from "./load-fixture.ts";

describe("following", () => {
  it("follows within the document, through chains, escapes and percent-encoding", async () => {
    const loaded = await load({
      "api.yaml": schemas(
        [
          "    A: {$ref: '#/components/schemas/B'}",
          "    B: {$ref: '#/components/schemas/x~1y'}",
          "    C: {$ref: '#/components/schemas/x~1y/properties/a%20b~0'}",
          "    x/y: {title: found, properties: {'a b~': {title: inner}}}",
        ].join("\n"),
      ),
    });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/schemas/A")).toBe("found");
    expect(title(loaded, "/components/schemas/C")).toBe("inner");
  });

  it("reads other files to a fixpoint, relative to the file that refers", async () => {
    const loaded = await load({
      "api.yaml": ref("'sub/a.yaml#/one'"),
      "sub/a.yaml": "one: {$ref: '../b.json'}\ntwo: {title: two}",
      "b.json": '{"$ref": "sub/a.yaml#/two"}',
    });
    expect(told(loaded)).toEqual([]);
    expect(loaded.files.map(({ name }) => name)).toEqual(["api.yaml", "sub/a.yaml", "b.json"]);
    expect(title(loaded, "/components/schemas/A")).toBe("two");
  });

  it("goes through references on the way of a pointer, other files too", async () => {
    const loaded = await load({
      "api.yaml": schemas("    A: {$ref: '#/components/schemas/B/properties/x'}\n    B: {$ref: 'b.yaml'}"),
      "b.yaml": "properties: {$ref: 'c.yaml'}",
      "c.yaml": "x: {title: deep}",
    });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/schemas/A")).toBe("deep");
  });

  it("gives anything that is no reference back as it is", async () => {
    const loaded = await load({ "api.yaml": schemas("    A: {properties: {$ref: {type: string}}}") });
    const node = at(loaded, "/components/schemas/A/properties");
    expect(told(loaded)).toEqual([]);
    expect(node && loaded.documents?.follow(node)).toBe(node);
    expect(loaded.documents?.edges).toEqual([]);
  });

  it("says what each reference has to be", async () => {
    const loaded = await load({
      "api.yaml": v2(
        "  messages:\n    m: {title: m, payload: {$ref: '#/components/schemas/s'}}\n  schemas:\n    s: {title: s, properties: {a: {$ref: '#/components/schemas/s'}}}",
        "{c: {publish: {message: {oneOf: [{$ref: '#/components/messages/m'}]}}}}",
      ),
    });
    const edges = loaded.documents!.edges.map(({ ref: text, target, expects }) => `${text} ${stringOf(target, "title") ?? ""} ${expects}`);
    expect(told(loaded)).toEqual([]);
    expect(edges.sort()).toEqual([
      "#/components/messages/m m Message",
      "#/components/schemas/s s Schema",
      "#/components/schemas/s s Schema",
    ]);
  });

  it("takes no data for a reference", async () => {
    const data = "{$ref: 'http://x/'}";
    const loaded = await load({
      "api.yaml": v2(
        [
          `  messages: {m: {examples: [{payload: ${data}, headers: {a: ${data}}}], x-a: ${data}}}`,
          `  schemas: {s: {default: ${data}, const: ${data}, enum: [${data}], examples: [${data}], x-b: ${data}}}`,
        ].join("\n"),
      ),
    });
    expect(told(loaded)).toEqual([]);
    expect(loaded.documents?.edges).toEqual([]);
  });

  it("follows the root of a foreign schema and nothing in it", async () => {
    const loaded = await load({
      "api.yaml": v2(
        "  messages:\n    m: {schemaFormat: 'application/vnd.apache.avro;version=1.9.0', payload: {$ref: 'a.avsc'}}\n    n: {schemaFormat: 'application/raml+yaml;version=1.0', payload: {type: object, x: {$ref: 'nowhere'}}}",
      ),
      "a.avsc": '{"type":"record","name":"title","title":"avro","fields":[{"name":"a","type":{"$ref":"#/User"}}]}',
    });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/messages/m/payload")).toBe("avro");
  });

  it.each([
    ["application/vnd.apache.avro;version=1.9.0", '{"type":"record","name":"A","fields":[{"name":"a","type":{"$ref":"other.json"}}]}'],
    ["application/raml+yaml;version=1.0", '{"type":"object","properties":{"a":{"$ref":"other.json"}}}'],
  ])("does not read another file that a field of a foreign schema names: %s", async (format, schema) => {
    const loaded = await load({
      "api.yaml": v2(`  messages:\n    m: {schemaFormat: '${format}', payload: {$ref: 'a.json'}}`),
      "a.json": schema,
      "other.json": '{"type":"record","name":"B","fields":[]}',
    });
    expect(told(loaded)).toEqual([]);
    expect(loaded.files.map(({ name }) => name)).toEqual(["api.yaml", "a.json"]);
  });

  it("finds the schemas in bindings", async () => {
    const loaded = await load({
      "api.yaml": v2(
        "  messages:\n    m: {bindings: {kafka: {key: {$ref: '#/components/schemas/k'}, x-y: {$ref: nowhere}}}}\n  schemas: {k: {title: key}}",
      ),
    });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/messages/m/bindings/kafka/key")).toBe("key");
  });

  it("asks the traits of a message for the format of its payload", async () => {
    const loaded = await load({
      "api.yaml": v2(
        "  messages:\n    m: {traits: [{$ref: '#/components/messageTraits/t'}], payload: {type: {$ref: '#/User'}, properties: {a: {$ref: '#/No'}}}}\n  messageTraits:\n    t: {schemaFormat: 'application/vnd.apache.avro;version=1.9.0'}",
      ),
    });
    expect(told(loaded)).toEqual([]);
  });

  it("keeps the fields beside $ref of a 2.x channel item", async () => {
    const loaded = await load({
      "api.yaml": v2("  schemas: {}", "{a: {$ref: 'c.yaml', publish: {message: {$ref: 'no.yaml'}}}}"),
      "c.yaml": "title: channel\ndescription: lamps\nsubscribe: {}\n",
    });
    expect(told(loaded).map((line) => line.split(" ")[1])).toEqual(["reference/not-found"]);
    expect(title(loaded, "/channels/a")).toBe("channel");
  });
});

describe("the main document", () => {
  it.each([
    ["no such file", "missing.yaml", "document/not-found Cannot read missing.yaml: there is no such file."],
    ["a folder", ".", "document/not-found Cannot read .: it is a folder."],
    ["a list", "list.yaml", "list.yaml:1:1 document/not-an-object The document is a list, expected an object."],
    ["a text", "text.yaml", "document/not-an-object The document is a string"],
    ["no version", "none.yaml", "version/missing"],
    ["a version that is not read", "old.yaml", "version/unsupported"],
    ["nothing", "empty.yaml", "document/empty"],
  ])("is refused where it is %s", async (_, name, expected) => {
    const folder = await folderOf({
      "list.yaml": "- a",
      "text.yaml": "a",
      "none.yaml": "info: {}",
      "old.yaml": "asyncapi: 1.2.0",
      "empty.yaml": "",
    });
    const loaded = await folder.load(name);
    expect(loaded.documents).toBeUndefined();
    expect(told(loaded)).toHaveLength(1);
    expect(told(loaded)[0]).toContain(expected);
    await folder.remove();
  });
});

describe("inputs", () => {
  it("names the paths of missing files too, so that they can be watched", async () => {
    const folder = await folderOf({ "api.yaml": ref("later.yaml") });
    const loaded = await folder.load();
    expect(loaded.inputs.map(({ path }) => path)).toEqual([join(folder.path, "api.yaml"), join(folder.path, "later.yaml")]);
    await folder.remove();
  });
});

describe("the network", () => {
  it("hands URLs to a fetcher, and resolves references in what comes back against the URL", async () => {
    const asked: string[] = [];
    const loaded = await load(
      { "api.yaml": ref("https://example.com/a/b.yaml#/x") },
      {
        fetcher: (url) => {
          asked.push(url);
          const text = url.endsWith("b.yaml") ? "x: {$ref: '../c.json'}" : '{"title": "remote"}';
          return Promise.resolve({ url, bytes: Buffer.from(text), language: url.endsWith(".json") ? "json" : "yaml" });
        },
      },
    );
    expect(asked).toEqual(["https://example.com/a/b.yaml", "https://example.com/c.json"]);
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/schemas/A")).toBe("remote");
  });

  it("does not let a remote file read this machine", async () => {
    const loaded = await load(
      { "api.yaml": ref("https://example.com/a.yaml") },
      { fetcher: (url) => Promise.resolve({ url, bytes: Buffer.from("$ref: 'file:///etc/passwd'"), language: "yaml" }) },
    );
    expect(told(loaded)[0]).toContain("https://example.com/a.yaml:1:7 reference/outside-root");
  });

  it("reports what the fetcher says", async () => {
    const loaded = await load(
      { "api.yaml": ref("https://example.com/a.yaml") },
      { fetcher: () => Promise.resolve({ code: "reference/remote-failed", reason: "status 500" }) },
    );
    expect(told(loaded)[0]).toContain('reference/remote-failed "https://example.com/a.yaml" could not be fetched: status 500.');
  });
});

describe("size", () => {
  it("resolves a chain of 20,000 references and 20,000 uses of one", async () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => `    s${index}: {$ref: '#/components/schemas/s${index + 1}'}`).join("\n");
    const loaded = await load({ "api.yaml": schemas(`${chain}\n    s20000: {title: end}\n`) });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/schemas/s0")).toBe("end");
  });

  it("survives references that lead through one another", async () => {
    const nest = Array.from({ length: 5000 }, (_, index) => `    s${index}: {$ref: '#/components/schemas/s${index + 1}/x'}`).join("\n");
    const loaded = await load({ "api.yaml": schemas(`${nest}\n    s5000: {title: end}\n`) });
    expect(loaded.documents?.edges).toHaveLength(5000);
    expect(told(loaded).length).toBeGreaterThan(0);
  });
});
