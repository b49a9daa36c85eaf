import type { Io } from "../../src/run/command/io.ts";

/** A terminal that says nothing and is asked nothing, with a working folder. */
export function quietIo(cwd: string): Io {
  return {
    cwd,
    version: "1.2.3",
    stdout: () => undefined,
    stderr: () => undefined,
    stdin: () => Promise.resolve(new Uint8Array()),
    colour: { stdout: false, stderr: false },
    progress: () => undefined,
    onInterrupt: () => () => undefined,
  };
}
