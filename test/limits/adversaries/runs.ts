import type { Adversary } from "./adversary.ts";
import { head, quoted } from "./adversary.ts";

/** Where patterns look for what ends a run, or for what stands behind one: each is a run of one character that a careless one goes through again from each of its characters. */
const runs: Readonly<Record<string, (length: number) => string>> = {
  "blanks in a value": (length) => `channels: {}\ncomponents: { schemas: { A: { enum: [[${quoted(" ".repeat(length))}]] } } }\n`,
  "blanks in descriptions": (length) =>
    `channels: { ${Array.from({ length: length / 60_000 }, (_, at) => `c${at}: { description: ${quoted(`a${"\t".repeat(60_000)}b\nc`)} }`).join(", ")} }\n`,
  "line breaks in a description": () => `channels:\n  c:\n    description: |\n      <b>\n${"\n".repeat(60_000)}      <i>\n`,
  "zeros in a number": (length) =>
    `channels: { c: { publish: { message: { payload: { type: integer, maximum: 5 }, examples: [{ payload: 1${"0".repeat(length)}1 }] } } } }\n`,
  "underscores in protobuf": (length) =>
    `channels: { c: { publish: { message: { schemaFormat: application/vnd.google.protobuf;version=3, payload: ${quoted(`syntax = "proto3";\nmessage A { string ${"_".repeat(length)} = 1; }`)}, examples: [{ payload: { a: 1 } }] } } } }\n`,
  "letters in markup": (length) =>
    `channels: { c: { publish: { message: { contentType: application/xml, payload: { type: string }, examples: [${Array.from({ length: length / 20_000 }, () => `{ payload: ${quoted(`<a ${"a".repeat(19_000)}>`)} }`).join(", ")}] } } } }\n`,
};

/** Long runs of one character. */
export const longRuns: readonly Adversary[] = Object.entries(runs).map(([name, make]) => ({
  name: `a run of ${name}`,
  make: (bytes) => head + make(bytes),
}));
