import type { Code, Diagnostic, Node, Place } from "#text";
import type { Inspection, Known } from "#documents";
import { inspect } from "#documents";
import type { SchemaSource } from "#model";
import type { Schemas } from "#schema";
import { isJsonSchema } from "#schema";
import { schemaCycles } from "./rules/schema-cycles.ts";
import { schemaDiscriminators } from "./rules/schema-discriminators.ts";
import { textValues } from "./rules/text-values.ts";

const OF_SCHEMAS: ReadonlySet<Code> = new Set([...schemaCycles.codes, ...schemaDiscriminators.codes]);
const OF_TEXTS: ReadonlySet<Code> = new Set(textValues.codes);

/** What the rules that go through all of a document leave out. */
export class SparedParts {
  readonly #known: Known;
  readonly #schemas: Schemas;
  readonly #ofSchemas: Inspection;
  readonly #ofTexts: Inspection;
  readonly #faults = { schemas: [] as Place[], texts: [] as Place[] };

  constructor(known: Known, schemas: Schemas) {
    this.#known = known;
    this.#schemas = schemas;
    this.#ofSchemas = inspect("schemas", known, { lookups: true });
    this.#ofTexts = inspect("texts", known, { lookups: false });
  }

  schema(source: SchemaSource): boolean {
    const language = this.#schemas.languageOf(source);
    return isJsonSchema(language) && this.#ofSchemas.spares(source.node, language);
  }

  text(node: Node): boolean {
    return this.#known.fingerprints.parts.has(node) && this.#ofTexts.spares(node);
  }

  found({ code, place }: Diagnostic): void {
    if (OF_SCHEMAS.has(code)) this.#faults.schemas.push(place);
    if (OF_TEXTS.has(code)) this.#faults.texts.push(place);
  }

  /** Remembers what was found to be without a fault. */
  end(): void {
    this.#ofSchemas.end(this.#faults.schemas);
    this.#ofTexts.end(this.#faults.texts);
  }
}
