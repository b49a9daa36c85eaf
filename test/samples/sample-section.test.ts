import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, afterAll, describe, it } from "vitest";
import type { Call } from "../../src/samples/index.ts";
import { quote } from "../../src/samples/literals.ts";
import { siteOf, textOf } from "../pages/kinds/site-of.ts";
import { samplesOf } from "./code-samples.ts";

const hostile = [
  "a b",
  "it's",
  "$(touch x)",
  "`id`",
  "; rm -rf ~",
  "\\",
  "'\\''",
  "!!",
  "*",
  "~",
  "#x",
  "a\nb",
  "-rf",
  "",
  '"',
  "é日",
  "&|<>",
  "$HOME",
];

function call(given: Partial<Call>): Call {
  return {
    protocol: "kafka",
    written: given.protocol ?? "kafka",
    server: "h:1",
    address: "a",
    way: "send",
    payload: "{}",
    contentType: "application/json",
    headers: [],
    credentials: [],
    binding: () => undefined,
    required: () => [],
    ...given,
  };
}

/** The commands of a call. */
const commandsFor = (given: Call) => samplesOf(given, ["cli"]);

const tools = ["kcat", "mosquitto_pub", "mosquitto_sub", "wscat", "nats", "amqp-publish", "amqp-consume", "curl", "redis-cli", "pulsar-client", "aws", "gcloud"]; // prettier-ignore
const bin = mkdtempSync(join(tmpdir(), "msgdocs-shell-"));
const log = join(bin, "log");
for (const tool of tools) writeFileSync(join(bin, tool), `#!/bin/sh\nprintf '%s\\0' "$@" >> '${log}'\n`, { mode: 0o755 });
writeFileSync(join(bin, "payload.bin"), "from a file");
afterAll(() => rmSync(bin, { recursive: true }));

const secrets = { API_USERNAME: "u s$er", API_PASSWORD: "p'w\"*", API_TOKEN: "to ken", API_KEY: "k;ey", AWS_REGION: "r", AWS_ACCOUNT_ID: "1", ENDPOINT: "e", SUBSCRIPTION: "s" }; // prettier-ignore

/** The words that the tools of a command are given by a shell; each tool is one that writes down its arguments. */
function wordsOf(command: string): string[] {
  const shell = realpathSync("/bin/sh");
  execFileSync(shell, ["-n", "-c", command], { env: {} });
  rmSync(log, { force: true });
  execFileSync(shell, ["-c", command], { env: { PATH: bin, ...secrets }, cwd: bin, stdio: "pipe" });
  return readFileSync(log, "utf8").split("\0").slice(0, -1);
}

describe("a word in a shell", () => {
  it.each(hostile)("%j is itself", (word) => {
    expect(execFileSync("sh", ["-c", `printf '%s' ${quote(word)}`], { env: {} }).toString()).toBe(word);
  });

  it("holds no control characters, which a terminal would obey", () => {
    expect(quote("a\u001b[201~\u0000b\u009b")).toBe("'a\u{fffd}[201~\u{fffd}b\u{fffd}'");
  });
});

const protocols = [
  "mqtt",
  "mqtt5",
  "nats",
  "amqp",
  "http",
  "sse",
  "mercure",
  "redis",
  "ws",
  "kafka",
  "pulsar",
  "sns",
  "sqs",
  "googlepubsub",
];

const web = ["http", "sse", "mercure", "ws"];

/** Every way to be let in that the tool of a protocol can be told. */
function credentialsFor(protocol: string, name: string): Call["credentials"] {
  if (web.includes(protocol)) return [{ type: "http", scheme: "basic" }, { type: "X509" }, { type: "httpApiKey", in: "header", name }];
  return protocol === "pulsar" ? [{ type: "X509" }] : [{ type: "userPassword" }, { type: "X509" }];
}

/** What there is nothing to paste for: a tool that goes one way only, names that brokers refuse, patterns to send to. */
function isRefused(protocol: string, way: Call["way"], address: string): boolean {
  if (protocol === "kafka") return !/^[\w.-]+$/.test(address);
  if (protocol === "sse" || protocol === "http") return way === (protocol === "sse" ? "send" : "receive");
  if (way === "receive") return false;
  return protocol === "nats" ? address === "*" : protocol.startsWith("mqtt") && /[+#]/.test(address);
}

describe.each(protocols)("commands with hostile values: %s", (protocol) => {
  it.each(hostile.filter((text) => text !== ""))("%j", (text) => {
    for (const way of ["send", "receive"] as const) {
      const [command] = commandsFor(
        call({
          protocol,
          way,
          address: text,
          payload: protocol === "kafka" ? text.replace(/\n/g, " ") : text,
          server: "host:1",
          headers: [[text, text]],
          credentials: credentialsFor(protocol, text),
        }),
      );
      expect(command === undefined).toBe(isRefused(protocol, way, text));
      if (!command) continue;
      const words = wordsOf(command.text);
      const isNamed = protocol !== "googlepubsub" || way === "send";
      if (isNamed) expect(words.some((word) => word.includes(text.replace(/^\//, "")))).toBe(true);
    }
  });
});

describe("what a tool would do more than it is told to", () => {
  it.each(["sns", "sqs"])("%s: a payload that names a file is not one", (protocol) => {
    for (const payload of ["file:///etc/passwd", "fileb:///etc/passwd", "http://h/", "FILE:///x"]) {
      const [command] = commandsFor(call({ protocol, payload }));
      expect(command?.text).not.toContain(payload);
    }
    expect(commandsFor(call({ protocol: "sqs", address: "file:///etc/passwd" }))).toEqual([]);
  });

  it("curl: a header's name is no file, and a header of two lines is left out", () => {
    const headers = [["@/etc/passwd", "x"], ["X-One", "1"], ["X-Two", "1\nX-Three: 2"]] as const; // prettier-ignore
    const credentials = [{ type: "httpApiKey", in: "header", name: "@/etc/passwd" }];
    const [command] = commandsFor(call({ protocol: "http", headers, credentials }));
    expect(command?.text).not.toMatch(/etc|Two|Three/);
    expect(command?.text).toContain("-H 'X-One: 1'");
  });
});

describe("secrets", () => {
  it.each(["kafka", "mqtt", "amqp", "nats", "redis", "http", "ws"])("of %s are variables that stay one word", (protocol) => {
    const type = protocol === "http" || protocol === "ws" ? "http" : "userPassword";
    const [command] = commandsFor(call({ protocol, credentials: [{ type, scheme: "basic" }] }));
    const words = wordsOf(command?.text ?? "").join("\n");
    expect(words).toContain("u s$er");
    expect(words).toContain("p'w\"*");
  });

  it("are asked for in the way of the scheme", () => {
    const text = (given: Partial<Call>) => commandsFor(call(given))[0]?.text;
    expect(text({ written: "kafka-secure", credentials: [{ type: "scramSha512" }] })).toContain(
      '-X security.protocol=SASL_SSL -X sasl.mechanisms=SCRAM-SHA-512 -X sasl.username="$API_USERNAME" -X sasl.password="$API_PASSWORD"',
    );
    expect(text({ credentials: [{ type: "plain" }] })).toContain("-X security.protocol=SASL_PLAINTEXT -X sasl.mechanisms=PLAIN");
    expect(text({ protocol: "mqtt", credentials: [{ type: "X509" }] })).toContain("--cert client.crt --key client.key");
    expect(text({ protocol: "http", credentials: [{ type: "oauth2" }] })).toContain(`-H 'Authorization: Bearer '"$API_TOKEN"`);
    expect(text({ protocol: "ws", credentials: [{ type: "http", scheme: "basic" }] })).toContain('--auth "$API_USERNAME:$API_PASSWORD"');
    const credentials = [{ type: "httpApiKey", in: "header", name: "X-Key" }];
    expect(text({ protocol: "http", credentials })).toContain(`-H 'X-Key: '"$API_KEY"`);
  });

  it("are given once, however often they are asked for, and where they are asked for", () => {
    const key = (place: string, name: string) => ({ type: "httpApiKey", in: place, name });
    const [twice] = commandsFor(
      call({ protocol: "ws", server: "wss://h", credentials: [key("header", "Authorization"), key("header", "authorization")] }),
    );
    expect(twice?.text.match(/-H/g)).toHaveLength(1);
    const [told] = commandsFor(call({ protocol: "http", credentials: [{ type: "oauth2" }, key("header", "Authorization")] }));
    expect(wordsOf(told?.text ?? "").filter((word) => word.startsWith("Authorization"))).toEqual(["Authorization: Bearer to ken"]);
    const [query] = commandsFor(call({ protocol: "sse", way: "receive", server: "https://h/x?a=1", credentials: [key("query", "token")] }));
    expect(wordsOf(query?.text ?? "").at(-1)).toMatch(/^https:.*a=1.*&token=k;ey$/);
    const [cookie] = commandsFor(call({ protocol: "ws", credentials: [key("cookie", "sid")] }));
    expect(wordsOf(cookie?.text ?? "")).toContain("Cookie: sid=k;ey");
  });
});

describe("what each protocol is given", () => {
  const text = (given: Partial<Call>) => commandsFor(call(given))[0]?.text;
  const bound = (values: Readonly<Record<string, string>>): Call["binding"] => (...path) => values[path.join(".")]; // prettier-ignore

  it.each([
    [
      { written: "kafka-secure", server: "a:1,b:2", address: "t", binding: bound({ "message.key": "k" }) },
      "printf '%s' '{}' | kcat -P -b a:1,b:2 -X security.protocol=SSL -t t -k k",
    ],
    [{ way: "receive", binding: bound({ "operation.groupId": "g" }) }, "kcat -b h:1 -G g -- a"],
    [{ way: "receive", address: "-F.etc", binding: bound({ "operation.groupId": "-g" }) }, "kcat -b h:1 -G -g -- -F.etc"],
    [{ payload: undefined }, "kcat -P -b h:1 -t a payload.bin"],
    [
      { way: "receive", encoding: "avro", binding: bound({ "server.schemaRegistryUrl": "https://r" }) },
      "kcat -C -b h:1 -s value=avro -r https://r -t a -o end",
    ],
    [{ way: "receive", encoding: "avro" }, "kcat -C -b h:1 -t a -o end"],
    [
      { protocol: "mqtt", server: "mqtts://h:8883", binding: bound({ "operation.qos": "1", "operation.retain": "true" }) },
      "mosquitto_pub -h h -p 8883 --tls-use-os-certs -t a -q 1 -r -m '{}'",
    ],
    [{ protocol: "mqtt5", way: "receive", address: "a/{id}/b" }, "mosquitto_sub -h h -p 1 -V mqttv5 -t a/+/b -v"],
    [{ protocol: "ws", server: "wss://h/x/", address: "/y" }, "wscat -c wss://h/x/y -x '{}'"],
    [{ protocol: "nats", way: "receive", binding: bound({ "operation.queue": "q" }) }, "nats sub --server=nats://h:1 --queue=q -- a"],
    [
      { protocol: "amqp", binding: bound({ "channel.exchange.name": "x", "operation.deliveryMode": "2" }) },
      "amqp-publish --url=amqp://h:1 --exchange=x --routing-key=a --content-type=application/json --persistent --body='{}'",
    ],
    [
      { protocol: "http", server: "https://h/v1", binding: bound({ "operation.method": "PUT" }) },
      "curl -X PUT -H 'Content-Type: application/json' --data-raw '{}' https://h/v1/a",
    ],
    [{ protocol: "redis", way: "receive" }, "redis-cli -u redis://h:1 SUBSCRIBE a"],
    [
      {
        protocol: "mqtt5",
        headers: [["trace", "a b"]],
        binding: bound({
          "server.lastWill.topic": "gone",
          "server.lastWill.message": "bye",
          "server.lastWill.qos": "2",
          "server.lastWill.retain": "true",
          "server.cleanSession": "false",
          "server.clientId": "me",
          "server.keepAlive": "30",
          "message.responseTopic": "back",
        }),
      },
      "mosquitto_pub -h h -p 1 -V mqttv5 -k 30 -t a -D publish content-type application/json -D publish response-topic back -D publish user-property trace 'a b' -m '{}'",
    ],
    [{ headers: [["trace", "a b"]] }, "printf '%s' '{}' | kcat -P -b h:1 -t a -H trace='a b'"],
    [{ protocol: "nats", headers: [["trace", "1"]] }, "nats pub --server=nats://h:1 --header=trace:1 -- a '{}'"],
    [
      { protocol: "amqp", server: "amqps://h:5671", headers: [["trace", "1"]], credentials: [{ type: "userPassword" }] },
      `amqp-publish --server=h --port=5671 --ssl --username="$API_USERNAME" --password="$API_PASSWORD" --routing-key=a --content-type=application/json --header='trace: 1' --body='{}'`,
    ],
    [
      { protocol: "pulsar", headers: [["trace", "1"]], binding: bound({ "channel.namespace": "n", "server.tenant": "t" }) },
      "pulsar-client --url pulsar://h:1 produce -p trace=1 -s '' -m '{}' persistent://t/n/a",
    ],
    [
      { protocol: "sns" },
      `aws sns publish --endpoint-url=http://h:1 --topic-arn="arn:aws:sns:$AWS_REGION:$AWS_ACCOUNT_ID:"a --message='{}'`,
    ],
    [
      { protocol: "sqs", way: "receive" },
      `QUEUE_URL=$(aws sqs get-queue-url --endpoint-url=http://h:1 --queue-name=a --query=QueueUrl --output=text) && aws sqs receive-message --endpoint-url=http://h:1 --queue-url="$QUEUE_URL" --wait-time-seconds=20 --message-attribute-names=All`,
    ],
    [
      {
        protocol: "googlepubsub",
        headers: [
          ["k", "1,2"],
          ["l", "|"],
        ],
      },
      "gcloud pubsub topics publish --attribute='^;^k=1,2;l=|' --message='{}' -- a",
    ],
    [{ protocol: "ibmmq" }, undefined],
  ] as const)("%#", (given, expected) => {
    expect(text(given)).toBe(expected);
  });
});

describe("a command that cannot work is not shown", () => {
  const required = () => [["model", "{model}"], ["v", "1 2"]] as const; // prettier-ignore
  const bound = (values: Readonly<Record<string, string>>): Call["binding"] => (...path) => values[path.join(".")]; // prettier-ignore

  it.each([
    ["a relative URL names no server", { protocol: "ws", server: "/api" }],
    ["nor does an empty one", { protocol: "mqtt", server: "" }],
    ["curl cannot be called back", { protocol: "http", way: "receive" }],
    ["nor answer a request", { protocol: "http", way: "send", binding: bound({ "operation.type": "response" }) }],
    ["events of a server go one way", { protocol: "sse", way: "send" }],
    ["wscat sends no file", { protocol: "ws", payload: undefined }],
    ["wscat opens a connection with GET", { protocol: "ws", binding: bound({ "channel.method": "POST" }) }],
    ["Kafka takes no such topic", { protocol: "kafka", address: "user/signed up" }],
    ["no tool of MQTT speaks to a WebSocket", { protocol: "mqtt", server: "wss://h/mqtt" }],
    ["nothing is sent to a filter", { protocol: "mqtt", address: "a/#" }],
    ["nothing is sent to a pattern", { protocol: "nats", address: "a.>" }],
    ["a broker's channel without an address", { protocol: "redis", address: "" }],
    ["kcat has no token", { protocol: "kafka", credentials: [{ type: "oauth2" }] }],
    ["nor has mosquitto", { protocol: "mqtt", credentials: [{ type: "http", scheme: "bearer" }] }],
    ["a way to authorize that no option is for", { protocol: "amqp", credentials: [{ type: "symmetricEncryption" }] }],
  ] as const)("%s", (_, given) => {
    expect(commandsFor(call(given))).toEqual([]);
  });

  it.each(["jms", "ibmmq", "solace", "anypointmq", "stomp"])("%s has no usual tool", (protocol) => {
    for (const way of ["send", "receive"] as const) expect(commandsFor(call({ protocol, way }))).toEqual([]);
  });

  it.each([
    { protocol: "ws", server: "https://h/v1?k=1", address: "/y", required },
    { protocol: "http", server: "https://h", required, binding: bound({ "operation.method": "GET" }) },
  ] as const)("what a binding requires is in the command, in braces where it is not known: $protocol", (given) => {
    const text = commandsFor(call(given))[0]?.text ?? "";
    expect(text).toMatch(/\?(?:k=1&)?model=\{model\}&v=1%202/);
    expect(text).toContain("-H 'model: {model}'");
  });

  it.each([
    [{ protocol: "ws", server: "https://h/v1?k=1", address: "/y", payload: "{payload}" }, `wscat -c 'wss://h/v1/y?k=1' -x '{payload}'`],
    [{ protocol: "http", server: "http://h" }, `curl -X '{method}' -H 'Content-Type: application/json' --data-raw '{}' http://h/a`],
    [
      { protocol: "http", server: "http://h", address: "/{id}", binding: bound({ "operation.method": "GET" }) },
      `curl --globoff -X GET 'http://h/{id}'`,
    ],
    [
      { protocol: "http", way: "receive", server: "http://h", binding: bound({ "operation.type": "response" }) },
      "curl --no-buffer http://h/a",
    ],
    [
      { protocol: "mqtt", server: "{host}:{port}", way: "receive", address: "a/x{id}/{b}" },
      `mosquitto_sub -h '{host}' -p '{port}' -t 'a/x{id}/+' -v`,
    ],
    [{ protocol: "nats", way: "receive", address: "a.{id}.x{b}" }, `nats sub --server=nats://h:1 -- 'a.*.x{b}'`],
    [{ protocol: "mqtt", credentials: [{ type: "apiKey", in: "user" }] }, `mosquitto_pub -h h -p 1 -u "$API_KEY" -t a -m '{}'`],
    [
      { protocol: "amqp", server: "amqp://h:1/my%2Fhost", way: "receive", credentials: [{ type: "userPassword" }] },
      `amqp-consume --server=h --port=1 --vhost=my/host --username="$API_USERNAME" --password="$API_PASSWORD" --queue=a cat`,
    ],
    [
      {
        protocol: "amqp",
        way: "receive",
        address: "a.{id}",
        binding: bound({ "channel.exchange.name": "x", "channel.exchange.type": "topic" }),
      },
      `amqp-consume --url=amqp://h:1 --exchange=x --routing-key='a.*' cat`,
    ],
    [
      { protocol: "pulsar", way: "receive", address: "t", credentials: [{ type: "http", scheme: "bearer" }] },
      `pulsar-client --url pulsar://h:1 --auth-plugin org.apache.pulsar.client.impl.auth.AuthenticationToken --auth-params token:"$API_TOKEN" consume -s my-subscription -n 0 persistent://public/default/t`,
    ],
    [
      { protocol: "sns", server: "sns.eu-west-1.amazonaws.com", address: "t.fifo", binding: bound({ "channel.ordering.type": "FIFO" }) },
      `aws sns publish --topic-arn="arn:aws:sns:$AWS_REGION:$AWS_ACCOUNT_ID:"t.fifo --message-group-id='{messageGroupId}' --message-deduplication-id='{messageDeduplicationId}' --message='{}'`,
    ],
  ] as const)("else it says what there is to say: %#", (given, expected) => {
    expect(commandsFor(call(given))[0]?.text).toBe(expected);
  });
});

const document = (protocol: string, message: string, more = "") => `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
servers: { main: { url: "lamp.example:1", protocol: ${protocol} } }
channels:
  "lamps/{id}":
    parameters: { id: { schema: { type: string } } }
    publish: { operationId: talk, message: { ${message} }${more} }
`;

/** The first command of the operation's page. */
async function commandOf(text: string): Promise<string | undefined> {
  const html = (await siteOf(text)).get("operations/talk.html") ?? "";
  const found = /<div class="panel commands [^]*?<pre[^>]*>([^]*?)<\/pre>/.exec(html)?.[1];
  return found
    ?.replace(/<\/?(?:mark|span)[^>]*>/g, "")
    .replace(/ \\\n {2}/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&#x3D;/g, "=")
    .replace(/&amp;/g, "&");
}

const mqtt = "mosquitto_pub -h lamp.example -p 1 -t 'lamps/{id}'";

test.each([
  ["an example is sent as it is", 'payload: { type: string }, examples: [{ payload: "on" }]', `${mqtt} -m '"on"'`],
  [
    "an object is made from the schema",
    "payload: { type: object, required: [on], properties: { on: { const: true } } }",
    `${mqtt} -m '{"on":true}'`,
  ],
  ["a text that nobody gives is in braces", "payload: { type: string }", `${mqtt} -m '{payload}'`],
  ["a text that the schema gives is not", "payload: { type: string, enum: [on, off] }", `${mqtt} -m '"on"'`],
  ["nor is a payload described", "summary: A message.", `${mqtt} -m '{payload}'`],
  ["sound is no text", "contentType: audio/wav, payload: { type: string, format: binary }", `${mqtt} -f payload.bin`],
  [
    "nor is Avro",
    "schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: record, name: R, fields: [] }",
    `${mqtt} -f payload.bin`,
  ],
])("the payload of a command: %s", async (_, message, expected) => {
  expect(await commandOf(document("mqtt", message))).toBe(expected);
});

test.each([
  ["the first written one of it", "{ payload: { kind: b } }, { payload: { kind: a, at: 1 } }", '{"kind":"a","at":1}'],
  ["a made one if none of it is written", "{ payload: { kind: b } }", '{"kind":"a","at":1}'],
])("the payload of a command is of the variant in front: %s", async (_, examples, expected) => {
  const variant = (kind: string) =>
    `{ type: object, required: [kind], properties: { kind: { const: ${kind} }, at: { type: integer, const: 1 } } }`;
  const message = `payload: { oneOf: [${variant("a")}, ${variant("b")}] }, examples: [${examples}]`;
  expect(await commandOf(document("mqtt", message))).toBe(`${mqtt} -m '${expected}'`);
});

test("headers and queries that are required and have no value are in braces, and no value is made up for them", async () => {
  const headers =
    "payload: { type: object }, headers: { type: object, required: [trace, kind], properties: { trace: { type: string }, kind: { const: lamp }, other: { type: string } } }";
  const query =
    ", bindings: { http: { type: request, method: PUT, query: { type: object, required: [at], properties: { at: { type: integer }, more: { type: string } } } } }";
  expect(await commandOf(document("http", headers, query))).toBe(
    "curl --globoff -X PUT -H 'Content-Type: application/json' -H 'trace: {trace}' -H 'kind: lamp' --data-raw '{}' 'http://lamp.example:1/lamps/{id}?at={at}'",
  );
});

test("a value of a header that its schema gives and refuses is not sent", async () => {
  const property = (given: string) =>
    `payload: { type: object }, headers: { type: object, required: [code], properties: { code: { type: string, ${given} } } }`;
  const sent = async (given: string) =>
    /-H 'code: [^']*'/.exec(
      (await commandOf(document("http", property(given), ", bindings: { http: { type: request, method: PUT } }"))) ?? "",
    )?.[0];
  expect(await sent("examples: [1]")).toBe("-H 'code: {code}'");
  expect(await sent("examples: [A1]")).toBe("-H 'code: A1'");
});

test("of several values of a parameter none is chosen for the reader", async () => {
  const of = (allowed: string) =>
    commandOf(
      document("mqtt", "payload: { const: 1 }").replace("schema: { type: string }", `schema: { type: string, enum: [${allowed}] }`),
    );
  expect(await of("hall")).toContain("-t lamps/hall");
  expect(await of("hall, door")).toContain("-t 'lamps/{id}'");
});

test("a relative URL of a server has no command", async () => {
  expect(await commandOf(document("ws", "payload: { type: object }").replace("lamp.example:1", "/api"))).toBeUndefined();
});

const page = async (text: string, settings = {}) => (await siteOf(text, settings)).get("operations/talk.html") ?? "";
const tabsOf = (html: string): string[] =>
  [...html.matchAll(/<input type="radio" name="code-[^>]*data-keep="code"[^>]*>([^<]*)</g)].map(([, name = ""]) => name);
const lamp = document("mqtt", "payload: { type: object }, examples: [{ payload: { on: true } }]");

test("each language has a tab, the first of them chosen, in the order of the settings", async () => {
  expect(tabsOf(await page(lamp))).toEqual(["Command line", "JavaScript", "Python", "Java", "Go"]);
  const some = await page(lamp, { code: ["go", "cli"] });
  expect(tabsOf(some)).toEqual(["Go", "Command line"]);
  expect(some).toMatch(/value="go"[^>]* checked/);
  expect(await page(lamp, { code: [] })).not.toContain('id="commands"');
});

test("a language that has no code at any server has no tab, no word on paper, and hides no other in Markdown", async () => {
  const site = await siteOf(document("ws", "contentType: application/octet-stream, payload: { type: string, format: binary }"));
  const html = site.get("operations/talk.html") ?? "";
  expect(tabsOf(html)).toEqual(["JavaScript", "Python", "Java", "Go"]);
  expect(html).not.toContain("There is no usual library");
  const markdown = site.get("operations/talk.md") ?? "";
  expect(markdown.match(/^### .* to send$/gm)).toEqual(["### JavaScript to send", "### Python to send"]);
  expect(markdown).toContain("Java, Go");
});

test("the code is that of the reader: of the application, or of who talks to it", async () => {
  const [application, client] = [await page(lamp, { reader: "application" }), await page(lamp, { reader: "client" })];
  expect(application).toContain("subscribeAsync");
  expect(application).not.toContain("publishAsync");
  expect(client).toContain("publishAsync");
  expect(client).not.toContain("subscribeAsync");
});

test("samples of the document come first, and ours for their languages are left out", async () => {
  const own =
    "asyncapi: 2.6.0\ninfo: { title: Lamp, version: '1' }\nservers: { main: { url: 'lamp.example:1', protocol: mqtt } }\nchannels:\n  lamps:\n    publish:\n      operationId: talk\n      message: { payload: { type: object } }\n      x-codeSamples: [{ lang: js, label: Our kit, source: 'kit(\"<b>\")' }, { lang: Rust, source: main() }]\n";
  const site = await siteOf(own);
  const html = site.get("operations/talk.html") ?? "";
  expect(tabsOf(html)).toEqual(["Our kit", "Rust", "Command line", "Python", "Java", "Go"]);
  expect(html).toContain('<span class="f">kit</span>(<span class="s">"&lt;b&gt;"</span>)');
  expect(html).not.toContain("publishAsync");
  expect(site.get("operations/talk.md")).toMatch(/### Our kit[^]*kit\("<b>"\)[^]*mosquitto_pub/);
});

test("servers that differ by their address alone share samples", async () => {
  const two = lamp.replace("protocol: mqtt } }", "protocol: mqtt }, spare: { url: 'spare.example:1', protocol: mqtt } }");
  const html = await page(two);
  expect(html.match(/mosquitto_pub/g)).toHaveLength(1);
  expect(html).toContain("Samples for main also hold for spare, with the address of each.");
});

test("a long payload is read from a file by programs, and still stands in the command", async () => {
  const long = await page(lamp.replace("on: true", `on: "${"x".repeat(2000)}"`));
  expect(long).toMatch(/mosquitto_pub[^]*?-m<[^]*?xxxx/);
  expect(long.replace(/<[^>]*>/g, "")).toContain('readFileSync("payload.bin")');
  expect(textOf(long)).toContain(
    "Fill in: {id} parameter of the address · payload.bin a file of yours that holds the message as it is sent",
  );
});

const withPort = (url: string, port: string) =>
  `asyncapi: 2.6.0\ninfo: { title: Lamp, version: '1' }\nservers: { main: { url: '${url}', protocol: mqtt, variables: { port: { ${port} } } } }\nchannels: { lamps: { publish: { operationId: talk, message: { payload: { const: 1 } } } } }\n`;

test.each([
  ["a port that the address does not name", "lamp.example", "default: '8883'", "-p 8883"],
  ["one without a default", "lamp.example", "enum: ['8883', '9883']", "-p '{port}'"],
  ["a port that the address names", "lamp.example:{port}", "default: '8883'", "-p 8883"],
  ["an address that has its own port", "lamp.example:1883", "default: '8883'", "-p 1883"],
])("the variable port of a server: %s", async (_, url, port, expected) => {
  const site = await siteOf(withPort(url, port));
  expect(await commandOf(withPort(url, port))).toContain(`mosquitto_pub -h lamp.example ${expected} -t lamps`);
  const said = site.get("operations/talk.html")?.includes("not part of the address above");
  expect([said, site.get("index.html")?.includes("not part of the address above")]).toEqual([!url.includes("{"), !url.includes("{")]);
});

test("each name in braces and each secret is explained below the samples, on the page and in its Markdown", async () => {
  const headers = "headers: { type: object, required: [trace], properties: { trace: { type: string } } }";
  const text = document(
    "http",
    `payload: { type: string }, ${headers}`,
    ", bindings: { http: { type: request, method: PUT, query: { type: object, required: [at] } } }, security: [{ key: [] }]",
  )
    .replace("lamp.example:1", "{stage}.lamp.example")
    .replace("protocol: http", "protocol: http, variables: { stage: { enum: [test, live] } }");
  const site = await siteOf(`${text}components: { securitySchemes: { key: { type: http, scheme: bearer } } }\n`);
  const told = [
    "{stage} variable of the server",
    "{id} parameter of the address",
    "{payload} the message, of which the document gives no example",
  ];
  const more = ["{trace} header of the message", "{at} named by the bindings", "API_TOKEN from your environment"];
  const line = `Fill in: ${[...told, ...more].join(" · ")}`;
  expect((site.get("operations/talk.html") ?? "").replace(/<[^>]*>/g, "")).toContain(line);
  expect((site.get("operations/talk.md") ?? "").replaceAll("`", "")).toContain(line);
});

test.each([
  ["no server", document("mqtt", "payload: {}").replace(/servers:.*\n/, ""), {}, "the document names no server and no protocol"],
  ["no protocol", document('""', "payload: {}"), {}, "the document names no protocol"],
  ["no template of the protocol", document("ibmmq", "payload: {}"), {}, "msgdocs has no templates for IBM MQ"],
  ["no address", document("mqtt", "payload: {}").replace(/"lamps.*\n/, '"":\n'), {}, "the document leaves the address open"],
  ["the application is the server", document("ws", "payload: {}"), { reader: "application" }, "the application is the server here"],
  ["a webhook", document("http", "payload: {}").replace("publish:", "subscribe:"), {}, "here a server of yours is called"],
] as const)("why there is no code: %s", async (_, text, settings, reason) => {
  const site = await siteOf(text, settings);
  expect(textOf(site.get("operations/talk.html"))).toContain(`Code None: ${reason}.`);
  expect(site.get("operations/talk.md")).toContain(`None: ${reason}.`);
});

test("nothing is said of code where there is some, or where the settings ask for none", async () => {
  for (const settings of [{}, { code: [] }])
    expect(textOf((await siteOf(document("mqtt", "payload: {}"), settings)).get("operations/talk.html"))).not.toContain("None: ");
  expect(await page(document("ibmmq", "payload: {}"), { code: [] })).not.toContain("None: ");
});

test("a name that only the code asks for is marked and explained, and a variable that the code sets is not", async () => {
  const listening = (protocol: string): string =>
    `asyncapi: 2.6.0\ninfo: { title: Lamp, version: '1' }\nservers: { main: { url: 'lamp.example:1', protocol: ${protocol} } }\nchannels: { lit: { subscribe: { operationId: talk, message: { payload: { type: object } } } } }\n`;
  const kafka = await page(listening("kafka"));
  expect(kafka).toContain("<mark>{groupId}</mark>");
  expect(textOf(kafka)).toContain("Fill in: {groupId} a name that the document leaves open");
  const sqs = await page(listening("sqs"));
  expect(textOf(sqs)).toContain("$QUEUE_URL");
  expect(textOf(sqs)).not.toContain("Fill in: QUEUE_URL");
});

test("texts of an example that look like braces or variables are not explained", async () => {
  const example =
    "examples: [{ payload: { note: 'costs $API_TOKEN and {note}' }, headers: { trace: '{x}', more: 'os.Getenv(\"PASSWORD\")' } }]";
  const site = await siteOf(
    document("http", `payload: { type: object }, ${example}`, ", bindings: { http: { type: request, method: PUT } }"),
  );
  const html = site.get("operations/talk.html") ?? "";
  expect(html).toContain("costs $API_TOKEN and {note}");
  expect(html.replace(/<[^>]*>/g, "")).toMatch(/Fill in: \{id\} parameter of the address(?! ·)/);
  expect(html).not.toContain("from your environment");
});

test("a document without a server has code for the protocol that its bindings name, and says what to fill in", async () => {
  const bare = lamp.replace(/servers: .*\n/, "").replace(" } }\n", ", bindings: { kafka: { groupId: { const: g } } } } }\n");
  const html = await page(bare.replace("message: {", "bindings: { mqtt: { qos: 1 } }, message: {"));
  expect(html.replace(/<[^>]*>/g, "")).toContain("mosquitto_pub \\\n  -h '{server}' \\\n  -t 'lamps/{id}' \\\n  -q 1");
  expect(textOf(html)).toContain("{server} address of the server, which the document does not name");
  expect(await page(lamp.replace(/servers: .*\n/, ""))).not.toContain('id="commands"');
});

test("a method that nobody states is to be filled in, one that the binding states is not", async () => {
  const page = async (more: string) =>
    textOf((await siteOf(document("http", "payload: { type: string, const: '{method}' }", more))).get("operations/talk.html"));
  expect(await page("")).toContain("{method} the method of the request");
  expect(await page(", bindings: { http: { type: request, method: POST } }")).not.toContain("the method of the request");
});

test("a parameter's value is one piece of a URL, and as it is in a topic", async () => {
  const text = (protocol: string) =>
    document(protocol, "payload: { type: string }").replace("type: string } } }", 'type: string, const: "a/b c" } } }');
  expect(await commandOf(text("ws"))).toContain("lamps/a%2Fb%20c");
  expect(await commandOf(text("mqtt"))).toContain("'lamps/a/b c'");
});

test("a content type that nobody states is to be filled in", async () => {
  const avro = "schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: record, name: Ask, fields: [] }";
  expect(textOf(await page(document("amqp", avro)))).toContain("{contentType} content type");
});

test("code is highlighted, what is to be filled in is marked in it, and each option of a command has a line", async () => {
  const html = await page(lamp);
  expect(html).toContain('mosquitto_pub \\\n  <span class="a">-h</span> lamp.example \\\n');
  expect(html).toContain('<span class="a">-t</span> <span class="s">\'lamps/<mark>{id}</mark>\'</span>');
  expect(html).toContain('<span class="k">import</span> mqtt <span class="k">from</span>');
});

test.each(["amqp", "mqtt", "nats", "kafka", "redis"])(
  "a user and password in the address of %s are asked for, and not in the host",
  async (protocol) => {
    const own = `asyncapi: 3.0.0
info: { title: T, version: "1" }
servers: { s: { host: "app:s3cret@broker.example", protocol: ${protocol} } }
channels: { c: { address: a, messages: { m: { payload: { type: string } } } } }
operations: { talk: { action: send, channel: { $ref: "#/channels/c" } } }
`;
    const site = await siteOf(own);
    const code = (site.get("operations/talk.md") ?? "").match(/```(?!json)[^]*?```/g) ?? [];
    expect(code.length).toBeGreaterThan(1);
    for (const each of code) expect([each, each.includes("API_PASSWORD"), each.includes("s3cret")]).toEqual([each, true, false]);
  },
);
