import { ruleCase, v2, v3 } from "../../support/rule-case.ts";

const message = (text: string): string => v2(`channels: { a: { publish: { message: { ${text} } } } }`);
const at = { part: "/channels/a/publish/message" };

ruleCase("reference/not-found", "no such file, said where it is referred to", {
  document: message("payload: { $ref: ⟦nowhere.yaml⟧ }"),
  ...at,
});
ruleCase("reference/not-found", "no such part of its own file", { document: message('payload: { $ref: ⟦"#/nowhere"⟧ }'), ...at });
ruleCase("reference/not-found", "keys that need escapes are there", {
  document: v2(
    'channels: { a/b: { publish: { message: { payload: { $ref: "#/components/schemas/~0" } } } } }\ncomponents: { schemas: { "~": {} } }',
  ),
});
ruleCase("reference/syntax", "no URI", { document: message('payload: { $ref: ⟦"%zz"⟧ }'), ...at });
ruleCase("reference/syntax", "no text", { document: message("payload: { $ref: ⟦1⟧ }"), ...at });
ruleCase("reference/syntax", "a property of that name", {
  document: message("payload: { properties: { $ref: { type: string } } }"),
  ...at,
});
ruleCase("reference/remote-disabled", "on the network", { document: message('payload: { $ref: ⟦"https://example.com/a"⟧ }'), ...at });
ruleCase("reference/remote-disabled", "an identifier in an example names nothing", {
  document: message(
    'schemaFormat: "application/schema+json;version=draft-07", payload: { $id: "https://example.com/root", example: { $id: "https://example.com/lamp" }, properties: { lamp: { $ref: ⟦"https://example.com/lamp"⟧ } } }',
  ),
});
ruleCase("reference/remote-disabled", "in an example nothing is a reference", {
  document: message('examples: [{ payload: { $ref: "https://example.com/a" } }]'),
  ...at,
});
ruleCase("reference/outside-root", "above the document's folder", { document: message("payload: { $ref: ⟦../../a.yaml⟧ }"), ...at });
ruleCase("reference/outside-root", "in an example nothing is a reference", {
  document: message("examples: [{ payload: { $ref: ../../a.yaml } }]"),
  ...at,
});
ruleCase("reference/siblings-ignored", "fields beside it", {
  document: v3("channels: { a: { messages: { m: { $ref: nowhere.yaml, ⟦title⟧: T } } } }"),
  part: "/channels/a",
});
ruleCase("reference/siblings-ignored", "nothing beside it", {
  document: v3("channels: { a: { messages: { m: { $ref: nowhere.yaml } } } }"),
  part: "/channels/a",
});
