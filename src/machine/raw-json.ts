import type { Node, NumberNode } from "#json";
import { escapeToken } from "#json";
import type { Api, NamedSchema } from "#model";
import type { Documents } from "#reference";

/** Values that may be printed a second time because several places share them (YAML aliases): a bound for what a few lines can ask for. */
const MOST_REPEATED = 200_000;

/** JSON's own number syntax (RFC 8259 § 6): such digits stay as written. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function number({ raw, value }: NumberNode): string {
  if (NUMBER.test(raw)) return raw;
  return Number.isFinite(value) ? String(value) : JSON.stringify(raw);
}

/** Prints values of the document as JSON; references to schemas with a page lead into the model, all others stay as written. */
export class RawJson {
  readonly #api: Api;
  readonly #documents: Documents;
  readonly #printed = new Set<Node>();
  #left = MOST_REPEATED;

  constructor(api: Api, documents: Documents) {
    this.#api = api;
    this.#documents = documents;
  }

  /** A schema with a page itself: where only a reference leads to it, what that leads to. */
  definition(schema: NamedSchema): string {
    const { node } = schema.source;
    const target = this.#documents.follow(node);
    return this.print(target && this.#api.entityAt(target) === schema ? target : node);
  }

  print(node: Node): string {
    if (node.kind === "string") return JSON.stringify(node.value.toWellFormed());
    if (node.kind === "number") return number(node);
    if (node.kind === "null") return "null";
    if (node.kind === "boolean") return String(node.value);
    if (this.#printed.has(node)) this.#left -= 1;
    this.#printed.add(node);
    if (this.#left < 0) return '{"x-msgdocs-omitted":"repeated too often"}';
    if (node.kind === "list") return `[${node.items.map((item) => this.print(item)).join(",")}]`;
    const link = this.#link(node);
    if (link !== undefined) return `{"$ref":${JSON.stringify(link)}}`;
    return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.toWellFormed())}:${this.print(value)}`).join(",")}}`;
  }

  /** Where a Reference Object leads inside of the model. */
  #link(node: Extract<Node, { kind: "map" }>): string | undefined {
    if (!node.entries.some(({ key, value }) => key === "$ref" && value.kind === "string")) return undefined;
    const target = this.#documents.follow(node);
    const entity = target && target !== node ? this.#api.entityAt(target) : undefined;
    return entity?.kind === "schema" ? `#/schemas/${escapeToken(entity.id)}/schema` : undefined;
  }
}
