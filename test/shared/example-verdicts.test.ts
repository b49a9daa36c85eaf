import { readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { Node } from "#text";
import { readLimits, stringOf } from "#text";
import type { Api, MessageExample, SchemaSource } from "#model";
import { linkModel, normalize } from "#model";
import type { Documents } from "#documents";
import { loadDocuments } from "#documents";
import type { Schemas } from "#schema";
import { createSchemas } from "#schema";
import { createSampler, judgeExamples } from "#verdicts";
import type { Verdicts } from "#verdicts";

const corpus = realpathSync(fileURLToPath(new URL("../../../shared/corpus", import.meta.url)));

/** A value with its references followed, as a validator without places wants it; `undefined` where it contains itself. */
function plain(node: Node, documents: Documents, open: readonly Node[] = []): unknown {
  const target = stringOf(node, "$ref") === undefined ? node : documents.follow(node);
  if (!target || open.includes(target)) throw new RangeError("not a tree");
  const inner = [...open, target];
  if (target.kind === "list") return target.items.map((item) => plain(item, documents, inner));
  if (target.kind === "map") return Object.fromEntries(target.entries.map(({ key, value }) => [key, plain(value, documents, inner)]));
  return target.kind === "null" ? null : target.value;
}

interface Subject {
  readonly name: string;
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  readonly verdicts: Verdicts;
}

async function subjects(): Promise<Subject[]> {
  const rows = readFileSync(`${corpus}/index.tsv`, "utf8").trim().split("\n").slice(1);
  const made: Subject[] = [];
  for (const name of rows.map((row) => row.split("\t")[0] ?? "")) {
    const path = `${corpus}/${name}`;
    const { documents } = await loadDocuments(path, { cwd: dirname(path), limits: readLimits });
    if (!documents) continue;
    const api = linkModel(
      normalize(documents, () => undefined),
      documents,
    );
    const schemas = createSchemas(api, documents);
    made.push({ name, api, documents, schemas, verdicts: await judgeExamples({ api, documents, schemas }) });
  }
  return made;
}

/** What another validator says of a part: `undefined` where it cannot read the schema. */
function other(source: SchemaSource, value: Node, { documents, schemas }: Subject): boolean | undefined {
  if (!["schema-object", "draft-07"].includes(schemas.languageOf(source))) return undefined;
  try {
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    return ajv.validate(plain(source.node, documents) as object, plain(value, { ...documents, follow: (node) => node }));
  } catch {
    return undefined;
  }
}

function otherVerdict(example: MessageExample, message: Api["messages"][number], subject: Subject): string {
  const parts = (["headers", "payload"] as const).flatMap((part) => {
    const [value, source] = [example[part], message[part]];
    return value && source ? [other(source, value, subject)] : [];
  });
  if (parts.includes(false)) return "failed";
  return parts.includes(undefined) ? "not-checked" : "passed";
}

function examplesOf(subject: Subject) {
  return subject.api.messages.flatMap((message) =>
    message.examples.filter(({ free }) => !free).map((example) => ({ subject, message, example })),
  );
}

describe("examples of the corpus", async () => {
  const all = await subjects();

  it("are judged as another validator judges them, but where docs/evidence/example-verdicts.md says why not", () => {
    const differences: string[] = [];
    const counts: Record<string, number> = {};
    for (const { subject, message, example } of all.flatMap(examplesOf)) {
      const ours = subject.verdicts.of(example);
      const both = `${ours?.state ?? ""}/${otherVerdict(example, message, subject)}`;
      counts[both] = (counts[both] ?? 0) + 1;
      const why = (ours?.problems ?? []).map((each) => `${each.pointer} ${each.message}`);
      if (new Set(both.split("/")).size > 1) differences.push(`${both} ${subject.name} ${message.id}: ${why.join("; ").slice(0, 200)}`);
    }
    expect({ counts, differences }).toMatchInlineSnapshot(`
      {
        "counts": {
          "failed/failed": 30,
          "failed/passed": 3,
          "not-checked/passed": 1,
          "passed/passed": 68,
        },
        "differences": [
          "not-checked/passed real/asyncapi+parser-js/b00692c8/test/wrong/invalid-asyncapi-messages-example.yml myChannel.subscribe.message: ",
          "failed/passed real/microcks+microcks/18ab3372/commons/util/src/test/resources/io/github/microcks/util/asyncapi/spring-cloud-stream-asyncapi-nulls.yaml messagePayload: /person/dateNaissance must be a date-time (RFC 3339), and this is "{{now(yyyy-MM-dd'T'HH:mm:ssZ)}}"",
          "failed/passed real/microcks+microcks/18ab3372/webapp/src/test/resources/io/github/microcks/util/asyncapi/account-service-asyncapi.yaml UserSignedUp: /email must be an email address, and this is "{{randomEmail()}}"",
          "failed/passed real/microcks+microcks/18ab3372/webapp/src/test/resources/io/github/microcks/util/asyncapi/user-events-asyncapi-2.1.yaml UserSignedUp: /email must be an email address, and this is "{{randomEmail()}}"",
        ],
      }
    `);
  });

  it("are generated for 95 % of all messages with a schema", () => {
    let [asked, made] = [0, 0];
    for (const subject of all) {
      const sampler = createSampler(subject);
      for (const { payload } of subject.api.messages) {
        if (!payload) continue;
        asked += 1;
        if (sampler.of(payload).samples.length > 0) made += 1;
      }
    }
    expect(asked).toBeGreaterThan(1_300);
    expect(made / asked).toBeGreaterThan(0.95);
  });
});
