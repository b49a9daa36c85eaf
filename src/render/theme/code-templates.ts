import type Handlebars from "handlebars";
import type { Diagnostic } from "#text";
import { didYouMean, nearest, problem } from "#text";
import { SHOWN, showing } from "./compile-templates.ts";
import type { CodeTemplate, CodeTemplates, DirectSource, ThemeFile } from "./direct-templates.ts";
import { isBuiltIn, runtime, offsetIn, templateFault } from "./direct-templates.ts";
import { precompiled } from "./precompiled.ts";

/** How languages write what stands in the holes of a template. */
export interface CodeWriting {
  /** The languages, with the names that readers see. */
  readonly languages: ReadonlyMap<string, string>;
  /** Writes a value as a literal of a language. */
  literal(language: string, value: unknown): string;
  /** The names of all fields that a template may use, each without the fields around it. */
  readonly fields: ReadonlySet<string>;
  /** What conditions may ask. */
  readonly questions: Readonly<Record<string, (...values: readonly unknown[]) => boolean>>;
}

/** `code/mqtt.kotlin.hbs`: the protocol and the language. */
const NAME = /^code\/([\w-]+)\.([\w-]+)\.hbs$/;

/** Blocks that a template of code may use. */
const BLOCKS = new Set(["if", "unless", "each", "with"]);

/** Whether a file of a theme is a template of code. */
export function isCode({ path }: ThemeFile): boolean {
  return path.startsWith("code/") && path.endsWith(".hbs");
}

/** What a template of code may not contain: whatever would put text into code that is no literal of its language. */
function forbidden(handlebars: typeof Handlebars, { source }: ThemeFile, { fields, questions }: CodeWriting): Diagnostic[] {
  const found: Diagnostic[] = [];
  const at = ({ loc }: hbs.AST.Node): { file: typeof source; start: number; end: number } => {
    return { file: source, start: offsetIn(source, loc.start), end: offsetIn(source, loc.end) };
  };
  const textAt = (node: hbs.AST.Node): string => source.text.slice(at(node).start, at(node).end);
  const helper = (node: hbs.AST.Node, path: { type: string }): unknown =>
    found.push(
      problem("theme/unknown-helper", at(node), {
        name: path.type === "PathExpression" ? (path as hbs.AST.PathExpression).original : textAt(node),
      }),
    );
  const known = new Set(fields);
  class Forbidding extends handlebars.Visitor {
    override MustacheStatement(node: hbs.AST.MustacheStatement): void {
      const hint = "A hole writes a literal of the language by itself: write two braces.";
      if (!node.escaped) found.push(problem("theme/unescaped", at(node), { expression: textAt(node), hint }));
      else if (node.params.length > 0 || (node.hash as hbs.AST.Hash | undefined) || node.path.type !== "PathExpression") helper(node, node.path);
      else super.MustacheStatement(node);
    }
    override BlockStatement(node: hbs.AST.BlockStatement): void {
      if (!BLOCKS.has(node.path.original)) helper(node, node.path);
      else super.BlockStatement(node);
    }
    override SubExpression(node: hbs.AST.SubExpression): void {
      if (!Object.hasOwn(questions, (node.path).original)) helper(node, node.path);
      else super.SubExpression(node);
    }
    override Program(node: hbs.AST.Program): void {
      const { blockParams = [] } = node as { blockParams?: readonly string[] };
      for (const name of blockParams) known.add(name);
      super.Program(node);
    }
    override PathExpression(node: hbs.AST.PathExpression): void {
      if (BLOCKS.has(node.original) || Object.hasOwn(questions, node.original)) return;
      // Of data, such as `@index`, only `@root` has fields.
      const parts = !node.data ? node.parts : node.parts[0] === "root" ? node.parts.slice(1) : [];
      const unknown = parts.find((part) => !known.has(part));
      if (unknown === undefined) return;
      const hint = didYouMean(unknown, fields) ?? "The guide lists all fields: docs/guide/code.md.";
      found.push(problem("theme/syntax", at(node), { reason: `there is no field ${JSON.stringify(unknown)}`, hint }));
    }
    override PartialStatement(node: hbs.AST.PartialStatement): void {
      found.push(problem("theme/unknown-partial", at(node), { name: textAt(node) }));
    }
    override PartialBlockStatement(node: hbs.AST.PartialBlockStatement): void {
      found.push(problem("theme/unknown-partial", at(node), { name: textAt(node) }));
    }
    override Decorator(node: hbs.AST.Decorator): void {
      helper(node, node.path);
    }
    override DecoratorBlock(node: hbs.AST.DecoratorBlock): void {
      helper(node, node.path);
    }
  } // prettier-ignore
  new Forbidding().accept(handlebars.parse(source.text));
  return found;
}

/** The problems of the user's templates of code: their names, their syntax, and what they may not contain. */
export async function codeProblems(all: readonly ThemeFile[], writing: CodeWriting): Promise<Diagnostic[]> {
  const files = all.filter((file) => !isBuiltIn(file));
  if (files.length === 0) return [];
  const { languages } = writing;
  const { default: handlebars } = await import("handlebars");
  return files.flatMap((file) => {
    const whole = { file: file.source, start: 0, end: 0 };
    const language = NAME.exec(file.path)?.[2] ?? "";
    if (!languages.has(language)) {
      const near = nearest(language, [...languages.keys()]);
      const all = `The name is code/PROTOCOL.LANGUAGE.hbs, and the languages are ${[...languages.keys()].join(", ")}.`;
      return [
        problem("theme/unknown-template", whole, { name: file.path, hint: near === undefined ? all : `Did you mean ${near}? ${all}` }),
      ];
    }
    try {
      return forbidden(handlebars, file, writing);
    } catch (error) {
      return [
        problem("theme/syntax", whole, { reason: (error instanceof Error ? error.message : String(error)).split("\n").at(-1) ?? "" }),
      ];
    }
  });
}

/** A built-in template as a function. */
function directOf({ path, layer }: ThemeFile): DirectSource | undefined {
  return layer === 0 ? precompiled?.templates[path]?.direct : undefined;
}

/** Lets Handlebars compile a template. Its faults are told with their place. */
async function compile(
  { source }: ThemeFile,
  text: (value: unknown) => string,
  { questions }: CodeWriting,
): Promise<(context: object) => string> {
  const { default: library } = await import("handlebars");
  const handlebars = library.create();
  handlebars.registerHelper(SHOWN, (value: unknown) => new handlebars.SafeString(text(value)));
  for (const [name, answer] of Object.entries(questions))
    handlebars.registerHelper(name, (...given: unknown[]) => answer(...given.slice(0, -1)));
  const knownHelpers = { [SHOWN]: true, ...Object.fromEntries(Object.keys(questions).map((name) => [name, true])) };
  const options = { strict: true, preventIndent: true, knownHelpersOnly: true, knownHelpers };
  let template: ((context: object) => string) | undefined;
  return (context) => {
    try {
      template ??= handlebars.compile(showing(library, source.text), options);
      return template(context);
    } catch (error) {
      throw templateFault(error, source);
    }
  };
}

/** Compiles templates of code. Every hole prints a literal of the template's language. */
export async function compileCode(files: readonly ThemeFile[], writing: CodeWriting): Promise<CodeTemplates> {
  const compiled = new Map<string, CodeTemplate>();
  for (const file of files) {
    const [, protocol = "", language = ""] = NAME.exec(file.path) ?? [];
    const text = (value: unknown): string => writing.literal(language, value);
    const direct = directOf(file)?.make({ ...runtime, questions: writing.questions, text, partials: {} });
    const print = direct ? (context: object): string => direct(context, context) : await compile(file, text, writing);
    compiled.set(`${protocol}.${language}`, { isBuiltIn: isBuiltIn(file), print });
  }
  return compiled;
}
