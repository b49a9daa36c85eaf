import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commandsFor, type Call } from "../../src/shell/index.ts";
import { quote } from "../../src/shell/quote.ts";

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
    binding: () => undefined,
    ...given,
  };
}

/** The words that a shell makes of a command: the tools are functions that print what they are given. */
function wordsOf(command: string): string[] {
  const tools = ["kcat", "mosquitto_pub", "mosquitto_sub", "wscat", "nats", "amqp-publish", "amqp-consume", "curl", "redis-cli"];
  const [, tool = ""] = /(?:^|\| )([a-z_-]+) [^|]*$/s.exec(command) ?? [];
  const seen = tools.find((each) => command.startsWith(each) || command.includes(`| ${each}`)) ?? tool;
  const script = command.replace(new RegExp(`(^|\\| )${seen} `), "$1 printf '%s\\0' ");
  return execFileSync("sh", ["-c", script], { env: {}, cwd: "/" }).toString().split("\0").slice(0, -1);
}

describe("a word in a shell", () => {
  it.each(hostile)("%j is itself", (word) => {
    expect(execFileSync("sh", ["-c", `printf '%s' ${quote(word)}`], { env: {} }).toString()).toBe(word);
  });

  it("holds no control characters, which a terminal would obey", () => {
    expect(quote("a\u001b[201~\u0000b\u009b")).toBe("'a\u{fffd}[201~\u{fffd}b\u{fffd}'");
  });
});

describe("commands with hostile names", () => {
  const protocols = ["mqtt", "mqtt5", "nats", "amqp", "http", "mercure", "redis", "ws", "kafka"];
  it.each(protocols.flatMap((protocol) => hostile.filter((text) => text !== "").map((text) => [protocol, text] as const)))(
    "%s %j",
    (protocol, text) => {
      for (const way of ["send", "receive"] as const) {
        const [command] = commandsFor(
          call({ protocol, way, address: text, payload: protocol === "kafka" ? text.replace(/\n/g, " ") : text, server: "host:1" }),
        );
        const words = wordsOf(command?.text ?? "");
        expect(words.some((word) => word.includes(text.replace(/^\//, "")))).toBe(true);
      }
    },
  );
});

describe("what each protocol is given", () => {
  const text = (given: Partial<Call>) => commandsFor(call(given))[0]?.text;
  const bound = (values: Readonly<Record<string, string>>): Call["binding"] => (...path) => values[path.join(".")]; // prettier-ignore

  it.each([
    [
      { written: "kafka-secure", server: "a:1,b:2", binding: bound({ "channel.topic": "t", "message.key": "k" }) },
      "printf '%s' '{}' | kcat -P -b a:1,b:2 -X security.protocol=SSL -t t -k k",
    ],
    [{ way: "receive", binding: bound({ "operation.groupId": "g" }) }, "kcat -b h:1 -G g a"],
    [{ payload: undefined }, "kcat -P -b h:1 -t a payload"],
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
    [{ protocol: "ibmmq" }, undefined],
  ] as const)("%#", (given, expected) => {
    expect(text(given)).toBe(expected);
  });
});
