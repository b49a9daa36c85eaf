import type { Said } from "../../cli/shell.ts";
import { folder, msgdocs } from "../../cli/shell.ts";

export const head = `asyncapi: 2.6.0
info: { title: Lamps, version: 1.0.0 } # of the city
`;

/** Bundles the first of some files to standard output. */
export async function bundled(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Said> {
  return msgdocs(folder(files), ["bundle", Object.keys(files)[0] ?? "", ...args]);
}

/** The same of files without errors. */
export async function text(files: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr, exit } = await bundled(files);
  if (exit !== 0) throw new Error(stderr);
  return stdout;
}
