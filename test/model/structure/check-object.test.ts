import { expect, it } from "vitest";
import type { Diagnostic } from "../../../src/text/diagnostics/index.ts";
import type { MapNode } from "../../../src/text/json/index.ts";
import { checkObject } from "../../../src/model/structure/index.ts";
import { documentsOf, parseMap } from "../../support/documents.ts";
import { lines } from "../../support/marked.ts";

const documents = documentsOf("asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\n");

function check(node: MapNode): readonly string[] {
  const problems: Diagnostic[] = [];
  const place = { file: documents.main, start: 1, end: 2 };
  checkObject({ node, object: "Operation", place }, documents, (problem) => problems.push(problem));
  expect(problems.every((problem) => problem.place.file === node.file || problem.place === place)).toBe(true);
  return lines(problems);
}

it("says what an object lacks and which of its fields are wrong", () => {
  expect(check(parseMap("action: send\nchannel: 5\ntitel: t\n"))).toEqual([
    'warning structure/unknown-field: The Operation Object has no field "titel". ~ Did you mean "title"?',
    'error structure/wrong-type: "channel" must be a reference ($ref), and this is a number, 5.',
  ]);
  expect(check(parseMap("channel: { $ref: '#/channels/c' }\n"))).toEqual([
    'error structure/required-field: The Operation Object must have the field "action".',
  ]);
});

it("does not look inside the fields: they were looked at where they were written", () => {
  expect(check(parseMap("action: send\nchannel: { $ref: '#/channels/c' }\ntags: [{ titel: t }]\n"))).toEqual([]);
});
