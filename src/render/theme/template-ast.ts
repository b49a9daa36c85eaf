import type Handlebars from "handlebars";

/** The part of Handlebars' syntax tree that the lints read. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

interface Base {
  readonly loc: { readonly start: Position; readonly end: Position };
}

export interface Path extends Base {
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
  readonly hash?: Hash;
}

interface Literal extends Base {
  readonly type: "StringLiteral" | "NumberLiteral" | "BooleanLiteral" | "UndefinedLiteral" | "NullLiteral";
  readonly original?: unknown;
}

export type Expression = Path | SubExpression | Literal;

interface Hash {
  readonly pairs: readonly { readonly value: Expression }[];
}

interface Call extends Base {
  readonly path: Expression;
  readonly params: readonly Expression[];
  readonly hash?: Hash;
}

export interface Program extends Base {
  readonly body: readonly Statement[];
}

interface Mustache extends Call {
  readonly type: "MustacheStatement" | "Decorator";
  readonly escaped: boolean;
}

interface Block extends Call {
  readonly type: "BlockStatement" | "DecoratorBlock";
  readonly program?: Program;
  readonly inverse?: Program;
}

interface Partial extends Base {
  readonly type: "PartialStatement" | "PartialBlockStatement";
  readonly name: Expression;
  readonly params: readonly Expression[];
  readonly hash?: Hash;
  readonly program?: Program;
}

interface Content extends Base {
  readonly type: "ContentStatement" | "CommentStatement";
  readonly value: string;
}

export type Statement = Mustache | Block | Partial | Content;

/** A template's tree. Handlebars' own types leave most of it open; these are the shapes of its parser's grammar. */
export function parseTemplate(compiler: typeof Handlebars, text: string): Program {
  return compiler.parseWithoutProcessing(text) as unknown as Program;
}
