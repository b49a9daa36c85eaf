import { expect, test } from "vitest";
import { withoutPasswords } from "#text";

test.each([
  ["amqp://user:secret@host/v", "amqp://user:***@host/v"],
  ['"user:p@ss@host"', '"user:***@host"'],
  ["nats://a:1,user:p@b:1", "nats://a:1,user:***@b:1"],
  ["url: redis://:secret@host", "url: redis://:***@host"],
])("%s has a password", (text, masked) => {
  expect(withoutPasswords(text)).toBe(masked);
});

test.each([
  "amqp://user:{password}@host",
  "amqp://user:<password>@host",
  "amqp://user:$PASSWORD@host",
  "amqp://user@host:5672/a:b@c",
  "wss://host:8080/a:b@c?d=e:f@g",
  "mailto:me@host.example",
  '"sip:me@host.example"',
  "Write to: me@host.example",
])("%s has none", (text) => {
  expect(withoutPasswords(text)).toBe(text);
});

test("a long text is read once", () => {
  expect(withoutPasswords(",a:".repeat(300_000) + "@")).toHaveLength(900_001);
});
