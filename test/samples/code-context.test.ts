import { describe, expect, it } from "vitest";
import type { Credential } from "../../src/samples/index.ts";
import { samplesOf } from "./code-samples.ts";

const schemes: Readonly<Record<string, Credential>> = {
  userPassword: { type: "userPassword" },
  plain: { type: "plain" },
  scramSha256: { type: "scramSha256" },
  scramSha512: { type: "scramSha512" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "Bearer" },
  oauth2: { type: "oauth2" },
  openIdConnect: { type: "openIdConnect" },
  X509: { type: "X509" },
  "apiKey user": { type: "apiKey", in: "user" },
  "apiKey password": { type: "apiKey", in: "password" },
  header: { type: "httpApiKey", in: "header", name: "X-Key" },
  query: { type: "httpApiKey", in: "query", name: "key" },
  cookie: { type: "httpApiKey", in: "cookie", name: "sid" },
  symmetricEncryption: { type: "symmetricEncryption" },
  gssapi: { type: "gssapi" },
};

/** What stands in a sample for each secret. */
const markers = {
  password: [/\bAPI_USERNAME\b/, /\bAPI_PASSWORD\b/],
  token: [/\bAPI_TOKEN\b/],
  certificate: [/client\.(?:crt|p12)/],
  key: [/\bAPI_KEY\b/],
};

type Secret = keyof typeof markers;

const password = {
  userPassword: "password",
  plain: "password",
  scramSha256: "password",
  scramSha512: "password",
  basic: "password",
} as const;
const token = { bearer: "token", oauth2: "token", openIdConnect: "token" } as const;
const X509 = { X509: "certificate" } as const;
const broker = { ...password, ...X509, "apiKey user": "key", "apiKey password": "key" } as const;
const web = { ...password, ...token, ...X509, header: "key", query: "key", cookie: "key" } as const;

/** What each protocol's samples bring, by scheme. With a scheme that is not here there is no sample, as it would not be let in. */
const table: Readonly<Record<string, Readonly<Record<string, Secret>>>> = {
  mqtt: broker,
  mqtt5: broker,
  amqp: broker,
  nats: broker,
  redis: broker,
  stomp: broker,
  kafka: { ...password, ...X509 },
  solace: password,
  pulsar: { ...token, ...X509 },
  ws: web,
  http: web,
  sse: web,
  mercure: web,
};

function textsOf(protocol: string, credential: Credential): string[] {
  const call = {
    protocol,
    written: protocol,
    server: "h.example:1",
    address: "a",
    way: protocol === "sse" ? "receive" : "send",
    payload: "{}",
    body: "{}",
    contentType: "application/json",
    headers: [],
    credentials: [credential],
    binding: () => undefined,
    required: () => [],
  } as const;
  return samplesOf(call, ["cli", "javascript", "python", "java", "go"]).map(({ text }) => text.replaceAll("KEYSTORE_PASSWORD", ""));
}

const told = (text: string): string[] =>
  Object.entries(markers).flatMap(([secret, all]) => (all.every((marker) => marker.test(text)) ? [secret] : []));

describe.each(Object.entries(table))("%s", (protocol, secrets) => {
  it.each(Object.entries(schemes))("brings what %s asks for in every language, or is not shown", (name, credential) => {
    // The tickets of Kerberos are the system's: a sample names the mechanism alone.
    if (protocol === "kafka" && name === "gssapi") {
      expect(textsOf(protocol, credential).every((text) => text.includes("GSSAPI"))).toBe(true);
      return;
    }
    const texts = textsOf(protocol, credential);
    expect(texts.length > 0).toBe(Object.hasOwn(secrets, name));
    for (const text of texts) expect([text, told(text)]).toEqual([text, [secrets[name]]]);
  });
});

it("knows the mechanism of a name and a password for Kafka, whichever scheme asks for them", () => {
  for (const name of ["userPassword", "plain", "basic"]) {
    for (const text of textsOf("kafka", schemes[name] ?? { type: name })) expect(text).toMatch(/PLAIN|plain\.Auth/);
  }
});

it("leaves the accounts of a cloud to its own tools", () => {
  for (const protocol of ["sqs", "sns", "googlepubsub"]) {
    for (const credential of Object.values(schemes)) for (const text of textsOf(protocol, credential)) expect(told(text)).toEqual([]);
  }
});
