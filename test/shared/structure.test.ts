import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/text/diagnostics/index.ts";
import type { Dialect } from "../../src/format/index.ts";
import { printJson } from "../../src/text/json/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import { loadDocuments } from "../../src/documents/references/index.ts";
import { lineColumn, readLimits } from "../../src/text/source/index.ts";
import { checkStructure } from "../../src/model/structure/index.ts";

const corpus = `${realpathSync(fileURLToPath(new URL("../../../shared/corpus/", import.meta.url)))}/`;

interface Row {
  readonly file: string;
  readonly verdict: string;
  readonly problems: readonly Diagnostic[];
  readonly documents?: Documents;
}

const rows: Row[] = [];

/** The rows of the index of real documents: file and the peer's verdict. */
function index(): readonly { readonly file: string; readonly verdict: string }[] {
  const [, ...lines] = readFileSync(`${corpus}index.tsv`, "utf8").trim().split("\n");
  return lines.map((line) => line.split("\t")).map(([file = "", , , verdict = ""]) => ({ file, verdict }));
}

async function read({ file, verdict }: { readonly file: string; readonly verdict: string }): Promise<Row> {
  const root = `${corpus}${file.split("/").slice(0, 3).join("/")}`;
  const { documents } = await loadDocuments(file, { cwd: corpus, root, limits: readLimits });
  const problems: Diagnostic[] = [];
  if (documents) checkStructure(documents, (problem) => problems.push(problem));
  return { file, verdict, problems, ...(documents ? { documents } : {}) };
}

beforeAll(async () => {
  for (const each of index()) rows.push(await read(each));
});

function line({ severity, code, message, place }: Diagnostic): string {
  return `${place.file.name}:${lineColumn(place.file, place.start).line} ${severity} ${code} ${message}`;
}

it("finds no error in a document that a peer calls valid", () => {
  const valid = rows.filter(({ verdict }) => verdict === "valid");
  expect(valid.length).toBeGreaterThan(200);
  expect(valid.flatMap(({ problems }) => problems.filter(({ severity }) => severity === "error").map(line))).toEqual([]);
});

/** The published schema that a document is held against, and the version that it insists on. */
function schemaFor({ line: major, minor }: Dialect): readonly [file: string, version: string] {
  if (major === "2") return minor <= 4 ? ["2.4.0-raw", "2.4.0"] : ["2.6.0", "2.6.0"];
  return minor === 0 ? ["3.0.0", "3.0.0"] : ["3.1.0", "3.1.0"];
}

const compiled = new Map<string, ValidateFunction>();

function validator(name: string): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;
  // The published files bring draft 07's own schema with them, so ajv's must be left out.
  const ajv = new Ajv({ meta: false, validateSchema: false, strict: false, allErrors: true, validateFormats: false });
  const made = ajv.compile(JSON.parse(readFileSync(`${corpus}schemas/${name}.json`, "utf8")) as object);
  compiled.set(name, made);
  return made;
}

function published({ root, dialect }: Documents): readonly string[] {
  const [name, version] = schemaFor(dialect);
  const validate = validator(name);
  validate({ ...(JSON.parse(printJson(root, { most: Infinity })) as object), [dialect.spelling]: version });
  return (validate.errors ?? []).map(({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`);
}

/** Why the published schema alone finds something: the first that fits. The table in docs/evidence/structure-agreement.md says more. */
const reasons: readonly (readonly [reason: string, error: RegExp])[] = [
  ["a reference as OpenAPI payload", /\/payload additionalProperties .*\$ref/],
  ["schema/discriminator", /\/discriminator type/],
  ["example/empty", /\/examples\/\d+ required/],
  ["reference/syntax", /\/\$ref type/],
  ["binding/unknown-field", /\/bindings\/\w+ additionalProperties/],
  ["a reference as Kafka key", /\/bindings required/],
];

function reasonOf(errors: readonly string[]): string {
  return reasons.find(([, pattern]) => errors.some((error) => pattern.test(error)))?.[0] ?? `none of the known: ${errors.join("; ")}`;
}

describe("the published JSON Schemas", () => {
  it("agree on every document but those whose reasons are known", () => {
    const verdicts: Record<string, number> = {};
    const count = (verdict: string): void => {
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    };
    for (const { documents, problems } of rows) {
      if (!documents) continue;
      const theirs = published(documents);
      const ours = problems.filter(({ code }) => !code.startsWith("binding/"));
      if (theirs.length > 0 === ours.length > 0) count(theirs.length > 0 ? "both find something" : "both find nothing");
      else count(theirs.length > 0 ? `they alone: ${reasonOf(theirs)}` : `we alone: ${ours[0]?.code ?? ""}`);
    }
    expect(verdicts).toEqual({
      "both find nothing": 254,
      "both find something": 45,
      "they alone: a reference as OpenAPI payload": 11,
      "they alone: schema/discriminator": 2,
      "they alone: example/empty": 5,
      "they alone: reference/syntax": 2,
      "they alone: binding/unknown-field": 3,
      "they alone: a reference as Kafka key": 2,
      "we alone: reference/wrong-target": 6,
      "we alone: structure/key-pattern": 1,
      "we alone: structure/required-field": 2,
      "we alone: structure/unknown-binding": 1,
    });
  });
});
