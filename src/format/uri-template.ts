/**
 * URI templates, RFC 6570 (all four levels). One deliberate extension: a name may contain `-`, because the format's own pattern for
 * parameter keys allows it and `{user-id}` is common.
 */

export interface TemplateVariable {
  readonly name: string;
  /** `*`: the value is exploded (§ 2.4.2). */
  readonly explode: boolean;
  /** `:3`: the length of the prefix in characters (§ 2.4.1). */
  readonly prefix?: number;
}

export interface TemplateExpression {
  /** One of `+ # . / ; ? &`, or empty. */
  readonly operator: string;
  readonly variables: readonly TemplateVariable[];
  /** Offsets into the template, braces included. */
  readonly start: number;
  readonly end: number;
}

export interface TemplateError {
  readonly reason: string;
  readonly hint?: string;
  /** Whether the error is outside of braces. */
  readonly literal?: true;
  readonly start: number;
  readonly end: number;
}

export interface UriTemplate {
  readonly text: string;
  readonly expressions: readonly TemplateExpression[];
  readonly errors: readonly TemplateError[];
}

/** § 2.3 varname, with `-`. */
const NAME = /^(?:[A-Za-z0-9_-]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_-]|%[0-9A-Fa-f]{2}))*$/;
/** § 2.2: the last five are reserved for extensions, so a template with one of them is an error. */
const OPERATORS = "+#./;?&";
const RESERVED_OPERATORS = "=,!@|";

function parseVariable(text: string): TemplateVariable | string {
  const [, name = "", modifier = ""] = /^(.*?)(\*|:[1-9]\d{0,3})?$/s.exec(text) ?? [];
  if (name === "") return "a name is missing";
  if (!NAME.test(name)) return `${JSON.stringify(text)} is not a name`;
  if (modifier === "") return { name, explode: false };
  return modifier === "*" ? { name, explode: true } : { name, explode: false, prefix: Number(modifier.slice(1)) };
}

function parseExpression(body: string, at: { start: number; end: number }): TemplateExpression | TemplateError {
  const first = body.charAt(0);
  if (first && RESERVED_OPERATORS.includes(first)) return { reason: `the operator ${JSON.stringify(first)} is reserved`, ...at };
  const operator = first && OPERATORS.includes(first) ? first : "";
  const variables: TemplateVariable[] = [];
  for (const part of body.slice(operator.length).split(",")) {
    const variable = parseVariable(part);
    if (typeof variable === "string") return { reason: variable, ...at };
    variables.push(variable);
  }
  return { operator, variables, ...at };
}

/** § 2.1: characters that are not allowed outside of braces, and a `%` without an escape. The apostrophe is allowed (erratum 6937). */
const NOT_LITERAL = /[\p{Cc} "<>\\^`|]|%(?![0-9A-Fa-f]{2})/u;

/** The error at the first character between expressions that a template does not allow. */
function literalError(text: string, start: number): TemplateError | undefined {
  const found = NOT_LITERAL.exec(text);
  if (!found) return undefined;
  const [character] = found;
  const at = start + found.index;
  const hint = character === ">" ? "For a wildcard use a parameter, such as {rest}." : `Write it as ${encodeURIComponent(character)}.`;
  return {
    reason: `the character ${JSON.stringify(character)} must be escaped`,
    hint,
    literal: true,
    start: at,
    end: at + character.length,
  };
}

/** Parses a template. Errors have ranges, and the valid expressions are returned as well. */
export function parseUriTemplate(text: string): UriTemplate {
  const expressions: TemplateExpression[] = [];
  const errors: TemplateError[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.slice(at).search(/[{}]/);
    const start = open < 0 ? text.length : at + open;
    const literal = literalError(text.slice(at, start), at);
    if (literal) errors.push(literal);
    if (open < 0) break;
    if (text[start] === "}") {
      errors.push({ reason: 'a "}" has no "{"', start, end: start + 1 });
      at = start + 1;
      continue;
    }
    const inner = text.slice(start + 1).search(/[{}]/);
    const close = start + 1 + inner;
    if (inner < 0 || text[close] === "{") {
      errors.push({ reason: 'a "{" has no "}"', start, end: start + 1 });
      at = start + 1;
      continue;
    }
    const parsed = parseExpression(text.slice(start + 1, close), { start, end: close + 1 });
    if ("reason" in parsed) errors.push(parsed);
    else expressions.push(parsed);
    at = close + 1;
  }
  return { text, expressions, errors };
}

/** A piece of an address: a name in braces, or the text around it. */
export interface AddressPiece {
  /** As it is written, braces included. */
  readonly text: string;
  /** What stands between the braces, which may be empty. */
  readonly name?: string;
}

/** Splits an address at its names in braces, whatever they are. A brace that is not balanced is text. No piece is empty. */
export function addressPieces(address: string): AddressPiece[] {
  return address
    .split(/(\{[^{}]*\})/)
    .map((text, at): AddressPiece => (at % 2 === 0 ? { text } : { text, name: text.slice(1, -1) }))
    .filter(({ text }) => text !== "");
}

/** The names in braces, in the order in which they stand. */
export function namesInBraces(address: string): string[] {
  return addressPieces(address).flatMap(({ name }) => name ?? []);
}

/** The address with other texts for its names in braces; `undefined` leaves one as it is written. Texts are not filled in again. */
export function fillBraces(address: string, textOf: (name: string) => string | undefined): string {
  return addressPieces(address)
    .map(({ text, name }) => (name === undefined ? text : (textOf(name) ?? text)))
    .join("");
}

/** The address with `{}` for each name in braces: what two addresses share whose parameters are named differently. */
export function withoutNames(address: string): string {
  return fillBraces(address, () => "{}");
}
