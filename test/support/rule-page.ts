import { readFileSync } from "node:fs";
import type { Code, CodeDefinition } from "../../src/text/diagnostics/index.ts";
import { catalog } from "../../src/text/diagnostics/index.ts";

/** Texts by name; bytes where a block names an encoding that is not UTF-8. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A page of docs/rules, taken apart. */
export interface RulePage {
  readonly code: Code;
  readonly path: string;
  readonly text: string;
  /** Files by name: those that break the rule, and those that only look as if. */
  readonly wrong: Files;
  readonly right: Files;
  /** The arguments of the run that the page shows. */
  readonly args: readonly string[];
}

export const codes = Object.keys(catalog) as readonly Code[];

export function pagePath(code: string): string {
  return new URL(`../../docs/rules/${code}.md`, import.meta.url).pathname;
}

function filesOf(section: string): Files {
  const blocks = [...section.matchAll(/^```\w+ (\S+)( latin1)?\n([^]*?)\n```$/gm)];
  return Object.fromEntries(
    blocks.map(([, name = "", latin1, text = ""]) => [name, latin1 === undefined ? `${text}\n` : Buffer.from(`${text}\n`, "latin1")]),
  );
}

function sectionOf(text: string, title: string): string {
  const [, rest = ""] = text.split(`\n## ${title}\n`);
  return rest.split(/\n## /)[0] ?? "";
}

export function readRulePage(code: Code): RulePage {
  const path = pagePath(code);
  const text = readFileSync(path, "utf8");
  const wrong = sectionOf(text, "Wrong");
  const [, command = "check"] = /^\$ msgdocs (.*)$/m.exec(wrong) ?? [];
  return { code, path, text, wrong: filesOf(wrong), right: filesOf(sectionOf(text, "Right")), args: command.split(" ") };
}

/** What the catalog says of a code, as the page's first line. */
function head(code: Code): string {
  const { level, fatal }: CodeDefinition = catalog[code];
  if (fatal) return `\`${level}\`, which the settings cannot change: without what it asks for there is nothing to document.`;
  return level === "off" ? "Off, unless the settings ask for it." : `\`${level}\`, unless the settings say otherwise.`;
}

/** The page with what is not written by hand: the level, and what the run says. */
export function withGenerated({ code, text }: RulePage, output: string | undefined): string {
  const lines = text.split("\n");
  lines[2] = head(code);
  const whole = lines.join("\n");
  return output === undefined
    ? whole
    : whole.replace(/^(\$ msgdocs .*\n)[^]*?^```$/m, (_, command: string) => `${command}${output}\n\`\`\``);
}
