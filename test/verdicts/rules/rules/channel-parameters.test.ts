import { expect, test } from "vitest";
import { folder, msgdocs } from "../../../app/cli/shell.ts";
import { draft, ruleCase, v2, v3 } from "../../../support/rule-case.ts";

ruleCase("channel/parameter-undefined", "no map at all", { document: v2('channels: { ⟦"a/{b}"⟧: {} }') });
ruleCase("channel/parameter-undefined", "not in the map", {
  document: v2('channels: { ⟦"a/{b}/{c}"⟧: { parameters: { b: { schema: {} } } } }'),
});
ruleCase("channel/parameter-undefined", "names that every object has", {
  document: v2('channels: { ⟦"a/{__proto__}/{constructor}"⟧: { parameters: {} } }'),
});
ruleCase("channel/parameter-undefined", "in an address", { document: v3('channels: { c: { address: ⟦"a/{b}"⟧ } }'), part: "/channels/c" });
ruleCase("channel/parameter-undefined", "in an address of the draft", { document: draft('channels: { c: { address: ⟦"a/{b}"⟧ } }') });
ruleCase("channel/parameter-undefined", "modifiers and operators are not part of a name", {
  document: v2('channels: { "{+b}/{c*}/{d:3}": { parameters: { b: { schema: {} }, c: { schema: {} }, d: { schema: {} } } } }'),
});
ruleCase("channel/parameter-undefined", "a hyphen is legal", {
  document: v2('channels: { "a/{user-id}": { parameters: { user-id: { schema: {} } } } }'),
});
ruleCase("channel/parameter-undefined", "the key of 3.x is no address", { document: v3('channels: { "a{b}": { address: a } }') });

ruleCase("channel/parameter-unused", "no expression", { document: v2("channels: { a: { parameters: { ⟦b⟧: { schema: {} } } } }") });
ruleCase("channel/parameter-unused", "another expression", {
  document: v2('channels: { "a/{b}": { parameters: { b: { schema: {} }, ⟦c⟧: { schema: {} } } } }'),
});
ruleCase("channel/parameter-unused", "letters count", { document: v2('channels: { "a/{B}": { parameters: { ⟦b⟧: { schema: {} } } } }') });
ruleCase("channel/parameter-unused", "of an address", {
  document: v3("channels: { c: { address: a, parameters: { ⟦b⟧: {} } } }"),
  part: "/channels/c",
});
ruleCase("channel/parameter-unused", "of an address that is not known", {
  document: v3("channels: { c: { address: null, parameters: { ⟦b⟧: {} } } }"),
});
ruleCase("channel/parameter-unused", "of the draft", {
  document: draft("channels: { c: { address: a, parameters: { ⟦b⟧: { schema: {} } } } }"),
});
ruleCase("channel/parameter-unused", "used behind an operator", {
  document: v2('channels: { "a{/b}": { parameters: { b: { schema: {} } } } }'),
});

test.each([
  [
    "an alias",
    v2(
      `x-p: &p { b: { schema: {} }, c: { schema: {} } }\nchannels: { "one/{b}": { parameters: *p }, ${"two three four five six seven eight"
        .split(" ")
        .map((name) => `${name}: { parameters: *p }`)
        .join(", ")} }`,
    ),
    "b: two +6, c: one/{b} +7",
  ],
  [
    "a reference",
    v3(
      'channels: { one: { $ref: "#/components/channels/c" }, two: { $ref: "#/components/channels/c" } }\ncomponents: { channels: { c: { address: a, parameters: { b: {} } } } }',
    ),
    "b: a +1",
  ],
])("channel/parameter-unused is told once of a map that channels share by %s", async (_, text, expected) => {
  const cwd = folder({ "asyncapi.yaml": text });
  const { stdout } = await msgdocs(cwd, ["check", "-f", "json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string; related: unknown[] }[] };
  const found = diagnostics.filter(({ code }) => code === "channel/parameter-unused");
  const told = found.map(({ message }) => {
    const [, name = "", address = "", more = "0"] =
      /^The parameter "(.*?)" .* address "(.*?)"(?:, nor in those of (\d+) more)?/.exec(message) ?? [];
    return `${name}: ${address} +${more}`;
  });
  expect(told.join(", ")).toBe(expected);
  expect(found.every(({ related }) => related.length <= 4)).toBe(true);
});

test("who means the query of a WebSocket is told where it goes", async () => {
  const cwd = folder({
    "a.yaml": v3("servers: { s: { host: h, protocol: wss } }\nchannels: { c: { address: /ws, parameters: { token: {} } } }"),
  });
  expect((await msgdocs(cwd, ["check", "a.yaml"])).stdout).toContain("A query parameter is a property of the binding ws.query.");
});
