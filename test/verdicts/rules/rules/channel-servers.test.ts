import { draft, ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const servers = "servers: { here: { url: a, protocol: mqtt } }";
const servers3 = "servers: { here: { host: a, protocol: mqtt } }\ncomponents: { servers: { there: { host: a, protocol: mqtt } } }";

ruleCase("channel/unknown-server", "a name that is none", { document: v2(`${servers}\nchannels: { a: { servers: [here, ⟦there⟧] } }`) });
ruleCase("channel/unknown-server", "no servers at all", { document: v2("channels: { a: { servers: [⟦here⟧] } }"), part: "/channels/a" });
ruleCase("channel/unknown-server", "a name that every object has", {
  document: v2(`${servers}\nchannels: { a: { servers: [⟦__proto__⟧] } }`),
});
ruleCase("channel/unknown-server", "a component that is not among the servers", {
  document: v3(`${servers3}\nchannels: { a: { servers: [⟦{ $ref: "#/components/servers/there" }⟧] } }`),
});
ruleCase("channel/unknown-server", "no servers are all of them", { document: v2(`${servers}\nchannels: { a: { servers: [] } }`) });
ruleCase("channel/unknown-server", "a reference into servers", {
  document: v3(`${servers3}\nchannels: { a: { servers: [{ $ref: "#/servers/here" }] } }`),
});
ruleCase("channel/unknown-server", "the same of the draft", {
  document: draft(`${servers}\nchannels: { a: { servers: [{ $ref: "#/servers/here" }] } }`),
});

ruleCase("channel/unknown-server", "a text in 3.x, which is of the wrong type", {
  document: v3(`${servers3}\nchannels: { a: { servers: [here, "#/servers/here"] } }`),
});

const live = "servers: { live: { host: a.example, pathname: /v1/lamps, protocol: wss } }";
ruleCase("channel/repeated-path", "the whole path of the server", {
  document: v3(`${live}\nchannels: { a: { address: ⟦/v1/lamps⟧ } }`),
  part: "/channels/a",
});
ruleCase("channel/repeated-path", "the same in the URL of 2.x", {
  document: v2("servers: { live: { url: 'wss://a.example/v1/lamps', protocol: wss } }\nchannels: { ⟦v1/lamps/lit⟧: {} }"),
});
ruleCase("channel/repeated-path", "a name that only begins like the path", {
  document: v3(`${live}\nchannels: { a: { address: /v1/lampshades } }`),
});
ruleCase("channel/repeated-path", "a single step without a slash", {
  document: v3("servers: { live: { host: a.example, pathname: /lamps, protocol: ws } }\nchannels: { a: { address: lamps } }"),
});
ruleCase("channel/repeated-path", "a topic, which is no path", {
  document: v3("servers: { live: { host: a.example, pathname: /v1, protocol: mqtt } }\nchannels: { a: { address: /v1/lit } }"),
});
