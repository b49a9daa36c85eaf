import { describe, expect, it } from "vitest";
import { built } from "../support/built.ts";

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
    expect(all(site).match(/.{0,60}(?:secret|whisper|9007199254740993).{0,60}/gi)).toBeNull();
    expect(all(site)).toContain("Unused");
    expect([...site.keys()].filter((path) => path.startsWith("source/"))).toEqual([]);
    expect(site.get("channels/mixed.html")).toContain("pay");
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("holds all of it where nothing is asked for", async () => {
    const { files: site } = await built(files);
    expect(all(site)).toMatch(/secretmargin[^]*9007199254740993/);
  });

  it("of some tags holds only what carries them, and what that needs", async () => {
    const { files: site } = await built(files, { onlyTags: ["orders"] });
    const paths = [...site.keys()].filter((path) => /^(?:channels|operations|messages|schemas)\//.test(path) && path.endsWith(".html"));
    expect(paths.sort()).toEqual([
      "channels/open.html",
      "messages/ordered.html",
      "messages/secretmessage.html",
      "operations/order.html",
      "schemas/other-yaml-order.html",
      "schemas/unused.html",
    ]);
  });
});
