import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Call } from "../../src/samples/index.ts";
import { quote } from "../../src/samples/line.ts";
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
    [{ protocol: "sns" }, `aws sns publish --topic-arn="arn:aws:sns:$AWS_REGION:$AWS_ACCOUNT_ID:"a --message='{}'`],
    [
      { protocol: "sqs", way: "receive" },
      `QUEUE_URL=$(aws sqs get-queue-url --queue-name=a --query=QueueUrl --output=text) && aws sqs receive-message --queue-url="$QUEUE_URL" --wait-time-seconds=20 --message-attribute-names=All`,
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
      { protocol: "sns", address: "t.fifo", binding: bound({ "channel.ordering.type": "FIFO" }) },
      `aws sns publish --topic-arn="arn:aws:sns:$AWS_REGION:$AWS_ACCOUNT_ID:"t.fifo --message-group-id='{messageGroupId}' --message-deduplication-id='{messageDeduplicationId}' --message='{}'`,
    ],
  ] as const)("else it says what there is to say: %#", (given, expected) => {
    expect(commandsFor(call(given))[0]?.text).toBe(expected);
  });
});
