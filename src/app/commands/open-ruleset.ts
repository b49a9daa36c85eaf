import { dirname, relative, resolve, sep } from "node:path";
import type { Settings } from "#config";
import type { Ruleset } from "#rulesets";
import type { TextFile } from "#text";
import { decodeText, namedAccess, readFile } from "#text";
import { createValidator } from "#verdicts";
import { UsageError } from "./io.ts";

/** The largest ruleset in bytes. */
const LARGEST = 1 << 24;

/** Reads a ruleset, or a file that it extends; the reason if it cannot be read. */
function open(path: string, cwd: string): TextFile | string {
  const bytes = readFile(path, { ...namedAccess(path, cwd), largest: LARGEST });
  if ("problem" in bytes) return bytes.reason;
  const name = relative(cwd, path).split(sep).join("/");
  const language = /\.json$/i.test(path) ? "json" : "yaml";
  return decodeText({ id: path, name, language }, bytes, () => undefined) ?? "it is not UTF-8";
}

/** Reads the ruleset that the settings name. Throws if it cannot be read; what in it cannot run is one of its problems. */
export async function openRuleset({ ruleset, limits }: Settings, cwd: string): Promise<Ruleset | undefined> {
  if (ruleset === undefined) return undefined;
  const file = open(ruleset, cwd);
  if (typeof file === "string")
    throw new UsageError(`Cannot read the ruleset ${JSON.stringify(ruleset)}: ${file}.`, "Name a file with rules.");
  // Loaded only where there is a ruleset.
  const { readRuleset } = await import("#rulesets");
  const judges = createValidator({ patternMs: limits.patternMs, validationMs: limits.validationMs });
  return readRuleset(file, { judges, open: (path, from) => open(resolve(dirname(from.id), path), cwd) });
}
