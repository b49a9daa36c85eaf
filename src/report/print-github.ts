import type { PrintOptions } from "./print-options.ts";
import { pathIn } from "./print-options.ts";
import type { Problem, Report } from "./problem.ts";
import { visible } from "./visible.ts";

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** GitHub's escapes of a workflow command's message. */
const message = (text: string): string => visible(text).replaceAll("%", "%25");

/** … and of its properties, where commas and colons have a meaning too. */
const property = (text: string): string => message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function command({ code, severity, message: text, hint, file, start, end }: Problem, pathOf: (file: string) => string): string {
  const columns = start.line === end.line ? `,col=${start.column},endColumn=${Math.max(start.column, end.column - 1)}` : "";
  const place = `file=${property(pathOf(file))},line=${start.line},endLine=${end.line}${columns}`;
  return `::${commands[severity]} ${place},title=${property(code)}::${message(hint ? `${text} ${hint}` : text)}`;
}

/** Workflow commands, one a problem, which GitHub shows as annotations; a piece each. */
export function* printGithub({ problems }: Report, options: PrintOptions): Generator<string> {
  const pathOf = pathIn(options);
  for (const each of problems) yield `${command(each, pathOf)}\n`;
}
