import { describe, expect, it } from "vitest";
import type { Dialect } from "../../src/format/index.ts";
import { schemaFormatOf } from "../../src/format/index.ts";

const v24: Dialect = { line: "2", minor: 4, spelling: "asyncapi", written: "2.4.0" };
const v30: Dialect = { line: "3", minor: 0, spelling: "asyncapi", written: "3.0.0" };

describe("formats that are listed", () => {
  it.each([
    ["application/vnd.aai.asyncapi;version=2.4.0", "schema-object"],
    ["application/vnd.aai.asyncapi+yaml;version=2.0.0", "schema-object"],
    ["application/vnd.<vendor_a>.msgapi+json;version=2.4.0", "schema-object"],
    ["application/vnd.anything.msgapi;version=2.4.0", "schema-object"],
    ["application/schema+json;version=draft-07", "json-schema"],
    ["APPLICATION/Schema+YAML ; Version=Draft-07", "json-schema"],
    ["application/vnd.apache.avro;version=1.9.0", "avro"],
    ["application/vnd.<vendor_b>+json;version=1.9.0", "avro"],
    ["application/vnd.oai.openapi+json;version=3.0.0", "openapi"],
    ["application/vnd.<vendor_c>.<api_format>;version=3.0.0", "openapi"],
    ["application/raml+yaml;version=1.0", "raml"],
    ["application/<vendor_d>+yaml;version=1.0", "raml"],
  ])("%s", (text, family) => {
    expect(schemaFormatOf(text, v24)).toMatchObject({ family, listed: true });
  });

  it("has protobuf in 3.x only", () => {
    expect(schemaFormatOf("application/vnd.google.protobuf;version=3", v30)).toEqual({ family: "protobuf", version: "3", listed: true });
    expect(schemaFormatOf("application/vnd.google.protobuf;version=3", v24).listed).toBe(false);
  });

  it("is the Schema Object of the document where none is named", () => {
    expect(schemaFormatOf(undefined, v24)).toEqual({ family: "schema-object", version: "2.4.0", listed: true });
    expect(schemaFormatOf(undefined, v30).version).toBe("3.0.0");
  });
});

it("says of which versions it reads what is written, so that no other draft is proposed in their place", () => {
  for (const version of ["draft-04", "draft-06", "2020-12"])
    expect(schemaFormatOf(`application/schema+json;version=${version}`, v24)).toMatchObject({ version, listed: false, isRead: true });
  expect(schemaFormatOf("application/vnd.oai.openapi;version=3.1.0", v24)).toMatchObject({ listed: false, isRead: true });
  expect(schemaFormatOf("application/schema+json;version=7.1", v24)).not.toHaveProperty("isRead");
});

describe("formats that all but are", () => {
  it.each([
    ["application/vnd.apache.avro", "avro", "application/vnd.apache.avro;version=1.9.0"],
    ["application/vnd.apache.avro+yml;version=1.9.0", "avro", "application/vnd.apache.avro;version=1.9.0"],
    ["application/schema;version=draft-07", "json-schema", "application/schema+json;version=draft-07"],
    ["application/schema+yaml;version=draft-04", "json-schema", "application/schema+yaml;version=draft-07"],
    ["application/vnd.aai.asyncapi+json", "schema-object", "application/vnd.aai.asyncapi+json;version=2.4.0"],
    ["application/raml;version=1.0", "raml", "application/raml+yaml;version=1.0"],
    ["aplication/schema+json;version=draft-07", "unknown", "application/schema+json;version=draft-07"],
    ["application/vnd.apache.arvo;version=1.9.0", "unknown", "application/vnd.apache.avro;version=1.9.0"],
  ])("%s", (text, family, near) => {
    expect(schemaFormatOf(text, v24)).toMatchObject({ family, listed: false, suggestion: near });
  });
});

it("reads versions that mean the same without a word, and says which they are", () => {
  expect(schemaFormatOf("application/vnd.apache.avro+json;version=1.11.3", v24)).toEqual({
    family: "avro",
    version: "1.11.3",
    encoding: "json",
    listed: false,
  });
});

it.each(["text/plain", "application/json", "", ";", "application/vnd.acme.thrift;version=1"])("leaves %j to its author", (text) => {
  const format = schemaFormatOf(text, v24);
  expect(format.family).toBe("unknown");
  expect(format.suggestion).toBeUndefined();
});
