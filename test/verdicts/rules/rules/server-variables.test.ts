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

ruleCase("server/password", "in a URL", { document: server("url: ⟦amqp://user:secret@host/v⟧"), ...at });
ruleCase("server/password", "in a host", {
  document: v3("servers: { s: { host: ⟦'app:s3cret@rabbitmq'⟧, protocol: amqp } }\nchannels: {}"),
});
ruleCase("server/password", "of one of two hosts", { document: server("url: ⟦'nats://a:1,user:p@b:1'⟧") });
ruleCase("server/password", "with an at sign", { document: server("url: ⟦'amqp://user:p@ss@host'⟧") });
ruleCase("server/password", "of a component", {
  document: v2("channels: {}\ncomponents: { servers: { s: { url: ⟦amqp://user:secret@host⟧, protocol: amqp } } }"),
});
ruleCase("server/password", "as the default of a variable", {
  document: server('url: "amqp://{user}:{pw}@host", variables: { user: { default: app }, pw: { default: ⟦secret⟧ } }'),
  ...at,
});
ruleCase("server/password", "to be filled in", {
  document: server('url: "amqp://user:{pw}@host", variables: { pw: { default: <password>, description: Ask us. } }'),
});
ruleCase("server/password", "only a user", { document: server("url: amqp://user@host:5672/a:b@c") });
ruleCase("server/password", "an at sign behind the host", { document: server("url: 'wss://host:8080/a:b@c?d=e:f@g'") });

ruleCase("server/host", "a password before a path", { document: host("⟦app:s3cret@a.example/path⟧") });
