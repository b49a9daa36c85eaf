import { expect, test } from "vitest";
import { pageAt, siteOf, textOf } from "../kinds/site-of.ts";

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
  const once = document(`discriminator: kind, oneOf: ${BOTH}`, examples);
  const twice = once.replace("components:", "  repay: { publish: { message: { $ref: '#/channels/pay/publish/message' } } }\ncomponents:");
  const files = await siteOf(twice);
  expect(files.has("messages/payment.html")).toBe(true);
  for (const each of [await siteOf(once), files]) {
    const html = pageAt(each, "messages/payment.html");
    expect(textOf(html)).toContain("Decided by kind Card Transfer");
    expect(html.match(/data-variant checked/g)).toHaveLength(1);
    expect(variantsOf(html)).toEqual({ t: "2", c: "1", neither: "" });
    expect(html.match(/class="schema-row schema-choice"/g)).toHaveLength(2);
  }
  expect(pageAt(files, "messages/payment.md")).not.toContain("Decided by");
});

test("a long value is short on its button, and whole in its title and above the fields", async () => {
  const [card, transfer] = ["com.example.shop.payments.Card", "com.example.shop.payments.ByTransferOfMoney"];
  const text = document(`discriminator: kind, oneOf: ${BOTH}`)
    .replace(/\{ const: \w+ \}/g, "{ type: string }")
    .replaceAll("schemas/Card", `schemas/${card}`)
    .replaceAll("schemas/Transfer", `schemas/${transfer}`)
    .replace("Card: {", `${card}: { title: Card,`)
    .replace("Transfer: {", `${transfer}: { title: Transfer,`);
  const html = pageAt(await siteOf(text), "messages/payment.html");
  const buttons = [...html.matchAll(/<label( title="[^"]*")?><input[^>]*data-variant[^>]*>([^]*?)<\/label>/g)];
  expect(buttons.map(([, title, said]) => [title, textOf(said).trim()])).toEqual([
    [` title="${card}"`, "Card"],
    [` title="${transfer}"`, "Transfer com.ex…ByTransferOfMoney"],
  ]);
  expect(textOf(/<ul class="schema-picks[^]*?<\/ul>/.exec(html)?.[0])).toContain(transfer);
});

test("a made example is of the variant that it was made for", async () => {
  const files = await siteOf(document(`anyOf: ${BOTH}`));
  expect(variantsOf(pageAt(files, "messages/payment.html"))).toEqual({ "generated.1": "1", "generated.2": "2" });
});

test("what is one thing or null, has one choice, or two lists of choices offers nothing to choose", async () => {
  for (const choice of [
    'oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Card" }]',
    "oneOf: [{ type: string }]",
    `oneOf: ${BOTH}, anyOf: ${BOTH}`,
  ])
    expect(pageAt(await siteOf(document(choice)), "messages/payment.html")).not.toContain("variant-bar");
});

const inherited = (payload = '{ $ref: "#/components/schemas/Pet" }', examples = ""): string => `asyncapi: 2.6.0
info: { title: Pets, version: "1" }
channels:
  pets:
    publish:
      operationId: keep
      message:
        name: pet
        payload: ${payload}
        ${examples}
components:
  schemas:
    Pet:
      type: object
      discriminator: kind
      required: [kind]
      properties: { kind: { type: string }, called: { type: string, description: What it answers to. } }
    shop.Cat:
      allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, required: [called], properties: { hunts: { type: boolean } } }]
    shop.Dog:
      allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { kind: { const: dog }, pack: { type: integer } } }]
`;

/** What a page says of one variant, from its name to the next one's. */
function saidOf(html: string, name: string): string {
  const variants = html.split(/<li class="schema-row schema-choice" /).map((each) => textOf(`<li ${each}`));
  return variants.find((each) => each.trim().startsWith(`variant ${name}`)) ?? "";
}

test("the schemas that take over a base with a discriminator are its variants, each with what it adds alone", async () => {
  const examples = "examples: [{ name: dog, payload: { kind: dog, pack: 2 } }, { name: cat, payload: { kind: shop.Cat, called: Tom } }]";
  const files = await siteOf(inherited(undefined, examples));
  const html = pageAt(files, "messages/pet.html");
  // Names that begin alike are told apart by their ends.
  expect(textOf(html)).toContain("Decided by kind Cat shop.Cat Dog");
  expect(variantsOf(html)).toEqual({ dog: "2", cat: "1" });
  expect(saidOf(html, "shop.Cat")).toMatch(/hunts boolean/);
  // What the base says stands above; that a variant requires it does not.
  expect(saidOf(html, "shop.Cat")).toMatch(/called required string/);
  expect(saidOf(html, "shop.Dog")).toMatch(/kind .*"dog".*pack integer/);
  expect(saidOf(html, "shop.Dog")).not.toMatch(/called|from part/);
  expect(pageAt(files, "messages/pet.md")).toMatch(/\*\*shop\.Cat\*\*|shop\.Cat/);
});

test("a schema that takes over a base is no choice itself, and made examples of a base are of its variants", async () => {
  const cat = pageAt(await siteOf(inherited('{ $ref: "#/components/schemas/shop.Cat" }')), "messages/pet.html");
  expect(cat).not.toContain("schema-choice");
  expect(cat).not.toContain("variant-bar");
  const base = pageAt(await siteOf(inherited()), "messages/pet.html");
  expect(Object.values(variantsOf(base)).sort()).toEqual(["", "1", "2"]);
});
