import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Node, TextFile } from "../json/index.ts";
import { codePointName, reportHidden } from "./hidden-characters.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ReadLimits } from "./read-size.ts";

/** The largest depth limit: the readers recurse, and the stack is finite. */
const MOST_DEPTH = 1000;

/** The offset of the first control character that YAML 1.2.2 (§ 5.1) forbids: all below U+0020 but tab, line feed, carriage return. */
function indexOfControl(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
  return -1;
}

function reportControl(file: TextFile, report: DiagnosticReporter): boolean {
  const start = indexOfControl(file.text);
  if (start === -1) return false;
  const code = file.text.charCodeAt(start);
  const reason = code === 0 ? "it holds a NUL character" : `it holds the control character ${codePointName(code)}`;
  report(problem("document/syntax", { file, start, end: start + 1 }, { language: "YAML", reason }));
  return true;
}

export interface ParseOptions {
  readonly limits: Pick<ReadLimits, "depth" | "repeatedMembers">;
  readonly report: DiagnosticReporter;
}

function readValue(file: TextFile, { limits, report }: ParseOptions): Node | undefined {
  const limit = Math.min(limits.depth, MOST_DEPTH);
  if (file.language === "json") return parseJson(file, limit, report);
  if (file.language === "protobuf") return { kind: "string", value: file.text, file, start: 0, end: file.text.length };
  return reportControl(file, report) ? undefined : parseYaml({ file, limit, repeatedMembers: limits.repeatedMembers, report });
}

/**
 * Parses a text into placed values. Returns `undefined` after a fatal problem, which is reported as `document/…`. Other problems,
 * such as a duplicate key or an unknown tag, are reported as well. A JSON file is never read as YAML, and a .proto file is one string.
 */
export function parseText(file: TextFile, options: ParseOptions): Node | undefined {
  const root = readValue(file, options);
  if (root) reportHidden(file, root, options.report);
  return root;
}
