import { isAbsolute } from "node:path";
import type { Problem, ProblemReport } from "#report";

/** A problem for the page. All of it is shown as text. */
export interface PreviewProblem {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
  /** The place, such as `api.yaml:12:9`. */
  readonly place?: string;
  /** A link that opens the place in an editor. */
  readonly href?: string;
}

/** The most problems on a page. */
export const MOST = 50;

export const EDITORS: ReadonlyMap<string, string> = new Map([
  ["vscode", "vscode://file/{path}:{line}:{column}"],
  ["vscodium", "vscodium://file/{path}:{line}:{column}"],
  ["cursor", "cursor://file/{path}:{line}:{column}"],
  ["windsurf", "windsurf://file/{path}:{line}:{column}"],
  ["zed", "zed://file/{path}:{line}:{column}"],
  ["idea", "idea://open?file={path}&line={line}&column={column}"],
  ["webstorm", "webstorm://open?file={path}&line={line}&column={column}"],
  ["sublime", "subl://open?url=file://{path}&line={line}&column={column}"],
  ["textmate", "txmt://open?url=file://{path}&line={line}&column={column}"],
]);

/** URL schemes that run code in the page, or show the content of the URL as a page. */
const DANGEROUS = /^(?:javascript|data|vbscript|blob|file|about):/i;

/**
 * The URL pattern of an editor: that of a known editor by name, or a URL with {path}, {line} and {column}. `undefined` for anything
 * else.
 */
export function editorPattern(editor: string | undefined): string | undefined {
  const pattern = editor === undefined ? undefined : (EDITORS.get(editor) ?? editor);
  if (pattern === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(pattern) || DANGEROUS.test(pattern)) return undefined;
  return pattern.includes("{path}") ? pattern : undefined;
}

/** A path as part of a URL. Slashes are kept, and a Windows path starts with its drive. */
function encodedPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/^([a-z])%3A/i, "$1:");
}

function editorHref(pattern: string, { place, start }: Problem): string | undefined {
  const { id } = place.file;
  if (!isAbsolute(id)) return undefined;
  const path = encodedPath(pattern.includes("/{path}") ? id.replace(/^\//, "") : id);
  // Each placeholder is replaced once, so that a path may contain such a text.
  return pattern.replace(/\{(path|line|column)\}/g, (_, name: string) =>
    name === "path" ? path : String(name === "line" ? start.line : start.column),
  );
}

function previewProblemOf(problem: Problem, pattern: string | undefined): PreviewProblem {
  const { severity, code, message, hint, file, start } = problem;
  const href = pattern === undefined ? undefined : editorHref(pattern, problem);
  return {
    severity,
    code,
    message,
    place: `${file}:${start.line}:${start.column}`,
    ...(hint === undefined ? {} : { hint }),
    ...(href === undefined ? {} : { href }),
  };
}

/** The problems that prevent a site from being shown: errors, and warnings if they count as errors. */
export function previewProblemsOf(
  { problems }: ProblemReport,
  { strict, editor }: { strict: boolean; editor: string | undefined },
): PreviewProblem[] {
  const pattern = editorPattern(editor);
  const counting = problems.filter(({ severity }) => severity === "error" || (strict && severity === "warning"));
  return counting.map((problem) => previewProblemOf(problem, pattern));
}
