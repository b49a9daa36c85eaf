import type { Diagnostic, Place, TextFile } from "#text";
import { lineStarts, problem } from "#text";

/** The offset of a place that Handlebars gives by its line, from 1, and column, from 0. */
export function offsetIn(file: TextFile, { line, column }: hbs.AST.Position): number {
  return (lineStarts(file)[line - 1] ?? 0) + column;
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

/** The place of the field in the template. Handlebars gives line and column for whichever template it was in. */
function placeOf(file: TextFile, field: string, error: Error): Place {
  const { lineNumber = 1, column = 0 } = error as { lineNumber?: number; column?: number };
  const start = offsetIn(file, { line: lineNumber, column });
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
