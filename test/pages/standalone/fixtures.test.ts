import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Node } from "#text";
import { printJson } from "#text";
import { createRoutes, linkModel, normalize } from "#model";
import { createSchemas, isJsonSchema } from "#schema";
import { createSchemaFiles } from "#pages";
import { accepts, createValidator } from "#verdicts";
import { builtFrom } from "../../support/built.ts";
import { nodeOf } from "../../support/nodes.ts";
import { validatorOf } from "./files-of.ts";

const example = (path: string): string => fileURLToPath(new URL(`../../../example-docs/${path}`, import.meta.url));

const plain = (node: Node): unknown => JSON.parse(printJson(node));

/** A value and what is near to it: without each member, and with each one of another type; digits as written. */
function* near(value: Node): Generator<Node> {
  yield value;
  if (value.kind !== "map") return;
  for (const entry of value.entries) {
    const rest = value.entries.filter((each) => each !== entry);
    yield { ...value, entries: rest };
    for (const other of [-1, null, [{}]]) yield { ...value, entries: [...rest, { ...entry, value: nodeOf(other) }] };
  }
}

interface Judged {
  readonly what: string;
  readonly ours: boolean;
  readonly theirs: boolean;
}

/** Every example of a document, and values near to it, by our validator and by the file of its schema alone. */
async function judged(path: string): Promise<Judged[]> {
  const { documents } = await builtFrom(example(path));
  if (!documents) return [];
  const api = linkModel(normalize(documents, () => undefined), documents); // prettier-ignore
  const schemas = createSchemas(api, documents);
  const made = createSchemaFiles({ api, documents, routes: createRoutes(api, (named) => schemas.homeOf(named)), schemas, base: undefined });
  const files = new Map([...made.files()].map((file) => [file.path, file.contents]));
  const validator = createValidator({ follow: (node) => documents.follow(node), validationMs: 60_000 });
  return api.messages.flatMap((message) =>
    (["payload", "headers"] as const).flatMap((part) => {
      const source = message[part];
      const file = made.pathOf({ message, part });
      const language = source && schemas.languageOf(source);
      if (!source || file === undefined || !language || !isJsonSchema(language)) return [];
      const isValid = validatorOf(files, file);
      return message.examples.flatMap((each) => {
        const given = each[part];
        const values = given ? [...near(given)] : [];
        return values.map((value): Judged => {
          const outcome = validator.validate(source.node, value, language);
          return { what: `${file}: ${printJson(value)}`, ours: accepts(outcome), theirs: isValid(plain(value)) };
        });
      });
    }),
  );
}

describe("examples by the file of their schema alone, as another validator judges them", () => {
  test.each([
    ["robots/msgapi.yaml", 150],
    ["robots-3.0/msgapi.yaml", 15],
    ["chargers/asyncapi.yaml", 30],
    ["doorbell/asyncapi.yaml", 5],
  ])("%s", async (path, atLeast) => {
    const all = await judged(path);
    expect(all.length).toBeGreaterThan(atLeast);
    expect(all.some(({ ours }) => ours) && all.some(({ ours }) => !ours)).toBe(true);
    expect(all.filter(({ ours, theirs }) => ours !== theirs).map(({ what, ours }) => `${ours ? "only we" : "only Ajv"}: ${what}`)).toEqual(
      [],
    );
  });
});
