import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import { run } from "../../../src/app/cli/run.ts";

/** A document without problems. */
export const fine = `msgapi: 2.4.0
info: { title: Lamps, version: 1.0.0 }
channels:
  lamp/lit:
    publish:
      operationId: onLit
      message:
        messageId: lit
        payload: { type: object, required: [lux], properties: { lux: { type: integer } } }
        examples:
          - payload: { lux: 3 }
`;
export const withError = fine.replace("lux: 3", "lux: three");
export const withWarning = fine.replace("info: {", "info: { flavour: sour,");
export const refused = "msgapi: 9.9.9\n";

/** A new folder with some files. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-cli-")));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** Makes comparisons throw where they quote a word. Returns what ends that. */
export function failComparing(word: string): () => void {
  const print = JSON.stringify;
  const failing = vi.spyOn(JSON, "stringify").mockImplementation((...given: Parameters<typeof print>) => {
    if ((given[0] as unknown) === word && new Error("where").stack?.includes("/compare/") === true) throw new TypeError("boom");
    return print(...given);
  });
  return () => failing.mockRestore();
}

/** Every file of a folder with its text. */
export function contents(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((each) => [each.slice(path.length + 1), readFileSync(each, "latin1")]));
}

export interface Said {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

const whole = (text: string | Iterable<string>): string => (typeof text === "string" ? text : [...text].join(""));

/** Runs the command line in this process. */
export async function msgdocs(cwd: string, args: readonly string[], stdin = ""): Promise<Said> {
  const said = { stdout: "", stderr: "" };
  const exit = await run(args, {
    cwd,
    version: "0.0.0",
    stdout: (text) => void (said.stdout += whole(text)),
    stderr: (text) => void (said.stderr += whole(text)),
    stdin: () => Promise.resolve(new TextEncoder().encode(stdin)),
    colour: { stdout: false, stderr: false },
    progress: () => undefined,
    onInterrupt: () => () => undefined,
  });
  return { exit, ...said };
}

interface JsonReport {
  readonly diagnostics: readonly (Readonly<Record<"code" | "file" | "severity" | "message", string>> & { readonly hint: string | null })[];
  readonly summary: { readonly errors: number; readonly documents: number; readonly examples: Readonly<Record<string, number>> };
}

/** The JSON report that is all of standard output. */
export function report({ stdout }: Said): JsonReport {
  return JSON.parse(stdout) as JsonReport;
}
