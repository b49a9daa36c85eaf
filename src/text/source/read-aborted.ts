import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { TextFile } from "../json/index.ts";
import { counted } from "../words/index.ts";

/** Ends the reading of a text that cannot be read further. The problem is reported before it is thrown. It never leaves this part. */
export class ReadAborted extends Error {}

/** The file and limit for reporting values that are nested too deep. `limit` counts maps and lists inside one another. */
interface NestingContext {
  readonly file: TextFile;
  readonly limit: number;
  readonly report: DiagnosticReporter;
}

/** Reports values nested deeper than the limit at an offset, and aborts the reading. */
export function abortNesting(start: number, { file, limit, report }: NestingContext): never {
  const hint = "Nest less deeply, or raise limits.depth in the settings (1000 at most).";
  report(problem("document/too-deep", { file, start, end: start + 1 }, { limit: counted(limit, "level"), hint }));
  throw new ReadAborted();
}
