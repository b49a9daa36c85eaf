/** Where a command runs: streams, folders and exit codes. */
import type { Format, ProblemReport } from "#report";

/** Where a command runs, and how it communicates. It is passed to commands, so that tests can replace it. */
export interface Io {
  /** The real path of the working folder. */
  readonly cwd: string;
  /** The version of msgdocs. */
  readonly version: string;
  /**
   * Prints text. A string is made safe, because it may contain text of strangers. Pieces come from a printer that has done so; they are
   * made as they are printed and not changed.
   */
  readonly stdout: (text: string | Iterable<string>) => void;
  readonly stderr: (text: string | Iterable<string>) => void;
  /** Reads all of standard input. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Whether each stream takes colours. */
  readonly colour: { readonly stdout: boolean; readonly stderr: boolean };
  /** Returns the width of the terminal behind a stream at the moment; `undefined` without a terminal. */
  readonly columns?: (stream: "stdout" | "stderr") => number | undefined;
  /** Shows what is being done, in place of the previous text. Only on a terminal, and only for long work. */
  readonly progress: (what: string | undefined) => void;
  /** Asks for a line on the terminal. Absent without one. The answer is `undefined` at the end of the input (Ctrl D). */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** Calls the listener for every key, until the returned function is called. Absent without a keyboard. */
  readonly keys?: (listener: (key: string) => void) => () => void;
  /** Runs a function when the process is interrupted, until the returned function is called. */
  readonly onInterrupt: (clean: () => void) => () => void;
}

/** A report or coverage badge to write to a file. The path may be relative to the working folder. */
export interface ReportFile {
  readonly format: Format | "badge";
  readonly file: string;
}

/** How a command should report. */
export interface Reporting {
  /** The format of the printed report. */
  readonly format: Format;
  readonly files?: readonly ReportFile[] | undefined;
  /** Whether to print only errors, and nothing about success. */
  readonly quiet: boolean;
  /** Receives the report. Then nothing is printed. */
  readonly tell?: ((report: ProblemReport) => void) | undefined;
}

/** The exit codes of the contract. */
export const exits = { fine: 0, problems: 1, usage: 2, environment: 3, bug: 70 } as const;

export type Exit = (typeof exits)[keyof typeof exits];

/** The secret that signs the entries of a cache. CI sets a variable to the empty text for a secret that it does not give to a run. */
export function cacheSecret({ MSGDOCS_CACHE_KEY: secret }: NodeJS.ProcessEnv): string | undefined {
  return secret === "" ? undefined : secret;
}

/** Error codes of the system that are never our bug. */
const SYSTEM = ["EACCES", "EIO", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC", "EDQUOT", "EPERM", "EROFS", "EADDRINUSE", "EADDRNOTAVAIL"];

/** Whether an error comes from the system: exit code 3. */
export function isEnvironment(error: unknown): error is Error {
  return error instanceof Error && "code" in error && SYSTEM.includes(String(error.code));
}

/** Thrown if a command cannot be carried out as requested: exit code 2. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
