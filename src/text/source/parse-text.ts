import type { Report } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Node, TextFile } from "../json/index.ts";
import { codePointName } from "../json/index.ts";
import { reportHidden } from "./hidden-characters.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ReadLimits } from "./read-size.ts";

/** However high the limit is set, the stack must hold. */
const DEEPEST = 1000;

/** The first control character that YAML 1.2.2 (§ 5.1) allows nowhere: all below U+0020 but tab, line feed, carriage return. */
function forbidden(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
  return -1;
}

function holdsControl(file: TextFile, report: Report): boolean {
  const start = forbidden(file.text);
  if (start === -1) return false;
  const code = file.text.charCodeAt(start);
  const reason = code === 0 ? "it holds a NUL character" : `it holds the control character ${codePointName(code)}`;
  report(problem("document/syntax", { file, start, end: start + 1 }, { language: "YAML", reason }));
  return true;
}

/** What reading a text needs besides the text. */
export interface ParseOptions {
  readonly limits: Pick<ReadLimits, "depth">;
  readonly report: Report;
}

function readValue(file: TextFile, limit: number, report: Report): Node | undefined {
  if (file.language === "json") return parseJson(file, limit, report);
  return holdsControl(file, report) ? undefined : parseYaml({ file, limit, report });
}

/**
 * The value that a text holds, with the place of every key and value; `undefined` where there is none, and then a
 * diagnostic `document/…` says why. `.json` is never read as YAML. What can be read on from (a duplicate key, an unknown
 * tag) is reported, and there is a value.
 */
export function parseText(file: TextFile, { limits, report }: ParseOptions): Node | undefined {
  const root = readValue(file, Math.min(limits.depth, DEEPEST), report);
  if (root) reportHidden(file, root, report);
  return root;
}
