import { expect, it } from "vitest";
import fc from "../../support/fast-check.ts";
import type { Diagnostic } from "../../../src/text/diagnostics/index.ts";
import { catalog } from "../../../src/text/diagnostics/index.ts";
import type { Dialect } from "../../../src/format/index.ts";
import { tablesOf } from "../../../src/format/index.ts";
import { checkStructure } from "../../../src/model/structure/index.ts";
import { documentsOf } from "../../support/documents.ts";

const { fields } = tablesOf({ line: "3", minor: 1, spelling: "asyncapi", written: "" } satisfies Dialect).object("Root");
const words = [
  ...Object.keys(fields).filter((name) => name !== "asyncapi"),
  ...[
    "publish",
    "subscribe",
    "message",
    "messages",
    "payload",
    "headers",
    "schema",
    "schemaFormat",
    "bindings",
    "kafka",
    "key",
    "mqtt",
    "ws",
  ],
  ...["traits", "oneOf", "properties", "items", "type", "security", "parameters", "$ref", "x-a", "__proto__", "constructor", "examples"],
  ...["schemas", "bindingVersion", "servers", "reply", "channel", "action"],
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, "", "string", "object", "application/vnd.apache.avro;version=1.9.0"),
  fc.constantFrom("#/components/schemas/a", "#/channels", "#", "#/info", "nowhere.yaml"),
);

/** Values that are shaped like documents: the format's own words as keys, anything in any place. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...words), tie("value"), { maxKeys: 5 }),
  ),
}));

it.each(["2.0.0", "2.4.0", "2.6.0", "3.0.0", "3.1.0"])("never throws, and says every problem in words (%s)", (version) => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...words), value), (document) => {
      const text = JSON.stringify({ asyncapi: version, ...document });
      const problems: Diagnostic[] = [];
      checkStructure(documentsOf(text), (problem) => problems.push(problem));
      for (const { code, message, place } of problems) {
        expect(catalog).toHaveProperty([code]);
        expect(message).not.toMatch(/\{\w+\}|undefined|\[object/);
        expect(place.start).toBeLessThanOrEqual(place.end);
        expect(place.end).toBeLessThanOrEqual(text.length);
      }
      expect(problems.some(({ code }) => code === "structure/required-field") || "info" in document).toBe(true);
    }),
    { numRuns: 300 },
  );
});
