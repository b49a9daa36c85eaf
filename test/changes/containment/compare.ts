import type { Node, TextFile } from "../../../src/text/index.ts";
import { createContainment } from "../../../src/changes/containment/index.ts";
import type { ContainmentVerdict, SchemaInterpretation, DocumentSide } from "../../../src/changes/containment/index.ts";
import type { Schema } from "../../../src/schema/index.ts";
import { createJudge } from "../../../src/verdicts/index.ts";
import { subjectOf } from "../../support/judged.ts";

export interface ReadSchema {
  readonly schema: Schema;
  readonly side: DocumentSide;
  accepts(value: Node): boolean | undefined;
}

/** The payload schema of a document made for it. The schema may refer to `#/components/schemas/…`. */
export function readSchema(schema: unknown, schemas: unknown = {}, format?: string): ReadSchema {
  const message = { ...(format ? { schemaFormat: format } : {}), payload: schema };
  const subject = subjectOf(
    JSON.stringify({
      asyncapi: "2.6.0",
      info: { title: "Test", version: "1" },
      channels: {},
      components: { schemas, messages: { M: message } },
    }),
  );
  const judge = createJudge({ ...subject, limits: { steps: 1e9, validationMs: 600_000 } });
  const [message0] = subject.api.messages;
  const payload = message0?.payload;
  if (!payload) throw new Error("The test has no payload.");
  const side: DocumentSide = {
    files: subject.documents.files as TextFile[],
    check: (each, value) => judge.checker.check({ ...payload, node: each.node }, value),
    matches(pattern, text) {
      const compiled = judge.validator.patterns.of(pattern);
      if ("invalid" in compiled) return undefined;
      const found = compiled.test(text);
      return typeof found === "boolean" ? found : undefined;
    },
  };
  return {
    schema: subject.schemas.of(payload),
    side,
    accepts(value) {
      const { failures, unknown } = judge.checker.check(payload, value);
      return failures.length > 0 ? false : unknown === undefined ? true : undefined;
    },
  };
}

export function compare(a: unknown, b: unknown, reading: SchemaInterpretation = "strict", schemas: unknown = {}): ContainmentVerdict {
  const [one, other] = [readSchema(a, schemas), readSchema(b, schemas)];
  return createContainment([one.side, other.side]).compare(one.schema, other.schema, reading);
}
