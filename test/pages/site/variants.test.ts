import { expect, test } from "vitest";
import { siteOf, textOf } from "./site-of.ts";

const document = (choice: string, examples = ""): string => `asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels:
  pay:
    publish:
      operationId: pay
      message:
        name: payment
        payload: { ${choice} }
        ${examples}
components:
  schemas:
    Card: { type: object, properties: { kind: { const: card }, number: { type: string } } }
    Transfer: { type: object, properties: { kind: { const: transfer }, iban: { type: string } } }
`;

const BOTH = '[{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Transfer" }]';

/** Each example of a page by the variant that it is of; empty for one that is of none. */
function variantsOf(html: string | undefined): Record<string, string> {
  const found = [...(html ?? "").matchAll(/<div class="example" id="[^"]*examples\.([^"]*)"[^>]*?(?: data-v="(\d)")?>/g)];
  return Object.fromEntries(found.map(([, name = "", variant = ""]) => [decodeURIComponent(name), variant]));
}

test("the reader chooses one of a payload's variants, and each example says which it is of", async () => {
  const examples =
    "examples: [{ name: t, payload: { kind: transfer } }, { name: c, payload: { kind: card } }, { name: neither, payload: { iban: x } }]";
  const files = await siteOf(document(`discriminator: kind, oneOf: ${BOTH}`, examples));
  for (const path of ["operations/pay.html", "messages/payment.html"]) {
    const html = files.get(path) ?? "";
    expect(textOf(html)).toContain("Decided by kind Card Transfer");
    expect(html.match(/data-variant checked/g)).toHaveLength(1);
    expect(variantsOf(html)).toEqual({ t: "2", c: "1", neither: "" });
    expect(html.match(/class="schema-row schema-choice"/g)).toHaveLength(2);
  }
  expect(files.get("messages/payment.md")).not.toContain("Decided by");
});

test("a made example is of the variant that it was made for", async () => {
  const files = await siteOf(document(`anyOf: ${BOTH}`));
  expect(variantsOf(files.get("messages/payment.html"))).toEqual({ "generated.1": "1", "generated.2": "2" });
});

test("what is one thing or null, has one choice, or two lists of choices offers nothing to choose", async () => {
  for (const choice of ['oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Card" }]', "oneOf: [{ type: string }]", `oneOf: ${BOTH}, anyOf: ${BOTH}`])
    expect((await siteOf(document(choice))).get("messages/payment.html")).not.toContain("variant-bar");
});
