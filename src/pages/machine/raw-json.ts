import type { Node, NumberNode } from "#text";
import { escapeToken } from "#text";
import type { Api, NamedSchema } from "#model";
import type { Documents } from "#documents";
import { modelId } from "./machine-parts.ts";

/** Characters that may be printed a second time because several places share a value (YAML aliases): a bound for what a few lines can ask for. */
const MOST_REPEATED = 4_000_000;
const OMITTED = '{"x-msgdocs-omitted":"repeated too often"}';

/** JSON's own number syntax (RFC 8259 § 6): such digits stay as written. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function number({ raw, value }: NumberNode): string {
  if (NUMBER.test(raw)) return raw;
  return Number.isFinite(value) ? String(value) : JSON.stringify(raw);
}

function scalar(node: Exclude<Node, { kind: "map" | "list" }>): string {
  if (node.kind === "string") return JSON.stringify(node.value.toWellFormed());
  if (node.kind === "number") return number(node);
  return node.kind === "null" ? "null" : String(node.value);
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

  /** @param repeated whether it stands inside of what was printed before */
  print(node: Node, repeated = false): string {
    if (node.kind !== "map" && node.kind !== "list") return this.#once(scalar(node), repeated);
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

  /** A text that counts where it is printed once more; a long list ends where the room does. */
  #once(text: string, repeated: boolean): string {
    if (repeated) this.#left -= text.length + 1;
    return text;
  }

  /** Where a Reference Object leads inside of the model. */
  #link(node: Extract<Node, { kind: "map" }>): string | undefined {
    if (!node.entries.some(({ key, value }) => key === "$ref" && value.kind === "string")) return undefined;
    const target = this.#documents.follow(node);
    const entity = target && target !== node ? this.#api.entityAt(target) : undefined;
    return entity?.kind === "schema" ? `#/schemas/${escapeToken(modelId(entity))}/schema` : undefined;
  }
}
