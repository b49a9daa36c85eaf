import avsc from "avsc";
import protobuf from "protobufjs";
import { expect, test } from "vitest";
import { filesOf } from "./files-of.ts";

const start = "asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\nchannels: {}\ncomponents:\n  messages:\n";

test("Avro: a file that avsc reads alone, types of other files and messages in it, each once", async () => {
  const files = await filesOf(
    `${start}    order:\n      schemaFormat: application/vnd.apache.avro;version=1.9.0\n      payload: { $ref: order.avsc }\n    line:\n      schemaFormat: application/vnd.apache.avro;version=1.9.0\n      payload: { $ref: line.avsc }\n`,
    {
      "order.avsc":
        '{"type":"record","name":"Order","namespace":"shop","fields":[{"name":"first","type":"sales.Line"},{"name":"lines","type":{"type":"array","items":"sales.Line"}},{"name":"next","type":["null","Order"],"default":null}]}',
      "line.avsc":
        '{"type":"record","name":"Line","namespace":"sales","fields":[{"name":"kind","type":{"type":"enum","name":"Kind","symbols":["A","B"]}},{"name":"again","type":"Kind"},{"name":"amount","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}}]}',
    },
  );
  const order = avsc.Type.forSchema(JSON.parse(files.get("messages/order.payload.avsc") ?? "") as avsc.Schema);
  const line = { kind: "A", again: "B", amount: Buffer.from([1]) };
  const value = { first: line, lines: [line], next: { first: line, lines: [], next: null } };
  expect(order.isValid(value)).toBe(true);
  expect(order.isValid({ ...value, first: { ...line, kind: "C" } })).toBe(false);
  expect(files.get("messages/order.payload.avsc")?.match(/sales\.Line/g)).toHaveLength(2);
});

test("protobuf: the text as it was written, which protobufjs reads", async () => {
  const proto = 'syntax = "proto3";\nmessage Point {\n  int32 x = 1; // east\n}\n';
  const files = await filesOf(
    `${start}    point:\n      schemaFormat: application/vnd.google.protobuf;version=3\n      payload: |\n${proto.replace(/^/gm, "        ")}\n`,
  );
  const text = files.get("messages/point.payload.proto") ?? "";
  expect(text.trimEnd()).toBe(proto.trimEnd());
  expect(protobuf.parse(text).root.lookupType("Point").fields).toHaveProperty("x");
});

test("RAML: a data type fragment, from the file where it is", async () => {
  const files = await filesOf(
    `${start}    cat:\n      schemaFormat: application/raml+yaml;version=1.0\n      payload: { $ref: 'cat.yaml' }\n`,
    { "cat.yaml": "type: object\nproperties:\n  name: string\n  tail: { type: number, minimum: 1.50 }\n" },
  );
  expect(files.get("messages/cat.payload.raml")).toBe(
    "#%RAML 1.0 DataType\ntype: object\nproperties:\n  name: string\n  tail:\n    type: number\n    minimum: 1.50\n",
  );
});

test("a schema of a language that is not read has no file", async () => {
  const files = await filesOf(`${start}    m: { schemaFormat: application/x-own, payload: { a: 1 } }\n`);
  expect([...files.keys()]).toEqual([]);
});
