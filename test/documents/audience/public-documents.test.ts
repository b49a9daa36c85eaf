import { describe, expect, it } from "vitest";
import { built } from "../../support/built.ts";
import { foundIn } from "../../support/found-in.ts";
import { pageAt } from "../../pages/kinds/site-of.ts";

const document = `asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels:
  open:
    publish: { operationId: order, tags: [{ name: orders }], message: { $ref: "#/components/messages/ordered" } }
  secretwords:
    x-internal: true
    publish: { operationId: whisper, message: { $ref: "#/components/messages/whispered" } }
  mixed:
    publish: { operationId: pay, tags: [{ name: money }], message: { $ref: "#/components/messages/paid" } }
    subscribe: { operationId: secretaudit, x-internal: true, message: { $ref: "#/components/messages/paid" } }
components:
  messages:
    ordered:
      payload: { $ref: "other.yaml#/Order" }
      examples: [{ name: one, payload: { item: book, secretmargin: 9007199254740993 } }]
    whispered: { payload: { $ref: "#/components/schemas/SecretOnly" } }
    paid: { payload: { type: object, properties: { amount: { type: integer } } } }
    secretmessage: { x-internal: true, payload: { type: string } }
  schemas:
    SecretOnly: { type: object, properties: { secretfield: { type: string } } }
    Unused: { type: string }
`;

const other = `Order:
  type: object
  required: [item, secretmargin]
  properties:
    item: { type: string }
    secretmargin: { type: integer, x-internal: true }
`;

const files = { "main.yaml": document, "other.yaml": other };

/** Everything of a site that anybody can read. */
function all(built: ReadonlyMap<string, string>): string {
  return [...built].map(([path, text]) => (path.startsWith("assets/") ? path : `${path}\n${text}`)).join("\n");
}

describe("a public build", () => {
  it("says nothing of what is internal, in any file", async () => {
    const { files: site, diagnostics } = await built(files, { hideInternal: true });
    expect(foundIn(all(site), /secret|whisper|9007199254740993/gi)).toEqual([]);
    expect(all(site)).toContain("Unused");
    expect(site.has("messages/ordered.payload.schema.json")).toBe(true);
    expect([...site.keys()].filter((path) => path.startsWith("source/"))).toEqual([]);
    expect(pageAt(site, "channels/mixed.html")).toContain("pay");
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("holds all of it where nothing is asked for", async () => {
    const { files: site } = await built(files);
    expect(all(site)).toMatch(/secretmargin[^]*9007199254740993/);
  });

  it("of some tags holds only what carries them, and what that needs", async () => {
    const { files: site } = await built(files, { onlyTags: ["orders"] });
    const paths = [...site.keys()].filter((path) => /^(?:channels|operations|messages|schemas)\//.test(path) && path.endsWith(".html"));
    expect(paths.sort()).toEqual(["operations/order.html"]);
    const { things } = JSON.parse(site.get("manifest.json") ?? "{}") as { things: { kind: string; id: string }[] };
    expect(things.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "channel open",
      "operation order",
      "message ordered",
      "schema other.yaml#/Order",
    ]);
  });

  it.each([
    [
      "2.x",
      "asyncapi: 2.6.0\ninfo: { title: Shop, version: '1' }\ntags: [{ name: orders }, { name: also }, { name: othertag, description: othertext }]",
    ],
    [
      "3.x",
      "asyncapi: 3.0.0\ninfo: { title: Shop, version: '1', tags: [{ name: orders }, { name: also }, { name: othertag, description: othertext }] }",
    ],
  ])("of some tags says nothing of other tags and of components for others, in any file (%s)", async (version, start) => {
    const is3 = version === "3.x";
    const channels = is3
      ? "channels: { open: { address: open, messages: { a: { $ref: '#/components/messages/A' } } } }\noperations: { order: { action: send, channel: { $ref: '#/channels/open' }, tags: [{ name: orders }, { name: also }] } }"
      : "channels: { open: { publish: { tags: [{ name: orders }, { name: also }], message: { $ref: '#/components/messages/A' } } } }";
    const components = `components:
  messages:
    A: { payload: { type: string } }
    Wanted: { tags: [{ name: orders }], payload: { title: wantedtext } }
    Other: { tags: [{ name: othertag }], payload: { title: othertext } }
  schemas: { Other: { title: othertext } }
  operationTraits: { Other: { description: othertext } }
`;
    const { files: site } = await built({ "main.yaml": `${start}\n${channels}\n${components}` }, { onlyTags: ["orders"] });
    expect(foundIn(all(site), /othert/gi)).toEqual([]);
    expect(site.get("tags.html")).toMatch(/orders[^]*also|also[^]*orders/);
    expect(all(site)).toContain("wantedtext");
    const { files: whole } = await built({ "main.yaml": `${start}\n${channels}\n${components}` });
    expect(all(whole).match(/othertext/g)?.length).toBeGreaterThan(4);
  });
});
