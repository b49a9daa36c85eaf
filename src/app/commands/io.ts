import type { Format, ProblemReport } from "#report";

/** Where a command runs and talks. Given to it, so that tests can look on. */
export interface Io {
  /** The working folder, absolute. */
  readonly cwd: string;
  /** Our own version. */
  readonly version: string;
  /**
   * A text of ours, in which what a stranger wrote is made visible; or what a printer made, in pieces, which are asked for as they are
   * taken and go out as they are.
   */
  readonly stdout: (text: string | Iterable<string>) => void;
  readonly stderr: (text: string | Iterable<string>) => void;
  /** All of standard input. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Whether each stream takes colours. */
  readonly colour: { readonly stdout: boolean; readonly stderr: boolean };
  /** How wide the terminal is that a stream goes to, now; nothing where it is no terminal. */
  readonly columns?: (stream: "stdout" | "stderr") => number | undefined;
  /** Says what is being done, over what it said before; only on a terminal, and only of long work. */
  readonly progress: (what: string | undefined) => void;
  /** Asks for a line on the terminal, only where there is one. There is no answer where the input ends (Ctrl D). */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** Tells every key that is pressed, until the returned function is called; only where there is a keyboard. */
  readonly keys?: (listener: (key: string) => void) => () => void;
  /** Runs when the process is interrupted, until the returned function is called. */
  readonly onInterrupt: (clean: () => void) => () => void;
}

/** A report, or a badge with the coverage, that goes into a file, whose path may be relative to the working folder. */
export interface ReportFile {
  readonly format: Format | "badge";
  readonly file: string;
}

/** How a command is asked to report. */
export interface Reporting {
  /** Of the report that is printed. */
  readonly format: Format;
  readonly files?: readonly ReportFile[] | undefined;
  /** Only errors, and nothing about success. */
  readonly quiet: boolean;
  /** Receives the report instead of anything being printed. */
  readonly tell?: ((report: ProblemReport) => void) | undefined;
}

/** Exit codes of the contract. */
export const exits = { fine: 0, problems: 1, usage: 2, environment: 3, bug: 70 } as const;

export type Exit = (typeof exits)[keyof typeof exits];

/** What the system lacks or refuses, whatever was being done: no bug of ours. */
const SYSTEM = ["EACCES", "EIO", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC", "EDQUOT", "EPERM", "EROFS", "EADDRINUSE", "EADDRNOTAVAIL"];

/** Whether the system is in the way: exit 3. */
export function isEnvironment(error: unknown): error is Error {
  return error instanceof Error && "code" in error && SYSTEM.includes(String(error.code));
}

/** The command cannot be carried out as it was asked for: exit 2. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
