import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Settings } from "#config";
import { isRulesetName } from "#config";
import type { Ruleset } from "#rulesets";
import type { FileAccess, TextFile } from "#text";
import { decodeText, namedAccess, readFile, realPathOf, repositoryOf } from "#text";
import { createValidator } from "#verdicts";
import { UsageError } from "./io.ts";

/** The largest ruleset in bytes. */
const LARGEST = 1 << 24;

/** Reads a ruleset, or a file that it extends; the reason if it cannot be read. */
function open(path: string, cwd: string, access: FileAccess): TextFile | string {
  const bytes = readFile(path, { ...access, largest: LARGEST });
  if ("problem" in bytes) return bytes.reason;
  const name = relative(cwd, path).split(sep).join("/");
  const language = /\.json$/i.test(path) ? "json" : "yaml";
  return decodeText({ id: path, name, language }, bytes, () => undefined) ?? "it is not UTF-8";
}

/**
 * Reads the ruleset that the settings name. Throws if it cannot be read; what in it cannot run is one of its problems. A stranger may have
 * written it, so what it extends lies in its repository, and is hidden only as rulesets are by habit.
 */
export async function openRuleset({ ruleset, limits }: Settings, cwd: string): Promise<Ruleset | undefined> {
  if (ruleset === undefined) return undefined;
  const file = open(ruleset, cwd, namedAccess(ruleset, cwd));
  if (typeof file === "string")
    throw new UsageError(`Cannot read the ruleset ${JSON.stringify(ruleset)}: ${file}.`, "Name a file with rules.");
  const root = repositoryOf(dirname(realPathOf(ruleset)));
  // Loaded only where there is a ruleset.
  const { readRuleset } = await import("#rulesets");
  return readRuleset(file, {
    judges: createValidator({ patternMs: limits.patternMs, validationMs: limits.validationMs }),
    milliseconds: limits.validationMs,
    open(path, from) {
      const wanted = resolve(dirname(from.id), path);
      const name = basename(wanted);
      return open(wanted, cwd, { root, named: isRulesetName(name) ? [join(realPathOf(dirname(wanted)), name)] : [] });
    },
  });
}
