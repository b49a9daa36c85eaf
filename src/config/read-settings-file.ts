import { relative, sep } from "node:path";
import type { Diagnostic, Node, FileAccess, TextFile } from "#text";
import { decodeText, parseText, problem, readFile, readLimits } from "#text";

/** A parsed settings file, or its problems. */
export interface SettingsFile {
  readonly file: TextFile;
  readonly root: Node | undefined;
  readonly problems: readonly Diagnostic[];
}

const MOST_BYTES = 1024 * 1024;

const slashed = (path: string): string => path.split(sep).join("/");

/** Turns errors of parsing into problems of settings, which end the run. */
function asSettingsProblems(found: readonly Diagnostic[]): Diagnostic[] {
  return found
    .filter(({ code, severity }) => severity === "error" && code !== "document/empty")
    .map(({ message, place, related }) =>
      problem("config/syntax", place, { reason: message.replace(/^Not valid \w+: |\.$/g, ""), related }),
    );
}

/** Reads a settings file by its absolute path. It is YAML or JSON; scripts are never run. */
export function readSettingsFile(path: string, cwd: string, reach: FileAccess): SettingsFile {
  const name = slashed(relative(cwd, path));
  const source = { id: slashed(path), name, language: path.endsWith(".json") ? ("json" as const) : ("yaml" as const) };
  const unread = (reason: string): SettingsFile => {
    const file = { ...source, text: "" };
    return { file, root: undefined, problems: [problem("config/not-found", { file, start: 0, end: 0 }, { name, reason })] };
  };
  if (!/\.(ya?ml|json)$/i.test(path)) return unread("settings are YAML or JSON (.yaml, .yml, .json), and a script is never run");
  const bytes = readFile(path, { ...reach, largest: MOST_BYTES });
  if ("problem" in bytes) return unread(bytes.problem === "too-large" ? "it is larger than 1 MB" : bytes.reason);
  return parseSettings(source, bytes);
}

/** Parses settings. */
export function parseSettings(source: Omit<TextFile, "text">, bytes: Uint8Array): SettingsFile {
  const problems: Diagnostic[] = [];
  const report = (each: Diagnostic): void => void problems.push(each);
  const file = decodeText(source, bytes, report);
  const root = file && parseText(file, { limits: readLimits, report });
  return { file: file ?? { ...source, text: "" }, root, problems: asSettingsProblems(problems) };
}
