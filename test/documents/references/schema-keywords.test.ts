import { describe, expect, it } from "vitest";
import type { JsonSchemaDialect, KeywordKind } from "#format";
import { schemaVocabulary } from "#format";
import { load, told, v2 } from "./load-fixture.ts";

const formats: Readonly<Partial<Record<JsonSchemaDialect, string>>> = {
  "draft-07": "application/schema+json;version=draft-07",
  "2019-09": "application/schema+json;version=2019-09",
  "2020-12": "application/schema+json;version=2020-12",
  "openapi-3.1": "application/vnd.oai.openapi;version=3.1.0",
};

/** A value of a keyword, of that kind, with a reference in the place of a schema. */
function valueWith(ref: string, kind: KeywordKind): string | undefined {
  if (kind === "schema") return ref;
  if (kind === "list of schemas") return `[${ref}]`;
  return kind.startsWith("map of schemas") ? `{k: ${ref}}` : undefined;
}

const cases = Object.entries(formats).flatMap(([dialect, format]) =>
  [...schemaVocabulary[dialect as JsonSchemaDialect]].flatMap(([keyword, kinds]) =>
    kinds.flatMap((kind) => {
      const value = valueWith("{$ref: other.json}", kind);
      return value === undefined ? [] : [{ dialect, format, keyword, kind, value }];
    }),
  ),
);

function documentOf(format: string, schema: string): string {
  return v2(["  messages:", "    m:", `      schemaFormat: ${format}`, `      payload: {${schema}}`].join("\n"));
}

describe("references in schemas", () => {
  it.each(cases)("are followed in $dialect below $keyword as a $kind", async ({ format, keyword, value }) => {
    const loaded = await load({ "api.yaml": documentOf(format, `${keyword}: ${value}`), "other.json": "{}" });
    expect(told(loaded)).toEqual([]);
    expect(loaded.documents?.edges.map(({ target }) => target?.file.name)).toEqual(["other.json"]);
  });

  it.each(["2019-09", "2020-12", "openapi-3.1"] as const)(
    "may stand beside other keywords in %s, in which references are followed too",
    async (dialect) => {
      const format = formats[dialect] ?? "";
      const schema = "properties: {a: {$ref: other.json, not: {$ref: another.json}}}";
      const loaded = await load({ "api.yaml": documentOf(format, schema), "other.json": "{}", "another.json": "{}" });
      expect(told(loaded)).toEqual([]);
      expect(loaded.documents?.edges.map(({ target }) => target?.file.name)).toEqual(["other.json", "another.json"]);
    },
  );

  it("stand alone in draft 07", async () => {
    const loaded = await load({
      "api.yaml": documentOf(formats["draft-07"] ?? "", "properties: {a: {$ref: other.json, title: t}}"),
      "other.json": "{}",
    });
    expect(told(loaded)).toHaveLength(1);
  });
});
