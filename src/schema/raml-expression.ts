/** Parses type expressions of RAML. */

import { DEEPEST_NESTED } from "#text";

/** RAML 1.0, "Type Expressions": `Person`, `string[]`, `Person | nil`, `(a | b)[]`. */
export type RamlExpression =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "array"; readonly of: RamlExpression }
  | { readonly kind: "union"; readonly of: readonly RamlExpression[] };

interface ExpressionReader {
  readonly tokens: readonly string[];
  at: number;
}

function union(reader: ExpressionReader, depth: number): RamlExpression | undefined {
  const first = array(reader, depth);
  if (!first) return undefined;
  const of = [first];
  while (reader.tokens[reader.at] === "|") {
    reader.at += 1;
    const next = array(reader, depth);
    if (!next) return undefined;
    of.push(next);
  }
  return of.length === 1 ? first : { kind: "union", of };
}

function array(reader: ExpressionReader, depth: number): RamlExpression | undefined {
  let inner = single(reader, depth);
  for (let level = 0; inner && reader.tokens[reader.at] === "[]"; level += 1) {
    if (level === DEEPEST_NESTED) return undefined;
    reader.at += 1;
    inner = { kind: "array", of: inner };
  }
  return inner;
}

function single(reader: ExpressionReader, depth: number): RamlExpression | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined || depth > DEEPEST_NESTED) return undefined;
  reader.at += 1;
  if (token !== "(") return /^[\w.-]+$/.test(token) ? { kind: "name", name: token } : undefined;
  const inner = union(reader, depth + 1);
  if (reader.tokens[reader.at] !== ")") return undefined;
  reader.at += 1;
  return inner;
}

/** Parses a type expression; `undefined` for other texts, such as an XML or JSON schema. */
export function parseRamlExpression(text: string): RamlExpression | undefined {
  const tokens = text.match(/\[\]|[()|]|[\w.-]+|\S/g) ?? [];
  const reader: ExpressionReader = { tokens, at: 0 };
  const expression = union(reader, 0);
  return reader.at === tokens.length ? expression : undefined;
}
