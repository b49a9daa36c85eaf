import type { Node } from "#text";
import { escapeToken, jsonScalar } from "#text";
import type { Api, NamedSchema } from "#model";
import type { Documents } from "#documents";
import { modelId } from "./machine-parts.ts";

/** The most characters that are printed again for shared values (YAML aliases). It bounds the output that a few lines can ask for. */
const MOST_REPEATED = 4_000_000;
const OMITTED = '{"x-msgdocs-omitted":"repeated too often"}';

/** Prints values of the document as JSON. References to schemas with a page become links within the model; all others stay as written. */
export class RawJson {
  readonly #api: Api;
  readonly #documents: Documents;
  readonly #printed = new Set<Node>();
  #left = MOST_REPEATED;

  constructor(api: Api, documents: Documents) {
    this.#api = api;
    this.#documents = documents;
  }

  /** The definition of a schema with a page. If it is only a reference, what the reference leads to. */
  definition(schema: NamedSchema): string {
    const { node } = schema.source;
    const target = this.#documents.follow(node);
    return this.print(target && this.#api.entityAt(target) === schema ? target : node);
  }

  /** @param repeated whether the value is part of one that was already printed */
  print(node: Node, repeated = false): string {
    if (node.kind !== "map" && node.kind !== "list") return this.#once(jsonScalar(node), repeated);
    const again = repeated || this.#printed.has(node);
    this.#printed.add(node);
    if (again && this.#left < 0) return OMITTED;
    if (node.kind === "list") return `[${node.items.map((item) => this.print(item, again)).join(",")}]`;
    const link = this.#link(node);
    if (link !== undefined) return `{"$ref":${JSON.stringify(link)}}`;
    const members = node.entries.map(
      ({ key, value }) => `${this.#once(JSON.stringify(key.toWellFormed()), again)}:${this.print(value, again)}`,
    );
    return `{${members.join(",")}}`;
  }

  /** Returns a text, and counts it if it is printed again. */
  #once(text: string, repeated: boolean): string {
    if (repeated) this.#left -= text.length + 1;
    return text;
  }

  /** The link within the model for a Reference Object; `undefined` if its target has no page. */
  #link(node: Extract<Node, { kind: "map" }>): string | undefined {
    if (!node.entries.some(({ key, value }) => key === "$ref" && value.kind === "string")) return undefined;
    const target = this.#documents.follow(node);
    const entity = target && target !== node ? this.#api.entityAt(target) : undefined;
    return entity?.kind === "schema" ? `#/schemas/${escapeToken(modelId(entity))}/schema` : undefined;
  }
}
