import { expect, it } from "vitest";
import type { Place } from "../../../src/text/index.ts";
import { causesOf } from "../../../src/changes/report/index.ts";
import { changesOf } from "./versions.ts";

/** An API with two messages that hold a component. */
function api(component: readonly string[], action: string): string {
  return `asyncapi: 3.0.0
info: { title: T, version: 1.0.0 }
operations: { s: { action: ${action}, channel: { $ref: "#/channels/c" } } }
channels:
  c:
    address: c
    messages:
      One: { payload: { type: object, properties: { inner: { $ref: "#/components/schemas/S" } } } }
      Two: { payload: { type: object, properties: { other: { type: string }, inner: { $ref: "#/components/schemas/S" } } } }
components:
  schemas:
    S:
${component.map((line) => `      ${line}`).join("\n")}
`;
}

/** The line of a place. */
function lineAt(place: Place | undefined): string | undefined {
  return place?.file.text
    .slice(place.file.text.lastIndexOf("\n", place.start) + 1)
    .split("\n", 1)[0]
    ?.trim();
}

it.each<[what: string, action: string, verdict: string, old: readonly string[], now: readonly string[], was: string, at: string]>([
  ["an enum that grows", "send", "breaking", ["type: string", "enum: [a]"], ["type: string", "enum: [a, b]"], "enum: [a]", "enum: [a, b]"],
  [
    "one that others may fill",
    "receive",
    "compatible",
    ["type: string", "enum: [a]"],
    ["type: string", "enum: [a, b]"],
    "enum: [a]",
    "enum: [a, b]",
  ],
  ["a limit that goes", "send", "breaking", ["type: string", "maxLength: 3"], ["type: string"], "maxLength: 3", "type: string"],
  ["a limit that comes", "receive", "breaking", ["type: string"], ["type: string", "maxLength: 3"], "type: string", "maxLength: 3"],
  [
    "an unknown pattern",
    "send",
    "unknown",
    ["type: string", "pattern: (?=a)b"],
    ["type: string", "pattern: (?=a)c"],
    "pattern: (?=a)b",
    "pattern: (?=a)c",
  ],
  [
    "a description",
    "send",
    "annotation",
    ["type: string", "description: a"],
    ["type: string", "description: b"],
    "description: a",
    "description: b",
  ],
  ["a new description", "send", "annotation", ["type: string"], ["type: string", "description: b"], "type: string", "description: b"],
  ["a description that goes", "send", "annotation", ["type: string", "description: b"], ["type: string"], "description: b", "type: string"],
  [
    "an encoding",
    "send",
    "breaking",
    ["type: string", "contentEncoding: base64"],
    ["type: string", "contentEncoding: base16"],
    "contentEncoding: base64",
    "contentEncoding: base16",
  ],
  ["a format", "send", "unknown", ["type: string", "format: sku"], ["type: string", "format: ean"], "format: sku", "format: ean"],
  [
    "a new field",
    "send",
    "compatible",
    ["type: object", "properties:", "  a: {}"],
    ["type: object", "properties:", "  a: {}", "  b: {}"],
    "type: object",
    "b: {}",
  ],
  [
    "a field that goes",
    "receive",
    "compatible",
    ["type: object", "properties:", "  a: {}", "  b: {}"],
    ["type: object", "properties:", "  a: {}"],
    "b: {}",
    "type: object",
  ],
])("%s in a component is told there, once", (_what, action, verdict, old, now, was, at) => {
  const changes = changesOf(api(old, action), api(now, action)).filter(({ code }) => code !== "change/version");
  expect(changes.map((change) => [change.verdict, lineAt(change.old), lineAt(change.new)])).toEqual([
    [verdict, was, at],
    [verdict, was, at],
  ]);
  expect(causesOf(changes.map((change) => ({ ...change, accepted: undefined })))).toHaveLength(1);
});
