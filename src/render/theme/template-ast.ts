import type Handlebars from "handlebars";
import type { Diagnostic, Place, TextFile } from "#text";
import { problem } from "#text";

/** The parts of Handlebars' syntax tree that the checks read. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

interface Base {
  readonly loc: { readonly start: Position; readonly end: Position };
}

interface Path extends Base {
  readonly type: "PathExpression";
  readonly original: string;
  readonly depth: number;
  readonly data: boolean;
  readonly parts: readonly string[];
}

interface SubExpression extends Base {
  readonly type: "SubExpression";
  readonly path: Path;
  readonly params: readonly Expression[];
  readonly hash?: NamedArguments;
}

interface Literal extends Base {
  readonly type: "StringLiteral" | "NumberLiteral" | "BooleanLiteral" | "UndefinedLiteral" | "NullLiteral";
  readonly original?: unknown;
}

export type Expression = Path | SubExpression | Literal;

interface NamedArguments {
  readonly pairs: readonly { readonly value: Expression }[];
}

interface HelperCall extends Base {
  readonly path: Expression;
  readonly params: readonly Expression[];
  readonly hash?: NamedArguments;
}

export interface Program extends Base {
  readonly body: readonly Statement[];
}

interface Mustache extends HelperCall {
  readonly type: "MustacheStatement" | "Decorator";
  readonly escaped: boolean;
}

interface BlockStatement extends HelperCall {
  readonly type: "BlockStatement" | "DecoratorBlock";
  readonly program?: Program;
  readonly inverse?: Program;
}

interface Partial extends Base {
  readonly type: "PartialStatement" | "PartialBlockStatement";
  readonly name: Expression;
  readonly params: readonly Expression[];
  readonly hash?: NamedArguments;
  readonly program?: Program;
}

interface Content extends Base {
  readonly type: "ContentStatement" | "CommentStatement";
  readonly value: string;
}

export type Statement = Mustache | BlockStatement | Partial | Content;

/** Parses a template. Handlebars' own types leave most of the tree open; these are the shapes of its grammar. */
export function parseTemplate(compiler: typeof Handlebars, text: string): Program {
  return compiler.parseWithoutProcessing(text) as unknown as Program;
}

/**
 * Thrown if a user's template asks for a field that the page does not have. It is reported as a problem of the template, not as a bug
 * of ours.
 */
class TemplateFault extends Error {
  readonly problem: Diagnostic;

  constructor(found: Diagnostic) {
    super(`${found.message} (${found.place.file.name})`);
    this.name = "TemplateFault";
    this.problem = found;
  }
}

/** The messages for a missing field: those of Handlebars in strict mode, of our partials, and of compiled templates. */
const MISSING = [
  /^"((?:[^"\\]|\\.)*)" (?:not defined in |is not in the view)/,
  /^Cannot read properties of (?:undefined|null) \(reading '(.*)'\)$/,
];

/** The place of the field in the template. Handlebars gives line (from 1) and column (from 0) for whichever template it was in. */
function placeOf(file: TextFile, field: string, error: Error): Place {
  const { lineNumber = 1, column = 0 } = error as { lineNumber?: number; column?: number };
  const lines = file.text.split(/(?<=\n)/).slice(0, lineNumber - 1);
  const start = lines.join("").length + column;
  const [path = ""] = /^[^\s}|()]*/.exec(file.text.slice(start)) ?? [];
  return path.split(/[./]/).includes(field) ? { file, start, end: start + path.length } : { file, start: 0, end: 0 };
}

/** Why rendering ended, unless a field is missing or a text became too long, which is handled elsewhere. */
function reasonOf({ message }: Error): string | undefined {
  if (message === "Invalid string length") return undefined;
  if (/call stack/i.test(message)) return "it calls itself without end";
  return message.replace(/ - \d+:\d+$/, "");
}

/** Turns an error while rendering a user's template into a fault of that template. Our own errors are returned unchanged. */
export function templateFault(error: unknown, file: TextFile): unknown {
  if (!(error instanceof Error) || error instanceof TemplateFault) return error;
  const field = MISSING.map((form) => form.exec(error.message)?.[1]).find((found) => found !== undefined);
  if (field === undefined) {
    const reason = reasonOf(error);
    return reason === undefined ? error : new TemplateFault(problem("theme/syntax", { file, start: 0, end: 0 }, { reason }));
  }
  const hint = "A page has the fields that its built-in template uses: msgdocs theme eject copies one.";
  const blanks = { what: `field ${JSON.stringify(field)} of the page`, path: file.name, hint };
  return new TemplateFault(problem("theme/not-found", placeOf(file, field, error), blanks));
}
