import { describe, expect, it, test } from "vitest";
import type { Call, Credential } from "../../../src/samples/index.ts";
import { samplesOf } from "../code-samples.ts";
import fc from "../../support/fast-check.ts";
import { languages, read, valueOf, type Language } from "./syntax.ts";

const protocols = [
  "mqtt",
  "mqtt5",
  "kafka",
  "amqp",
  "nats",
  "redis",
  "pulsar",
  "stomp",
  "solace",
  "sqs",
  "sns",
  "googlepubsub",
  "ws",
  "http",
  "sse",
] as const;

/** Protocols without programs in some languages. */
const few = ["java", "go"];
const missing: Readonly<Record<string, readonly string[]>> = {
  googlepubsub: few,
  nats: few,
  pulsar: few,
  redis: few,
  sns: few,
  solace: ["javascript", ...few],
  sqs: few,
  stomp: few,
};

const bound: Readonly<Record<string, string>> = {
  "operation.qos": "1",
  "operation.retain": "true",
  "operation.method": "POST",
  "operation.deliveryMode": "2",
  "server.keepAlive": "60",
};

function call(given: Partial<Call>): Call {
  return {
    protocol: "kafka",
    written: given.protocol ?? "kafka",
    server: "h.example:1",
    address: "a",
    way: "send",
    payload: "{}",
    body: "{}",
    contentType: "application/json",
    headers: [],
    credentials: [],
    binding: (...path) => bound[path.join(".")],
    required: () => [],
    ...given,
  };
}

const programOf = (given: Partial<Call>, language: Language): string | undefined => samplesOf(call(given), [language])[0]?.text;

const schemes: Readonly<Record<string, readonly Credential[]>> = {
  nothing: [],
  "name and password": [{ type: "userPassword" }],
  "name and password of a request": [{ type: "http", scheme: "basic" }],
  certificate: [{ type: "X509" }],
  both: [{ type: "userPassword" }, { type: "X509" }],
  scram: [{ type: "scramSha512" }],
  kerberos: [{ type: "gssapi" }],
  "key as a name": [{ type: "apiKey", in: "user" }],
  "key as a password": [{ type: "apiKey", in: "password" }],
  "key in a header": [{ type: "httpApiKey", in: "header", name: "X-Key" }],
  "key in a query": [{ type: "httpApiKey", in: "query", name: "key" }],
  "key in a cookie": [{ type: "httpApiKey", in: "cookie", name: "sid" }],
  token: [{ type: "oauth2" }],
  bearer: [{ type: "http", scheme: "bearer" }],
};

/** One line, several lines, and a file. */
const bodies = ['{"a":1}', '{\n  "a": "it\'s \\"b\\"",\n  "c": ""\n}', undefined];

describe.each(languages)("%s", (language) => {
  it.each(protocols)("parses, for %s with every way to be let in, each way and kind of payload", (protocol) => {
    let count = 0;
    for (const credentials of Object.values(schemes)) {
      for (const way of ["send", "receive"] as const) {
        for (const body of bodies) {
          for (const server of ["h.example:1", "{host}:{port}", "wss://h/x?y=1", "[::1]:5"]) {
            const headers: Call["headers"] = body === bodies[0] ? [] : [["x-trace", "1"]];
            const address = `lamps${protocol === "kafka" || protocol === "nats" ? "." : "/"}{id}`;
            const binding: Call["binding"] = (...path) =>
              ({ ...bound, "channel.exchange.name": server.startsWith("h") ? "x" : undefined })[path.join(".")];
            const program = programOf({ protocol, way, credentials, payload: body, body, server, headers, address, binding }, language);
            if (program === undefined) continue;
            count += 1;
            expect([program, read(language, program).errors]).toEqual([program, []]);
          }
        }
      }
    }
    if (missing[protocol]?.includes(language) === true) expect(count).toBe(0);
    // HTTP sends, a stream is received.
    else expect(count).toBeGreaterThan(20);
  });

  it("holds texts of a document as literals with their value, and nothing else changes", () => {
    const fragments = [
      "'",
      '"',
      "`",
      "\\",
      "${x}",
      "$(x)",
      "{id}",
      "\\u0022",
      "\\n",
      "\n",
      "\r",
      "\t",
      "\0",
      "\u2028",
      "\u202e",
      "\ue000",
      "\ud800",
      "😀",
      '"""',
      "'''",
      "*/",
      "</script>",
      "%s",
      " ",
      "  a",
      "b",
    ];
    const hostile = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.constantFrom(...protocols),
        fc.constantFrom("send" as const, "receive" as const),
        hostile,
        hostile,
        (protocol, way, text, other) => {
          const value = other.replace(/[\r\n]/g, " ");
          const body = `${text}\n${other}`;
          const given = (payload: string, word: string): Partial<Call> => ({
          protocol,
          way,
          payload,
          body: payload,
          address: protocol === "kafka" ? "a" : word.replace(/[+#*>/.?&]/g, ""),
          contentType: word,
          headers: [["x-a", word], ["x-b", word]],
          required: () => [["x-c", word]],
          binding: (...path) => ({ ...bound, "message.key": word, "operation.groupId": word, "channel.exchange.name": word, "message.responseTopic": word })[path.join(".")],
        }); // prettier-ignore
          const [benign, program] = [programOf(given("a\nb", "word"), language), programOf(given(body, `w${value}`), language)];
          if (benign === undefined) return;
          const found = read(language, program ?? "");
          expect(found.errors).toEqual([]);
          expect(found.shape).toBe(read(language, benign).shape);
          expect(program).not.toMatch(/[\p{Cf}\p{Co}\p{Zl}\p{Cs}]|(?![\n\t])\p{Cc}/u);
          if (way === "receive" || protocol === "sse") return;
          expect(found.literals.map((literal) => valueOf(language, literal))).toContain(body.toWellFormed());
        },
      ),
      { numRuns: 400 },
    );
  });

  it("takes numbers and names only where they are such", () => {
    const binding: Call["binding"] = () => "1); evil(";
    for (const protocol of protocols) {
      for (const way of ["send", "receive"] as const) {
        const program = programOf({ protocol, way, binding, headers: [["__proto__", "x"], ["a: b", "y"]] }, language); // prettier-ignore
        if (program === undefined) continue;
        const { errors, literals } = read(language, program);
        expect(errors).toEqual([]);
        expect(literals.reduce((rest, literal) => rest.replaceAll(literal, ""), program)).not.toContain("evil");
      }
    }
  });

  it("imports what it uses, and nothing else", () => {
    const plain = programOf({ protocol: "http" }, language) ?? "";
    const certified = programOf({ protocol: "http", credentials: [{ type: "X509" }], payload: undefined, body: undefined }, language) ?? "";
    const markers = {
      javascript: ["readFileSync", "undici"],
      python: ["import ssl", "pathlib"],
      java: ["KeyStore", "nio.file.Files"],
      go: ["crypto/tls", '"os"'],
    }[language];
    for (const marker of markers) expect([plain.includes(marker), certified.includes(marker)]).toEqual([false, true]);
  });
});

test("Java reads \\u before it reads texts, so that no such escape stands for what could end one", () => {
  const text = '\u0000\u0007\u001b\u0085\u00ad\u202e"\\u0022\\\\u000a';
  const program = programOf({ protocol: "kafka", payload: text, body: text }, "java") ?? "";
  const escapes = [...program.matchAll(/(?<!\\)(?:\\\\)*\\u([0-9a-f]{4})/g)].map(([, digits = ""]) => Number.parseInt(digits, 16));
  expect(escapes).toEqual([0x202e]);
  expect(read("java", program).literals.map((literal) => valueOf("java", literal))).toContain(text);
});

test("a name of an object is a key of its own, whatever it is called", () => {
  expect(programOf({ protocol: "amqp", headers: [["__proto__", "x"]] }, "javascript")).toContain('    ["__proto__"]: "x",\n');
});

test.each([
  ["amqp", "javascript"],
  ["amqp", "python"],
  ["amqp", "java"],
  ["amqp", "go"],
  ["googlepubsub", "javascript"],
  ["kafka", "javascript"],
  ["kafka", "python"],
  ["kafka", "go"],
  ["mqtt5", "javascript"],
  ["mqtt5", "python"],
  ["mqtt5", "go"],
  ["nats", "python"],
  ["pulsar", "javascript"],
  ["pulsar", "python"],
  ["sns", "javascript"],
  ["sns", "python"],
  ["sqs", "javascript"],
  ["sqs", "python"],
  ["stomp", "python"],
] as const)("each header stands on a line of its own: %s in %s", (protocol, language) => {
  const headers = ["first-header", "second-header"].map((name): [string, string] => [name, "x"]);
  const lines = (programOf({ protocol, headers }, language) ?? "").split("\n").filter((line) => line.includes("-header"));
  expect(lines).toHaveLength(2);
});

test("what nothing can be sent to has no program", () => {
  for (const language of languages) {
    expect(programOf({ protocol: "mqtt", address: "a/#" }, language)).toBeUndefined();
    expect(programOf({ protocol: "nats", address: "a.>" }, language)).toBeUndefined();
    expect(programOf({ protocol: "kafka", address: "a b" }, language)).toBeUndefined();
    expect(programOf({ protocol: "http", way: "receive" }, language)).toBeUndefined();
    expect(programOf({ protocol: "ws", binding: () => "POST" }, language)).toBeUndefined();
  }
});

test("the application of a web protocol is the server, for which a client is none", () => {
  expect(samplesOf(call({ protocol: "ws" }), ["javascript"], "application")).toEqual([]);
  expect(samplesOf(call({ protocol: "mqtt" }), ["javascript"], "application")).toHaveLength(1);
});

test.each(["sns", "sqs"])("%s: code goes to a server that is not of AWS, and leaves the hosts of AWS to its tools", (protocol) => {
  const spelled = { cli: "--endpoint-url=", javascript: "{ endpoint: ", python: ", endpoint_url=" };
  for (const way of ["send", "receive"] as const) {
    for (const [language, name] of Object.entries(spelled)) {
      const endpointAt = (server: string): string | undefined => {
        const [, after] = samplesOf(call({ protocol, way, server }), [language])[0]?.text.split(name) ?? [];
        return after?.match(/https?:[^"' ]*/)?.[0];
      };
      expect(endpointAt("http://localhost:4566")).toBe("http://localhost:4566");
      expect(endpointAt("https://aws.lamp.example/queues?x=1")).toBe("https://aws.lamp.example/queues");
      expect(endpointAt("{host}:4566")).toBe("http://{host}:4566");
      for (const none of [`${protocol}.eu-west-1.amazonaws.com`, `https://${protocol}.{region}.amazonaws.com:443`, "eu-west-1", "{server}"])
        expect([none, endpointAt(none)]).toEqual([none, undefined]);
    }
  }
});
