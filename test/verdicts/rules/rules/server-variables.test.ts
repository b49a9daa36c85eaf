import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const server = (text: string): string => v2(`servers: { s: { protocol: mqtt, ${text} } }\nchannels: {}`);
const at = { part: "/servers/s" };

ruleCase("server/variable-undefined", "no map", { document: server('url: ⟦"{host}:1"⟧'), ...at });
ruleCase("server/variable-undefined", "not in the map", { document: server('url: ⟦"{host}:{port}"⟧, variables: { host: {} }'), ...at });
ruleCase("server/variable-undefined", "in host and pathname", {
  document: v3('servers: { s: { host: ⟦"{h}"⟧, pathname: ⟦"/{p}"⟧, protocol: mqtt } }\nchannels: {}'),
  ...at,
});
ruleCase("server/variable-undefined", "of a component", {
  document: v2('channels: {}\ncomponents: { servers: { s: { url: ⟦"{a}"⟧, protocol: b } } }'),
});
ruleCase("server/variable-undefined", "all defined", { document: server('url: "{host}", variables: { host: { default: a } }') });
ruleCase("server/variable-unused", "not in the URL", { document: server("url: a, variables: { ⟦port⟧: { default: '1' } }"), ...at });
ruleCase("server/variable-unused", "used in one of two", {
  document: v3('servers: { s: { host: a, pathname: "/{p}", protocol: mqtt, variables: { p: {} } } }\nchannels: {}'),
});
ruleCase("server/variable-value", "default and example", {
  document: server('url: "{a}", variables: { a: { enum: [x, y], default: ⟦z⟧, examples: [x, ⟦w⟧] } }'),
  ...at,
});
ruleCase("server/variable-value", "no list, no limit", { document: server('url: "{a}", variables: { a: { default: z } }') });

const host = (text: string): string => v3(`servers: { s: { host: ${text}, protocol: ws } }\nchannels: {}`);
ruleCase("server/host", "a whole URL", { document: host("⟦https://a.example/path⟧"), ...at });
ruleCase("server/host", "a path behind it", { document: host("⟦a.example/path⟧") });
ruleCase("server/host", "only a scheme before it", { document: host('⟦"tcp://a.example:61616"⟧') });
ruleCase("server/host", "of a component", {
  document: v3("channels: {}\ncomponents: { servers: { s: { host: ⟦https://a.example/path⟧, protocol: ws } } }"),
});
ruleCase("server/host", "a host with a port and braces", { document: host('"{region}.a.example:443"') });
