import { ruleCase, v2, v3, draft } from "../../../support/rule-case.ts";

ruleCase("channel/uri-template", "a brace that is not closed", { document: v2('channels: { ⟦"a/{b"⟧: {} }') });
ruleCase("channel/uri-template", "an expression of nothing", { document: v2('channels: { ⟦"a/{}"⟧: {} }') });
ruleCase("channel/uri-template", "a topic with operators and modifiers is a template", {
  document: v2(
    'channels: { "a/{+b}/{c*}/{d:3}/{e,f}": { parameters: { b: { schema: {} }, c: { schema: {} }, d: { schema: {} }, e: { schema: {} }, f: { schema: {} } } } }',
  ),
});
ruleCase("channel/uri-template", "wildcards of brokers are plain text", { document: v2('channels: { "a/*/+": {} }') });
for (const address of ["a/{}", "{a", "a}", "{a b}"]) {
  const document = `channels: { c: { address: ⟦${JSON.stringify(address)}⟧ } }`;
  ruleCase("channel/uri-template", `in 3.x: ${address}`, { document: v3(document) });
  ruleCase("channel/uri-template", `in the draft: ${address}`, { document: draft(document) });
  ruleCase("channel/uri-template", `of a component: ${address}`, { document: v3(`channels: {}\ncomponents: { ${document} }`) });
}
ruleCase("channel/uri-template", "3.x leaves the text between expressions free", {
  document: v3('channels: { c: { address: "a b|<c>/100%" }, d: { address: "{a}{a}", parameters: { a: {} } } }'),
});

ruleCase("channel/query-or-fragment", "a query", { document: v2('channels: { ⟦"a?b=c"⟧: {} }') });
ruleCase("channel/query-or-fragment", "a fragment", { document: v2('channels: { ⟦"a#b"⟧: {} }') });
ruleCase("channel/query-or-fragment", "an operator that makes one", {
  document: v2('channels: { ⟦"a{?b}"⟧: { parameters: { b: { schema: {} } } } }'),
});
ruleCase("channel/query-or-fragment", "in an address", { document: v3("channels: { c: { address: ⟦a?b⟧ } }"), part: "/channels/c" });
ruleCase("channel/query-or-fragment", "in an address of the draft", { document: draft("channels: { c: { address: ⟦a?b⟧ } }") });
ruleCase("channel/query-or-fragment", "of a component", {
  document: v3('channels: {}\ncomponents: { channels: { c: { address: ⟦"a#b"⟧ } } }'),
});
const on = (protocol: string, address: string): string =>
  v2(`servers: { s: { url: "b.example", protocol: ${protocol} } }\nchannels: { ${address}: {} }`);
ruleCase("channel/uri-template", "a wildcard of NATS", { document: on("nats", '"orders.>"') });
ruleCase("channel/uri-template", "what is no whole level in NATS", { document: on("nats", '⟦"orders.a>"⟧') });
ruleCase("channel/uri-template", "a wildcard of NATS at another broker", { document: on("kafka", '⟦"orders.>"⟧') });
ruleCase("channel/query-or-fragment", "a wildcard of AMQP", { document: on("amqps", '"#.orders.*"') });
ruleCase("channel/query-or-fragment", "a wildcard of MQTT", { document: on("mqtt", '"orders/#"') });
ruleCase("channel/query-or-fragment", "what is no whole level in AMQP", { document: on("amqp", '⟦"orders.#a"⟧') });
ruleCase("channel/query-or-fragment", "an encoded mark is none", { document: v2('channels: { "a%3Fb%23c": {} }') });
ruleCase("channel/query-or-fragment", "in the key of 3.x, which is no address", { document: v3('channels: { "a?b": { address: null } }') });
